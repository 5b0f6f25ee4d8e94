import { createInterface } from "node:readline"
import { type Command, optionsOf } from "../command.ts"
import { beginConversation, type Conversation, type Told } from "./conversation.ts"
import { helpText, wishOf } from "./input-line.ts"
import { connectionOf } from "./who.ts"

/** Takes lines from standard input, so that a conversation may be typed, or be a file. */
export const agentTalk: Command = {
  usage: "[--key-file FILE | --key KEY] [--url URL] [--from PHONE] [--to PHONE] [--text] [--json]",
  example: "--text --from +15125550123 --to +15125550100",
  summary:
    "Play an agent against a running service: begin a conversation, call any tool, see what would be said",
  async run(args) {
    const { values } = optionsOf(args, {
      "key-file": { type: "string" },
      key: { type: "string" },
      url: { type: "string", default: "http://127.0.0.1:3000" },
      from: { type: "string" },
      to: { type: "string" },
      text: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
    })
    const tell = (told: Told) => process.stdout.write(values.json ? lineOf(told) : wordsOf(told))
    const { conversation, told } = await beginConversation(await connectionOf(values))
    tell(told)
    if (!conversation) {
      process.exitCode = 1
      return
    }
    await talk(conversation, tell, values.json)
  },
}

async function talk(conversation: Conversation, tell: (told: Told) => void, json: boolean): Promise<void> {
  const isTyped = process.stdin.isTTY === true && !json
  const lines = createInterface({ input: process.stdin, ...(isTyped ? { output: process.stdout } : {}) })
  lines.setPrompt("> ")
  if (isTyped) process.stdout.write(`${helpText()}\n`)
  if (isTyped) lines.prompt()
  for await (const line of lines) {
    const wish = wishOf(line, conversation)
    if (wish === "end") break
    if (typeof wish === "string") process.stderr.write(`${wish}\n`)
    else if (wish) tell(await conversation.call(wish))
    if (isTyped) lines.prompt()
  }
  lines.close()
}

/** The result of a call, for a program: one line of JSON. */
const lineOf = ({ tool, inputs, status, say, answer }: Told): string =>
  `${JSON.stringify({ tool, inputs, status, say, answer })}\n`

/** The same for a person: what would be said first, then all of the answer. */
function wordsOf({ tool, status, say, answer }: Told): string {
  const shown = answer.data ?? answer.error ?? answer.dynamic_variables ?? answer
  const said = say === null ? [] : [`  Say: ${say}`]
  const all = JSON.stringify(shown, null, 2).replace(/^/gm, "  ")
  return `${[`${tool} → ${status}`, ...said, all].join("\n")}\n`
}

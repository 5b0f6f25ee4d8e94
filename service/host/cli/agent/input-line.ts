/** A typed line as a call of a tool. */
import { describeTools } from "../../../ways-in/agent-api/describe-tools.ts"
import type { Conversation, Inputs, Wish } from "./conversation.ts"

export function helpText(): string {
  const lines = describeTools().map(({ name, input_schema: { properties, required } }) => {
    const inputs = Object.keys(properties).filter((input) => input !== "session_id")
    return `  ${[name, ...inputs.map((input) => (required.includes(input) ? input : `[${input}]`))].join(" ")}`
  })
  return [
    "One call a line: a tool, then its inputs as name=value, or as JSON.",
    ...lines,
    "  take N    book the Nth recommended time of the last search, or move to it",
    "  again     send the last call once more",
    "  help      this text",
    "  end       end the conversation",
  ].join("\n")
}

/** The wish in a line: a call, the word `end`, or a text to show; null for an empty line and a comment. */
export function wishOf(
  line: string,
  conversation: Pick<Conversation, "last" | "search">,
): Wish | string | null {
  const [word = "", rest = ""] = splitOnce(line.trim())
  if (word === "" || word.startsWith("#")) return null
  if (word === "end") return word
  if (word === "help") return helpText()
  if (word === "again") return conversation.last ?? "There was no call yet."
  if (word === "take") return taken(rest, conversation)
  if (!describeTools().some(({ name }) => name === word)) return `There is no tool "${word}". See: help`
  const inputs = inputsOf(rest)
  return typeof inputs === "string" ? inputs : { tool: word, inputs }
}

const splitOnce = (text: string): string[] => /^(\S*)\s*(.*)$/s.exec(text)!.slice(1)

function inputsOf(text: string): Inputs | string {
  if (text.startsWith("{")) {
    try {
      return JSON.parse(text) as Inputs
    } catch (error) {
      return `That is no JSON: ${(error as Error).message}`
    }
  }
  const inputs: Record<string, string> = {}
  // A value with spaces stands in quotes.
  for (const [part, name, quoted, plain] of text.matchAll(/([^\s=]+)=(?:"([^"]*)"|(\S*))|\S+/g)) {
    if (name === undefined) return `Expected name=value, and met "${part}".`
    inputs[name] = quoted ?? plain ?? ""
  }
  return inputs
}

function taken(text: string, { search }: Pick<Conversation, "search">): Wish | string {
  const slot = search?.recommended[Number(text) - 1]
  if (!search || !slot) return `The last search has recommended ${search?.recommended.length ?? 0} times.`
  const { appointment_id, appointment_type_id, scheduling_request_id, duration_option_id } = search.inputs
  const { start_time, provider_id, location_id } = slot
  if (appointment_id !== undefined) {
    return { tool: "reschedule_appointment", inputs: { appointment_id, start_time } }
  }
  const inputs = {
    appointment_type_id,
    provider_id,
    location_id,
    start_time,
    ...(scheduling_request_id === undefined ? {} : { scheduling_request_id }),
    ...(duration_option_id === undefined ? {} : { duration_option_id }),
  }
  return { tool: "book_appointment", inputs }
}

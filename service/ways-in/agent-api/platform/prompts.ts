/** The prompts of the agents: read from their document, and completed for one company. */
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import type { Medium, Site } from "./agent-config.ts"

export type Prompts = Record<Medium, string>

const ifTransfer = "(if calls are put through) "
const otherwise = "(otherwise) "

/** The languages besides English, as the prompt names them, with the word by which they address a caller. */
const spokenLanguages = { es: ["Spanish", "usted"], fr: ["French", "vous"] } as const

/** The prompt's last part, of an agent that speaks another language than that of the prompt; empty for English. */
function languagePart({ language }: Pick<Site, "language">): string {
  if (language === "en") return ""
  const [name, address] = spokenLanguages[language]
  return `

# Language
Speak and write ${name} throughout, and address people as ${address}. What tools answer in \`say\`, \`message\`, \`ask\` and
\`tell_first\` is in ${name} already. Sentences between quotation marks in this prompt are examples: say them in ${name}.
"Session expired", "Code expired", "New customers are not allowed" and "Unknown number" come in English: say what they
mean. What you send to a tool stays as its description has it, as \`monday\` or \`morning\`.`
}

/**
 * With the company's name and the agent's language, and of the lines that promise a transfer or do not, those that hold.
 */
export function promptFor(
  prompt: string,
  { companyName, transferPhone, language }: Pick<Site, "companyName" | "transferPhone" | "language">,
): string {
  const [kept, dropped] = transferPhone === null ? [otherwise, ifTransfer] : [ifTransfer, otherwise]
  return `${prompt}${languagePart({ language })}`
    .split("\n")
    .filter((line) => !line.includes(dropped))
    .map((line) => line.replace(kept, ""))
    .join("\n")
    .replaceAll(companyPlaceholder, companyName)
}

const companyPlaceholder = "[company name]"

/** People read and judge the prompts in this document. Each stands in a block with its medium's name. */
export const promptsPath = "docs/agents.md"

export async function readPrompts(root: string): Promise<Prompts> {
  return promptsIn(await readFile(join(root, promptsPath), "utf8"))
}

/** Throws when the document lacks a prompt. */
export function promptsIn(markdown: string): Prompts {
  const promptOf = (medium: string) => {
    const [, prompt] = new RegExp(`^~~~text ${medium}\\n([\\s\\S]*?)^~~~$`, "m").exec(markdown) ?? []
    if (prompt === undefined) throw new Error(`${promptsPath} holds no prompt for ${medium}`)
    return prompt.trim()
  }
  return { voice: promptOf("voice"), text: promptOf("text") }
}

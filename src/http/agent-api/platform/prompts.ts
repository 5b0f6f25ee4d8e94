/** The prompts stand in docs/agents.md, where people read and judge them, each in a block with its medium's name. */
import type { Prompts } from "./folder.ts"

export const promptsPath = "docs/agents.md"

/** Throws when a prompt is not there. */
export function promptsIn(markdown: string): Prompts {
  const promptOf = (medium: string) => {
    const [, prompt] = new RegExp(`^~~~text ${medium}\\n([\\s\\S]*?)^~~~$`, "m").exec(markdown) ?? []
    if (prompt === undefined) throw new Error(`${promptsPath} holds no prompt for ${medium}`)
    return prompt.trim()
  }
  return { voice: promptOf("voice"), text: promptOf("text") }
}

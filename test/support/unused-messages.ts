/** Which messages of a catalogue no code reads. */
import { readSources } from "./source-files.ts"

/** `board.states.scheduled` and the like. */
function keysOf(messages: object, before = ""): string[] {
  return Object.entries(messages).flatMap(([key, value]) =>
    value !== null && typeof value === "object" ? keysOf(value, `${before}${key}.`) : `${before}${key}`,
  )
}

/**
 * The keys that do not occur in the code of the folders, neither read nor as a text that is used as a key. A group that is read
 * by a computed key, such as a state, is used as a whole.
 */
export function unusedMessages(messages: object, folders: readonly string[]): string[] {
  const code = readSources(folders)
    .filter(({ path }) => !path.endsWith("messages.generated.ts"))
    .map((source) => source.code)
    .join("\n")
  const isUsed = (path: string) => {
    const keys = path.split(".")
    const key = keys.pop()!
    const reads = [
      `\\.${key}\\b`,
      `"${key}"`,
      // Taken out of its group: `const { title, text } = words.ended`.
      `[{,]\\s*${key}\\b[^{}()]*\\} = `,
      ...keys.flatMap((group) => [`\\b${group}\\[`, `Object\\.values\\([^)]*\\.${group}\\)`]),
    ]
    return new RegExp(reads.join("|")).test(code)
  }
  return keysOf(messages).filter((path) => !isUsed(path))
}

/** The messages of a catalogue that no code reads. */
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
  const { keys, groups } = namesIn(code)
  return keysOf(messages).filter((path) => {
    const above = path.split(".")
    const key = above.pop()!
    return !keys.has(key) && !above.some((group) => groups.has(group))
  })
}

/** The names in the code. It is read once, since a search for each of thousands of messages takes seconds. */
function namesIn(code: string): { keys: Set<string>; groups: Set<string> } {
  const named = (pattern: RegExp) => [...code.matchAll(pattern)].map((match) => match[1]!)
  return {
    keys: new Set([...named(/\.(\w+)/g), ...named(/"(?=([^"\n]+)")/g), ...takenOut(code)]),
    groups: new Set([...named(/\b(\w+)\[/g), ...named(/Object\.values\([^)]*\.(\w+)\)/g)]),
  }
}

/** Taken out of their group: `const { title, text } = words.ended`. */
function takenOut(code: string): string[] {
  return code
    .split("} = ")
    .slice(0, -1)
    .flatMap((before) => {
      const start = before.search(/[{}()]?[^{}()]*$/)
      return [...before.slice(start).matchAll(/[{,]\s*(\w+)/g)].map((match) => match[1]!)
    })
}

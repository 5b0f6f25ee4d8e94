/** English messages are written in American spelling; a browser that speaks the English of another country reads its own. */
import type { CompiledMessages } from "../../domain/messages/speak-messages.ts"

const american = new Set(["en", "en-us", "en-ca"])

export const isBritish = (tag: string): boolean => /^en\b/i.test(tag) && !american.has(tag.toLowerCase())

const spellings: readonly (readonly [RegExp, string])[] = [
  [/\b([Cc])olor/g, "$1olour"],
  [/\b([Jj])udgment/g, "$1udgement"],
]

/** The same messages, each word as it is spelled there. Names of arguments are no words. */
export function inBritish(messages: CompiledMessages): CompiledMessages {
  const spelled = (part: unknown): unknown => {
    if (typeof part === "string") return spellings.reduce((text, [from, to]) => text.replace(from, to), part)
    // A list within a message is an argument with its name in front.
    if (Array.isArray(part)) return part.map((each) => (Array.isArray(each) ? each : spelled(each)))
    if (part === null || typeof part !== "object") return part
    return Object.fromEntries(Object.entries(part).map(([key, each]) => [key, spelled(each)]))
  }
  return spelled(messages) as CompiledMessages
}

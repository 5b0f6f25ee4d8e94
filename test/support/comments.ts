/** The comments of a module, each as one text, and the faults that none may have. */
import { parseSync } from "vite"

export interface Comment {
  line: number
  /** Without its signs and its line breaks. */
  text: string
}

const openings =
  /^(What|Whose|Those|Who|Whom|Which|Where|Whether|By how|Of (an?|the|all|each|one|several|these|those)|(On|In|By|From|To|With|For|At|Under|After|Beside) (which|whom))\b/
const riddles = /\b(nobody|whoever|whatever|told)\b/i

/** The fault of a comment; null for none. Code in backticks is no word. */
export function faultOfComment(text: string): string | null {
  if (openings.test(text)) return "opens without a subject"
  const [, word] = riddles.exec(text.replace(/`[^`]*`/g, "")) ?? []
  return word === undefined ? null : `says ${word.toLowerCase()}`
}

/** Lines of `//` that follow one another are one comment. */
export function commentsIn(path: string, source: string): Comment[] {
  const found: { start: number; end: number; isLine: boolean; value: string }[] = []
  for (const { type, value, start, end } of parseSync(path, source).comments) {
    const last = found.at(-1)
    const isLine = type === "Line"
    if (
      isLine &&
      last?.isLine &&
      /^\n[ \t]*$/.test(source.slice(last.end, start)) &&
      standsAlone(source, last.start)
    ) {
      last.value += `\n${value}`
      last.end = end
    } else found.push({ start, end, isLine, value })
  }
  return found.map(({ start, value }) => ({
    line: source.slice(0, start).split("\n").length,
    text: value
      .replace(/^\*/, "")
      .replace(/^\s*\* ?/gm, "")
      .replace(/\s+/g, " ")
      .trim(),
  }))
}

const standsAlone = (source: string, at: number): boolean =>
  /(^|\n)[ \t]*$/.test(source.slice(source.lastIndexOf("\n", at - 1) + 1, at))

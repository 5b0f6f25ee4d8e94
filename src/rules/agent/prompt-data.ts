/**
 * Text that people wrote, as it may stand in an agent's prompt. The prompts put it between « and » and say that what stands
 * there is data. So it is one line, holds neither mark, names no variable of the prompt, and no link that could be opened.
 */
import { withoutLinks } from "../texts/names-in-texts.ts"

const breaks = /[\p{Cc}\p{Zl}\p{Zp}]+/gu
const unseen = /[\p{Bidi_Control}\p{Default_Ignorable_Code_Point}]+/gu
const marks = /[«»{}<>`]+/g

/** At most `most` characters. */
export function asPromptData(text: string, most: number): string {
  const seen = text.replace(breaks, " ").replace(unseen, "").replace(marks, " ")
  const plain = withoutLinks(seen).replace(/\s+/g, " ").trim()
  return [...plain].slice(0, most).join("").trim()
}

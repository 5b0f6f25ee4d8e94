/**
 * Words that people wrote, as they may stand in a text message or an agent's prompt. A phone turns an address into a link
 * by itself, so a name that holds one would lead people somewhere under the company's own number.
 */

/**
 * A URL, or what phones take for one: words joined by dots, the last of letters; or four numbers. Its repetitions are
 * bounded, at what a host name may have, so that a long text without any link is read in linear time.
 */
const link =
  /[a-z][a-z0-9+.-]{0,30}:\/\/\S*|(?:[\p{L}\p{N}_-]{1,63}[.\u3002\uff0e\uff61]){1,9}(?:\p{L}[\p{L}\p{N}-]{1,62})(?![\p{L}\p{N}])\S*|\d{1,3}(?:\.\d{1,3}){3}\S*/giu
const invisible = /\p{Default_Ignorable_Code_Point}/gu

/** The name with every link broken into words: `Cars.com` reads `Cars com`. */
export function withoutLinks(name: string): string {
  return name.replace(invisible, "").replace(link, (found) =>
    found
      .replace(/^[a-z][a-z0-9+.-]*:\/\//i, "")
      .split(/[/?#]/, 1)[0]!
      .replace(/[.\u3002\uff0e\uff61:@]+/g, " ")
      .trim(),
  )
}

const mostGreeted = 40

/** A customer's first name in a greeting. Customers choose it, so a link is left out where a name remains without it. */
export function greetedName(firstName: string): string {
  const plain = firstName.replace(invisible, "")
  const rest = plain.replace(link, "").replace(/\s+/g, " ").trim()
  const name = /\p{L}/u.test(rest) ? rest : withoutLinks(plain)
  return [...name].slice(0, mostGreeted).join("").trim()
}

const breaks = /[\p{Cc}\p{Zl}\p{Zp}]+/gu
const unseen = /[\p{Bidi_Control}\p{Default_Ignorable_Code_Point}]+/gu
/** Quotation marks of the prompts, braces of their variables, and what a platform takes for markup. A bar within a name is none: 18|8. */
const marks = /[«»‹›{}<>`*~\\[\]]+|_{2,}|#{2,}|(?<![\p{L}\p{N}])\||\|(?![\p{L}\p{N}])/gu

/** The most characters of a name that an agent says or has in its prompt. */
export const mostSaid = 80

/** A name, as an agent may say it. */
export const spokenName = (name: string): string => asPromptData(name, mostSaid)

/**
 * Text as it may stand in an agent's prompt. The prompts put it between « and » and say that what stands there is data. So
 * it is one line, holds neither mark, names no variable of the prompt, and no link that could be opened. At most `most`
 * characters.
 */
export function asPromptData(text: string, most: number): string {
  const seen = text.replace(breaks, " ").replace(unseen, "").replace(marks, " ")
  const plain = withoutLinks(seen).replace(/\s+/g, " ").trim()
  return [...plain].slice(0, most).join("").trim()
}

/** A number as platforms, carriers and models write it, in E.164; null for what is no number. */
import { parsePhoneNumberFromString } from "libphonenumber-js/min"

/**
 * What carriers send for callers who hide their number: the words ANONYMOUS, RESTRICTED, BLOCKED, UNKNOWN and UNAVAILABLE
 * on a telephone's keys. Taken for numbers, they would make one customer of all who hide theirs.
 */
const hidden: ReadonlySet<string> = new Set(
  ["266696687", "7378742833", "2562533", "8656696", "86282452253"].flatMap((keys) => [
    keys,
    `+${keys}`,
    `+1${keys}`,
  ]),
)

/** Numbers without a country are of the US or Canada. */
export function e164Of(written: string | null | undefined): string | null {
  const text = (written ?? "").trim()
  if (text === "" || hidden.has(text.replace(/[^\d+]/g, ""))) return null
  const phone = parsePhoneNumberFromString(text, "US")
  return phone?.isPossible() && phone.ext === undefined ? phone.number : null
}

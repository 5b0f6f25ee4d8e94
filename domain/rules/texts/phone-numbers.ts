/** Numbers as people, platforms and carriers write them, in E.164, and which of them codes may be texted to. */
import { parsePhoneNumberFromString } from "libphonenumber-js/min"

/**
 * What carriers send for callers who hide their number: the words ANONYMOUS, RESTRICTED, BLOCKED, UNKNOWN and UNAVAILABLE
 * on a telephone's keys. Read as numbers, they would make one customer of all such callers.
 */
const hidden: ReadonlySet<string> = new Set(
  ["266696687", "7378742833", "2562533", "8656696", "86282452253"].flatMap((keys) => [
    keys,
    `1${keys}`,
    `+${keys}`,
    `+1${keys}`,
  ]),
)

/** Null for a text that is no number, and for a hidden caller. A number without a country is of the US or Canada. */
export function e164Of(written: string | null | undefined): string | null {
  const text = (written ?? "").trim()
  if (text === "" || hidden.has(text.replace(/[^\d+]/g, ""))) return null
  const phone = parsePhoneNumberFromString(text, "US")
  return phone?.isPossible() && phone.ext === undefined ? phone.number : null
}

const countries: ReadonlySet<string> = new Set(["US", "CA"])
const kinds: ReadonlySet<string> = new Set(["FIXED_LINE_OR_MOBILE", "MOBILE", "FIXED_LINE"])

/**
 * An ordinary number of the US or Canada in E.164, which a code may be texted to. Null for toll-free, premium and other
 * special numbers, and for other countries' (the other +1 countries included).
 */
export function supportedPhone(typed: string): string | null {
  const phone = parsePhoneNumberFromString(typed, "US")
  if (!phone || phone.ext !== undefined || !countries.has(phone.country ?? "")) return null
  return kinds.has(phone.getType() ?? "") ? phone.number : null
}

/** `(512) 555-0100` of a number in E.164, as it is read out in its own country. */
export const nationalForm = (e164: string): string =>
  parsePhoneNumberFromString(e164)?.formatNational() ?? e164

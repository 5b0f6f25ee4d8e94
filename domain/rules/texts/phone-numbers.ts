/** Numbers as people, platforms and carriers write them, in E.164, and which of them codes may be texted to. */
import { parsePhoneNumberFromString } from "libphonenumber-js/min"
import { isNobodysNumber } from "../../model/nobodys-number.ts"

/**
 * The numbers that carriers send for callers who hide their number: the words ANONYMOUS, RESTRICTED, BLOCKED, UNKNOWN and
 * UNAVAILABLE on a telephone's keys. Read as numbers, they would make one customer of all such callers.
 */
const hidden: ReadonlySet<string> = new Set(
  ["266696687", "7378742833", "2562533", "8656696", "86282452253"].flatMap((keys) => [
    keys,
    `1${keys}`,
    `+${keys}`,
    `+1${keys}`,
  ]),
)

/**
 * Null for a text that is no number, for a number that no customer can have, and for a hidden caller. A number without a
 * country is of the US or Canada.
 */
export function e164Of(written: string | null | undefined): string | null {
  const text = (written ?? "").trim()
  if (text === "" || hidden.has(text.replace(/[^\d+]/g, ""))) return null
  const phone = parsePhoneNumberFromString(text, "US")
  if (!phone?.isPossible() || phone.ext !== undefined) return null
  return isNobodysNumber(phone.number) ? null : phone.number
}

/** With the territories of the United States: Puerto Rico, Guam, the Virgin Islands, American Samoa, the Northern Marianas. */
const countries: ReadonlySet<string> = new Set(["US", "CA", "PR", "GU", "VI", "AS", "MP"])
const kinds: ReadonlySet<string> = new Set(["FIXED_LINE_OR_MOBILE", "MOBILE", "FIXED_LINE"])

/**
 * An ordinary number of the US or Canada in E.164, which a code may be texted to. Null for toll-free, premium and other
 * special numbers, for other countries' (the other +1 countries included), and for one that no customer can have.
 */
export function supportedPhone(typed: string): string | null {
  const phone = parsePhoneNumberFromString(typed, "US")
  if (!phone || phone.ext !== undefined || !countries.has(phone.country ?? "")) return null
  const kind = phone.getType()
  // The small tables know no kinds of the territories' numbers, and no special numbers are theirs.
  const isOrdinary = kind === undefined ? phone.country !== "US" && phone.isValid() : kinds.has(kind)
  return isOrdinary && !isNobodysNumber(phone.number) ? phone.number : null
}

/** `(512) 555-0100` of a number in E.164, as it is read out in its own country. */
export const nationalForm = (e164: string): string =>
  parsePhoneNumberFromString(e164)?.formatNational() ?? e164

/** Which numbers codes may be texted to: ordinary ones of the US and Canada, none that costs the sender or that nobody reads. */
import { parsePhoneNumberFromString } from "libphonenumber-js/min"

const countries: ReadonlySet<string> = new Set(["US", "CA"])
const kinds: ReadonlySet<string> = new Set(["FIXED_LINE_OR_MOBILE", "MOBILE", "FIXED_LINE"])

/** The number in E.164; null for toll-free, premium and other special ones, and for other countries' (+1 ones too). */
export function supportedPhone(typed: string): string | null {
  const phone = parsePhoneNumberFromString(typed, "US")
  if (!phone || phone.ext !== undefined || !countries.has(phone.country ?? "")) return null
  return kinds.has(phone.getType() ?? "") ? phone.number : null
}

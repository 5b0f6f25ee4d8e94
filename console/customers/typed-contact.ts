/** Numbers and addresses as people at a company type them: without their country, which is one of North America. */

/** `(512) 555-0100` → `+15125550100`. Null for none; what is no number is left to the service to refuse. */
export function internationalNumber(typed: string): string | null {
  const digits = typed.replace(/\D/g, "")
  if (digits === "") return null
  if (typed.trim().startsWith("+")) return `+${digits}`
  return digits.length === 10 ? `+1${digits}` : `+${digits}`
}

/** True where the text of a search is a number, and so no name. */
export const isNumber = (typed: string): boolean => /^[\d\s()+.-]{7,}$/.test(typed.trim())

/** Postal codes of Canada begin with a letter. */
export const countryOf = (postalCode: string): "CA" | "US" => (/^\s*[a-z]/i.test(postalCode) ? "CA" : "US")

/** The typed fields that can be sent. */
import type { Draft, Field, Invalid } from "./draft.ts"

const postalCode = { US: /^\d{5}(-?\d{4})?$/, CA: /^[a-z]\d[a-z] ?\d[a-z]\d$/i }

const right: Record<Field, (text: string, draft: Draft) => boolean> = {
  line1: Boolean,
  line2: () => true,
  city: Boolean,
  state: Boolean,
  postalCode: (text, { country }) => postalCode[country].test(text),
  country: () => true,
  phone: (text) => phoneNumberOf(text) !== null,
  code: (text) => text.length === 6,
  firstName: Boolean,
  lastName: Boolean,
  email: (text) => text === "" || /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/.test(text),
}

/** The fields that have to be corrected, in their order. */
export function invalidFields(draft: Draft, fields: readonly Field[]): Invalid {
  const wrong = fields.filter((field) => !right[field](draft[field].trim(), draft))
  return Object.fromEntries(wrong.map((field) => [field, true]))
}

export const addressFields = ["line1", "line2", "city", "state", "postalCode", "country"] as const

export const nameFields = ["firstName", "lastName", "email"] as const

/** A North American number: ten digits, where area code and exchange start with 2 to 9. */
const tenDigits = /^[2-9]\d{2}[2-9]\d{6}$/

/** The number in E.164; null when it cannot be one of the US or Canada. */
export function phoneNumberOf(text: string): string | null {
  const digits = nationalDigits(text)
  return tenDigits.test(digits) && !/^\s*\+(?!1)/.test(text) ? `+1${digits}` : null
}

/**
 * Groups a number while it is typed: "(512) 555-0123". Other text stays as it is. A group is closed only by the digit
 * after it, so that a bracket never blocks the delete key.
 */
export function groupedPhone(text: string): string {
  const digits = nationalDigits(text)
  if (/[^\d\s().+-]/.test(text) || /^\s*\+(?!1|$)/.test(text) || digits.length > 10) return text
  const [area, exchange, line] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)]
  if (line) return `(${area}) ${exchange}-${line}`
  return exchange ? `(${area}) ${exchange}` : text.startsWith("+") ? text : area
}

function nationalDigits(text: string): string {
  const digits = text.replace(/\D/g, "")
  return digits.length > 10 || text.trim().startsWith("+") ? digits.replace(/^1/, "") : digits
}

/** North American numbers: ten digits, area code and exchange from 2 on. */
const tenDigits = /^[2-9]\d{2}[2-9]\d{6}$/

/** The number in E.164; null when it cannot be one of the US or Canada. */
export function phoneNumberOf(text: string): string | null {
  const digits = nationalDigits(text)
  return tenDigits.test(digits) && !/^\s*\+(?!1)/.test(text) ? `+1${digits}` : null
}

/**
 * The number grouped while it is typed: "(512) 555-0123". What is no such number stays as it is, and a group closes
 * only with the digit after it, so that deleting never gets stuck on a bracket.
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

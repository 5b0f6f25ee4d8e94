/** Lines of comma-separated values by RFC 4180, made safe for spreadsheets. */
type Cell = string | number | null

export const csvLine = (cells: readonly Cell[]): string => `${cells.map(cellText).join(",")}\r\n`

/** A text that a spreadsheet would take for a formula gets an apostrophe in front. */
function cellText(value: Cell): string {
  if (value === null) return ""
  const safe = /^[=+\-@\t\r]/.test(String(value)) ? `'${value}` : String(value)
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

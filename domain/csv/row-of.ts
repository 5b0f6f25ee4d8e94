/** A line of a file as a row under our names. */
import type { Cell } from "./cells.ts"
import type { Source } from "./known-exports.ts"
import { hasSeveral, isBook, type Mapping } from "./known-files.ts"
import { guestIn, peopleIn } from "./person-in-cell.ts"

/** Google writes several values of a label into one cell so, and rows say several numbers and emails so. */
export const betweenValues = " ::: "

/** The row as the API takes it: filled cells only. Several numbers or emails of a person stand in one cell, each with what it is called. */
export function rowOf(mapping: Mapping, line: readonly string[]): Partial<Record<Cell, string>> {
  const { columns, others, fixed, matches, source } = mapping
  const row: Partial<Record<Cell, string>> = { ...fixed }
  for (const [name, index] of Object.entries(columns)) {
    const cell = name as Cell
    const filled = [index, ...(others[cell] ?? [])].filter((at) => textAt(line, at) !== "")
    const values = filled.flatMap((at) => valuesAt(mapping, line, at))
    const text = readCell(cell, hasSeveral(cell) ? together(values) : (values[0]?.text ?? ""), source)
    const meant = matches[cell]?.[text] ?? text
    if (meant !== "") row[cell] = meant
  }
  return source === "amelia" ? withPeople(row, columns) : row
}

/** Amelia may have the customers of an appointment in one cell. Those after the first stand in the appointment's notes. */
function withPeople(
  row: Partial<Record<Cell, string>>,
  columns: Mapping["columns"],
): Partial<Record<Cell, string>> {
  const shared = (["phone", "email"] as const).filter((cell) => columns[cell] === columns.name)
  if (row.name === undefined || shared.length === 0) return row
  const [first, ...more] = peopleIn(row.name)
  const others = more.map((each) => Object.values(each).join(" "))
  const notes = [row.notes, ...others].filter((text) => text !== undefined)
  const kept = Object.entries(row).filter(
    ([cell]) => cell !== "name" && !shared.some((each) => each === cell),
  )
  return {
    ...first,
    ...Object.fromEntries(kept),
    ...(notes.length > 0 ? { notes: notes.join("\n") } : {}),
  }
}

const textAt = (line: readonly string[], at: number) => (line[at] ?? "").trim()

interface Value {
  text: string
  label: string
}

function valuesAt({ source, labels }: Mapping, line: readonly string[], at: number): Value[] {
  const label = labels[at]
  const said = typeof label === "number" ? textAt(line, label) : (label ?? "")
  const texts = isBook(source) ? textAt(line, at).split(betweenValues) : [textAt(line, at)]
  return texts
    .map((text) => ({ text: text.trim(), label: said.replace(/[^\p{L}\d ]/gu, "").trim() }))
    .filter(({ text }) => text !== "")
}

/** A single value is left as it is. */
function together(values: readonly Value[]): string {
  const [only, second] = values
  if (!only || !second) return only?.text ?? ""
  return values.map(({ text, label }) => (label === "" ? text : `${text} (${label})`)).join(betweenValues)
}

function readCell(cell: Cell, text: string, source: Source | null): string {
  const guest = cell === "name" || cell === "email" ? guestIn(text) : null
  if (guest) return guest[cell as "name" | "email"]
  // Cal.com titles a booking "Haircut between Ana and Sam".
  if (source === "cal.com" && cell === "appointment_type") return text.split(" between ")[0]!
  return text
}

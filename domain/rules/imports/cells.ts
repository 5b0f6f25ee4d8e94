/** The meaning of a file's cells. Each reading throws a `Refusal` that names the cell. */
import { nameKey, plainName } from "../../csv/plain-name.ts"
import { invalid, Refusal } from "../../model/errors.ts"

export type Cells<Name extends string = string> = Partial<Record<Name, string | null | undefined>>

/**
 * The cell without the space around it; null for an empty one. What spreadsheets need is taken off: the guard against formulas, and
 * the formula that keeps a number a text, `="678"`.
 */
export function textOf<Name extends string>(cells: Cells<Name>, name: Name): string | null {
  const text = (cells[name] ?? "")
    .trim()
    .replace(/^="([^"]*)"$/, "$1")
    .replace(/^'(?=[=+\-@])/, "")
    .trim()
  return text === "" ? null : text
}

export function neededText<Name extends string>(cells: Cells<Name>, name: Name): string {
  const text = textOf(cells, name)
  if (text === null) throw invalid(name, "is needed")
  return text
}

const yes = new Set(["yes", "y", "true", "1", "x", "sí", "si", "oui"])
const no = new Set(["no", "n", "false", "0", "non"])

export function flagOf<Name extends string>(cells: Cells<Name>, name: Name): boolean | null {
  const text = textOf(cells, name)?.toLowerCase() ?? null
  if (text === null) return null
  if (yes.has(text)) return true
  if (no.has(text)) return false
  throw invalid(name, "expected yes or no")
}

export function numberOf<Name extends string>(cells: Cells<Name>, name: Name): number | null {
  const text = textOf(cells, name)
  if (text === null) return null
  // A comma is the decimal point in French and Spanish files.
  const number = Number(text.replace(",", "."))
  if (Number.isFinite(number)) return number
  throw invalid(name, "expected a number")
}

/** `90`, `1 h`, `1 h 30 min`, `1:30` or `45 minutes` as minutes. */
export function minutesOf<Name extends string>(cells: Cells<Name>, name: Name): number | null {
  const text = textOf(cells, name)
  if (text === null) return null
  const written =
    text.length > longestLength
      ? null
      : /^(?:(\d{1,3})\s*(?:h|hr|hrs|hours?|horas?|heures?|:)[. ]*)?(?:(\d{1,4})\s*(?:m|min|mins|minutes?|minutos?)?\.?)?$/i.exec(
          text,
        )
  if (!written || (written[1] === undefined && written[2] === undefined)) return numberOf(cells, name)
  return Number(written[1] ?? 0) * 60 + Number(written[2] ?? 0)
}

/** No length is written with more characters. A longer text is refused before a pattern reads it. */
const longestLength = 40

interface Schema<Output> {
  safeParse(
    value: unknown,
  ):
    | { success: true; data: Output }
    | { success: false; error: { issues: readonly { path: PropertyKey[]; message: string }[] } }
}

/** The value as its schema reads it. `names` says which cell a field of the schema comes from, where the names differ. */
export function readAs<Output>(
  schema: Schema<Output>,
  value: unknown,
  cellOf: (field: string) => string = (field) => field,
): Output {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const { path, message } = result.error.issues[0]!
  throw invalid(cellOf(path.map(String).join(".")), message)
}

/** The result of `read` for a row, or its refusal. */
export function readOrRefusal<Read>(read: () => Read): Read | Refusal {
  try {
    return read()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

export interface Named {
  id: number
  name: string
}

/** Finds the records of a noun by a name or an id, as a cell gives them. */
export function findNamed(records: readonly Named[], noun: string): (text: string, cell: string) => number {
  const byName = Map.groupBy(records, ({ name }) => nameKey(name))
  const ids = new Set(records.map(({ id }) => id))
  return (text, cell) => {
    const alike = byName.get(nameKey(text)) ?? []
    const spelled = alike.filter(({ name }) => plainName(name) === plainName(text))
    const found = spelled.length > 0 ? spelled : alike
    if (found.length === 1) return found[0]!.id
    if (found.length > 1) throw invalid(cell, `there are ${found.length} of the name; give the ${noun}'s id`)
    if (/^\d{1,15}$/.test(text) && ids.has(Number(text))) return Number(text)
    throw new Refusal("not_found", { field: cell, message: `${cell}: there is no such ${noun}` })
  }
}

/** The meaning of a file's columns: known by the header, or set by a person. */
import type { ImportKind } from "../model/imports.ts"
import { type Cell, cellsOfKind } from "./cells.ts"
import { mostTitles } from "./csv.ts"
import { exportsOf, type Source, type Titles } from "./known-exports.ts"
import { plainTitle } from "./plain-title.ts"
import { resultColumns } from "./result-columns.ts"
import { usualTitles } from "./usual-titles.ts"

export interface Mapping {
  /** The program that wrote the file; null for a header that was not recognised. */
  source: Source | null
  /** For a cell, the index of its column. */
  columns: Partial<Record<Cell, number>>
  /** For a cell, the columns that hold more of it, or stand in where that one is empty. */
  others: Partial<Record<Cell, readonly number[]>>
  /** For a column of numbers, what they are called: the column's own title, or the column that says it. */
  labels: Readonly<Record<number, string | number>>
  /** Values that a cell has in every row. */
  fixed: Partial<Record<Cell, string>>
  /** The meaning here of a text in the file: `matches.provider.manager` is "Ana Ruiz". */
  matches: Partial<Record<Cell, Readonly<Record<string, string>>>>
}

/** A person may have several of them, in as many columns. */
export const hasSeveral = (cell: Cell): boolean => cell === "phone" || cell === "email"

/** Address books have several values of a person in one cell, and any of their columns may be empty. */
export const isBook = (source: Source | null | undefined): boolean =>
  source === "google" || source === "outlook"

/** One column may say both, as "Unsubscribed". */
const optOuts: ReadonlySet<Cell> = new Set(["text_opt_out", "email_opt_out"])

/** The mapping that the header gives by itself. `source` is null when it names too little to go on with. */
export function recognise(kind: ImportKind, header: readonly string[]): Mapping {
  const plainHeader = withoutResults(header).map(plainTitle)
  const at = (names: readonly string[]) =>
    names.flatMap((name) => plainHeader.flatMap((title, index) => (title === name ? [index] : [])))
  const known = (Object.keys(exportsOf) as (keyof typeof exportsOf)[]).find((source) =>
    exportsOf[source].marks.some((titles) => titles.every((title) => plainHeader.includes(title))),
  )
  // A person's own file may look like an export, of another kind of rows than it is read for.
  const ofKind = known && exportsOf[known][kind]
  const columns: Mapping["columns"] = {}
  const others: Mapping["others"] = {}
  const taken = new Set<number>()
  for (const cell of cellsOfKind[kind]) {
    const found = at(ofKind ? (ofKind[cell] ?? []) : titlesOf(cell))
    // A column of a person's own file is one cell; exports may have name and email in one.
    const [index, ...more] = ofKind || optOuts.has(cell) ? found : found.filter((each) => !taken.has(each))
    if (index === undefined) continue
    columns[cell] = index
    taken.add(index)
    const isMore = isBook(known) ? ofKind !== undefined : hasSeveral(cell) && known !== "cal.com"
    if (!isMore || more.length === 0) continue
    others[cell] = more
    for (const each of more) taken.add(each)
  }
  const source = ofKind ? known : isEnough(kind, columns) ? "own" : null
  const labels = labelsOf({ columns, others }, header, plainHeader)
  return { source, columns, others, labels, fixed: {}, matches: {} }
}

/** A file of results that is mended and imported again: what became of its rows is no cell of theirs, `id` least of all. */
function withoutResults(header: readonly string[]): string[] {
  const titles = [...header]
  for (let from = titles.length - resultColumns.length; from >= 0; from -= resultColumns.length) {
    if (resultColumns.some((title, at) => header[from + at] !== title)) break
    titles.fill("", from, from + resultColumns.length)
  }
  return titles
}

function titlesOf(cell: Cell): readonly string[] {
  const usual = usualTitles[cell] ?? []
  const own = plainTitle(cell)
  return usual.includes(own) ? usual : [own, ...usual]
}

/** Google says in a column of its own whether a number is a mobile's; elsewhere the titles say it, where they differ. */
function labelsOf(
  { columns, others }: Pick<Mapping, "columns" | "others">,
  header: readonly string[],
  plainHeader: readonly string[],
): Mapping["labels"] {
  const numbers = [...(columns.phone === undefined ? [] : [columns.phone]), ...(others.phone ?? [])]
  const isNamed = new Set(numbers.map((index) => plainHeader[index])).size === numbers.length
  const labels: Record<number, string | number> = {}
  for (const index of numbers) {
    const title = plainHeader[index]!
    const label = title.endsWith(" value") ? plainHeader.indexOf(title.replace(/value$/, "label")) : -1
    if (label >= 0) labels[index] = label
    else if (numbers.length > 1 && isNamed) labels[index] = header[index]!.trim()
  }
  return labels
}

/** The column holds this cell, as a person says; no other cell takes it any longer. Null takes the cell from no column. */
export function withColumn(mapping: Mapping, cell: Cell, index: number | null): Mapping {
  const without = (indices: readonly number[]) => indices.filter((at) => at !== index)
  const columns = Object.entries(mapping.columns).filter(([other, at]) => other !== cell && at !== index)
  const others = Object.entries(mapping.others)
    .filter(([other]) => other !== cell)
    .map(([other, indices]) => [other, without(indices)])
  return {
    ...mapping,
    others: Object.fromEntries(others),
    columns: { ...Object.fromEntries(columns), ...(index === null ? {} : { [cell]: index }) },
  }
}

/** As spreadsheets call the column: A, B, … Z, AA. */
export const columnName = (index: number): string =>
  (index < 26 ? "" : columnName(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26))

/**
 * The titles of columns of which nothing is taken, for a person to read before anything is written. A title that comes twice has
 * the column's name behind it, and so has a column without one, where it is one of `filled`.
 */
export function columnsNotTaken(
  { columns, others, labels }: Mapping,
  header: readonly string[],
  filled: ReadonlySet<number> = new Set(),
): string[] {
  const said = Object.values(labels).filter((label) => typeof label === "number")
  const taken = new Set([...Object.values(columns), ...Object.values(others).flat(), ...said])
  const titles = header.map((title) => title.trim())
  const named = titles.flatMap((title, at) => {
    if (taken.has(at) || title === "") return []
    return titles.indexOf(title) === titles.lastIndexOf(title) ? [title] : [`${title} (${columnName(at)})`]
  })
  const untitled = [...filled].filter((at) => (titles[at] ?? "") === "").sort((a, b) => a - b)
  return [...named, ...untitled.map((at) => `(${columnName(at)})`)]
}

/** The columns of a row that hold something. */
export const filledColumns = (line: readonly string[]): number[] =>
  line.flatMap((text, at) => (text.trim() === "" ? [] : [at]))

/** True where every row can have the cells that it needs. */
export function isEnough(
  kind: ImportKind,
  columns: Mapping["columns"],
  fixed: Mapping["fixed"] = {},
): boolean {
  const has = (cell: Cell) => columns[cell] !== undefined || fixed[cell] !== undefined
  const isNamed = has("name") || has("first_name") || has("company")
  if (kind === "providers") return has("name")
  if (kind === "customers") return isNamed && (has("external_ref") || has("phone") || has("email"))
  const isTimed = has("start_time") || (has("date") && has("time"))
  return isNamed && isTimed && has("appointment_type") && has("provider")
}

const titlesIn = (titles: Titles): string[] => Object.values(titles).flat()

/** All titles that stand for a cell of any kind of row. */
const knownTitles: ReadonlySet<string> = new Set([
  ...Object.values(cellsOfKind).flatMap((cells) => cells.map(plainTitle)),
  ...titlesIn(usualTitles),
  ...Object.values(exportsOf).flatMap(({ customers, providers, appointments }) =>
    [customers, providers, appointments].flatMap((titles) => titlesIn(titles ?? {})),
  ),
])

/**
 * Finds the header among the first rows: the one with most titles that are known, else the first that is not much narrower than
 * the widest. What stands above are titles of the file.
 */
export function headerAt(rows: readonly (readonly string[])[]): number {
  const first = rows.slice(0, mostTitles + 1)
  const known = first.map((cells) => cells.filter((cell) => knownTitles.has(plainTitle(cell))).length)
  const most = Math.max(...known)
  if (most > 1) return known.indexOf(most)
  const widths = first.map((cells) => filledColumns(cells).length)
  return Math.max(
    widths.findIndex((width) => width > 1 && width * 2 > Math.max(...widths)),
    0,
  )
}

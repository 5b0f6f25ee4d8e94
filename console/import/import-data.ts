/** A file in the browser, the names that its rows stand for, and the way to the service. */
import { type Cell, cellsOfKind } from "../../domain/csv/cells.ts"
import { csvLine, readCsv } from "../../domain/csv/csv.ts"
import { filledColumns, headerAt, type Mapping } from "../../domain/csv/known-files.ts"
import { resultColumns } from "../../domain/csv/result-columns.ts"
import { rowOf } from "../../domain/csv/row-of.ts"
import { batchRows, type ImportedLine, resultCells, runImport } from "../../domain/csv/run-import.ts"
import type { ImportKind } from "../../domain/model/imports.ts"
import { type Answer, api } from "../api/client.ts"
import { textOfFile } from "../parts/file-text.ts"

export type { Cell, ImportedLine, ImportKind, Mapping }
export type Fate = Answer<"importCustomers">["rows"][number]["fate"]
export const fates: readonly Fate[] = ["made", "unchanged", "skipped", "refused"]
export const kinds: readonly ImportKind[] = ["customers", "providers", "appointments"]

export interface ReadFile {
  name: string
  header: readonly string[]
  lines: readonly (readonly string[])[]
  /** The columns that hold something in any line. */
  filled: ReadonlySet<number>
}

/** Null for a file without content. Throws where it can't be read as a table. */
export async function readFile(file: File): Promise<ReadFile | null> {
  const rows = readCsv(await textOfFile(file)).map(({ cells }) => cells)
  const [header, ...lines] = rows.length === 0 ? [] : rows.slice(headerAt(rows))
  return header ? { name: file.name, header, lines, filled: new Set(lines.flatMap(filledColumns)) } : null
}

export interface How {
  timezone: string
  dateOrder: "ymd" | "mdy" | "dmy"
  deliversEvents: boolean
}

/** The parts of the card of columns show and change this. */
export interface ColumnsProps {
  kind: ImportKind
  file: ReadFile
  mapping: Mapping
  how: How
  isLocked: boolean
  onChange(changed: { mapping?: Mapping; how?: How }): void
}

/** The latest run and its progress. */
export interface Run {
  dryRun: boolean
  lines: readonly ImportedLine[]
  isRunning: boolean
  failure: Error | null
}

/** The fate of the lines, batch by batch; in a dry run, the one that they would have. */
export function importLines(
  file: ReadFile,
  run: { kind: ImportKind; mapping: Mapping; how: How; dryRun: boolean; signal: AbortSignal },
): AsyncGenerator<ImportedLine[]> {
  const { kind, mapping, how, dryRun, signal } = run
  const shared = { dry_run: dryRun }
  const send = {
    customers: (rows: Row[]) => api.importCustomers({ ...shared, rows }, { signal }),
    providers: (rows: Row[]) => api.importProviders({ ...shared, rows }, { signal }),
    appointments: (rows: Row[]) =>
      api.importAppointments(
        {
          ...shared,
          ...(how.timezone === "" ? {} : { timezone: how.timezone }),
          date_order: how.dateOrder,
          deliver_events: how.deliversEvents,
          rows,
        },
        { signal },
      ),
  }[kind]
  return runImport(file.lines, {
    mapping,
    dryRun,
    mostRows: batchRows[kind],
    send: async (rows) => (await send(rows)).rows,
  })
}

type Row = Partial<Record<Cell, string>>

const recordsNamedIn: Partial<Record<Cell, "providers" | "types" | "locations">> = {
  appointment_type: "types",
  provider: "providers",
  assigned_provider: "providers",
  location: "locations",
}

/** Cells that name a record of the company, and so may have to be matched. */
export const namingCells = (kind: ImportKind): Cell[] =>
  cellsOfKind[kind].filter((cell) => recordsNamedIn[cell] !== undefined)
export const recordsOf = (cell: Cell) => recordsNamedIn[cell]!

/** Cells without a column of which one record is chosen for every row. A customer's own provider is typed where it is wanted. */
export const hasOneForAll = (kind: ImportKind, cell: Cell): boolean =>
  kind !== "customers" && recordsNamedIn[cell] !== undefined

/** The texts that every row shares, with another one for the cell; an empty one takes it away. */
export function withText(fixed: Mapping["fixed"], cell: Cell, text: string): Mapping["fixed"] {
  const { [cell]: _, ...others } = fixed
  return text.trim() === "" ? others : { ...others, [cell]: text }
}

/** The different texts of a cell over all lines, as rows would send them without matches; the first hundred. */
export function textsOf(file: ReadFile, mapping: Mapping, cell: Cell): string[] {
  const texts = new Set<string>()
  for (const line of file.lines) {
    const text = rowOf({ ...mapping, matches: {} }, line)[cell]
    if (text !== undefined) texts.add(text)
    if (texts.size === 100) break
  }
  return [...texts].sort()
}

/** The file with what became of each row behind it. Formulas are disarmed. */
export const resultFile = (file: ReadFile, lines: readonly ImportedLine[]): string =>
  csvLine([...file.header, ...resultColumns]) +
  lines.map(({ line, result }) => csvLine([...line, ...resultCells(result)])).join("")

/** A file with our names in its first line, to be filled. */
export const emptyFile = (kind: ImportKind): string => csvLine([...cellsOfKind[kind]])

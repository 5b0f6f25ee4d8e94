/** A list of the API as a CSV file, read page after page, so that one of any length needs the memory of its text alone. */
import { type CsvCell, csvLine } from "../../domain/csv/csv.ts"
import { csvFile } from "../parts/download.ts"

export interface Page<Row> {
  data: readonly Row[]
  next_cursor: string | null
}

/** The table that is written of a list. */
export interface Table<Row> {
  /** The name of the file, without its ending. */
  file: string
  heads: readonly string[]
  read(cursor: string | null, signal: AbortSignal): Promise<Page<Row>>
  /** The lines of one page: what its rows refer to is read once for all of them. */
  lines(rows: readonly Row[]): Promise<readonly (readonly CsvCell[])[]>
}

interface Progress {
  signal: AbortSignal
  onCount(rows: number): void
}

/** Throws what the API refuses, and `AbortError`. */
export async function collect<Row>(table: Table<Row>, { signal, onCount }: Progress): Promise<Blob> {
  const pieces = [csvLine(table.heads)]
  let rows = 0
  let cursor: string | null = null
  do {
    const page: Page<Row> = await table.read(cursor, signal)
    const lines = await table.lines(page.data)
    signal.throwIfAborted()
    pieces.push(lines.map(csvLine).join(""))
    rows += page.data.length
    onCount(rows)
    cursor = page.next_cursor
  } while (cursor !== null)
  return csvFile(pieces.join(""))
}

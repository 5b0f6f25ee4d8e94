/** Takes a file to the service in batches, and says what became of each row. */
import type { ImportKind, RowResult } from "../model/imports.ts"
import type { Cell } from "./cells.ts"
import type { Mapping } from "./known-files.ts"
import { rowOf } from "./row-of.ts"

export interface ImportRun {
  mapping: Mapping
  dryRun: boolean
  /** Rows of one request. */
  mostRows: number
  send(rows: Partial<Record<Cell, string>>[]): Promise<readonly RowResult[]>
}

/** As the API limits a request. */
export const batchRows: Record<ImportKind, number> = { customers: 500, providers: 100, appointments: 100 }

/** A request holds a megabyte; letters of other scripts take up to three bytes each. */
const mostCharacters = 300_000

export interface ImportedLine {
  /** As it stands in the file. */
  line: readonly string[]
  result: RowResult
}

/** The lines of a file, one batch after the other, each with what became of it. */
export async function* runImport(
  lines: AsyncIterable<readonly string[]> | Iterable<readonly string[]>,
  run: ImportRun,
): AsyncGenerator<ImportedLine[]> {
  const keys = new Set<string>()
  let batch: (readonly string[])[] = []
  let characters = 0
  const send = async (): Promise<ImportedLine[]> => {
    const sent = batch
    batch = []
    characters = 0
    const results = await run.send(sent.map((line) => rowOf(run.mapping, line)))
    return sent.map((line, index) => ({ line, result: withEarlier(results[index]!, run, keys) }))
  }
  for await (const line of lines) {
    const length = line.reduce((sum, cell) => sum + cell.length, 0)
    if (batch.length === run.mostRows || (batch.length > 0 && characters + length > mostCharacters)) {
      yield await send()
    }
    batch.push(line)
    characters += length
  }
  if (batch.length > 0) yield await send()
}

/** A dry run of one batch knows nothing of the batches before: a second row with the same key would change nothing. */
function withEarlier(result: RowResult, { dryRun }: ImportRun, keys: Set<string>): RowResult {
  if (!dryRun || result.fate !== "made" || result.key === null) return result
  if (keys.has(result.key)) return { ...result, fate: "unchanged" }
  keys.add(result.key)
  return result
}

export const resultCells = ({ fate, id, reason, ...told }: RowResult): (string | number | null)[] => [
  fate,
  id,
  reason?.field ?? null,
  reason?.message ?? null,
  told.differs.join(" "),
  told.in_notes.join("; "),
  told.opted_out.join(" "),
]

/** `import`: a company's file, read piece by piece, to a service anywhere. */

import { once } from "node:events"
import { createReadStream, createWriteStream, type WriteStream } from "node:fs"
import { finished } from "node:stream/promises"
import { type Cell, cellsOfKind } from "../../../domain/csv/cells.ts"
import { CsvError, type CsvRow, csvLine, csvReader, mostTitles } from "../../../domain/csv/csv.ts"
import { encodingByMark, isText } from "../../../domain/csv/encoding.ts"
import { sourceNames } from "../../../domain/csv/known-exports.ts"
import {
  columnsNotTaken,
  filledColumns,
  headerAt,
  isEnough,
  type Mapping,
  recognise,
  withColumn,
} from "../../../domain/csv/known-files.ts"
import { resultColumns } from "../../../domain/csv/result-columns.ts"
import { batchRows, type ImportedLine, resultCells, runImport } from "../../../domain/csv/run-import.ts"
import { dateOrder, type ImportKind, type RowResult } from "../../../domain/model/imports.ts"
import type { Client } from "../../../sdk/src/index.ts"
import { answer, type Command, checked, UsageError, wordAndOptionsOf } from "./command.ts"
import { clientOf, hostOptions, hostUsage } from "./developer/host.ts"

const options = {
  ...hostOptions,
  kind: { type: "string" },
  "dry-run": { type: "boolean", default: false },
  column: { type: "string", multiple: true },
  set: { type: "string", multiple: true },
  match: { type: "string", multiple: true },
  timezone: { type: "string" },
  dates: { type: "string", default: "ymd" },
  "deliver-events": { type: "boolean", default: false },
  encoding: { type: "string", default: "utf-8" },
  results: { type: "string" },
  json: { type: "boolean", default: false },
} as const

export const importFile: Command = {
  usage: `FILE --kind customers|providers|appointments ${hostUsage} [--dry-run] [--column CELL=TITLE]… [--set CELL=TEXT]… [--match CELL:THEIRS=OURS]… [--timezone ZONE] [--dates ymd|mdy|dmy] [--deliver-events] [--encoding NAME] [--results FILE] [--json]`,
  example: "customers.csv --kind customers --dry-run",
  summary:
    "Import customers, providers or appointments from CSV, or from an export of Cal.com or Calendly; a run that is repeated changes nothing",
  async run(args) {
    const { word: path, values } = wordAndOptionsOf(args, options, "one file")
    const kind = kindOf(values.kind)
    const order = checked(dateOrder, values.dates, "dates")
    const client = await clientOf(values)
    const { header, titles, filled } = await lookThrough(linesOf(path, values.encoding))
    if (!header) throw new UsageError(`${path} is empty`)
    const mapping = mappingOf(kind, header, values)
    const notTaken = columnsNotTaken(mapping, header, filled)
    // Before anything is written.
    if (notTaken.length > 0) process.stderr.write(`Columns that are not taken: ${notTaken.join(", ")}\n`)
    const { timezone } = values
    const dryRun = values["dry-run"]
    const how = {
      dry_run: dryRun,
      ...(kind === "appointments"
        ? { date_order: order, deliver_events: values["deliver-events"], ...(timezone && { timezone }) }
        : {}),
    }
    const run = { mapping, dryRun, mostRows: batchRows[kind], send: senderOf(client, kind, how) }
    const results = values.results === undefined ? null : await openResults(values.results, header)
    const tally = createTally(values.json)
    for await (const batch of runImport(below(titles, linesOf(path, values.encoding)), run)) {
      if (results) await writeResults(results, batch)
      tally.add(batch)
    }
    if (results) await finished(results.end())
    const { counts, told, refusals } = tally
    answer(values.json, { dry_run: dryRun, ...counts, ...told, columns_not_taken: notTaken, refusals }, [
      `${mapping.source === null || mapping.source === "own" ? "" : `An export of ${sourceNames[mapping.source]}. `}${sentenceOf(counts, dryRun)}`,
      ...sentencesOf(told),
      ...refusals.map(({ row, message }) => `  row ${row}: ${message}`),
      ...(counts.refused > refusals.length ? [`  and ${counts.refused - refusals.length} more`] : []),
    ])
    if (counts.refused > 0) process.exitCode = 1
  },
}

function kindOf(text: string | undefined): ImportKind {
  const kind = Object.keys(batchRows).find((each) => each === text)
  if (kind) return kind as ImportKind
  throw new UsageError("--kind: expected customers, providers or appointments")
}

/**
 * The header, how many lines of a title stand above it, and which columns hold something in any row. The whole file is read before
 * anything is written: one that can't be read to its end writes nothing.
 */
async function lookThrough(lines: AsyncGenerator<string[]>) {
  const first: string[][] = []
  const filled = new Set<number>()
  let isHeaderKnown = false
  const look = (rows: readonly string[][]) => {
    for (const row of rows) for (const at of filledColumns(row)) filled.add(at)
  }
  for await (const row of lines) {
    if (isHeaderKnown) look([row])
    else first.push(row)
    if (first.length > mostTitles && !isHeaderKnown) {
      isHeaderKnown = true
      look(first.slice(headerAt(first) + 1))
    }
  }
  const titles = first.length === 0 ? 0 : headerAt(first)
  if (!isHeaderKnown) look(first.slice(titles + 1))
  return { header: first[titles], titles, filled }
}

/** The lines below the header. */
async function* below(titles: number, lines: AsyncGenerator<string[]>): AsyncGenerator<string[]> {
  let row = 0
  for await (const line of lines) {
    if (row > titles) yield line
    row += 1
  }
}

async function* linesOf(path: string, encoding: string): AsyncGenerator<string[]> {
  let decoder: TextDecoder | null = null
  const reader = csvReader()
  try {
    for await (const bytes of createReadStream(path)) {
      if (decoder === null && !/^utf-?16/i.test(encoding) && !isText(bytes))
        throw new UsageError(`${path} is not a CSV file: save the table as CSV in your spreadsheet program`)
      decoder ??= decoderOf(encodingByMark(bytes) ?? encoding)
      yield* cellsOf(reader.push(decoder.decode(bytes, { stream: true })))
    }
    yield* cellsOf(reader.push((decoder ?? decoderOf(encoding)).decode()))
    yield* cellsOf(reader.end())
  } catch (error) {
    if (error instanceof CsvError) throw new UsageError(`${path}, line ${error.line}: ${error.message}`)
    if (error instanceof TypeError && "code" in error && error.code === "ERR_ENCODING_INVALID_ENCODED_DATA") {
      throw new UsageError(
        `${path} is not in ${encoding}; --encoding windows-1252 reads what Excel writes on Windows`,
      )
    }
    if (error instanceof Error && "code" in error && error.code === "ENOENT")
      throw new UsageError(`There is no file ${path}`)
    throw error
  }
}

const cellsOf = (rows: readonly CsvRow[]): string[][] => rows.map(({ cells }) => cells)

function decoderOf(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding, { fatal: true })
  } catch {
    throw new UsageError(`--encoding: there is no encoding ${encoding}`)
  }
}

interface Said {
  column?: readonly string[] | undefined
  set?: readonly string[] | undefined
  match?: readonly string[] | undefined
}

/** The header's mapping, and the options that replace parts of it. */
function mappingOf(
  kind: ImportKind,
  header: readonly string[],
  { column = [], set = [], match = [] }: Said,
): Mapping {
  let mapping = recognise(kind, header)
  for (const said of column) {
    const [cell, title] = pairOf(kind, said, "column")
    if (title === "") {
      mapping = withColumn(mapping, cell, null)
      continue
    }
    const index = header.findIndex((each) => each.trim() === title)
    if (index < 0) throw new UsageError(`--column: the file has no column ${title}`)
    mapping = withColumn(mapping, cell, index)
  }
  for (const said of set) {
    const [cell, text] = pairOf(kind, said, "set")
    mapping.fixed[cell] = text
    delete mapping.columns[cell]
  }
  for (const said of match) {
    const [of, ours] = [said.slice(0, said.lastIndexOf("=")), said.slice(said.lastIndexOf("=") + 1)]
    const [cell, theirs] = pairOf(kind, of.replace(":", "="), "match")
    mapping.matches[cell] = { ...mapping.matches[cell], [theirs]: ours }
  }
  if (!isEnough(kind, mapping.columns, mapping.fixed)) {
    throw new UsageError(
      `The columns of the file are not known: ${header.join(", ")}. Say with --column which holds what: ${cellsOfKind[kind].join(", ")}`,
    )
  }
  return mapping
}

function pairOf(kind: ImportKind, said: string, option: string): [Cell, string] {
  const at = said.indexOf("=")
  const cell = cellsOfKind[kind].find((each) => each === said.slice(0, at))
  if (at > 0 && cell) return [cell, said.slice(at + 1)]
  throw new UsageError(`--${option}: expected one of ${cellsOfKind[kind].join(", ")} and = before the text`)
}

type Rows = Parameters<Client["importAppointments"]>[0]["rows"]

function senderOf(client: Client, kind: ImportKind, how: object) {
  const operation = {
    customers: client.importCustomers,
    providers: client.importProviders,
    appointments: client.importAppointments,
  }[kind]
  return async (rows: Rows): Promise<readonly RowResult[]> => (await operation({ ...how, rows })).rows
}

async function openResults(path: string, header: readonly string[]): Promise<WriteStream> {
  const file = createWriteStream(path, { mode: 0o600 })
  await once(file, "open")
  file.write(csvLine([...header, ...resultColumns]))
  return file
}

async function writeResults(file: WriteStream, batch: readonly ImportedLine[]): Promise<void> {
  const text = batch.map(({ line, result }) => csvLine([...line, ...resultCells(result)])).join("")
  if (!file.write(text)) await once(file, "drain")
}

const mostShown = 20

function createTally(isQuiet: boolean) {
  const counts = { made: 0, unchanged: 0, skipped: 0, refused: 0 }
  const told = { in_notes: 0, texts_opted_out: 0, emails_opted_out: 0, offers_opted_out: 0, differ: 0 }
  const refusals: { row: number; code: string; message: string }[] = []
  let row = 0
  return {
    counts,
    told,
    refusals,
    add(batch: readonly ImportedLine[]) {
      for (const { result } of batch) {
        row += 1
        counts[result.fate] += 1
        const { reason, opted_out, in_notes, differs } = result
        if (in_notes.length > 0) told.in_notes += 1
        if (differs.length > 0) told.differ += 1
        if (opted_out.includes("texts")) told.texts_opted_out += 1
        if (opted_out.includes("emails")) told.emails_opted_out += 1
        if (opted_out.includes("offers")) told.offers_opted_out += 1
        if (result.fate === "refused" && reason && refusals.length < mostShown) {
          refusals.push({ row, code: reason.code, message: reason.message })
        }
      }
      if (!isQuiet && process.stderr.isTTY) process.stderr.write(`\r${row} rows`)
    },
  }
}

const sentenceOf = (counts: Record<RowResult["fate"], number>, dryRun: boolean): string =>
  `${counts.made} ${dryRun ? "would be made" : "made"}, ${counts.unchanged} there already, ${counts.skipped} over or cancelled, ${counts.refused} refused.`

/** The other sentences that a person should read, where there are any. */
function sentencesOf(told: ReturnType<typeof createTally>["told"]): string[] {
  const rows = (count: number) => `${count} ${count === 1 ? "row" : "rows"}`
  return [
    ...(told.texts_opted_out > 0 ? [`  ${rows(told.texts_opted_out)} of customers who want no texts`] : []),
    ...(told.emails_opted_out > 0 ? [`  ${rows(told.emails_opted_out)} of customers who want no mails`] : []),
    ...(told.offers_opted_out > 0
      ? [`  ${rows(told.offers_opted_out)} of customers who want no offers by mail`]
      : []),
    ...(told.in_notes > 0
      ? [
          `  ${rows(told.in_notes)} with more numbers or emails than one, or an extension: they stand in the notes`,
        ]
      : []),
    ...(told.differ > 0
      ? [
          `  ${rows(told.differ)} that say something else than the records here, which stay; --results says what`,
        ]
      : []),
  ]
}

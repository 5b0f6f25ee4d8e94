import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { createGunzip } from "node:zlib"
import type { Client, ClientBase } from "pg"
import { from as copyFrom } from "pg-copy-streams"
import { connectTo } from "../../platform/pg/servers.ts"
import { type CatalogPartition, readSequences, readTables } from "./catalog.ts"
import {
  COPY_SETTINGS,
  DUMP_FORMAT,
  type DumpEnding,
  type DumpHeader,
  DumpReader,
  type TableHeading,
} from "./dump-format.ts"
import { type Applied, type MigrateOptions, migrate, readHistory, toldSinceBaseline } from "./migrate.ts"
import { opened, SealedDumpError } from "./sealed-dump.ts"

/** A dump that cannot be restored into this database; the message says why. */
export class RestoreError extends Error {
  override name = "RestoreError"
}

export type RestoreOptions = Pick<MigrateOptions, "directory"> & {
  /** Called in the transaction of the restore, after all rows are inserted. */
  afterRestore?: (client: ClientBase) => Promise<void>
  /** The passphrase of an encrypted dump. */
  passphrase?: string | null
}

const PLAIN_NAME = /^[a-z_][a-z0-9_]*$/
const PLAIN_COLUMN = /^[a-z_][a-z0-9_]*$|^"[a-z_][a-z0-9_]*"$/
const PLAIN_BOUND = /^FOR VALUES FROM \('?\d+'?\) TO \('?\d+'?\)$/

/**
 * Reads a dump into a database without data: makes the tables as they were when the dump was written, fills them, and
 * applies the migrations that came later. All rows come in one transaction, so a dump that is cut off or does not fit
 * leaves none. Returns the number of rows. Throws RestoreError, SealedDumpError or MigrationError.
 */
export async function restore(url: string, input: Readable, options: RestoreOptions = {}): Promise<number> {
  const plain = Readable.from(opened(input, options.passphrase ?? null))
  const unpacked = plain.pipe(createGunzip())
  plain.once("error", (error) => unpacked.destroy(error))
  const reader = new DumpReader(unpacked)
  const header = await readHeader(reader)
  const directory = options.directory === undefined ? {} : { directory: options.directory }
  const client = await connectTo(url, { application_name: "appointed-restore" })
  try {
    const wanted = toldSinceBaseline(header.migrations, options.directory)
    const latest = wanted.at(-1)?.number ?? 0
    await emptySchema(client, latest)
    await migrate(url, { ...directory, upTo: latest })
    await refuseOtherHistory(client, wanted)
    const rows = await fill(client, reader, header, options.afterRestore)
    await migrate(url, directory)
    return rows
  } finally {
    plain.destroy()
    input.destroy()
    await client.end()
  }
}

async function readHeader(reader: DumpReader): Promise<DumpHeader> {
  const header = (await reader.readJson().catch((error: Error) => {
    if (error instanceof SealedDumpError) throw error
    throw new RestoreError(`This is not a dump: ${error.message}`)
  })) as Partial<DumpHeader>
  if (header.format !== DUMP_FORMAT) throw new RestoreError("This is not a dump that this release can read")
  return header as DumpHeader
}

/** Throws RestoreError for a database that holds data. Drops the tables when they are newer than the dump's. */
async function emptySchema(client: Client, latest: number): Promise<void> {
  const used = (await readSequences(client)).filter(({ lastValue }) => lastValue !== null)
  if (used.length > 0) throw new RestoreError("The database holds data already. Restore into an empty one.")
  const history = await readHistory(client)
  if ((history.at(-1)?.number ?? 0) <= latest) return
  await client.query("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
}

async function refuseOtherHistory(client: Client, wanted: Applied[]): Promise<void> {
  const here = await readHistory(client)
  const differing = wanted.find((migration, index) => migration.checksum !== here[index]?.checksum)
  if (!differing) return
  throw new RestoreError(
    `The dump was written after the migration ${differing.name}, which this release does not have in that form. ` +
      "Restore it with the release that wrote it, or with a newer one.",
  )
}

async function fill(
  client: Client,
  reader: DumpReader,
  header: DumpHeader,
  afterRestore: RestoreOptions["afterRestore"],
): Promise<number> {
  await client.query("BEGIN")
  await client.query(COPY_SETTINGS)
  await clearFirstRows(client)
  for (const partition of header.partitions) await makePartition(client, partition)
  const rows = await fillTables(client, reader)
  await afterRestore?.(client)
  await setSequences(client, header)
  await client.query("COMMIT")
  await client.query("ANALYZE")
  return rows
}

/** Runs last: a rollback does not reset a sequence, and a used sequence marks a database that holds data. */
async function setSequences(client: Client, { sequences }: DumpHeader): Promise<void> {
  for (const { name, lastValue } of sequences) {
    if (lastValue !== null) await client.query("SELECT setval($1::regclass, $2::bigint)", [name, lastValue])
  }
}

/** Removes the rows that migrations insert, since the dump holds them too. */
async function clearFirstRows(client: Client): Promise<void> {
  const tables = (await readTables(client)).map(({ name }) => name).filter((name) => name !== "migration")
  if (tables.length > 0) await client.query(`TRUNCATE ${tables.join(", ")}`)
}

/** The statement is made of text from the dump, so anything but the plain form that dumps have is refused. */
async function makePartition(client: Client, { table, name, bound }: CatalogPartition): Promise<void> {
  if (!PLAIN_NAME.test(table) || !PLAIN_NAME.test(name) || !PLAIN_BOUND.test(bound)) {
    throw new RestoreError(
      `The dump names a partition in a way that this release does not know: ${name} ${bound}`,
    )
  }
  await client.query(`CREATE TABLE IF NOT EXISTS ${name} PARTITION OF ${table} ${bound}`)
}

async function fillTables(client: Client, reader: DumpReader): Promise<number> {
  let rows = 0
  while (true) {
    const next = (await reader.readJson()) as TableHeading | DumpEnding
    if (!("table" in next)) {
      if (next.rows !== rows) throw new RestoreError(`The dump holds ${rows} rows where it says ${next.rows}`)
      return rows
    }
    rows += await fillTable(client, reader, next)
  }
}

async function fillTable(
  client: Client,
  reader: DumpReader,
  { table, columns }: TableHeading,
): Promise<number> {
  const plain = columns.every((column) => PLAIN_COLUMN.test(column)) && PLAIN_NAME.test(table)
  if (!plain)
    throw new RestoreError(`The dump names a table in a way that this release does not know: ${table}`)
  const target = client.query(copyFrom(`COPY ${table} (${columns.join(", ")}) FROM STDIN`))
  await pipeline(reader.readRows(), target)
  return target.rowCount
}

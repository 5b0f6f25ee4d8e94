import type { Writable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { createGzip } from "node:zlib"
import type { Client } from "pg"
import { to as copyTo } from "pg-copy-streams"
import { connectTo } from "../../platform/pg/servers.ts"
import { readPartitions, readReferences, readSequences, readTables } from "./catalog.ts"
import {
  COPY_SETTINGS,
  DUMP_FORMAT,
  type DumpEnding,
  type DumpHeader,
  END_OF_ROWS,
  type TableHeading,
} from "./dump-format.ts"
import { readHistory } from "./migrate.ts"
import { sealing } from "./sealed-dump.ts"

/**
 * Writes the whole database to `output`, as of one moment, while others go on writing, encrypted where there is a passphrase. Returns the
 * number of rows. Ends the
 * stream when all is written, and destroys it on an error.
 */
export async function dump(url: string, output: Writable, passphrase: string | null = null): Promise<number> {
  const client = await connectTo(url, { application_name: "appointed-dump" })
  try {
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
    await client.query(COPY_SETTINGS)
    const total: DumpEnding = { rows: 0 }
    const packed = createGzip()
    if (passphrase === null) await pipeline(contents(client, total), packed, output)
    else await pipeline(contents(client, total), packed, await sealing(passphrase), output)
    return total.rows
  } finally {
    await client.end()
  }
}

/** The dump in pieces. `total` counts the rows and becomes the ending. */
async function* contents(client: Client, total: DumpEnding): AsyncGenerator<string | Buffer> {
  yield line(await readHeader(client))
  for (const heading of await readHeadings(client)) {
    yield line(heading)
    const rows = client.query(
      copyTo(`COPY (SELECT ${heading.columns.join(", ")} FROM ${heading.table}) TO STDOUT`),
    )
    yield* rows
    total.rows += rows.rowCount
    yield END_OF_ROWS
  }
  yield line(total)
}

/** Sequences are read after the snapshot is taken, so each is at or past every id in the snapshot. */
async function readHeader(client: Client): Promise<DumpHeader> {
  return {
    format: DUMP_FORMAT,
    migrations: await readHistory(client),
    partitions: await readPartitions(client),
    sequences: await readSequences(client),
  }
}

/** The tables in an order in which each comes after the tables that it refers to. */
async function readHeadings(client: Client): Promise<TableHeading[]> {
  const tables = await readTables(client)
  const names = tables.map(({ name }) => name).filter((name) => name !== "migration")
  const columnsOf = new Map(tables.map(({ name, columns }) => [name, columns]))
  return referencedFirst(names, await readReferences(client)).map((table) => ({
    table,
    columns: columnsOf.get(table)!,
  }))
}

/** Throws when tables refer to each other in a circle, since no such order exists then. */
export function referencedFirst(names: string[], references: { from: string; to: string }[]): string[] {
  const ordered: string[] = []
  let waiting = names
  while (waiting.length > 0) {
    const ready = waiting.filter(
      (name) => !references.some(({ from, to }) => from === name && waiting.includes(to)),
    )
    if (ready.length === 0)
      throw new Error(`These tables refer to each other in a circle: ${waiting.join(", ")}`)
    ordered.push(...ready)
    waiting = waiting.filter((name) => !ready.includes(name))
  }
  return ordered
}

function line(value: DumpHeader | TableHeading | DumpEnding): string {
  return `${JSON.stringify(value)}\n`
}

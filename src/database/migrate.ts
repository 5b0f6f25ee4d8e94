import { setTimeout as pause } from "node:timers/promises"
import type { Client, ClientBase } from "pg"
import { connectTo } from "../store/pg/servers.ts"
import { type Migration, readMigrations } from "./migration-files.ts"

/** The database and the migration files do not match; the message says how and what to do. */
export class MigrationError extends Error {
  override name = "MigrationError"
}

export type MigrateOptions = {
  /** `auto` applies what is pending; `check` changes nothing and throws when anything is pending. */
  mode?: "auto" | "check"
  /** The directory of the files; the repository's own unless a test brings others. */
  directory?: string
  /** Apply none after this number: for a restore of older data. */
  upTo?: number
}

/** A row of the database's own record of its migrations. */
export type Applied = { number: number; name: string; checksum: string }

/** An arbitrary number that nothing else on the server may use as an advisory lock. */
const ADVISORY_LOCK = 4_150_902_731
const LOCK_PAUSE_MS = 50

const HISTORY = `CREATE TABLE IF NOT EXISTS migration (
  number int PRIMARY KEY,
  name text NOT NULL,
  checksum text NOT NULL,
  applied_at timestamptz NOT NULL DEFAULT now()
)`

/**
 * Brings a database up to date, or checks that it is. Concurrent migrators wait for each other. Returns the names of the
 * migrations that it applied. Throws MigrationError when an applied file has changed, when the database is newer than
 * the files, or (mode `check`) when a migration is pending.
 */
export async function migrate(url: string, options: MigrateOptions = {}): Promise<string[]> {
  const migrations = readMigrations(options.directory)
  const client = await connectTo(url, { application_name: "appointed-migrate" })
  try {
    if (options.mode === "check") return refusePending(findPending(migrations, await readHistory(client)))
    return await underLock(url, () => applyPending(client, migrations, options))
  } finally {
    await client.end()
  }
}

/**
 * One migrator works at a time. The lock is held by a transaction on a connection of its own, because a pooler keeps a
 * session together only within a transaction. Others ask again and again instead of waiting in the server: a statement that
 * waits there holds a snapshot, for which CREATE INDEX CONCURRENTLY would wait, and one of the pooler's few sessions.
 */
async function underLock<T>(url: string, work: () => Promise<T>): Promise<T> {
  const holder = await connectTo(url, { application_name: "appointed-migrate-lock" })
  try {
    while (!(await holds(holder))) await pause(LOCK_PAUSE_MS)
    return await work()
  } finally {
    await holder.query("ROLLBACK").catch(() => undefined)
    await holder.end()
  }
}

/**
 * Whether the transaction that it begins has the lock; without the lock it is ended again. A statement with parameters would
 * leave its snapshot in the open transaction.
 */
async function holds(holder: Client): Promise<boolean> {
  await holder.query("BEGIN; SET LOCAL idle_in_transaction_session_timeout = 0")
  const { rows } = await holder.query<{ held: boolean }>(
    `SELECT pg_try_advisory_xact_lock(${ADVISORY_LOCK}) AS held`,
  )
  if (!rows[0]!.held) await holder.query("ROLLBACK")
  return rows[0]!.held
}

async function applyPending(
  client: Client,
  migrations: Migration[],
  { upTo = Number.POSITIVE_INFINITY }: MigrateOptions,
): Promise<string[]> {
  await client.query(HISTORY)
  const pending = findPending(migrations, await readHistory(client))
  const wanted = pending.filter(({ number }) => number <= upTo)
  for (const migration of wanted) await apply(client, migration)
  return wanted.map((migration) => migration.name)
}

/** The migrations that were applied to a database, in order; empty for a new database. */
export async function readHistory(client: ClientBase): Promise<Applied[]> {
  const { rows } = await client.query("SELECT to_regclass('migration') IS NOT NULL AS exists")
  if (!rows[0].exists) return []
  return (await client.query<Applied>("SELECT number, name, checksum FROM migration ORDER BY number")).rows
}

/** The migrations that are not applied yet. Throws MigrationError when an applied one differs from its file. */
function findPending(migrations: Migration[], history: Applied[]): Migration[] {
  const known = new Map(migrations.map((migration) => [migration.number, migration]))
  for (const applied of history) {
    const migration = known.get(applied.number)
    if (!migration) {
      throw new MigrationError(
        `The database holds the migration ${applied.name}, which this release does not know: ` +
          "the database is newer than the program. Run the newer release.",
      )
    }
    if (migration.checksum !== applied.checksum) {
      throw new MigrationError(
        `The migration ${applied.name} has changed since it was applied. Put the file back as it was, ` +
          "and make the change in a new migration.",
      )
    }
  }
  const latest = history.at(-1)?.number ?? 0
  const pending = migrations.filter((migration) => !history.some(({ number }) => number === migration.number))
  const late = pending.find((migration) => migration.number < latest)
  if (late)
    throw new MigrationError(
      `The migration ${late.name} comes before one that is applied already; renumber it.`,
    )
  return pending
}

function refusePending(pending: Migration[]): string[] {
  if (pending.length === 0) return []
  const names = pending.map((migration) => migration.name).join(", ")
  throw new MigrationError(
    `The database lacks ${pending.length} of this release's migrations (${names}). ` +
      "Apply them with `npm run cli -- migrate`, or start with MIGRATE=auto.",
  )
}

async function apply(client: Client, migration: Migration): Promise<void> {
  try {
    if (migration.inTransaction) await client.query("BEGIN")
    await client.query(migration.sql)
    await client.query("INSERT INTO migration (number, name, checksum) VALUES ($1, $2, $3)", [
      migration.number,
      migration.name,
      migration.checksum,
    ])
    if (migration.inTransaction) await client.query("COMMIT")
  } catch (error) {
    const { message, position } = error as Error & { position?: string }
    const line = position ? ` at line ${migration.sql.slice(0, Number(position)).split("\n").length}` : ""
    throw new MigrationError(`The migration ${migration.name} failed${line}: ${message}`, { cause: error })
  }
}

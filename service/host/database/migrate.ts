import { setTimeout as pause } from "node:timers/promises"
import type { Client, ClientBase } from "pg"
import { connectTo } from "../../platform/pg/servers.ts"
import { ownCommand } from "../config/own-command.ts"
import { distribute, isSpread, readSpreading, spreadsByItself } from "./distribution.ts"
import { type Migration, readMigrations, readSquashed, type Squashed } from "./migration-files.ts"
import { beginFor, statementsFor, statementsIn } from "./sql-statements.ts"

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
  waits?: Partial<LockWaits>
  /** Aborted, it applies no further one and throws; what it has applied stands. */
  signal?: AbortSignal | undefined
}

interface Files {
  migrations: Migration[]
  /** The migrations that the first of them stands for. */
  squashed: Squashed | null
}

const readFiles = (directory?: string): Files => ({
  migrations: readMigrations(directory),
  squashed: readSquashed(directory),
})

/** The same, for the history that a dump tells. */
export const toldSinceBaseline = (history: Applied[], directory?: string): Applied[] =>
  sinceBaseline(readFiles(directory), history)

interface LockWaits {
  /** How long a statement waits for a lock, and with it everybody who comes behind it. */
  lockTimeoutMs: number
  /** How long it is tried again. */
  lockPatienceMs: number
}

const usualWaits: LockWaits = { lockTimeoutMs: 500, lockPatienceMs: 60_000 }

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
 * Brings a database up to date, or checks that it is. With the Citus extension in it, the tables of a new database are spread
 * over the machines that Citus knows; those of a filled one are only by `citus distribute`. Concurrent migrators wait for each other. Returns the names of the
 * migrations that it applied. Throws MigrationError when an applied file has changed, when the database is newer than
 * the files, or (mode `check`) when a migration is pending.
 */
export async function migrate(url: string, options: MigrateOptions = {}): Promise<string[]> {
  const files = readFiles(options.directory)
  const client = await connectTo(url, { application_name: "appointed-migrate" })
  try {
    if (options.mode === "check") {
      await refuseHalfSpread(client)
      return refusePending(findPending(files, await readHistory(client)))
    }
    return await underLock(url, () => applyPending(client, files, options))
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
 * True where the transaction that it begins has the lock; without the lock it is ended again. A statement with parameters
 * would leave its snapshot in the open transaction.
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
  files: Files,
  { upTo = Number.POSITIVE_INFINITY, waits, signal }: MigrateOptions,
): Promise<string[]> {
  await client.query(HISTORY)
  await refuseHalfSpread(client)
  const pending = findPending(files, await readHistory(client))
  const wanted = pending.filter(({ number }) => number <= upTo)
  for (const migration of wanted) await apply(client, migration, { ...usualWaits, ...waits }, signal)
  if (await spreadsByItself(client)) await distribute(client)
  return wanted.map((migration) => migration.name)
}

/** A start would meet tables of which some are spread. */
async function refuseHalfSpread(client: ClientBase): Promise<void> {
  if ((await readSpreading(client)) !== "under way") return
  throw new MigrationError(
    `The database is being spread over its machines, or that was broken off. Run \`${ownCommand("citus distribute")}\`, which ` +
      "goes on where it stood, and start again when it is done.",
  )
}

/** The migrations that were applied to a database, in order; empty for a new database. */
export async function readHistory(client: ClientBase): Promise<Applied[]> {
  const { rows } = await client.query("SELECT to_regclass('migration') IS NOT NULL AS exists")
  if (!rows[0].exists) return []
  return (await client.query<Applied>("SELECT number, name, checksum FROM migration ORDER BY number")).rows
}

/** The migrations that are not applied yet. Throws MigrationError when an applied one differs from its file. */
function findPending({ migrations, squashed }: Files, applied: Applied[]): Migration[] {
  const history = sinceBaseline({ migrations, squashed }, applied)
  const known = new Map(migrations.map((migration) => [migration.number, migration]))
  for (const applied of history) {
    const migration = known.get(applied.number)
    if (!migration) {
      throw new MigrationError(
        `The database holds the migration ${applied.name}, which this release does not know: ` +
          "the database is newer than the program. Run the newer release.",
      )
    }
    if (migration.checksum !== applied.checksum) throw changedSince(applied.name)
  }
  const latest = history.at(-1)?.number ?? 0
  const pending = migrations.filter((migration) => !history.some(({ number }) => number === migration.number))
  const late = pending.find(({ number, name }) => number < latest && !mayComeLate.has(name))
  if (late)
    throw new MigrationError(
      `The migration ${late.name} comes before one that is applied already; renumber it.`,
    )
  return pending
}

/** Written after files of higher numbers had been applied. It only drops what none of them use, so it may follow them. */
const mayComeLate: ReadonlySet<string> = new Set(["0126_allocations_alone"])

/**
 * The history of a database that applied all the migrations which the first file stands for, as if it had applied that file; its own
 * rows stay as they are. Throws MigrationError when it applied only some of them, or others.
 */
function sinceBaseline({ migrations: [baseline], squashed }: Files, history: Applied[]): Applied[] {
  if (!squashed || !baseline) return history
  const { last, checksums } = squashed
  const before = history.filter(({ number, name }) => number <= last.number && name !== baseline.name)
  if (before.length === 0) return history
  const changed = before.find(({ number, checksum }) => checksums.get(number) !== checksum)
  if (changed) throw changedSince(changed.name)
  if (before.length < checksums.size) {
    throw new MigrationError(
      `The database ends with the migration ${before.at(-1)!.name}, and this release begins behind ${last.name}. Run the last ` +
        "release before this one once, and then this one.",
    )
  }
  const { number, name, checksum } = baseline
  return [{ number, name, checksum }, ...history.filter((each) => each.number > last.number)]
}

const changedSince = (name: string) =>
  new MigrationError(
    `The migration ${name} has changed since it was applied. Put the file back as it was, ` +
      "and make the change in a new migration.",
  )

function refusePending(pending: Migration[]): string[] {
  if (pending.length === 0) return []
  const names = pending.map((migration) => migration.name).join(", ")
  throw new MigrationError(
    `The database lacks ${pending.length} of this release's migrations (${names}). ` +
      `Apply them with \`${ownCommand("migrate")}\`, or start with MIGRATE=auto.`,
  )
}

/**
 * A table's lock that a migration waits for stops everybody who comes behind it. So it gives up after a short wait, lets the
 * others pass, and tries again. A migration outside a transaction takes no such lock.
 */
async function apply(
  client: Client,
  migration: Migration,
  { lockTimeoutMs, lockPatienceMs }: LockWaits,
  signal: AbortSignal | undefined,
): Promise<void> {
  const until = performance.now() + lockPatienceMs
  for (;;) {
    signal?.throwIfAborted()
    try {
      return await applyOnce(client, migration, lockTimeoutMs)
    } catch (error) {
      if (migration.inTransaction) await client.query("ROLLBACK")
      const isLocked = migration.inTransaction && lockCodes.has((error as { code?: string }).code ?? "")
      if (!isLocked) throw failureOf(migration, error as Error)
      if (performance.now() > until) throw lockedOut(migration, lockPatienceMs)
      await pause(2 * lockTimeoutMs)
    }
  }
}

/** lock_not_available, deadlock_detected */
const lockCodes = new Set(["55P03", "40P01"])

async function applyOnce(client: Client, migration: Migration, lockTimeoutMs: number): Promise<void> {
  const spread = await isSpread(client)
  if (migration.inTransaction) await client.query(beginFor(spread, lockTimeoutMs))
  // Several statements in one query are a transaction to PostgreSQL.
  const statementsOf = spread
    ? statementsFor
    : migration.inTransaction
      ? (part: string) => [part]
      : statementsIn
  for (const part of partsOf(migration.sql)) {
    for (const statement of statementsOf(part)) await client.query(statement)
    if (spread && part.endsWith(DISTRIBUTE)) await distribute(client)
  }
  await client.query("INSERT INTO migration (number, name, checksum) VALUES ($1, $2, $3)", [
    migration.number,
    migration.name,
    migration.checksum,
  ])
  if (migration.inTransaction) await client.query("COMMIT")
}

function failureOf({ name, sql }: Migration, error: Error & { position?: string }): MigrationError {
  const { message, position } = error
  const line =
    position && !sql.includes(DISTRIBUTE)
      ? ` at line ${sql.slice(0, Number(position)).split("\n").length}`
      : ""
  return new MigrationError(`The migration ${name} failed${line}: ${message}`, { cause: error })
}

const lockedOut = ({ name }: Migration, patienceMs: number) =>
  new MigrationError(
    `The migration ${name} got no lock on its table in ${Math.round(patienceMs / 1_000)} seconds: a long transaction holds ` +
      "it, such as a dump or a report. Nothing of it was applied. End that transaction, or wait, and migrate again.",
  )

/**
 * A line of a migration behind which the tables that it has made are in their places, so that they can refer to others.
 * Without the Citus extension it is a comment.
 */
const DISTRIBUTE = "\n-- distribute"

const partsOf = (sql: string): string[] => sql.split(/(?<=\n-- distribute)$/m)

/** The one way to PostgreSQL: a pool of connections, statements prepared by their text, and transactions. */
import type pg from "pg"
import type { Journal } from "../../../domain/model/journal.ts"
import { companyInHand, spendingDatabase } from "../spending.ts"
import { type DatabaseState, stateOf, stateQuestion } from "./database-state.ts"
import type { Ear } from "./hints.ts"
import { openLine } from "./line.ts"
import { connectTo, openPool, readServers } from "./servers.ts"
import {
  borrowClient,
  columnTypes,
  type Db,
  dbBy,
  dbOf,
  inTransaction,
  type Line,
  preparedStatement,
  type SessionUse,
  type Tx,
} from "./transaction.ts"
import { aboutOf, type DatabaseWatch, type Vitals } from "./watch.ts"
import { createWritability } from "./writability.ts"

export type { DatabaseState, Db, Tx }

export interface Database extends Db {
  /** Runs `work` in one READ COMMITTED transaction; commits when it returns, rolls back when it throws. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** A connection of its own, to hold a lock by hand; the caller releases it. */
  connect(): Promise<pg.PoolClient>
  /** Opens a connection to hear hints on. Null where none can be heard. */
  openEar: (() => Promise<Ear>) | null
  poolUse(): PoolUse
  /** Asks the server how it is, where it is watched over a connection of its own. */
  vitals(limitMs: number): Promise<Vitals>
  /** True where PostgreSQL takes writes. Asks it only after one has failed for want of a disk. */
  takesWrites(): Promise<boolean>
  close(): Promise<void>
}

/** Connections at this moment, and callers that wait for one. */
export interface PoolUse {
  busy: number
  idle: number
  waiting: number
}

/** With `transaction`, a pooler stands in between that lends a session of the server for one transaction at a time. */
export type Pooler = "none" | "transaction"

export interface DatabaseOptions {
  /** The URL may name several servers; see `servers.ts`. */
  connection: { connectionString: string; application_name?: string }
  poolSize: number
  /** 30 s when it is left out. */
  statementTimeoutSeconds?: number
  /** `none` when it is left out. */
  pooler?: Pooler
  /** The server's address past the pooler, to LISTEN at. */
  listenUrl?: string | null
  /** Keeps outside the database what must not come back when it goes back in time. */
  journal?: Journal | null
  /** Notices when the server hangs. Without it, statements wait for as long as it does. */
  watch?: DatabaseWatch | null
  /** Called for each new connection before it is used. A pooler's connections come without. */
  greet?: (db: Db) => Promise<void>
  /** Called when an idle connection breaks; the pool replaces it by itself. */
  onIdleError?: (error: Error) => void
  /** Called with the error's code when PostgreSQL cannot write any more. */
  onWritesLost?: (code: string) => void
}

/**
 * Each session sets these itself, so that a server of the operator's own plans and limits as the embedded one does. JIT
 * takes longer to compile a search than the search runs.
 */
const sessionSettings = (statementTimeoutSeconds = 30) => ({
  jit: "off",
  random_page_cost: "1.1",
  work_mem: "8MB",
  TimeZone: "UTC",
  lock_timeout: "2s",
  statement_timeout: `${statementTimeoutSeconds}s`,
  idle_in_transaction_session_timeout: "1min",
})
type SessionSettings = ReturnType<typeof sessionSettings>

/** Each connection of the pool has a session to itself: settings and prepared statements last. */
const ownSessions: SessionUse = { begin: "BEGIN", statement: preparedStatement }

/**
 * The next transaction may meet another session, so each brings the settings with it. They travel with the BEGIN in one
 * message.
 */
const lentSessions = (settings: SessionSettings): SessionUse => ({
  begin: ["BEGIN", ...Object.entries(settings).map(([name, value]) => `SET LOCAL ${name} = '${value}'`)].join(
    "; ",
  ),
  statement: (text, values) => ({ text, values: [...values] }),
})

/**
 * The same database, whose transactions do not wait for the disk. A crash of the server may lose the last moments of what they
 * wrote, the newest first, and never a part of it.
 */
export const withoutDiskWaits = (db: Database): Database => ({
  ...db,
  transaction: (work) =>
    db.transaction((tx) => {
      tx.write("SET LOCAL synchronous_commit = off", [])
      return work(tx)
    }),
})

export function openDatabase(options: DatabaseOptions): Database {
  const isPooled = options.pooler === "transaction"
  const settings = sessionSettings(options.statementTimeoutSeconds)
  const sessions = isPooled ? lentSessions(settings) : ownSessions
  const { connectionString, ...connection } = options.connection
  const pool = openPool(readServers(connectionString), {
    ...connection,
    max: options.poolSize,
    types: columnTypes,
    // Statements are sent without waiting for the answers to those before.
    pipeline: true,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    ...(isPooled
      ? {}
      : {
          onConnect: async (client: pg.ClientBase) => {
            await applySettings(client, settings)
            await options.greet?.(dbOf(client))
          },
        }),
  })
  // A connection may report its end more often than its borrower listens. The borrower's statements fail, which is enough;
  // without a listener the report would end the process.
  pool.on("connect", (client) => client.on("error", () => {}))
  let closing = false
  pool.on("error", (error) => {
    // Idle connections may still be closing when an embedded PostgreSQL is stopped next.
    if (!closing) options.onIdleError?.(error)
  })
  const line = openLine(pool, options.watch ?? null)
  const writability = createWritability((code) => options.onWritesLost?.(code))
  const transaction = <T>(work: (tx: Tx) => Promise<T>) =>
    writability.watch(inTransaction(line, sessions, work, options.journal))
  const single = isPooled
    ? (text: string, values?: readonly unknown[]) => transaction((tx) => tx.query(text, values))
    : (text: string, values: readonly unknown[] = []) => writability.watch(askBy(line, text, values))
  return {
    ...dbBy(single),
    transaction,
    vitals: async (limitMs) =>
      options.watch
        ? options.watch.vitals(limitMs)
        : { state: await readState(dbBy(single)).catch(() => null), hanging: [] },
    takesWrites: () => writability.isGiven(transaction),
    connect: () => pool.connect(),
    openEar: earOf(pool, options),
    poolUse: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount + line.waiting(),
    }),
    close() {
      closing = true
      line.close()
      return pool.end()
    },
  }
}

/** Sends a statement of its own over a connection of the pool. */
function askBy(line: Line, text: string, values: readonly unknown[]): Promise<unknown[]> {
  const about = aboutOf(text, values)
  const holder = { ...about, companyId: companyInHand() ?? about.companyId }
  return borrowClient(line, holder, async (client, callBroken) => {
    try {
      const ask = () => client.query(preparedStatement(text, values))
      return (await spendingDatabase(() => line.follow(client, about, ask))).rows
    } catch (error) {
      callBroken(error as Error)
      throw error
    }
  })
}

/** LISTEN lasts as long as its session, which a pooler takes away again. */
function earOf(pool: pg.Pool, { pooler, listenUrl = null }: DatabaseOptions): Database["openEar"] {
  if (listenUrl !== null) return () => connectEar(listenUrl)
  if (pooler === "transaction") return null
  return async () => {
    const client = await pool.connect()
    return { client, close: async () => client.release(true) }
  }
}

async function connectEar(listenUrl: string): Promise<Ear> {
  const client = await connectTo(listenUrl, { connectionTimeoutMillis: 5_000 })
  return { client, close: () => client.end() }
}

/** By a statement instead of a start-up parameter: a DATABASE_URL may carry parameters of its own, which would win. */
async function applySettings(client: pg.ClientBase, settings: SessionSettings): Promise<void> {
  await client.query("SELECT set_config(key, value, false) FROM json_each_text($1)", [
    JSON.stringify(settings),
  ])
}

export interface SettingNotKept {
  setting: string
  wanted: string
  value: string
}

/** Settings that a session of the service does not have although it has set them: a pooler between may lose them. */
export async function settingsNotKept(db: Db): Promise<SettingNotKept[]> {
  return db.query<SettingNotKept>(
    `SELECT key AS setting, s.value AS wanted, current_setting(key) AS value FROM json_each_text($1) s
     WHERE current_setting(key) <> s.value`,
    [JSON.stringify(sessionSettings())],
  )
}

export const readState = async (db: Db): Promise<DatabaseState> => stateOf(await db.first(stateQuestion))

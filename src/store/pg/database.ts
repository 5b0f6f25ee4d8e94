/** The one door to PostgreSQL: a pool, statements prepared by their text, and transactions. */
import pg from "pg"
import { borrowClient } from "./borrow-client.ts"
import { GatheringSocket } from "./gathering-socket.ts"
import { createHints } from "./hints.ts"
import { statement } from "./statement.ts"
import { type Db, inTransaction, type Tx } from "./transaction.ts"

export type { Db, Tx }

export interface Database extends Db {
  /** Runs `work` in one READ COMMITTED transaction; commits when it returns, rolls back when it throws. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * Runs `work` on one connection, outside a transaction: what it asks in one turn of the event loop travels together,
   * and is answered in the order of asking. Everything asked must be settled when `work` ends.
   */
  together<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** A connection of its own for LISTEN and snapshots; the caller releases it. */
  connect(): Promise<pg.PoolClient>
  /** How many connections do what at this moment, and how many callers wait for one. */
  poolUse(): PoolUse
  close(): Promise<void>
}

export interface PoolUse {
  busy: number
  idle: number
  waiting: number
}

export interface DatabaseOptions {
  connection: pg.ClientConfig
  poolSize: number
  /** Called when an idle connection breaks; the pool replaces it by itself. */
  onIdleError?: (error: Error) => void
}

const lockTimeoutMs = 2_000
const statementTimeoutMs = 30_000

const types = new pg.TypeOverrides()
types.setTypeParser(20, Number) // int8: ids stay below 2^53
types.setTypeParser(1016, (text: string) => parseNumberArray(text)) // int8[]
types.setTypeParser(1082, (text: string) => text) // date stays YYYY-MM-DD

function parseNumberArray(text: string): number[] {
  return text === "{}" ? [] : text.slice(1, -1).split(",").map(Number)
}

export function openDatabase(options: DatabaseOptions): Database {
  const pool = new pg.Pool({
    ...options.connection,
    max: options.poolSize,
    types,
    // Statements are sent without waiting for the answers to those before.
    pipeline: true,
    stream: () => new GatheringSocket(),
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    options: `-c lock_timeout=${lockTimeoutMs} -c statement_timeout=${statementTimeoutMs} -c timezone=UTC -c idle_in_transaction_session_timeout=60000`,
  })
  // A connection may report its end more often than those who hold it listen. What they asked of it fails, which tells
  // them; without a listener the report would end the process.
  pool.on("connect", (client) => client.on("error", () => {}))
  let closing = false
  pool.on("error", (error) => {
    // Idle connections may still be taking their leave when an embedded PostgreSQL is stopped next.
    if (!closing) options.onIdleError?.(error)
  })
  // What a crash of the database would lose of it needs no disk: the queue itself is there.
  const hints = createHints((channel) => pool.query(`SET LOCAL synchronous_commit = off; NOTIFY ${channel}`))

  return {
    async query<Row>(text: string, values: readonly unknown[] = []) {
      return (await pool.query(statement(text, values))).rows as Row[]
    },
    transaction: (work) => inTransaction(pool, types, hints, work),
    together: (work) =>
      borrowClient(pool, (client) =>
        work({
          async query<Row>(text: string, values: readonly unknown[] = []) {
            return (await client.query(statement(text, values))).rows as Row[]
          },
        }),
      ),
    connect: () => pool.connect(),
    poolUse: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close() {
      closing = true
      return pool.end()
    },
  }
}

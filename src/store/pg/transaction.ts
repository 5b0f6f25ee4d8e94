/** One transaction on one connection of the pool, and what may be asked in it. */
import pg from "pg"
import { borrowClient } from "./borrow-client.ts"
import type { Channel, Hints } from "./hints.ts"
import { type Statement, statement } from "./statement.ts"
import { type Row, StatementBatch } from "./statement-batch.ts"

/** Something that answers SQL: the pool, or a transaction. Statements of one transaction run in the order of asking. */
export interface Db {
  query<Row = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Row[]>
}

/** Marks a Db that is inside a transaction, so that writes that belong together can ask for one. */
export interface Tx extends Db {
  readonly inTransaction: true
  /**
   * Asks for a write that nobody waits for: the transaction fails if it does. It travels with what is asked for beside
   * it, the last ones with the COMMIT. `answered` is told the rows, before the commit.
   */
  write<Row = Record<string, unknown>>(
    text: string,
    values: readonly unknown[],
    answered?: (rows: Row[]) => void,
  ): void
  /**
   * Commits only once `work` is done, and not if it fails. For what asks in several steps and whose result nobody needs:
   * what follows is sent without waiting for it.
   */
  beforeCommit(work: Promise<unknown>): void
  /** Tells the workers of a queue, once the transaction is committed, that something waits for them. */
  hint(channel: Channel): void
}

const begin = { name: "begin", text: "BEGIN", values: [] }
const commit = { name: "commit", text: "COMMIT", values: [] }

/** Commits when `work` returns, rolls back when it throws. */
export function inTransaction<T>(
  pool: pg.Pool,
  types: pg.CustomTypesConfig,
  hints: Hints,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  return borrowClient(pool, async (client, callBroken) => {
    const asking = new Asking(client, types)
    const hinted = new Set<Channel>()
    const beside: Promise<unknown>[] = []
    const tx: Tx = {
      inTransaction: true,
      query: <R>(text: string, values: readonly unknown[] = []) =>
        asking.answer(statement(text, values)) as Promise<R[]>,
      write: (text, values, answered) =>
        asking.ask(statement(text, values), answered as ((rows: Row[]) => void) | undefined),
      beforeCommit(promise) {
        // It is looked at when the transaction ends.
        promise.catch(() => {})
        beside.push(promise)
      },
      hint: (channel) => hinted.add(channel),
    }
    try {
      asking.ask(begin)
      const result = await work(tx)
      for (const promise of beside) await promise
      const committed = asking.answer(commit)
      asking.end()
      await committed
      // A COMMIT is answered as well where an earlier failure has made it a ROLLBACK.
      await asking.settled()
      for (const channel of hinted) hints.raise(channel)
      return result
    } catch (error) {
      await Promise.allSettled(beside)
      asking.end()
      const cause = await asking.causeOf(error)
      await client.query("ROLLBACK").catch(callBroken)
      throw cause
    }
  })
}

/** What is asked for in one turn of the event loop, and by the promises that it settles, goes out as one batch. */
class Asking {
  readonly #client: pg.PoolClient
  readonly #types: pg.CustomTypesConfig
  readonly #batches: StatementBatch[] = []
  #open: StatementBatch | null = null
  #hasEnded = false

  constructor(client: pg.PoolClient, types: pg.CustomTypesConfig) {
    this.#client = client
    this.#types = types
  }

  ask(asked: Statement, answered?: (rows: Row[]) => void, failed?: (error: unknown) => void): void {
    if (this.#hasEnded) throw new Error("a statement was asked for after its transaction")
    this.#open ??= this.#begin()
    this.#open.add(asked, answered, failed)
  }

  async answer(asked: Statement): Promise<Row[]> {
    try {
      return await new Promise((answered, failed) => this.ask(asked, answered, failed))
    } catch (error) {
      // From here the trace leads to whoever asked; from where the answer came in it would lead nowhere.
      if (error instanceof Error) Error.captureStackTrace(error)
      throw error
    }
  }

  #begin(): StatementBatch {
    const batch = new StatementBatch(this.#types)
    this.#batches.push(batch)
    process.nextTick(() => {
      this.#open = null
      this.#client.query(batch as unknown as pg.Query)
    })
    return batch
  }

  /** Throws what failed first, if anything has. */
  async settled(): Promise<void> {
    for (const { done } of this.#batches) await done
  }

  /** When PostgreSQL refuses, what it refused first: all that comes after is refused because of it. */
  async causeOf(error: unknown): Promise<unknown> {
    const outcomes = await Promise.allSettled(this.#batches.map(({ done }) => done))
    if (!(error instanceof pg.DatabaseError)) return error
    const failed = outcomes.find((outcome) => outcome.status === "rejected")
    return failed ? failed.reason : error
  }

  /** A branch of the work that goes on after another has failed would write behind the ROLLBACK, for good. */
  end(): void {
    this.#hasEnded = true
  }
}

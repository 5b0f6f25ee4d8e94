/** One transaction on one connection of the pool, and what may be asked in it. */

import { createHash } from "node:crypto"
import pg from "pg"
import type { Journal, JournalEntry } from "../../../domain/model/journal.ts"
import { companyInHand, spendingDatabase, spendingNothing } from "../spending.ts"
import type { Hint } from "./hints.ts"
import { type About, aboutOf } from "./watch.ts"

/** Something that answers SQL: the pool, or a transaction. Statements of one transaction run in the order of asking. */
export interface Db {
  query<Row = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Row[]>
  /** The first row; null when there is none. */
  first<Row>(text: string, values?: readonly unknown[]): Promise<Row | null>
  /** True where the statement found or changed a row. */
  some(text: string, values?: readonly unknown[]): Promise<boolean>
}

/** A Db inside a transaction: a function that takes a Tx writes together with its caller, or not at all. */
export interface Tx extends Db {
  readonly inTransaction: true
  /**
   * Sends a write without waiting for its answer; the transaction fails if the write does. `answered` gets the rows, before
   * the commit.
   */
  write<Row = Record<string, unknown>>(
    text: string,
    values: readonly unknown[],
    answered?: (rows: Row[]) => void,
  ): void
  /** Rolls back when the work returns: what it has written is not to stand. */
  giveUp(): void
  /** Keeps the entry outside the database too, after the commit and before the caller goes on. */
  remember(entry: JournalEntry): void
  /** Tells other processes, after the commit, that something waits for them. */
  hint(hint: Hint): void
}

/** A connection as a Db. Prepares nothing, since the connection may lead through a pooler. */
export const dbOf = (client: Pick<pg.ClientBase, "query">): Db =>
  dbBy(async (text, values = []) => (await client.query(text, [...values])).rows)

/** A Db that sends its statements by `send`. */
export const dbBy = (send: (text: string, values?: readonly unknown[]) => Promise<unknown[]>): Db => ({
  query: async <Row>(text: string, values?: readonly unknown[]) => (await send(text, values)) as Row[],
  first: async <Row>(text: string, values?: readonly unknown[]) =>
    ((await send(text, values))[0] ?? null) as Row | null,
  some: async (text, values) => (await send(text, values)).length > 0,
})

/** Lends connections of a pool, and sends over them. */
export interface Line {
  /** Throws `HangMet` where what the work is about hangs. */
  borrow(about: About): Promise<pg.PoolClient>
  giveBack(client: pg.PoolClient, broken?: Error): void
  follow<T>(client: pg.PoolClient, about: About, send: () => Promise<T>): Promise<T>
  hint(hint: Hint): void
}

/** How transactions use the server's sessions. */
export interface SessionUse {
  /** The statement that begins a transaction. */
  begin: string
  /** How a statement travels. */
  statement(text: string, values: readonly unknown[]): pg.QueryConfig
}

/**
 * Commits when `work` returns, rolls back when it throws, when it gave up, or when any statement failed.
 *
 * Statements are sent as they are asked for, without waiting for the answers to those before (the driver's pipeline mode),
 * and the COMMIT right behind the last of them: PostgreSQL turns it into a ROLLBACK when one of them has failed. Only the
 * BEGIN is waited for: behind one that failed, every statement would commit by itself.
 */
export function inTransaction<T>(
  line: Line,
  use: SessionUse,
  work: (tx: Tx) => Promise<T>,
  journal: Journal | null = null,
): Promise<T> {
  const about: About = { companyId: companyInHand(), writes: true }
  return borrowClient(line, about, async (client, callBroken) => {
    const statements = new SentStatements(line, client, use, about)
    const hints: Hint[] = []
    let isGivenUp = false
    const entries: JournalEntry[] = []
    const tx: Tx = {
      inTransaction: true,
      ...dbBy((text, values) => statements.send(text, values)),
      write: (text, values, answered) =>
        void statements.send(text, values, answered as (rows: unknown[]) => void),
      giveUp: () => {
        isGivenUp = true
      },
      remember: (entry) => entries.push(entry),
      hint: (hint) => hints.push(hint),
    }
    try {
      await statements.send(use.begin)
      const result = await work(tx)
      const committed = statements.send(isGivenUp ? "ROLLBACK" : "COMMIT")
      statements.end()
      await committed
      const [failure] = await statements.failures()
      if (failure) throw failure
      if (isGivenUp) return result
      if (journal && entries.length > 0) await journal.append(entries)
      for (const hint of hints) line.hint(hint)
      return result
    } catch (error) {
      statements.end()
      const failures = await statements.failures()
      // After a value that cannot be sent, the driver takes a statement for prepared that PostgreSQL has dropped.
      const driverFailure = failures.find((failure) => !(failure instanceof pg.DatabaseError))
      if (driverFailure) callBroken(driverFailure)
      await client.query("ROLLBACK").catch(callBroken)
      // PostgreSQL refuses all behind the first statement that it refused.
      throw error instanceof pg.DatabaseError ? (failures[0] ?? error) : error
    }
  })
}

/** The statements of one transaction that are on their way or answered. */
class SentStatements {
  readonly #line: Line
  readonly #client: pg.PoolClient
  readonly #use: SessionUse
  /** The companies that the transaction's statements have named so far. */
  #about: About
  readonly #answers: Promise<unknown>[] = []
  #hasEnded = false

  constructor(line: Line, client: pg.PoolClient, use: SessionUse, about: About) {
    this.#line = line
    this.#client = client
    this.#use = use
    this.#about = about
  }

  send(
    text: string,
    values: readonly unknown[] = [],
    answered?: (rows: unknown[]) => void,
  ): Promise<unknown[]> {
    if (this.#hasEnded) throw new Error("a statement was asked for after its transaction")
    const { companyId } = aboutOf(text, values)
    if (companyId !== null && companyId !== this.#about.companyId) this.#about = { companyId, writes: true }
    const answer = spendingDatabase(async () => {
      const { rows } = await this.#line.follow(this.#client, this.#about, () =>
        this.#client.query(this.#use.statement(text, values)),
      )
      answered?.(rows)
      return rows
    })
    // Its failure is looked at when the transaction ends.
    answer.catch(() => {})
    this.#answers.push(answer)
    return answer
  }

  /** A branch of the work that goes on after another has failed would write behind the ROLLBACK, and for good. */
  end(): void {
    this.#hasEnded = true
  }

  /** The errors, in the order of asking, once all are answered. */
  async failures(): Promise<Error[]> {
    const outcomes = await Promise.allSettled(this.#answers)
    return outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []))
  }
}

/**
 * Lends `work` a connection of the pool, and does not lend it again once it has broken or `work` has called it broken.
 * While it is lent, this listens to its end: the statements on their way fail by themselves.
 */
export async function borrowClient<T>(
  line: Line,
  about: About,
  work: (client: pg.PoolClient, callBroken: (error: Error) => void) => Promise<T>,
): Promise<T> {
  const client = await spendingNothing(() => line.borrow(about))
  let broken: Error | undefined
  const callBroken = (error: Error) => {
    broken = error
  }
  client.on("error", callBroken)
  try {
    return await work(client, callBroken)
  } finally {
    client.off("error", callBroken)
    line.giveBack(client, broken)
  }
}

/** The names of prepared statements, by their texts. */
const names = new Map<string, string>()

/**
 * Texts are constant, so a connection plans each once, under the hash of its text. Statements without values are rare and
 * come in many texts (SET LOCAL, LOCK TABLE): they are not prepared.
 */
export function preparedStatement(text: string, values: readonly unknown[]): pg.QueryConfig {
  return values.length === 0 ? { text } : { name: nameOf(text), text, values: [...values] }
}

function nameOf(text: string): string {
  const known = names.get(text)
  if (known !== undefined) return known
  const name = createHash("sha1").update(text).digest("base64url")
  names.set(text, name)
  return name
}

export const columnTypes = new pg.TypeOverrides()
columnTypes.setTypeParser(20, Number) // int8: ids stay below 2^53
columnTypes.setTypeParser(1016, (text: string) => readNumbers(text)) // int8[]
columnTypes.setTypeParser(1082, (text: string) => text) // date stays YYYY-MM-DD

const readNumbers = (text: string): number[] =>
  text === "{}" ? [] : text.slice(1, -1).split(",").map(Number)

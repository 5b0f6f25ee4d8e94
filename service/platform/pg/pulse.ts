/** Asks a server over a connection of its own, so that no other work delays the question, and learns that it answers. */
import type pg from "pg"
import { connectTo } from "./servers.ts"

/** A question that has no answer for so long is given up, with its connection. */
const givenUpMs = 5_000
/** So many looks in a row find a question open before its server counts as hanging. */
export const usualLooks = 4

/** Reads what is to be known from the rows of the question. */
export interface Question<T> {
  sql: string
  read(rows: Record<string, unknown>[]): T
}

export class Pulse<T> {
  readonly name: string
  readonly #url: string
  readonly #question: Question<T>
  #client: pg.Client | null = null
  #open: Promise<T | null> | null = null
  #looks = 0
  #looksAtThis = 0
  #isClosed = false
  readonly #mostLooks: number
  /** The server's last answer, and its time. */
  last: { answer: T; at: number } | null = null

  constructor(name: string, url: string, question: Question<T>, mostLooks = usualLooks) {
    this.#mostLooks = mostLooks
    this.name = name
    this.#url = url
    this.#question = question
  }

  get hangs(): boolean {
    return this.#looks >= this.#mostLooks
  }

  /** True while a question is in flight. */
  get isOpen(): boolean {
    return this.#open !== null
  }

  /** Asks, unless a question is on its way. Resolves to null when the server refuses or is given up. */
  ask(): Promise<T | null> {
    if (this.#isClosed) return Promise.resolve(null)
    this.#open ??= this.#ask().finally(() => {
      this.#open = null
    })
    return this.#open
  }

  /** Counts a question that is still open. Called at even intervals, so that a process which stood still itself counts once. */
  look(): void {
    if (this.#open === null) return
    this.#looks += 1
    this.#looksAtThis += 1
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#drop()
    await this.#open
  }

  async #ask(): Promise<T | null> {
    this.#looksAtThis = 0
    const giveUp = setTimeout(() => this.#drop(), givenUpMs)
    try {
      this.#client ??= await connectTo(this.#url, { connectionTimeoutMillis: givenUpMs })
      if (this.#isClosed) this.#drop()
      // One message, which a pooler that lends sessions by transaction understands too.
      const answers = (await this.#client!.query(
        `BEGIN; SET LOCAL statement_timeout = '${givenUpMs}ms'; ${this.#question.sql}; COMMIT`,
      )) as unknown as pg.QueryResult[]
      const answer = this.#question.read(answers[2]!.rows)
      this.last = { answer, at: performance.now() }
      this.#looks = 0
      return answer
    } catch {
      this.#drop()
      // A server that refuses at once does not hang: who asks it hears so.
      if (this.#looksAtThis === 0) this.#looks = 0
      return null
    } finally {
      clearTimeout(giveUp)
    }
  }

  #drop(): void {
    const client = this.#client
    this.#client = null
    if (client) endNow(client)
  }
}

/** Ends a connection that may never answer: all questions on it fail at once. */
export function endNow(client: pg.ClientBase): void {
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } }
  connection.stream.destroy()
}

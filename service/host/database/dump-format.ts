/**
 * The format of a dump: a gzip stream of lines. First the header, as JSON. Then, for each table, a TableHeading as JSON,
 * the rows in COPY's text format, and a line that holds only `\.`, which no row can be. Last the ending, as JSON: a dump
 * without it was cut off.
 */
import type { CatalogPartition } from "./catalog.ts"
import type { Applied } from "./migrate.ts"

export const DUMP_FORMAT = "appointed-dump-1"
export const END_OF_ROWS = "\\.\n"
const END_AFTER_ROW = `\n${END_OF_ROWS}`
const LINE_FEED = 10

export type DumpHeader = {
  format: typeof DUMP_FORMAT
  migrations: Applied[]
  partitions: CatalogPartition[]
  sequences: { name: string; lastValue: string | null }[]
}

/** `columns` are quoted where SQL needs it. */
export type TableHeading = { table: string; columns: string[] }

export type DumpEnding = { rows: number }

/** So that values are written the same way under any settings of the server or the user. */
export const COPY_SETTINGS = `SET LOCAL datestyle = 'ISO, MDY'; SET LOCAL intervalstyle = 'postgres'; SET LOCAL timezone = 'UTC';
  SET LOCAL extra_float_digits = 1; SET LOCAL bytea_output = 'hex'; SET LOCAL search_path = public;
  SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL client_encoding = 'UTF8'`

/** Reads a dump's lines and blocks of rows. Throws when the dump is cut off. */
export class DumpReader {
  readonly #chunks: AsyncIterator<Buffer>
  #pending: Buffer = Buffer.alloc(0)

  constructor(stream: AsyncIterable<Buffer>) {
    this.#chunks = stream[Symbol.asyncIterator]()
  }

  /** The next line, which is JSON. */
  async readJson(): Promise<unknown> {
    while (!this.#pending.includes(LINE_FEED)) await this.#more()
    const end = this.#pending.indexOf(LINE_FEED)
    return JSON.parse(this.#take(end + 1).toString("utf8"))
  }

  /** The rows of the present table, in blocks of whole rows. */
  async *readRows(): AsyncGenerator<Buffer> {
    while (true) {
      while (this.#pending.length < END_OF_ROWS.length) await this.#more()
      if (this.#pending.subarray(0, END_OF_ROWS.length).equals(Buffer.from(END_OF_ROWS))) {
        this.#take(END_OF_ROWS.length)
        return
      }
      const end = this.#pending.indexOf(END_AFTER_ROW)
      const rowsEnd = end >= 0 ? end + 1 : this.#pending.lastIndexOf(LINE_FEED) + 1
      if (rowsEnd > 0) yield this.#take(rowsEnd)
      else await this.#more()
    }
  }

  #take(length: number): Buffer {
    const taken = this.#pending.subarray(0, length)
    this.#pending = this.#pending.subarray(length)
    return taken
  }

  async #more(): Promise<void> {
    const { value, done } = await this.#chunks.next()
    if (done) throw new Error("The dump is cut off")
    this.#pending = this.#pending.length === 0 ? value : Buffer.concat([this.#pending, value])
  }
}

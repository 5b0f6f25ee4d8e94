import { END_OF_ROWS } from "./dump-format.ts"

const LINE_FEED = 10
const END_AFTER_ROW = `\n${END_OF_ROWS}`

/** Reads a dump's lines and blocks of rows. Throws when the dump ends in the middle. */
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

  /** The rows up to their end, in blocks of whole rows. */
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

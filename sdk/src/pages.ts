/** A list that is asked for page by page, the first one when somebody waits for it. */
import type { Page, Pages } from "./call.ts"

class LazyPages<Row> implements Promise<Page<Row>>, AsyncIterable<Row> {
  readonly [Symbol.toStringTag] = "Pages"
  readonly #read: (cursor?: string) => Promise<Page<Row>>
  #first: Promise<Page<Row>> | null = null

  constructor(read: (cursor?: string) => Promise<Page<Row>>) {
    this.#read = read
  }

  #firstPage(): Promise<Page<Row>> {
    this.#first ??= this.#read()
    return this.#first
  }

  // biome-ignore lint/suspicious/noThenProperty: it is awaited as the promise of its first page.
  then: Promise<Page<Row>>["then"] = (done, failed) => this.#firstPage().then(done, failed)
  catch: Promise<Page<Row>>["catch"] = (failed) => this.#firstPage().catch(failed)
  finally: Promise<Page<Row>>["finally"] = (settled) => this.#firstPage().finally(settled)

  async *[Symbol.asyncIterator]() {
    let page = await this.#firstPage()
    yield* page.data
    while (page.next_cursor !== null && page.data.length > 0) {
      page = await this.#read(page.next_cursor)
      yield* page.data
    }
  }
}

export const pagesOf = <Row>(read: (cursor?: string) => Promise<Page<Row>>): Pages<Row> => new LazyPages(read)

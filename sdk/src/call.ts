/** The options of every operation beside its input, and the answer of a list. */
export interface RequestOptions {
  signal?: AbortSignal
  /** For a POST. Left out: one of its own, which stays the same when the request is sent again. */
  idempotencyKey?: string
}

export interface Page<Row> {
  data: Row[]
  next_cursor: string | null
}

/** `await` gives the first page, `for await` the rows of all pages. */
export type Pages<Row> = Promise<Page<Row>> & AsyncIterable<Row>

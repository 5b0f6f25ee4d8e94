/** The options of every operation beside its input, and the answer of a list. */
export interface RequestOptions {
  signal?: AbortSignal
  /** For a POST. Left out: one of its own, which stays the same when the request is sent again. */
  idempotencyKey?: string
  /** For one answer; the client's own when left out. */
  timeoutMs?: number
  /** How often this request is sent again when that is safe; the client's own when left out. */
  retries?: number
  /** Called with each answer to this request, after the client's own. */
  onAnswer?: (answer: AnswerInfo) => void
}

/** One answer, for a log: also one that is a refusal, and one that never came. */
export interface AnswerInfo {
  method: string
  /** With the query, which may name what was searched for. */
  url: string
  /** Null where no answer came. */
  status: number | null
  /** The id under which the service logs the request; null where no answer came. */
  requestId: string | null
  /** From 1; each try that is sent again counts. */
  attempt: number
  /** From the request to the head of the answer. */
  milliseconds: number
}

export interface Page<Row> {
  data: Row[]
  next_cursor: string | null
}

/** `await` gives the first page, `for await` the rows of all pages. Nothing is asked before either. */
export type Pages<Row> = Promise<Page<Row>> & AsyncIterable<Row>

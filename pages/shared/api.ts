import type { ClocksView, RecommendedView } from "../../domain/contracts/customer-pages.ts"
import type { ErrorCode } from "../../domain/model/errors.ts"
import { learnClocks } from "./zones.ts"

/** Why something failed: a code of the service's table, or one of the page's own. */
export type FailureCode =
  | ErrorCode
  | "offline"
  | "timeout"
  | "unknown"
  | "no_longer_offered"
  | "address_on_file"
  | "assigned_elsewhere"
  | "few_seats"

/** A choice of failure codes; the compiler refuses one that does not exist. */
export type FailureCodes<Codes extends FailureCode> = Codes

/** The result of a request. A request that got no answer fails as `offline` or `timeout`. */
export type Outcome<Data> = { ok: true; data: Data } | ({ ok: false } & Failure)

export interface Failure {
  code: FailureCode
  /** The field of the input that the refusal is about. */
  field?: string
  details: FailureDetails
  retryAfterSeconds: number | null
  /** The service may have carried out the request all the same. */
  outcomeUnknown: boolean
}

export interface FailureDetails {
  alternatives?: RecommendedView[]
  clocks?: ClocksView
  /** The seats left in a class: too few for the wish. */
  seatsLeft?: number
  /** The state in which a link has ended; left out where it was replaced. */
  because?: "cancelled" | "dates_over" | "started"
}

/** A failure as the page shows it. */
export interface FailureNotice {
  code: FailureCode
  alternatives: RecommendedView[]
  retryAfterSeconds: number | null
}

export interface ApiRequest {
  method: "GET" | "POST" | "PUT" | "DELETE"
  path: string
  headers?: Record<string, string>
  body?: unknown
  timeoutMs?: number
}

interface Envelope {
  success?: boolean
  data?: { clocks?: ClocksView }
  error?: { code?: ErrorCode; field?: string; details?: FailureDetails }
}

const defaultTimeoutMs = 12_000

/** Sends one request and reads the service's envelope. Never rejects. */
export async function send<Data>(request: ApiRequest): Promise<Outcome<Data>> {
  const answer = await fetchWithin(request, async (response) => ({
    response,
    envelope: (await response.json().catch(() => null)) as Envelope | null,
  }))
  if (typeof answer === "string") return failure(answer, {}, null, true)
  const { response, envelope } = answer
  // Nothing to say: what was asked about still stands.
  if (response.status === 204) return { ok: true, data: null as Data }
  if (response.ok && envelope?.success) {
    learnClocks(envelope.data?.clocks ?? {})
    return { ok: true, data: envelope.data as Data }
  }
  const { code = "unknown", field, details } = envelope?.error ?? {}
  learnClocks(details?.clocks ?? {})
  const retryAfterSeconds = Number(response.headers.get("retry-after")) || null
  const outcomeUnknown = !envelope?.error || response.status === 500
  return {
    ...failure(code, details ?? {}, retryAfterSeconds, outcomeUnknown),
    ...(field === undefined ? {} : { field }),
  }
}

/** One deadline for the whole exchange, the body included. */
export async function fetchWithin<Answer>(
  request: ApiRequest,
  read: (response: Response) => Promise<Answer>,
): Promise<Answer | "offline" | "timeout"> {
  const { method, path, headers = {}, body, timeoutMs = defaultTimeoutMs } = request
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(), timeoutMs)
  try {
    const response = await fetch(path, {
      method,
      headers: body === undefined ? headers : { ...headers, "Content-Type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      credentials: "omit",
      signal: abort.signal,
    })
    return await read(response)
  } catch {
    return abort.signal.aborted ? "timeout" : "offline"
  } finally {
    clearTimeout(timer)
  }
}

function failure(
  code: FailureCode,
  details: FailureDetails,
  retryAfterSeconds: number | null,
  outcomeUnknown: boolean,
): { ok: false } & Failure {
  return { ok: false, code, details, retryAfterSeconds, outcomeUnknown }
}

/** A new key for a write: the service carries a write out once per key, however often it is sent. */
export function newIdempotencyKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join("-")
}

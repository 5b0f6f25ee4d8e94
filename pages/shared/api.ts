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
  /** Of the input, that the refusal is about. */
  field?: string
  details: FailureDetails
  retryAfterSeconds: number | null
  /** The service may have carried out the request all the same. */
  outcomeUnknown: boolean
}

export interface FailureDetails {
  alternatives?: RecommendedView[]
  clocks?: ClocksView
  /** Of a class: too few for what was asked. */
  seatsLeft?: number
  /** In which state a link has ended; left out where it was replaced. */
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

/** Fetches a file; null when that fails. */
export async function fetchFile(request: ApiRequest): Promise<Blob | null> {
  const file = await fetchWithin(request, (response) =>
    response.ok ? response.blob() : Promise.resolve(null),
  )
  return typeof file === "string" ? null : file
}

/** One deadline for the whole exchange, the body included. */
async function fetchWithin<Answer>(
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

export function noticeOf({ code, details, retryAfterSeconds }: Failure): FailureNotice {
  // A class that is not full is not taken: it has fewer seats than were asked for.
  const isShort = code === "slot_taken" && (details.seatsLeft ?? 0) > 0
  return {
    ...{ code: isShort ? "few_seats" : code, retryAfterSeconds },
    alternatives: details.alternatives ?? [],
  }
}

/** A new key for a write: the service carries a write out once per key, however often it is sent. */
export function newIdempotencyKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join("-")
}

const retryAfterMs = [1_000, 3_000]

/** Sends a write again, under the same idempotency key, while it is unknown whether it was carried out. */
export async function untilAnswered<Data>(write: () => Promise<Outcome<Data>>): Promise<Outcome<Data>> {
  let outcome = await write()
  for (const waitMs of retryAfterMs) {
    if (outcome.ok || !(outcome.outcomeUnknown || isStillRunning(outcome))) return outcome
    await new Promise((resolve) => setTimeout(resolve, waitMs))
    outcome = await write()
  }
  return outcome
}

/** A 409 with Retry-After: the first sending of the same key is still in flight. */
function isStillRunning(outcome: Outcome<unknown>): boolean {
  return !outcome.ok && outcome.retryAfterSeconds !== null && outcome.code !== "rate_limited"
}

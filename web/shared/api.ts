import type { RecommendedView } from "./contract.ts"

/** What a request came to. Failures of the way (`offline`, `timeout`) look like refusals. */
export type Outcome<Data> = { ok: true; data: Data } | ({ ok: false } & Failure)

export interface Failure {
  /** A code of the service's table, or `offline`, `timeout`, `unknown`. */
  code: string
  details: FailureDetails
  retryAfterSeconds: number | null
  /** Whether the request may have been carried out all the same. */
  outcomeUnknown: boolean
}

export interface FailureDetails {
  alternatives?: RecommendedView[]
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
  data?: unknown
  error?: { code?: string; details?: FailureDetails }
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
  if (response.ok && envelope?.success) return { ok: true, data: envelope.data as Data }
  const { code = "unknown", details } = envelope?.error ?? {}
  const retryAfterSeconds = Number(response.headers.get("retry-after")) || null
  return failure(code, details ?? {}, retryAfterSeconds, !envelope?.error || response.status === 500)
}

/** Fetches a file; null when it cannot be had. */
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
  code: string,
  details: FailureDetails,
  retryAfterSeconds: number | null,
  outcomeUnknown: boolean,
): Outcome<never> {
  return { ok: false, code, details, retryAfterSeconds, outcomeUnknown }
}

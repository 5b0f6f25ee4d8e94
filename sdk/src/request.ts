/** One request and its answer: where the input goes, what is sent again, and when. */
import type { AnswerInfo, RequestOptions } from "./call.ts"
import { NoAnswer, Refusal, type RefusalBody } from "./refusal.ts"
import { version } from "./version.ts"

export interface ClientOptions {
  /** The service's address, as `https://api.example.com`. */
  baseUrl: string
  /** An API key, or the token of a session. Only a server can keep a key secret. */
  apiKey?: string
  /** Left out: the global one. */
  fetch?: typeof globalThis.fetch
  /** How often a request is sent again when that is safe; 3 when left out. */
  retries?: number
  /** For one answer; 30,000 when left out. */
  timeoutMs?: number
  /** The caller's own words in `User-Agent`, before ours, such as `shop/2.1`. A browser sends its own. */
  userAgent?: string
  /** Called with each answer, for logs: also with a refusal, and where none came. */
  onAnswer?: (answer: AnswerInfo) => void
}

type Input = Record<string, unknown>
export type Send = (kind: string, path: string, input?: Input, options?: RequestOptions) => Promise<unknown>

const longestWaitMs = 60_000

/** Throws a `TypeError` for options with which no request can be answered, most often an environment variable that is not set. */
export function checkOptions(options: ClientOptions): void {
  const { baseUrl } = options
  const address = addressOf(baseUrl)
  if (address === null || !/^https?:$/.test(address.protocol)) {
    throw new TypeError(`baseUrl is ${shown(baseUrl)}: give the API's address, as "https://api.example.com".`)
  }
  if (/\/api\/v1\/?$/.test(address.pathname) || address.search !== "" || address.hash !== "") {
    throw new TypeError(
      `baseUrl is ${shown(baseUrl)}: end it before "/api/v1", which the client adds itself.`,
    )
  }
  if (!("apiKey" in options)) return
  const { apiKey } = options
  // The key itself stays out of the message, and so out of logs.
  if (typeof apiKey !== "string" || !/^[\x21-\x7e]+$/.test(apiKey)) {
    const problem =
      typeof apiKey === "string" && apiKey !== "" ? "not one word of plain characters" : shown(apiKey)
    throw new TypeError(`apiKey is ${problem}: give a key as "sk_…", or leave it out to send none.`)
  }
}

/** A page's own origin may be written as the empty text. */
function addressOf(baseUrl: unknown): URL | null {
  const page = (globalThis as { location?: { origin: string } }).location
  try {
    return new URL(baseUrl === "" && page ? page.origin : (baseUrl as string))
  } catch {
    return null
  }
}

const shown = (value: unknown) => JSON.stringify(value) ?? String(value)

/** `more` gives further headers of each request. */
export function createSend(options: ClientOptions, more: () => Record<string, string> = () => ({})): Send {
  return async (kind, path, input = {}, own = {}) => {
    const { signal, idempotencyKey, retries = options.retries ?? 3 } = own
    const request = requestOf(options, kind, path, input)
    Object.assign(request.headers, more())
    if (kind === "POST") request.headers["idempotency-key"] = idempotencyKey ?? crypto.randomUUID()
    for (let attempt = 0; ; attempt += 1) {
      const heard = (answer: AnswerInfo) => {
        options.onAnswer?.(answer)
        own.onAnswer?.(answer)
      }
      const answer = await ask(options, request, { ...own, attempt: attempt + 1, heard }).catch(
        (error: unknown) => {
          signal?.throwIfAborted()
          return error
        },
      )
      if (!(answer instanceof Error)) return answer
      const waitMs = waitBefore(answer, attempt, isRepeatable(kind, input))
      if (attempt >= retries || waitMs === null || waitMs > longestWaitMs) throw answer
      await pause(waitMs, signal)
    }
  }
}

/** True where a request that may have been carried out can be sent again without harm. */
function isRepeatable(kind: string, input: Input): boolean {
  return ["GET", "READ", "POST"].includes(kind) || (kind === "PUT" && input.if_version === undefined)
}

/** Milliseconds to wait before the request is sent again; null when it would be of no use, or not safe. */
function waitBefore(error: Error, attempt: number, isRepeatable: boolean): number | null {
  if (error instanceof Refusal) {
    const passes = [408, 429, 503].includes(error.status) || error.code === "idempotency_key_running"
    if (!passes) return null
    if (error.retryAfterSeconds !== undefined) return error.retryAfterSeconds * 1_000
  } else if (!isRepeatable) return null
  return 250 * 2 ** attempt * (1 + Math.random())
}

interface PlacedRequest {
  url: string
  method: string
  headers: Record<string, string>
  body?: string | Blob
}

/** A browser's pages may not say who they are, and need no other words than the browser's. */
const isPageOfBrowser = "document" in globalThis

/** The headers that every request carries, the stream's too. */
export function headersOf({ apiKey, userAgent }: ClientOptions): Record<string, string> {
  const ours = `appointed-sdk/${version}`
  return {
    ...(isPageOfBrowser ? {} : { "user-agent": userAgent === undefined ? ours : `${userAgent} ${ours}` }),
    ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
  }
}

/** The methods of the kinds that are no method themselves. */
const methods: Record<string, string> = { SEND: "POST", READ: "POST", REMOVE: "DELETE" }

/** The fields that the path names go there, the others into the query of a GET or DELETE and the body of anything else. */
function requestOf(options: ClientOptions, kind: string, path: string, input: Input): PlacedRequest {
  const { baseUrl } = options
  const rest = { ...input }
  const filled = path.replace(/{(\w+)}/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    return encodeURIComponent(String(value))
  })
  const method = methods[kind] ?? kind
  const headers = headersOf(options)
  const url = `${baseUrl.replace(/\/$/, "")}/api/v1${filled}`
  const fields = Object.entries(rest).filter(([, value]) => value !== undefined)
  if (kind === "GET" || kind === "DELETE") {
    const query = new URLSearchParams(fields.flatMap(([name, value]) => queryOf(name, value)))
    return { url: query.size === 0 ? url : `${url}?${query}`, method, headers }
  }
  const file = fields.find(([, value]) => value instanceof Blob)?.[1] as Blob | undefined
  if (file) return { url, method, headers, body: file }
  if (fields.length === 0) return { url, method, headers }
  headers["content-type"] = "application/json"
  return { url, method, headers, body: JSON.stringify(Object.fromEntries(fields)) }
}

/** An object becomes one parameter for each of its fields: `metadata[stage]`. */
const queryOf = (name: string, value: unknown): [string, string][] =>
  value !== null && typeof value === "object" && !Array.isArray(value)
    ? Object.entries(value).map(([key, each]) => [`${name}[${key}]`, String(each)])
    : [[name, String(value)]]

interface Try extends Pick<RequestOptions, "signal" | "timeoutMs"> {
  /** From 1. */
  attempt: number
  heard: (answer: AnswerInfo) => void
}

/** The data of the answer. Throws `Refusal` or `NoAnswer`. */
async function ask(
  { baseUrl, fetch = globalThis.fetch, ...options }: ClientOptions,
  { url, ...request }: PlacedRequest,
  { signal, timeoutMs = options.timeoutMs ?? 30_000, attempt, heard }: Try,
): Promise<unknown> {
  const timeout = AbortSignal.timeout(timeoutMs)
  const from = performance.now()
  const hear = (answer: Response | null) =>
    heard({
      ...{ method: request.method, url, attempt, milliseconds: performance.now() - from },
      ...{ status: answer?.status ?? null, requestId: answer?.headers.get("x-request-id") ?? null },
    })
  let answer: Response | null = null
  try {
    answer = await fetch(url, {
      ...request,
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    })
    hear(answer)
    if (!answer.ok) throw await refusalOf(answer, url)
    if (isPage(answer)) throw notOfService(answer, url)
    if (!isJson(answer)) return await answer.text()
    const body = (await answer.json()) as Record<string, unknown>
    return body.success === true && "data" in body && !("next_cursor" in body) ? body.data : body
  } catch (error) {
    if (error instanceof Refusal || error instanceof NoAnswer) throw error
    if (answer === null) hear(null)
    const why = timeout.aborted ? `none came within ${timeoutMs} ms` : "the connection failed"
    throw new NoAnswer(`No answer from ${baseUrl || "the service"}: ${why}.`, { cause: error })
  }
}

const isJson = (answer: Response) => answer.headers.get("content-type")?.includes("json") ?? false
/** No operation answers with a web page. */
const isPage = (answer: Response) => answer.headers.get("content-type")?.includes("text/html") ?? false

const notOfService = ({ status }: Response, url: string) =>
  new NoAnswer(
    `Something else than the service answered ${url} with ${status}. Is baseUrl the API's address, or does something stand between?`,
    { status },
  )

/** The refusal in an answer that is not 2xx. */
export async function refusalOf(answer: Response, url: string): Promise<Refusal | NoAnswer> {
  const { status } = answer
  const body = isJson(answer)
    ? ((await answer.json().catch(() => null)) as { error?: RefusalBody } | null)
    : null
  if (typeof body?.error?.code !== "string") return notOfService(answer, url)
  if (body.error.code === "route_not_found") {
    body.error.message = `${body.error.message} Is baseUrl the API's address? Asked was ${url}.`
  }
  const retryAfter = answer.headers.get("retry-after")
  return new Refusal(status, body.error, retryAfter === null ? undefined : Number(retryAfter) || 0)
}

/** Throws when the signal aborts. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal!.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop)
      resolve()
    }, ms)
    if (signal?.aborted) stop()
    else signal?.addEventListener("abort", stop, { once: true })
  })
}

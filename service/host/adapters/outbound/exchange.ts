/**
 * One request to its end. Node reports the end of a request in many ways and sometimes in none: a request that is answered
 * by `101 Switching Protocols` has neither a response nor an error. So the deadline ends the wait by itself, regardless of
 * the events that come, and a request or response that closes counts as broken unless its answer was complete.
 */
import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from "node:http"
import { secondsPerDay } from "../../../../domain/time/units.ts"
import { OutboundFailure } from "./failure.ts"

/**
 * The part of an answer's body that is read: the whole, which must not be longer; or its beginning, where the head already
 * is the answer: then a body that is longer, breaks off or does not come in time is no failure. A beginning of 0 bytes is
 * not waited for.
 */
export type BodyReading = { whole: number } | { beginning: number }

export interface ExchangeTerms {
  body?: string | Buffer | undefined
  /** By the status of the answer. */
  reading(status: number): BodyReading
  /** As `performance.now()` counts. */
  deadline: number
  signal?: AbortSignal | undefined
}

export interface OutboundAnswer {
  /** Any status but 1xx. A redirect is an answer: it is never followed. */
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
  /** The address that it came from. */
  address: string | null
}

/** Throws OutboundFailure, and nothing else. */
export async function exchange(open: () => ClientRequest, terms: ExchangeTerms): Promise<OutboundAnswer> {
  const wait = startWait(terms)
  let request: ClientRequest | null = null
  let address: string | null = null
  let isAnswered = false
  try {
    if (terms.signal?.aborted) throw new OutboundFailure("cancelled")
    const opened = open()
    request = opened
    wait.over.catch(() => opened.destroy())
    opened.on("close", () => wait.stop())
    opened.on("socket", (socket) => {
      const note = () => {
        address = socket.remoteAddress ?? null
      }
      if (socket.connecting) socket.once("connect", note)
      else note()
    })
    const answer = answerOf(opened, terms.reading, wait.over)
    opened.end(terms.body)
    const { response, body } = await Promise.race([answer, wait.over])
    isAnswered = true
    return { status: response.statusCode ?? 0, headers: response.headers, body: await body, address }
  } catch (error) {
    wait.stop()
    request?.destroy()
    const mayBeStale = !isAnswered && (request?.reusedSocket ?? false)
    throw OutboundFailure.of(error, { address, mayBeStale })
  }
}

interface Wait {
  /** Rejects with an OutboundFailure when the deadline has come, or the signal. */
  over: Promise<never>
  stop(): void
}

function startWait({ deadline, signal }: ExchangeTerms): Wait {
  const { promise: over, reject } = Promise.withResolvers<never>()
  // The promise may fail before anything awaits it.
  over.catch(() => undefined)
  const timer = setTimeout(() => reject(new OutboundFailure("timeout")), deadline - performance.now())
  const onAbort = () => reject(new OutboundFailure("cancelled"))
  signal?.addEventListener("abort", onAbort)
  return {
    over,
    stop() {
      clearTimeout(timer)
      signal?.removeEventListener("abort", onAbort)
    },
  }
}

/** An answer may be announced by 1xx ones. More than these are no announcement. */
const mostInformational = 20

/** The answer's head, and its body as it comes. */
function answerOf(
  request: ClientRequest,
  reading: ExchangeTerms["reading"],
  over: Promise<never>,
): Promise<{ response: IncomingMessage; body: Promise<Buffer> }> {
  const { promise, resolve, reject } = Promise.withResolvers<{
    response: IncomingMessage
    body: Promise<Buffer>
  }>()
  let informational = 0
  request.on("response", (response) => {
    const { statusCode: status = 0 } = response
    // 101 without a word of the protocol to switch to.
    if (status < 200) reject(new OutboundFailure("bad_answer", { status }))
    // At once, since what follows the head may already be here.
    else resolve({ response, body: bodyOf(request, response, reading(status), over) })
  })
  request.on("information", () => {
    informational += 1
    if (informational > mostInformational) reject(new OutboundFailure("bad_answer"))
  })
  request.on("upgrade", ({ statusCode = null }, socket) => {
    socket.on("error", () => undefined)
    socket.destroy()
    reject(new OutboundFailure("bad_answer", { status: statusCode }))
  })
  request.on("error", reject)
  request.on("close", () => reject(new OutboundFailure("connection_reset")))
  return promise
}

/** A longer body that has no reader costs the connection instead of our time. */
const mostDiscardedBytes = 65_536

function bodyOf(
  request: ClientRequest,
  response: IncomingMessage,
  wanted: BodyReading,
  over: Promise<never>,
): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  promise.catch(() => undefined)
  const isWhole = "whole" in wanted
  const most = isWhole ? wanted.whole : wanted.beginning
  const chunks: Buffer[] = []
  let bytes = 0
  const soFar = () => Buffer.concat(chunks).subarray(0, most)
  const broken = (error: unknown) => (isWhole ? reject(error) : resolve(soFar()))

  response.on("data", (chunk: Buffer) => {
    if (bytes <= most) chunks.push(chunk)
    bytes += chunk.length
    if (bytes > most && isWhole)
      reject(new OutboundFailure("too_large", { status: response.statusCode ?? null }))
    if (bytes >= most && !isWhole) resolve(soFar())
    if (bytes > most + mostDiscardedBytes) response.destroy()
  })
  response.on("end", () => resolve(soFar()))
  // Malformed chunks are an error of the request, and only after that one of the response.
  request.on("error", broken)
  response.on("error", broken)
  response.on("close", () => broken(new OutboundFailure("connection_reset")))
  over.catch(broken)
  if (most === 0 && !isWhole) resolve(soFar())
  return promise
}

/**
 * The wait that an answer's `Retry-After` asks for, in whole seconds, a day at the most; null where it asks for none. Its
 * form with a date is as rare as it is vague, and counts as none.
 */
export function retryAfterSeconds(header: string | null | undefined): number | null {
  const seconds = Number(header ?? 0)
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(Math.ceil(seconds), secondsPerDay) : null
}

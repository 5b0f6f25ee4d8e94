/**
 * Sends one webhook: a POST to a vetted address under one deadline, over connections that are kept. The answer's head
 * settles it; redirects are not followed, and the body is read only so that the connection can be used again.
 */
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from "node:http"
import { Agent as HttpsAgent, request as httpsRequest, type RequestOptions } from "node:https"
import type { Post, Posted, Posting } from "../../ports.ts"
import type { ConnectionGuard } from "./address-guard.ts"
import { DeadlinePassed, failureWord } from "./failure-words.ts"
import { vettedLookup } from "./vetted-lookup.ts"

export interface PostOptions {
  guard: ConnectionGuard
  /** For resolving, connecting, TLS, sending and the answer together. */
  deadlineMs?: number
  /** Authorities to trust instead of the usual ones, for tests. */
  ca?: string
}

const defaultDeadlineMs = 10_000
const idleMs = 30_000
const keptConnections = 256
/** A longer body costs the connection instead of our time. */
const bodyLimitBytes = 65_536

export function createPost(options: PostOptions): Post {
  const { guard, deadlineMs = defaultDeadlineMs } = options
  const agentOptions = {
    keepAlive: true,
    maxFreeSockets: keptConnections,
    timeout: idleMs,
    scheduling: "lifo" as const,
  }
  const secure = new HttpsAgent({ ...agentOptions, ...(options.ca === undefined ? {} : { ca: options.ca }) })
  const plain = new HttpAgent(agentOptions)
  const lookup = vettedLookup(guard)

  function exchange(posting: Posting, deadline: number): Promise<number> {
    const url = new URL(posting.url)
    const isSecure = url.protocol === "https:"
    const settled = Promise.withResolvers<number>()
    const requestOptions: RequestOptions = {
      method: "POST",
      agent: isSecure ? secure : plain,
      lookup,
      headers: headersOf(posting),
    }
    const request = isSecure ? httpsRequest(url, requestOptions) : httpRequest(url, requestOptions)
    const timer = setTimeout(() => request.destroy(new DeadlinePassed()), deadline - performance.now())
    request.on("response", (answer) => {
      settled.resolve(answer.statusCode ?? 0)
      discard(answer)
    })
    request.on("error", (error) => settled.reject(request.reusedSocket ? new StaleConnection(error) : error))
    request.on("close", () => clearTimeout(timer))
    request.end(posting.body)
    return settled.promise
  }

  return {
    async send(posting) {
      const deadline = performance.now() + deadlineMs
      try {
        guard.checkUrl(posting.url)
        return postedWith(
          await exchange(posting, deadline).catch(retryStale(() => exchange(posting, deadline))),
        )
      } catch (error) {
        return {
          statusCode: null,
          error: failureWord(error instanceof StaleConnection ? error.cause : error),
        }
      }
    },
    close() {
      secure.destroy()
      plain.destroy()
    },
  }
}

/** A kept connection broke: the receiver may have closed it while we wrote, which says nothing about the receiver. */
class StaleConnection extends Error {
  override readonly name = "StaleConnection"
  constructor(cause: Error) {
    super(cause.message, { cause })
  }
}

function retryStale(again: () => Promise<number>): (error: unknown) => Promise<number> {
  return (error) => {
    const hungUp = error instanceof StaleConnection && failureWord(error.cause) === "connection_reset"
    if (hungUp) return again()
    throw error
  }
}

function headersOf({ headers, body }: Posting): Record<string, string | number> {
  return {
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(body),
    "user-agent": "Appointed-Webhooks/1",
    ...headers,
  }
}

function discard(answer: IncomingMessage): void {
  let bytes = 0
  answer.on("data", (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > bodyLimitBytes) answer.destroy()
  })
  answer.on("error", () => undefined)
}

const postedWith = (statusCode: number): Posted => ({
  statusCode,
  error: statusCode >= 300 && statusCode < 400 ? "redirect" : null,
})

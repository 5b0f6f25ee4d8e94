/**
 * Sends one webhook: a POST to a vetted address under one deadline, over connections that are kept. The answer's head
 * settles it: redirects are not followed, and of a body only the beginning is kept, where the answer is a failure.
 */
import type { DeliveryError } from "../../../../domain/model/delivery.ts"
import { isTaken } from "../../../../domain/rules/webhooks/delivery-outcome.ts"
import type { Post, Posted, Posting } from "../../../platform/ports.ts"
import type { ConnectionGuard } from "../outbound/address-guard.ts"
import { createOutboundClient } from "../outbound/client.ts"
import type { OutboundFailure, OutboundProblem } from "../outbound/failure.ts"

export interface PostOptions {
  guard: ConnectionGuard
  /** For resolving, connecting, TLS, sending and the answer together. */
  deadlineMs?: number
  /** Authorities to trust instead of the usual ones, for tests. */
  ca?: string
}

const defaultDeadlineMs = 10_000

export function createPost({ guard, deadlineMs = defaultDeadlineMs, ca }: PostOptions): Post {
  const client = createOutboundClient({ guard, userAgent: "Appointed-Webhooks/1", ca })
  return {
    async send({ url, headers, body }: Posting): Promise<Posted> {
      const request = { method: "POST", url, headers: { ...contentType, ...headers }, body }
      try {
        const answer = await client.ask({ ...request, timeoutMs: deadlineMs, reading })
        const { status, address } = answer
        const error = isRedirect(status) ? "redirect" : null
        const answerBody = isTaken(status) ? null : textOf(answer.body)
        return { statusCode: status, error, tlsReason: null, address, answerBody }
      } catch (error) {
        const { problem, status, tls, address } = error as OutboundFailure
        return { statusCode: status, error: words[problem], tlsReason: tls, address, answerBody: null }
      }
    },
    close: () => client.close(),
  }
}

const contentType = { "content-type": "application/json; charset=utf-8" }
const keptBytes = 1_024
const reading = (status: number) => ({ beginning: isTaken(status) ? 0 : keptBytes })
const isRedirect = (status: number) => status >= 300 && status < 400

/** Without a character that the limit has cut, and without NUL, which PostgreSQL does not hold. Null when it is empty. */
function textOf(body: Buffer): string | null {
  const text = new TextDecoder().decode(body, { stream: true }).replaceAll("\0", "\ufffd")
  return text === "" ? null : text
}

/** The client's words are those that companies read, but for these two. No webhook is cancelled, and no body too large. */
const words: Readonly<Record<OutboundProblem, DeliveryError>> = {
  timeout: "timeout",
  connection_refused: "connection_refused",
  connection_reset: "connection_reset",
  unreachable: "unreachable",
  dns: "dns",
  tls: "tls",
  blocked_address: "blocked_address",
  bad_answer: "bad_answer",
  cancelled: "failed",
  too_large: "failed",
  failed: "failed",
}

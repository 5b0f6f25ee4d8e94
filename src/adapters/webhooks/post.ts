/**
 * Sends one webhook: a POST to a vetted address under one deadline, over connections that are kept. The answer's head
 * settles it: redirects are not followed, and the body is read only so that the connection can be used again.
 */
import type { DeliveryError } from "../../model/delivery.ts"
import type { Post, Posted, Posting } from "../../ports.ts"
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
        const { status } = await client.ask({ ...request, timeoutMs: deadlineMs, reading: noBody })
        return { statusCode: status, error: isRedirect(status) ? "redirect" : null }
      } catch (error) {
        const { problem, status } = error as OutboundFailure
        return { statusCode: status, error: words[problem] }
      }
    },
    close: () => client.close(),
  }
}

const contentType = { "content-type": "application/json; charset=utf-8" }
const noBody = () => ({ beginning: 0 })
const isRedirect = (status: number) => status >= 300 && status < 400

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

/**
 * Reads a page of a website that a company names, through the client that webhooks and calendars use: every connection is
 * vetted, those of redirects too. The time for all of it and what is read of the document are bounded.
 */
import type { WebsitePage, WebsiteProblem } from "../../../domain/model/embedding.ts"
import { type Websites, WebsiteUnavailable } from "../../platform/ports/websites.ts"
import type { ConnectionGuard } from "./outbound/address-guard.ts"
import { createOutboundClient } from "./outbound/client.ts"
import type { OutboundAnswer } from "./outbound/exchange.ts"
import type { OutboundFailure } from "./outbound/failure.ts"

export interface WebsitesOptions {
  guard: ConnectionGuard
  /** For all requests of one reading together. */
  deadlineMs?: number
  /** Authorities to trust instead of the usual ones, for tests. */
  ca?: string
}

const defaultDeadlineMs = 10_000
const mostRedirects = 5
/** Policies and snippets of usual pages stand well before it. */
const keptBytes = 512 * 1024

export function createWebsites({ guard, deadlineMs = defaultDeadlineMs, ca }: WebsitesOptions): Websites {
  const client = createOutboundClient({ guard, userAgent: "Appointed-Embedding/1", ca })

  async function ask(url: string, deadline: number): Promise<OutboundAnswer> {
    if (!URL.canParse(url)) throw new WebsiteUnavailable("bad_answer", url)
    if (isRefused(url) && new URL(url).protocol !== "https:") throw new WebsiteUnavailable("not_https", url)
    try {
      return await client.ask({
        method: "GET",
        url,
        headers,
        timeoutMs: deadline - performance.now(),
        reading: () => ({ beginning: keptBytes }),
        isOnce: true,
      })
    } catch (error) {
      throw new WebsiteUnavailable(problemOf(error as OutboundFailure), url)
    }
  }

  function isRefused(url: string): boolean {
    try {
      guard.checkUrl(url)
      return false
    } catch {
      return true
    }
  }

  return {
    async read(url) {
      const deadline = performance.now() + deadlineMs
      let at = url
      for (let hops = 0; hops <= mostRedirects; hops += 1) {
        const answer = await ask(at, deadline)
        const next = redirectOf(answer, at)
        if (next === null) return pageOf(answer, at)
        at = next
      }
      throw new WebsiteUnavailable("too_many_redirects", at)
    },
    close: () => client.close(),
  }
}

const headers = {
  accept: "text/html,application/xhtml+xml",
  // Compressed bytes that are cut off in the middle can't be unpacked.
  "accept-encoding": "identity",
}

const redirects = new Set([301, 302, 303, 307, 308])

/**
 * The address that the answer leads to; null when it is the page itself. A redirect to no address is refused when it is
 * asked.
 */
function redirectOf({ status, headers: { location } }: OutboundAnswer, from: string): string | null {
  if (!redirects.has(status) || location === undefined) return null
  return URL.parse(location, from)?.href ?? location
}

function pageOf({ status, headers, body }: OutboundAnswer, url: string): WebsitePage {
  const type = headers["content-type"] ?? ""
  const isReadable = /^(text\/html|application\/xhtml\+xml)\b/i.test(type.trim())
  const isPlain = [undefined, "", "identity"].includes(headers["content-encoding"])
  const policy = headers["content-security-policy"]
  return {
    url,
    status,
    policyHeader: (Array.isArray(policy) ? policy.join(", ") : policy) ?? null,
    html: isReadable && isPlain ? body.toString("utf8") : null,
  }
}

function problemOf({ problem }: OutboundFailure): WebsiteProblem {
  return problem === "cancelled" || problem === "too_large" ? "failed" : problem
}

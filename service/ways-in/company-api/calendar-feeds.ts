/**
 * `GET {base_url}/feeds/<token>.ics`: what calendar programs subscribe to. The token is all that it asks for. An unchanged feed is
 * answered by 304.
 */
import { hash } from "node:crypto"
import type { FastifyInstance } from "fastify"
import { writeFeed } from "../../calendars/write-feed.ts"
import type { AppContext } from "../../platform/context.ts"
import { limitLinkViews } from "../../platform/rate-limits.ts"

const headers = {
  "cache-control": "private, no-cache",
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex, nofollow",
  "content-security-policy": "sandbox; default-src 'none'; frame-ancestors 'none'",
}

const tagLength = 22

export function mountCalendarFeeds(app: FastifyInstance, host: AppContext): void {
  app.get<{ Params: { token: string } }>("/feeds/:token.ics", async (request, reply) => {
    reply.headers({ ...headers, "cache-control": "private, no-store" })
    await limitLinkViews(host, request.ip)
    const text = await writeFeed(host, request.params.token)
    const tag = `"${hash("sha256", text, "base64url").slice(0, tagLength)}"`
    reply.headers({ ...headers, etag: tag })
    if (knows(request.headers["if-none-match"], tag)) return reply.code(304).send()
    return reply
      .header("content-disposition", 'inline; filename="appointments.ics"')
      .type("text/calendar; charset=utf-8")
      .send(text)
  })
}

/** Proxies and programs may weaken a tag, and send several. */
const knows = (given: string | undefined, tag: string): boolean =>
  (given ?? "").split(",").some((one) => one.trim().replace(/^W\//, "") === tag || one.trim() === "*")

/** How the customer host answers a refusal: a request for a page gets a page, any other the JSON envelope. */
import type { FastifyRequest } from "fastify"
import type { MessageKind, PageRenderer } from "../../../domain/contracts/page-renderer.ts"
import type { Refusal } from "../../../domain/model/errors.ts"
import { type Refuse, sendRefusal } from "../http/errors.ts"
import { pathOf } from "../http/routing.ts"
import { type EmbedLists, freshMs, whileAwayMs } from "./embed-lists.ts"
import { sendPage } from "./page-headers.ts"
import { visitorLocale, visitorRegion } from "./visitor-locale.ts"

export function pageRefusals(
  headers: Record<string, string>,
  pages: PageRenderer,
  embedLists: EmbedLists,
): Refuse {
  return (request, reply, refusal) => {
    reply.headers(headers)
    if (!asksForPage(request)) return sendRefusal(reply, refusal, request.id)
    const wanted = request.headers["accept-language"]
    const [locale, region] = [visitorLocale(wanted, "en"), visitorRegion(wanted)]
    const { retryAfterSeconds = null } = refusal
    if (retryAfterSeconds !== null) reply.header("retry-after", retryAfterSeconds)
    const kind = kindOf(refusal)
    return sendPage(reply.code(refusal.status), framers(embedLists, request, refusal), (nonce, framing) =>
      pages.message({ kind, retryAfterSeconds, locale, region, nonce, framing }),
    )
  }
}

/** A page that is busy says so in its frame too. A page that does not exist must not be framed. */
function framers(embedLists: EmbedLists, request: FastifyRequest, { status }: Refusal): readonly string[] {
  const address = addressOf(request)
  if (status >= 500) return embedLists.lastKnown(address, whileAwayMs) ?? []
  return status === 429 ? (embedLists.lastKnown(address, freshMs) ?? []) : []
}

/** The one spelling of the request's path that the pages are noted under: the route with its parameters filled in. */
function addressOf({ routeOptions, params }: FastifyRequest): string {
  const values = params as Record<string, string>
  return (routeOptions.url ?? "").replace(/:(\w+)/g, (_, name: string) => values[name] ?? "")
}

function asksForPage({ method, url, routeOptions }: FastifyRequest): boolean {
  const path = routeOptions.url ?? pathOf(url)
  return (method === "GET" || method === "HEAD") && !path.startsWith("/api/") && !path.startsWith("/assets/")
}

function kindOf({ code, status }: Refusal): MessageKind {
  if (code === "rate_limited") return "tooMany"
  if (status === 503) return "busy"
  return status === 404 || status === 400 ? "notFound" : "failed"
}

/** How the booking host says no: a page to whoever asked for a page, the envelope to whoever asked for JSON. */
import type { FastifyRequest } from "fastify"
import { type MessageKind, renderMessagePage } from "../../../web/shared/message-page.ts"
import type { Refusal } from "../../model/errors.ts"
import { type Refuse, sendRefusal } from "../errors.ts"
import { type EmbedLists, freshMs, whileAwayMs } from "./embed-lists.ts"
import { sendPage } from "./page-headers.ts"
import type { PageAssetsOf } from "./pages.ts"
import { visitorLocale } from "./visitor-locale.ts"

export function pageRefusals(
  headers: Record<string, string>,
  assetsOf: PageAssetsOf,
  embedLists: EmbedLists,
): Refuse {
  return (request, reply, refusal) => {
    reply.headers(headers)
    if (!asksForPage(request)) return sendRefusal(reply, refusal, request.id)
    const locale = visitorLocale(request.headers["accept-language"], "en")
    const assets = assetsOf("booking-link/main.tsx", locale)
    const { retryAfterSeconds = null } = refusal
    if (retryAfterSeconds !== null) reply.header("retry-after", retryAfterSeconds)
    const kind = kindOf(refusal)
    const company = { name: null, phone: null }
    return sendPage(reply.code(refusal.status), framers(embedLists, request, refusal), (nonce, framing) =>
      renderMessagePage({
        kind,
        company,
        retryAfterSeconds,
        accentColor: null,
        locale,
        nonce,
        assets,
        framing,
      }),
    )
  }
}

/** A page that is only held up says so in its frame too; one that is not there is framed by nobody. */
function framers(embedLists: EmbedLists, { url }: FastifyRequest, { status }: Refusal): readonly string[] {
  const address = url.split("?")[0]!
  if (status >= 500) return embedLists.lastKnown(address, whileAwayMs) ?? []
  return status === 429 ? (embedLists.lastKnown(address, freshMs) ?? []) : []
}

function asksForPage({ method, url }: FastifyRequest): boolean {
  return (method === "GET" || method === "HEAD") && !url.startsWith("/api/") && !url.startsWith("/assets/")
}

function kindOf({ code, status }: Refusal): MessageKind {
  if (code === "rate_limited") return "tooMany"
  if (status === 503) return "busy"
  return status < 500 ? "notFound" : "failed"
}

/**
 * `{book_url}/u/<token>`: no more offers by mail. Opening it changes nothing, since mail programs open links by themselves; its
 * button, or the mail program's own (RFC 8058), sends a POST without a cookie.
 */
import type { FastifyInstance } from "fastify"
import type { PageRenderer } from "../../../domain/contracts/page-renderer.ts"
import { type OpenedUnsubscribe, openUnsubscribe, unsubscribe } from "../../customers/email-consent.ts"
import type { AppContext } from "../../platform/context.ts"
import { limitLinkViews } from "../../platform/rate-limits.ts"
import { sendPage } from "./page-headers.ts"
import { visitorLocale, visitorRegion } from "./visitor-locale.ts"

const mostFormBytes = 1_024

type Route = { Params: { token: string } }

export function mountUnsubscribe(app: FastifyInstance, host: AppContext, pages: PageRenderer): void {
  // In a scope of its own, so that no other route takes bodies of any type.
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // The body that mail programs send adds nothing to the address.
    scope.addContentTypeParser(
      "*",
      { parseAs: "string", bodyLimit: mostFormBytes },
      (_request, _body, done) => done(null, null),
    )
    const pageOf = (token: string, opened: OpenedUnsubscribe, wanted: string | undefined) => {
      const { company, isSubscribed } = opened
      const [locale, region] = [visitorLocale(wanted, company.locale), visitorRegion(wanted)]
      return (nonce: string, framing: Parameters<PageRenderer["unsubscribe"]>[0]["framing"]) =>
        pages.unsubscribe({
          company,
          isSubscribed,
          action: `/u/${token}`,
          locale,
          region,
          nonce,
          framing,
        })
    }
    scope.get<Route>("/u/:token", async (request, reply) => {
      await limitLinkViews(host, request.ip)
      const { token } = request.params
      const opened = await openUnsubscribe(host, token)
      return sendPage(reply, [], pageOf(token, opened, request.headers["accept-language"]), { hasForm: true })
    })
    // Mail programs follow no redirect here.
    scope.post<Route>("/u/:token", async (request, reply) => {
      const { token } = request.params
      await unsubscribe(host, token, request.id)
      const opened = await openUnsubscribe(host, token)
      return sendPage(reply, [], pageOf(token, opened, request.headers["accept-language"]), { hasForm: true })
    })
  })
}

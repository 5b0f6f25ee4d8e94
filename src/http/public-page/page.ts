/** `/<slug>`: a company's public page, with what it offers inside. */
import type { FastifyInstance } from "fastify"
import { renderBookingPage } from "../../../web/public-page/shell.ts"
import type { AppContext } from "../../context.ts"
import { admittedPage } from "../../operations/public-page/admit.ts"
import { offeredTypes } from "../../operations/public-page/find-times.ts"
import type { EmbedLists } from "../customer-host/embed-lists.ts"
import { sendPage } from "../customer-host/page-headers.ts"
import type { PageAssetsOf } from "../customer-host/pages.ts"
import { visitorLocale } from "../customer-host/visitor-locale.ts"
import { admissionOf } from "./admission.ts"
import { toOneAddress } from "./one-address.ts"
import { pageView } from "./view.ts"

export function mountPublicPage(
  app: FastifyInstance,
  context: AppContext,
  bookUrl: string,
  assetsOf: PageAssetsOf,
  embedLists: EmbedLists,
): void {
  app.get<{ Params: { slug: string } }>("/:slug/", toOneAddress)
  app.get<{ Params: { slug: string } }>("/:slug", async (request, reply) => {
    const { slug } = request.params
    if (slug !== slug.toLowerCase()) return toOneAddress(request, reply)
    const page = admittedPage(context, await admissionOf(request))
    const types = await offeredTypes(context, page)
    const botCheck = context.botCheck!
    const view = pageView({ slug, page, types, botCheck, bookUrl })
    const locale = visitorLocale(request.headers["accept-language"], page.locale)
    // The one page that strangers are meant to find.
    reply.removeHeader("x-robots-tag")
    const { pageOrigin } = botCheck
    embedLists.note(`/${slug}`, page.companyId, page.embed_origins)
    const assets = assetsOf("public-page/main.tsx", locale)
    return sendPage(
      reply,
      page.embed_origins,
      (nonce, framing) => renderBookingPage({ view, locale, nonce, assets, framing }),
      pageOrigin === null ? {} : { botCheckOrigin: pageOrigin },
    )
  })
}

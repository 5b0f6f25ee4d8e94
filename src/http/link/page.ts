/** `/r/<token>`: the booking link's page, with its first month of times inside. */
import type { FastifyInstance, FastifyRequest } from "fastify"
import { renderLinkPage } from "../../../web/link/shell.ts"
import type { LinkView, Locale } from "../../../web/shared/contract.ts"
import type { House } from "../../operations/house.ts"
import { type EndedLink, LinkEnded, openLink } from "../../operations/links/open-link.ts"
import type { Call } from "../../operations/operation.ts"
import { sendPage } from "../book/page-headers.ts"
import type { PageAssetsOf } from "../book/pages.ts"
import { visitorLocale } from "../book/visitor-locale.ts"
import { viewOf } from "./endpoints.ts"

export function mountLinkPage(
  app: FastifyInstance,
  house: House,
  bookUrl: string,
  assetsOf: PageAssetsOf,
): void {
  app.get<{ Params: { token: string } }>("/r/:token", async (request, reply) => {
    const { view, ended, companyLocale, embedOrigins } = await look(house, request, bookUrl)
    const locale = visitorLocale(request.headers["accept-language"], companyLocale)
    return sendPage(reply.code(view ? 200 : 404), embedOrigins, (nonce) =>
      renderLinkPage({ view, ended, locale, nonce, assets: assetsOf("link/main.tsx", locale) }),
    )
  })
}

interface Look {
  view: LinkView | null
  ended: EndedLink
  companyLocale: Locale
  embedOrigins: readonly string[]
}

async function look(
  house: House,
  request: FastifyRequest<{ Params: { token: string } }>,
  bookUrl: string,
): Promise<Look> {
  try {
    const link = await openLink(house, request.params.token)
    const call: Call = { companyId: link.companyId, actor: link.actor, requestId: request.id, now: link.now }
    const view = await viewOf(house, link, call, bookUrl)
    const { locale, embed_origins: embedOrigins } = link.loaded.company
    return { view, ended: null, companyLocale: locale, embedOrigins }
  } catch (error) {
    if (!(error instanceof LinkEnded)) throw error
    const { link: ended } = error
    const { companyLocale, embedOrigins } = ended ?? { companyLocale: "en", embedOrigins: [] }
    return { view: null, ended, companyLocale, embedOrigins }
  }
}

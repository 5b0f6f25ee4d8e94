/** `/r/<token>`: the booking link's page, with its first month of times inside. */
import type { FastifyInstance, FastifyRequest } from "fastify"
import { renderLinkPage } from "../../../web/link/shell.ts"
import type { LinkView, Locale } from "../../../web/shared/contract.ts"
import { Refusal } from "../../model/errors.ts"
import { openLink } from "../../operations/links/open-link.ts"
import type { Call, House } from "../../operations/operation.ts"
import { sendPage } from "../book/page-headers.ts"
import type { PageAssetsOf } from "../book/pages.ts"
import { visitorLocale } from "../book/visitor-locale.ts"
import { viewOf } from "./endpoints.ts"

interface Ended {
  companyName: string | null
  companyPhone: string | null
}

export function mountLinkPage(app: FastifyInstance, house: House, bookUrl: string, assetsOf: PageAssetsOf): void {
  app.get<{ Params: { token: string } }>("/r/:token", async (request, reply) => {
    const { view, ended, embedOrigins } = await look(house, request, bookUrl)
    const locale: Locale = visitorLocale(request.headers["accept-language"], view?.company.locale ?? "en")
    return sendPage(reply.code(view ? 200 : 404), embedOrigins, (nonce) =>
      renderLinkPage({ view, ended, locale, nonce, assets: assetsOf("link/main.tsx", locale) }),
    )
  })
}

interface Look {
  view: LinkView | null
  ended: Ended | null
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
    return { view, ended: null, embedOrigins: link.loaded.company.embed_origins }
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "link_ended") throw error
    const { company_name, company_phone } = (error.details ?? {}) as { company_name?: string; company_phone?: string }
    return { view: null, ended: { companyName: company_name ?? null, companyPhone: company_phone ?? null }, embedOrigins: [] }
  }
}


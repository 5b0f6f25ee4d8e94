/** `/r/<token>` and `/a/<token>`: the page of booking links and manage links, with the times of its first 31 days inside. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import type { LinkView } from "../../../domain/contracts/booking-link.ts"
import type { Locale } from "../../../domain/contracts/customer-pages.ts"
import type { PageRenderer } from "../../../domain/contracts/page-renderer.ts"
import { type LinkedNoun, linkPath } from "../../../domain/model/link-token.ts"
import { isTestCompany } from "../../../domain/model/test-company.ts"
import { visitorsOf } from "../../platform/budget/families.ts"
import { contextOf } from "../../platform/company-context.ts"
import type { AppContext } from "../../platform/context.ts"
import type { Call } from "../../platform/operation.ts"
import { type EndedLink, LinkEnded, openLink } from "../../requests/booking-link.ts"
import { type EmbedLists, freshMs } from "../customer-host/embed-lists.ts"
import { sendPage } from "../customer-host/page-headers.ts"
import { visitorLocale, visitorRegion } from "../customer-host/visitor-locale.ts"
import { chargeTo } from "../http/budgets.ts"
import { viewOf } from "./endpoints.ts"

export function mountBookingLinkPage(
  app: FastifyInstance,
  context: AppContext,
  bookUrl: string,
  pages: PageRenderer,
  embedLists: EmbedLists,
): void {
  const answer = (of: LinkedNoun) => async (request: LinkRequest, reply: FastifyReply) => {
    const { view, ended, isTest, companyLocale, embedOrigins } = await look(context, request, reply, {
      of,
      bookUrl,
      embedLists,
    })
    const wanted = request.headers["accept-language"]
    const [locale, region] = [visitorLocale(wanted, companyLocale), visitorRegion(wanted)]
    return sendPage(reply.code(view ? 200 : 404), embedOrigins, (nonce, framing) =>
      pages.bookingLink({ view, ended, locale, region, nonce, framing, isTest }),
    )
  }
  app.get(linkPath("request", ":token"), answer("request"))
  app.get(linkPath("appointment", ":token"), answer("appointment"))
}

type LinkRequest = FastifyRequest<{ Params: { token: string } }>

interface Look {
  view: LinkView | null
  ended: EndedLink
  isTest: boolean
  companyLocale: Locale
  embedOrigins: readonly string[]
}

async function look(
  context: AppContext,
  request: LinkRequest,
  reply: FastifyReply,
  { of, bookUrl, embedLists }: { of: LinkedNoun; bookUrl: string; embedLists: EmbedLists },
): Promise<Look> {
  const { token } = request.params
  const address = linkPath(of, token)
  try {
    const link = await openLink(context, token, of)
    await chargeTo(context, await visitorsOf(context, link.companyId), request, reply)
    const call: Call = { companyId: link.companyId, actor: link.actor, requestId: request.id, now: link.now }
    const view = await viewOf({ context: await contextOf(context, link.companyId), link, call, bookUrl })
    const { locale, embed_origins: embedOrigins } = link.loaded.company
    embedLists.note(address, link.companyId, embedOrigins)
    return { view, ended: null, isTest: isTestCompany(link.companyId), companyLocale: locale, embedOrigins }
  } catch (error) {
    if (!(error instanceof LinkEnded)) throw error
    const { link: ended } = error
    if (!ended) return { view: null, ended, isTest: false, companyLocale: "en", embedOrigins: [] }
    // A frame that has just shown a link may say that the link was replaced. After that the page can't be framed any more.
    const isFramable = ended.active || embedLists.lastKnown(address, freshMs) !== null
    const { companyLocale } = ended
    return {
      view: null,
      ended,
      isTest: false,
      companyLocale,
      embedOrigins: isFramable ? ended.embedOrigins : [],
    }
  }
}

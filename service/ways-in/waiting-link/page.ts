/**
 * `/w/<token>`: the page of a waiting entry. No site may frame it: its link comes by text or mail, and opens as a page of
 * its own.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import type { PageRenderer } from "../../../domain/contracts/page-renderer.ts"
import { linkPath } from "../../../domain/model/link-token.ts"
import { isTestCompany } from "../../../domain/model/test-company.ts"
import { visitorsOf } from "../../platform/budget/families.ts"
import { contextOf } from "../../platform/company-context.ts"
import type { AppContext } from "../../platform/context.ts"
import { LinkEnded } from "../../requests/booking-link.ts"
import { callOfLink, openWaitingLink } from "../../waiting/open-link.ts"
import { sendPage } from "../customer-host/page-headers.ts"
import { visitorLocale, visitorRegion } from "../customer-host/visitor-locale.ts"
import { chargeTo } from "../http/budgets.ts"
import { viewOfLink } from "./endpoints.ts"

export function mountWaitingLinkPage(
  app: FastifyInstance,
  host: AppContext,
  bookUrl: string,
  pages: PageRenderer,
): void {
  app.get(linkPath("waiting_entry", ":token"), async (request: LinkRequest, reply) => {
    const shown = await look(host, request, reply, bookUrl)
    const { view, ended } = shown
    const wanted = request.headers["accept-language"]
    const ofCompany = view?.company.locale ?? ended?.companyLocale ?? "en"
    const [locale, region] = [visitorLocale(wanted, ofCompany), visitorRegion(wanted)]
    return sendPage(reply.code(view ? 200 : 404), [], (nonce, framing) =>
      pages.waitingLink({ ...shown, locale, region, nonce, framing }),
    )
  })
}

type LinkRequest = FastifyRequest<{ Params: { token: string } }>

async function look(host: AppContext, request: LinkRequest, reply: FastifyReply, bookUrl: string) {
  try {
    const link = await openWaitingLink(host, request.params.token)
    const { companyId } = link
    const context = await contextOf(host, companyId)
    await chargeTo(host, await visitorsOf(host, companyId), request, reply)
    const call = callOfLink(link, { requestId: request.id, now: context.clock.now() })
    const view = await viewOfLink({ context, link, call, bookUrl })
    return { view, ended: null, isTest: isTestCompany(companyId) }
  } catch (error) {
    if (!(error instanceof LinkEnded)) throw error
    return { view: null, ended: error.link, isTest: false }
  }
}

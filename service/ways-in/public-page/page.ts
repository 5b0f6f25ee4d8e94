/** `/<slug>`: a company's public page, with what it offers inside. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import type { PageRenderer } from "../../../domain/contracts/page-renderer.ts"
import { publicSlug } from "../../../domain/model/company-settings.ts"
import { Refusal } from "../../../domain/model/errors.ts"
import { isTestCompany } from "../../../domain/model/test-company.ts"
import { iso } from "../../../domain/model/views.ts"
import { visitorsOf } from "../../platform/budget/families.ts"
import { contextOf } from "../../platform/company-context.ts"
import type { AppContext } from "../../platform/context.ts"
import type { EmbedLists } from "../customer-host/embed-lists.ts"
import { sendPage } from "../customer-host/page-headers.ts"
import { visitorLocale, visitorRegion } from "../customer-host/visitor-locale.ts"
import { chargeTo } from "../http/budgets.ts"
import { admissionOf } from "./admission.ts"
import { admittedPage } from "./admit.ts"
import { offeredTypes } from "./find-times.ts"
import { isPass } from "./page-pass.ts"
import { sendsCodes } from "./request-code.ts"
import { isClosedTo, mountTestGate, sendGate } from "./test-gate.ts"
import { canTextLinks } from "./text-links.ts"
import { publicPageView } from "./view.ts"

export function mountPublicPage(
  app: FastifyInstance,
  host: AppContext,
  bookUrl: string,
  pages: PageRenderer,
  embedLists: EmbedLists,
): void {
  mountTestGate(app, host)
  app.get<PageRoute>("/:slug", async (request, reply) => {
    const { slug } = request.params
    if (slug !== slug.toLowerCase()) return toOneAddress(request, reply)
    const page = admittedPage(host, await admissionOf(request))
    if (await isClosedTo(host, page, request)) return sendGate(pages, page, request, reply)
    await chargeTo(host, await visitorsOf(host, page.companyId), request, reply)
    const context = await contextOf(host, page.companyId)
    const types = await offeredTypes(context, page)
    const botCheck = context.botCheck!
    const able = { canSendCodes: sendsCodes(context, page), canTextLinks: canTextLinks(context, page) }
    const view = publicPageView({ slug, page, types, botCheck, ...able, bookUrl })
    const start = { view, openedAt: iso(new Date(context.clock.now())) }
    const wanted = request.headers["accept-language"]
    const [locale, region] = [visitorLocale(wanted, page.locale), visitorRegion(wanted)]
    const isTest = isTestCompany(page.companyId)
    const isPreview = isForConsole(host, page.companyId, request)
    // Search engines may list this page, and no other.
    if (!isPreview && !isTest) reply.removeHeader("x-robots-tag")
    const { pageOrigin } = botCheck
    embedLists.note(`/${slug}`, page.companyId, page.embed_origins)
    return sendPage(
      reply,
      page.embed_origins,
      (nonce, framing) => pages.publicPage({ start, locale, region, nonce, framing, isTest }),
      {
        ...(pageOrigin === null ? {} : { botCheckOrigin: pageOrigin }),
        ...(isPreview ? { consoleOrigin: host.baseUrl! } : {}),
      },
    )
  })
}

/**
 * The staff console may show the page beside the company's set-up. Only a console that somebody is signed in to gets a pass, so
 * that no other address of that host can have the page framed.
 */
function isForConsole(host: AppContext, companyId: number, { query }: PageRequest): boolean {
  const { preview } = query
  return host.baseUrl !== null && typeof preview === "string" && isPass(host, companyId, preview)
}

interface PageRoute {
  Params: { slug: string }
  /** `preview`: a pass of the staff console. `pass`: one to a test company's page. */
  Querystring: Record<string, unknown>
}
type PageRequest = FastifyRequest<PageRoute>

/** Redirects to the slug's own address with the query, whether or not a page is there. Throws 404 for an impossible slug. */
export function toOneAddress({ params, url }: PageRequest, reply: FastifyReply): FastifyReply {
  const slug = publicSlug.safeParse(params.slug.toLowerCase())
  if (!slug.success) throw new Refusal("route_not_found")
  const queryAt = url.indexOf("?")
  return reply.redirect(`/${slug.data}${queryAt < 0 ? "" : url.slice(queryAt)}`, 308)
}

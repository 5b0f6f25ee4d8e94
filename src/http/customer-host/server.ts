/** The customer host: booking links, public pages and their JSON endpoints. No company route is reachable here. */
import compress from "@fastify/compress"
import type { FastifyInstance, FastifyRequest } from "fastify"
import type { AppContext } from "../../context.ts"
import { refuseWithout } from "../../operations/rate-limits.ts"
import { networkOf } from "../../rules/public-page/network-address.ts"
import { takeToken } from "../../store/rate-limits.ts"
import { mountBookingLinkEndpoints } from "../booking-link/endpoints.ts"
import { mountBookingLinkPage } from "../booking-link/page.ts"
import { startAdmission } from "../public-page/admission.ts"
import { mountPublicPageEndpoints } from "../public-page/endpoints.ts"
import { mountPublicPage } from "../public-page/page.ts"
import { mountVisitEndpoints } from "../public-page/visit-endpoints.ts"
import { createServer, type ServerOptions } from "../server.ts"
import { mountEmbedScript, mountLogos } from "./assets.ts"
import { createEmbedLists } from "./embed-lists.ts"
import { privateHeaders } from "./page-headers.ts"
import { loadPages, serveAssets } from "./pages.ts"
import { pageRefusals } from "./refusals.ts"

export interface CustomerHostOptions extends Omit<ServerOptions, "bodyLimitBytes" | "refuse"> {
  bookUrl: string
  /** Where the built pages are. */
  webRoot: string
}

const bodyLimitBytes = 16_384
const linkRequestsPerMinute = 60

export async function createCustomerHost(
  context: AppContext,
  options: CustomerHostOptions,
): Promise<FastifyInstance> {
  const pages = await loadPages(options.webRoot)
  const headers = privateHeaders(options.bookUrl.startsWith("https:"))
  const embedLists = createEmbedLists(context.clock)
  const refuse = pageRefusals(headers, pages, embedLists)
  const app = createServer({ ...options, bodyLimitBytes, refuse })
  await app.register(compress, { threshold: 1_024, encodings: ["br", "gzip"] })

  app.addHook("onRequest", async (request, reply) => {
    if (!request.url.startsWith("/assets/")) reply.headers(headers)
    if (isLinkRequest(request)) await limitLinks(context, request)
    else if (isPageRequest(request)) startAdmission(context, request)
  })

  serveAssets(app, options.webRoot)
  mountEmbedScript(app, options.webRoot, options.bookUrl)
  mountLogos(app, context)
  mountBookingLinkEndpoints(app, context, options.bookUrl)
  mountBookingLinkPage(app, context, options.bookUrl, pages, embedLists)
  mountPublicPageEndpoints(app, context, options.bookUrl)
  mountVisitEndpoints(app, context, options.bookUrl)
  mountPublicPage(app, context, options.bookUrl, pages, embedLists)
  return app
}

const isLinkRequest = ({ url }: FastifyRequest) => url.startsWith("/r/") || url.startsWith("/api/link")

/** The public pages' documents and JSON; every other address of one segment could be a company's slug. */
const isPageRequest = ({ url }: FastifyRequest) =>
  url.startsWith("/api/pages/") || /^\/[a-z0-9-]{3,60}(\?|$)/.test(url)

async function limitLinks(context: AppContext, request: FastifyRequest): Promise<void> {
  const token = await takeToken(context.db, {
    key: `link:${networkOf(request.ip)}`,
    limit: linkRequestsPerMinute,
    windowSeconds: 60,
    now: context.clock.now(),
  })
  refuseWithout(token)
}

/** The booking host: the customers' pages and their JSON endpoints. Nothing of the company's side is reachable here. */
import compress from "@fastify/compress"
import type { FastifyInstance, FastifyRequest } from "fastify"
import type { House } from "../../operations/house.ts"
import { refuseWithout } from "../../operations/refuse-without.ts"
import { networkOf } from "../../rules/network-address.ts"
import { takeToken } from "../../store/rate-limits.ts"
import { mountLinkEndpoints } from "../link/endpoints.ts"
import { mountLinkPage } from "../link/page.ts"
import { startAdmission } from "../page/admission.ts"
import { mountPageEndpoints } from "../page/endpoints.ts"
import { mountPublicPage } from "../page/page.ts"
import { mountVisitEndpoints } from "../page/visit-endpoints.ts"
import { createServer, type ServerOptions } from "../server.ts"
import { createEmbedLists } from "./embed-lists.ts"
import { mountEmbedScript } from "./embed-script.ts"
import { mountLogos } from "./logos.ts"
import { privateHeaders } from "./page-headers.ts"
import { builtPages, serveAssets } from "./pages.ts"
import { pageRefusals } from "./refusals.ts"

export interface BookServerOptions extends Omit<ServerOptions, "bodyLimitBytes" | "refuse"> {
  bookUrl: string
  /** Where the built pages are. */
  webRoot: string
}

const bodyLimitBytes = 16_384
const linkRequestsPerMinute = 60

export async function createBookServer(house: House, options: BookServerOptions): Promise<FastifyInstance> {
  const assetsOf = builtPages(options.webRoot)
  const headers = privateHeaders(options.bookUrl.startsWith("https:"))
  const embedLists = createEmbedLists(house.clock)
  const refuse = pageRefusals(headers, assetsOf, embedLists)
  const app = createServer({ ...options, bodyLimitBytes, refuse })
  await app.register(compress, { threshold: 1_024, encodings: ["br", "gzip"] })

  app.addHook("onRequest", async (request, reply) => {
    if (!request.url.startsWith("/assets/")) reply.headers(headers)
    if (isLinkRequest(request)) await limitLinks(house, request)
    else if (isPageRequest(request)) startAdmission(house, request)
  })

  serveAssets(app, options.webRoot)
  mountEmbedScript(app, options.webRoot, options.bookUrl)
  mountLogos(app, house)
  mountLinkEndpoints(app, house, options.bookUrl)
  mountLinkPage(app, house, options.bookUrl, assetsOf, embedLists)
  mountPageEndpoints(app, house, options.bookUrl)
  mountVisitEndpoints(app, house, options.bookUrl)
  mountPublicPage(app, house, options.bookUrl, assetsOf, embedLists)
  return app
}

const isLinkRequest = ({ url }: FastifyRequest) => url.startsWith("/r/") || url.startsWith("/api/link")

/** The public pages' documents and JSON; every other address of one segment could be a company's slug. */
const isPageRequest = ({ url }: FastifyRequest) =>
  url.startsWith("/api/pages/") || /^\/[a-z0-9-]{3,60}(\?|$)/.test(url)

async function limitLinks(house: House, request: FastifyRequest): Promise<void> {
  const token = await takeToken(house.db, {
    key: `link:${networkOf(request.ip)}`,
    limit: linkRequestsPerMinute,
    windowSeconds: 60,
    now: house.clock.now(),
  })
  refuseWithout(token)
}

/** The customer host: booking links, public pages and their JSON endpoints. No company route is reachable here. */
import compress from "@fastify/compress"
import type { FastifyInstance } from "fastify"
import type { AppContext } from "../../platform/context.ts"
import { limitLinkViews } from "../../platform/rate-limits.ts"
import { mountBookingLinkEndpoints } from "../booking-link/endpoints.ts"
import { mountBookingLinkPage } from "../booking-link/page.ts"
import { type HealthOptions, mountHealth } from "../health/health-routes.ts"
import type { Metrics } from "../health/metrics.ts"
import { chargeRequests } from "../http/budgets.ts"
import { createServer, type ServerOptions } from "../http/server.ts"
import { admitRequests } from "../public-page/admission.ts"
import { mountPublicPageEndpoints } from "../public-page/endpoints.ts"
import { mountPublicPage, toOneAddress } from "../public-page/page.ts"
import { mountVisitEndpoints } from "../public-page/visit-endpoints.ts"
import { mountWaitingLinkEndpoints } from "../waiting-link/endpoints.ts"
import { mountWaitingLinkPage } from "../waiting-link/page.ts"
import { mountClocks } from "./clocks.ts"
import { mountEmailProof } from "./email-proof-page.ts"
import { createEmbedLists } from "./embed-lists.ts"
import { isView } from "./link-api.ts"
import { privateHeaders } from "./page-headers.ts"
import { loadPages, mountEmbedScript, mountImages, serveAssets } from "./pages.ts"
import { pageRefusals } from "./refusals.ts"
import { mountUnsubscribe } from "./unsubscribe-page.ts"
import { mountUploads } from "./uploads.ts"

export interface CustomerHostOptions extends Omit<ServerOptions, "bodyLimitBytes" | "refuse">, HealthOptions {
  bookUrl: string
  /** The directory of the built pages. */
  webRoot: string
  /** The counter of requests, if any. */
  metrics?: Metrics
}

const bodyLimitBytes = 16_384

export async function createCustomerHost(
  context: AppContext,
  options: CustomerHostOptions,
): Promise<FastifyInstance> {
  const pages = await loadPages(options.webRoot)
  const headers = privateHeaders(options.bookUrl.startsWith("https:"))
  const embedLists = createEmbedLists(context.clock)
  const refuse = pageRefusals(headers, pages, embedLists)
  const app = createServer({
    ...{ ...options, bodyLimitBytes, refuse, tracer: context.tracer },
    takesFiles: context.files !== null,
  })
  options.metrics?.watch(app)
  chargeRequests(app, context)
  mountHealth(app, context.db, options)
  await app.register(compress, { threshold: 1_024, encodings: ["br", "gzip"], globalDecompression: false })

  app.addHook("onRequest", async ({ routeOptions }, reply) => {
    if (!routeOptions.url?.startsWith("/assets/")) reply.headers(headers)
  })

  serveAssets(app, options.webRoot)
  mountEmbedScript(app, options.webRoot, options.bookUrl)
  mountImages(app, context)
  mountClocks(app, context)
  mountEmailProof(app, context, pages)
  mountUnsubscribe(app, context, pages)
  if (context.files) mountUploads(app, context)
  // A redirect that reads nothing, so it belongs to no limit.
  app.get("/:slug/", toOneAddress)
  // Each limit is a hook of the scope that holds its routes, and runs after the router has matched one of them. A hook
  // that compared `request.url` would miss other spellings of the same address.
  app.register(async (scope) => {
    scope.addHook("onRequest", async (request) => {
      if (isView(request)) await limitLinkViews(context, request.ip)
    })
    mountBookingLinkEndpoints(scope, context, options.bookUrl)
    mountBookingLinkPage(scope, context, options.bookUrl, pages, embedLists)
    mountWaitingLinkEndpoints(scope, context, options.bookUrl)
    mountWaitingLinkPage(scope, context, options.bookUrl, pages)
  })
  app.register(async (scope) => {
    admitRequests(scope, context)
    mountPublicPageEndpoints(scope, context, options.bookUrl)
    mountVisitEndpoints(scope, context, options.bookUrl)
    mountPublicPage(scope, context, options.bookUrl, pages, embedLists)
  })
  return app
}

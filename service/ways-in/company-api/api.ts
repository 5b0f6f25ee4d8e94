/** The API host: the company API, the agent API, health, metrics and documents. */
import type { FastifyInstance } from "fastify"
import type { MapTiles } from "../../../domain/model/map-tiles.ts"
import type { AppContext } from "../../platform/context.ts"
import type { CarrierPosts } from "../../platform/ports/texts.ts"
import { mountMcp } from "../agent-api/mcp.ts"
import { mountAgent } from "../agent-api/routes.ts"
import { mountDocuments } from "../api-docs/routes.ts"
import { mountInboundMail } from "../carriers/mail.ts"
import { mountTwilio } from "../carriers/twilio.ts"
import { mountEntry } from "../console/entry.ts"
import { mountOperator } from "../console/operator.ts"
import { mountConsole, mountSeat } from "../console/pages.ts"
import { mountProviderSignIn } from "../console/provider.ts"
import { mountConsoleSession } from "../console/session.ts"
import { type HealthOptions, mountHealth } from "../health/health-routes.ts"
import { createMetrics, type Metrics, mountMetrics } from "../health/metrics.ts"
import { chargeRequests } from "../http/budgets.ts"
import { compressAnswers } from "../http/compress.ts"
import { mountDevTexts } from "../http/dev-texts.ts"
import { mountAll } from "../http/mount.ts"
import { createServer, type ServerOptions } from "../http/server.ts"
import { mountStaffMcp } from "../staff-mcp/mcp-routes.ts"
import { mountOauth } from "../staff-mcp/oauth-routes.ts"
import { mountVisitorApi } from "../visitor-api/routes.ts"
import { companyAuthentication } from "./authenticate.ts"
import { mountCalendarFeeds } from "./calendar-feeds.ts"
import { companyMounts } from "./mounts.ts"

/** Before a caller is known. What is mounted for known callers takes more. */
const bodyLimitBytes = 16_384

export interface ApiOptions extends Omit<ServerOptions, "bodyLimitBytes">, HealthOptions {
  /** Reads a carrier's posts. Without it the carrier's routes do not exist. */
  carrierPosts?: CarrierPosts | null
  /** The secret with which the mail server passes mails on; null takes none. */
  mailSecret?: string | null
  /** The bearer token of `/metrics`. Without it the route does not exist. */
  metricsToken?: string | null
  /** The counter of requests; without it this server counts its own. */
  metrics?: Metrics
  /** The directory of the built pages. Left out: this host serves no console. */
  webRoot?: string | null
  /** Under the console's map. Left out: an outline alone. */
  mapTiles?: MapTiles | null
}

export function createApi(context: AppContext, options: ApiOptions): FastifyInstance {
  const app = createServer({ ...options, bodyLimitBytes, tracer: context.tracer, continuesTraces: true })
  const { metricsToken, metrics = metricsToken ? createMetrics(context) : null } = options
  metrics?.watch(app)
  chargeRequests(app, context)
  if (metrics && metricsToken) mountMetrics(app, metrics, metricsToken)
  mountHealth(app, context.db, options)
  mountDocuments(app, () => context.baseUrl)
  if (context.texts?.staysHere || context.mails?.staysHere) mountDevTexts(app, context)
  if (options.carrierPosts) mountTwilio(app, context, options.carrierPosts)
  if (options.mailSecret) mountInboundMail(app, context, options.mailSecret)
  if (options.webRoot) {
    mountConsole(app, context, options.webRoot, options.mapTiles ?? null)
    mountSeat(app, context, options.webRoot)
    mountConsoleSession(app, context)
    mountProviderSignIn(app, context)
    mountOperator(app, context)
    mountEntry(app, context)
    mountOauth(app, context)
  }
  mountCalendarFeeds(app, context)
  mountAgent(app, context)
  mountMcp(app, context)
  mountStaffMcp(app, context)
  app.register(async (scope) => {
    await compressAnswers(scope)
    scope.register(async (visitors) => mountVisitorApi(visitors, context))
    mountAll(scope, context, "/api/v1", companyMounts, companyAuthentication(context))
  })
  return app
}

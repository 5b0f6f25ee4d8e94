/** The API host: company operations, health, figures, documents. */
import type { FastifyInstance } from "fastify"
import type { House } from "../../operations/house.ts"
import type { CarrierPosts } from "../../ports.ts"
import { mountMcp } from "../agent/mcp.ts"
import { mountAgent } from "../agent/routes.ts"
import { mountTwilio } from "../carriers/twilio.ts"
import { mountDevTexts } from "../dev/texts.ts"
import { mountDocuments } from "../documents/routes.ts"
import { type HealthOptions, mountHealth } from "../health/health-routes.ts"
import { mountMetrics } from "../health/metrics.ts"
import { mountAll } from "../mount.ts"
import { answerUnknownRoutes } from "../routing.ts"
import { createServer, type ServerOptions } from "../server.ts"
import { companyAuthentication } from "./authenticate.ts"
import { companyMounts } from "./mounts.ts"

const bodyLimitBytes = 1_048_576

export interface ApiOptions extends Omit<ServerOptions, "bodyLimitBytes">, HealthOptions {
  /** Reads what a carrier posts; without one nothing is taken from any. */
  carrierPosts?: CarrierPosts | null
  /** Who shows it may read `/metrics`; without one there is no such address. */
  metricsToken?: string | null
}

export function createApi(house: House, options: ApiOptions): FastifyInstance {
  const app = createServer({ ...options, bodyLimitBytes })
  answerUnknownRoutes(app)
  if (options.metricsToken) mountMetrics(app, house, options.metricsToken)
  mountHealth(app, house.db, options)
  mountDocuments(app)
  if (house.texts?.staysHere) mountDevTexts(app, house)
  if (options.carrierPosts) mountTwilio(app, house, options.carrierPosts)
  mountAgent(app, house)
  mountMcp(app, house)
  mountAll(app, house, "/api/v1", companyMounts, companyAuthentication(house))
  return app
}

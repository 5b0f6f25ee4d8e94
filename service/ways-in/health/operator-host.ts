/** A listener for the operator alone: health and figures of a process, whichever parts run in it. */
import type { FastifyInstance } from "fastify"
import type { AppContext } from "../../platform/context.ts"
import { createServer, type ServerOptions } from "../http/server.ts"
import { type HealthOptions, mountHealth } from "./health-routes.ts"
import { type Metrics, mountMetrics } from "./metrics.ts"

export interface OperatorHostOptions extends Omit<ServerOptions, "bodyLimitBytes">, HealthOptions {
  metrics: Metrics
  /** Null shows the figures to everybody who reaches the port. */
  metricsToken: string | null
}

const bodyLimitBytes = 1_024

export function createOperatorHost(context: AppContext, options: OperatorHostOptions): FastifyInstance {
  const app = createServer({ ...options, bodyLimitBytes })
  mountHealth(app, context.db, options)
  mountMetrics(app, options.metrics, options.metricsToken)
  return app
}

/**
 * Gives out the bytes of files, at an origin where nothing else is: what a file holds runs beside no console and no page. A
 * download is its link's whole business, so there is no cookie and no session.
 */
import type { FastifyInstance } from "fastify"
import { openDownload } from "../../files/read-file.ts"
import type { AppContext } from "../../platform/context.ts"
import { limitLinkViews } from "../../platform/rate-limits.ts"
import { type HealthOptions, mountHealth } from "../health/health-routes.ts"
import type { Metrics } from "../health/metrics.ts"
import { chargeRequests } from "../http/budgets.ts"
import { createServer, type ServerOptions } from "../http/server.ts"

export interface FilesHostOptions extends Omit<ServerOptions, "bodyLimitBytes" | "refuse">, HealthOptions {
  isHttps: boolean
  /** The counter of requests, if any. */
  metrics?: Metrics
}

const bodyLimitBytes = 1_024

/** A browser saves the bytes, of any kind, and runs nothing of them where it is made to show them. */
const safety = {
  "content-security-policy": "sandbox; default-src 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "cache-control": "private, no-store",
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex, nofollow",
  // The console shows photos, as pictures, from its own origin.
  "cross-origin-resource-policy": "cross-origin",
}

export function createFilesHost(context: AppContext, options: FilesHostOptions): FastifyInstance {
  const app = createServer({ ...options, bodyLimitBytes, tracer: context.tracer })
  options.metrics?.watch(app)
  chargeRequests(app, context)
  mountHealth(app, context.db, options)
  app.addHook("onRequest", async (_request, reply) => {
    reply.headers(safety)
    if (options.isHttps) reply.header("strict-transport-security", "max-age=31536000; includeSubDomains")
  })
  app.get<{ Params: { token: string } }>("/:token", async (request, reply) => {
    await limitLinkViews(context, request.ip)
    const { file, bytes, content } = await openDownload(context, request.params.token)
    return reply
      .header("content-disposition", `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`)
      .header("content-length", bytes)
      .type(file.media_type!)
      .send(content)
  })
  return app
}

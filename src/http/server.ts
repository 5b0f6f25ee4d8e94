/** A Fastify with the house's manners: ids for requests, one error shape, lean logs, security headers. */
import Fastify, { type FastifyInstance } from "fastify"
import { Refusal } from "../model/errors.ts"
import type { Log, Random } from "../ports.ts"
import { errorHandler, sendRefusal } from "./errors.ts"

export interface ServerOptions {
  log: Log
  random: Random
  /** How many proxies stand in front; their X-Forwarded-For entries are believed, no others. */
  trustProxyHops: number
  bodyLimitBytes: number
}

export function createServer(options: ServerOptions): FastifyInstance {
  const { log, random } = options
  const app = Fastify({
    logger: false,
    bodyLimit: options.bodyLimitBytes,
    // A plain number trusts nobody in Fastify 5; the function form is what counts hops.
    trustProxy: (_address: string, hop: number) => hop < options.trustProxyHops,
    genReqId: () => `req_${Buffer.from(random.bytes(12)).toString("base64url")}`,
    routerOptions: { maxParamLength: 200 },
    forceCloseConnections: "idle",
    frameworkErrors: (_error, request, reply) => {
      sendRefusal(reply, new Refusal("route_not_found"), request.id)
    },
  })
  readJson(app)
  app.setErrorHandler(errorHandler(log))
  app.setNotFoundHandler((request, reply) => sendRefusal(reply, new Refusal("route_not_found"), request.id))

  app.addHook("onRequest", async (request, reply) => {
    reply.header("x-request-id", request.id)
    reply.header("x-content-type-options", "nosniff")
  })
  app.addHook("onResponse", async (request, reply) => {
    log.info(
      {
        request_id: request.id,
        route: request.routeOptions.url ?? "(none)",
        method: request.method,
        status: reply.statusCode,
        duration_ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      "request",
    )
  })
  return app
}

/** JSON bodies only; an empty one counts as none, so that a POST without fields needs no `{}`. */
function readJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser("error", "error")
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body === "") return done(null, undefined)
    parse(request, body as string, done)
  })
}

/** A Fastify with the context's manners: ids for requests, one error shape, lean logs, security headers. */
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify"
import { Refusal } from "../model/errors.ts"
import type { Log, Random } from "../ports.ts"
import { errorHandler, type Refuse, sendRefusal } from "./errors.ts"
import { createUnreadable } from "./unreadable.ts"

export interface ServerOptions {
  log: Log
  random: Random
  /** How many proxies stand in front; their X-Forwarded-For entries are believed, no others. */
  trustProxyHops: number
  bodyLimitBytes: number
  /** How refusals are answered; the envelope unless told otherwise. */
  refuse?: Refuse
}

const refuseInEnvelope: Refuse = (request, reply, refusal) => sendRefusal(reply, refusal, request.id)

export function createServer(options: ServerOptions): FastifyInstance {
  const { log, random, refuse = refuseInEnvelope } = options
  const unreadable = createUnreadable(() => requestId(random))
  const app = Fastify({
    logger: false,
    bodyLimit: options.bodyLimitBytes,
    // A plain number trusts nobody in Fastify 5; the function form is what counts hops.
    trustProxy: (_address: string, hop: number) => hop < options.trustProxyHops,
    genReqId: () => requestId(random),
    routerOptions: { maxParamLength: 200 },
    forceCloseConnections: "idle",
    frameworkErrors: (_error, request, reply) => {
      markAnswer(request, reply)
      refuse(request, reply, new Refusal("invalid_input", { message: "The address is not well-formed." }))
    },
    clientErrorHandler: unreadable.refuse,
  })
  unreadable.watch(app.server)
  readJson(app)
  closeBehindLast(app)
  app.setErrorHandler(errorHandler(log, refuse))
  app.setNotFoundHandler((request, reply) => refuse(request, reply, new Refusal("route_not_found")))

  app.addHook("onRequest", async (request, reply) => markAnswer(request, reply))
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

/** What every answer carries. An address that can't be read meets no hook, and so gets it where it is refused. */
function markAnswer(request: FastifyRequest, reply: FastifyReply): void {
  reply.header("x-request-id", request.id)
  reply.header("x-content-type-options", "nosniff")
}

/** Who was being answered when the server began to close would else hold it open for a minute with an idle connection. */
function closeBehindLast(app: FastifyInstance): void {
  let isClosing = false
  app.addHook("preClose", async () => {
    isClosing = true
  })
  app.addHook("onSend", async (_request, reply) => {
    if (isClosing) reply.header("connection", "close")
  })
  // An answer whose head had gone already could not say so any more.
  app.addHook("onResponse", async () => {
    if (isClosing) setImmediate(() => app.server.closeIdleConnections())
  })
}

const requestId = (random: Random) => `req_${Buffer.from(random.bytes(12)).toString("base64url")}`

/** JSON bodies only; an empty one counts as none, so that a POST without fields needs no `{}`. */
function readJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser("error", "error")
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body === "") return done(null, undefined)
    parse(request, body as string, done)
  })
}

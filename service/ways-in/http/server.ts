/** The Fastify server of both hosts: ids for requests, one error shape, logs without personal data, security headers. */

import { randomUUID } from "node:crypto"
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http"
import type { Socket } from "node:net"
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify"
import { errorBody, Refusal } from "../../../domain/model/errors.ts"
import type { Log, Span, Tracer } from "../../platform/ports.ts"
import { inTrace } from "../../platform/trace.ts"
import {
  type ConnectionLimits,
  nodeLimits,
  usualLimits,
  watchBodies,
  watchConnections,
} from "./connections.ts"
import { errorHandler, type Refuse, sendRefusal } from "./errors.ts"
import { delayRefusals } from "./late-refusals.ts"
import { readJson } from "./read-json.ts"
import { answerUnknownRoutes } from "./routing.ts"

export interface ServerOptions {
  log: Log
  /** How many proxies stand in front; their X-Forwarded-For entries are believed, no others. */
  trustProxyHops: number
  /** For routes that say nothing else. */
  bodyLimitBytes: number
  /** Left out: the default timeouts. */
  connectionLimits?: ConnectionLimits
  /** Some of its routes take files. */
  takesFiles?: boolean
  /** Null or left out: no traces are recorded. */
  tracer?: Tracer | null
  /** True where traces of callers are continued. */
  continuesTraces?: boolean
  /** True where the server is about to close: each answer then is the last on its connection. */
  isDraining?: () => boolean
  /** How refusals are answered. Left out: in the JSON envelope. */
  refuse?: Refuse
}

const refuseInEnvelope: Refuse = (request, reply, refusal) => sendRefusal(reply, refusal, request.id)

export function createServer(options: ServerOptions): FastifyInstance {
  const { log, refuse = refuseInEnvelope, connectionLimits = usualLimits, takesFiles = false } = options
  const unreadable = createUnreadable(requestId)
  const app = Fastify({
    logger: false,
    bodyLimit: options.bodyLimitBytes,
    // A number would trust no proxy at all in Fastify 5. The function counts hops.
    trustProxy: (_address: string, hop: number) => hop < options.trustProxyHops,
    genReqId: requestId,
    routerOptions: { maxParamLength: 200 },
    ...nodeLimits(connectionLimits, takesFiles),
    // Else Fastify answers what was sent behind a last request in a shape of its own.
    return503OnClosing: false,
    frameworkErrors: (_error, request, reply) => {
      markAnswer(request, reply)
      refuse(request, reply, new Refusal("invalid_input", { message: "The address is not well-formed." }))
    },
    clientErrorHandler: unreadable.refuse,
  })
  unreadable.watch(app.server)
  readJson(app)
  refuseEncodings(app)
  watchConnections(app, {
    limits: connectionLimits,
    isDirect: options.trustProxyHops === 0,
    isDraining: options.isDraining,
  })
  app.setErrorHandler(errorHandler(log, refuse))
  app.setNotFoundHandler((request, reply) => refuse(request, reply, new Refusal("route_not_found")))

  if (takesFiles) watchBodies(app, connectionLimits, unreadable.refuse)
  app.addHook("onRequest", async (request, reply) => markAnswer(request, reply))
  if (options.tracer) traceRequests(app, options.tracer, options.continuesTraces ?? false)
  answerUnknownRoutes(app, refuse)
  delayRefusals(app)
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

/** A span for each request, from its head to the end of its answer. */
function traceRequests(app: FastifyInstance, tracer: Tracer, continuesTraces: boolean): void {
  const spans = new WeakMap<FastifyRequest, Span>()
  app.addHook("onRequest", async (request) => {
    const { method, headers, routeOptions } = request
    const route = routeOptions.url ?? "(none)"
    const given = continuesTraces ? headers.traceparent : undefined
    const attributes = { "http.request.method": method, "http.route": route, request_id: request.id }
    const parent = typeof given === "string" ? given : null
    spans.set(request, tracer.start({ name: `${method} ${route}`, kind: "server", parent, attributes }))
  })
  // A body is read in the context of its connection, so the request's own begins behind it.
  app.addHook("preValidation", (request, _reply, done) => {
    const span = spans.get(request)
    if (span) inTrace(span.traceparent, done)
    else done()
  })
  app.addHook("onResponse", async (request, { statusCode }) => {
    spans.get(request)?.end({ "http.response.status_code": statusCode }, statusCode >= 500)
  })
}

/** Headers of every answer. A malformed address runs no hook, so its refusal sets them too. */
function markAnswer(request: FastifyRequest, reply: FastifyReply): void {
  reply.header("x-request-id", request.id)
  reply.header("x-content-type-options", "nosniff")
}

const requestId = () => `req_${randomUUID()}`

/** Refuses encoded bodies, since a few bytes could unpack to any number. Credentials are judged before. */
function refuseEncodings(app: FastifyInstance): void {
  app.addHook("preParsing", async ({ headers }, reply) => {
    const encoding = headers["content-encoding"]?.trim().toLowerCase() ?? ""
    if (encoding === "" || encoding === "identity") return
    reply.header("accept-encoding", "identity")
    throw new Refusal("unsupported_media_type", { message: "Send the body without a Content-Encoding." })
  })
}

/**
 * Bytes that are not HTTP, or a request that does not arrive in time, never become a request. Their refusal is written to
 * the socket itself, after the answers to earlier requests there. A body without a declared length is such a case, since it
 * reads as the next request.
 */
interface Unreadable {
  /** Remembers the newest answer on each connection. */
  watch(server: Server): void
  refuse(error: NodeJS.ErrnoException, socket: Socket): void
}

function createUnreadable(requestId: () => string): Unreadable {
  const newest = new WeakMap<Socket, ServerResponse>()
  const refused = new WeakSet<Socket>()

  function answer(socket: Socket, refusal: Refusal): void {
    if (!socket.writable) return
    const id = requestId()
    const body = JSON.stringify(errorBody(refusal, id))
    socket.end(
      `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n` +
        `Content-Type: application/json; charset=utf-8\r\nConnection: close\r\n` +
        `X-Request-Id: ${id}\r\nX-Content-Type-Options: nosniff\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    )
  }

  return {
    watch(server) {
      server.prependListener("request", (request: IncomingMessage, response: ServerResponse) => {
        newest.set(request.socket, response)
      })
    },
    refuse(error, socket) {
      const before = newest.get(socket)
      // A request that broke off in its body gets no answer, unless its head was refused before.
      const isOnItsWay = before?.req.complete && !before.closed
      const isAnswered = before?.headersSent && !before.req.complete
      const hasSaidNothing = socket.bytesRead === 0
      if (error.code === "ECONNRESET" || !socket.writable || isAnswered || hasSaidNothing) {
        socket.destroy()
        return
      }
      if (refused.has(socket)) return
      refused.add(socket)
      const refusal = refusalOf(error)
      if (isOnItsWay) before.once("close", () => answer(socket, refusal))
      else answer(socket, refusal)
    },
  }
}

function refusalOf({ code }: NodeJS.ErrnoException): Refusal {
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return new Refusal("request_timeout")
  const message =
    code === "HPE_HEADER_OVERFLOW"
      ? "The address and the headers are longer than 16 KB together."
      : "The request is not well-formed HTTP."
  return new Refusal("invalid_input", { message })
}

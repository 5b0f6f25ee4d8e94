/** Turns every error into the one error shape. */
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify"
import { type ErrorCode, errorBody, Refusal } from "../../../domain/model/errors.ts"
import { refusalOf } from "../../platform/pg/laws.ts"
import type { Log } from "../../platform/ports.ts"
import { CallerGone } from "../../platform/spending.ts"
import { hasHungUp } from "./connections.ts"

declare module "fastify" {
  interface FastifyContextConfig {
    /** The codes that the operation's description has. */
    refusals?: ReadonlySet<ErrorCode>
  }
}

/** The line about a refusal that integrating developers could not know of. The description is to be mended. */
export const undescribedRefusal = "refused with a code that the operation's description lacks"

/** Fastify's own refusals, by their codes. */
function refusalOfFastify(error: FastifyError): Refusal | null {
  switch (error.code) {
    case "FST_ERR_CTP_BODY_TOO_LARGE":
      return new Refusal("body_too_large")
    case "FST_ERR_CTP_INVALID_MEDIA_TYPE":
      return new Refusal("unsupported_media_type")
    case "FST_ERR_CTP_INVALID_CONTENT_LENGTH":
    case "FST_ERR_BAD_URL":
      return new Refusal("invalid_input")
    case "FST_ERR_CTP_EMPTY_JSON_BODY":
    case "FST_ERR_CTP_INVALID_JSON_BODY":
      return new Refusal("invalid_json")
    default:
      return error.statusCode === 400 ? new Refusal("invalid_json") : null
  }
}

/** The refusal that an error is or stands for, of the database and of Fastify too. Null for any other error, which is a bug. */
export function asRefusal(error: unknown): Refusal | null {
  return refusalOf(error) ?? (error instanceof Error ? refusalOfFastify(error as FastifyError) : null)
}

/** The credential that a caller without a valid one has to send: every 401 has to name it. */
const schemeOf = ({ code }: Refusal) => (code === "visit_expired" ? "X-Visit-Token" : "Bearer")

export function sendRefusal(reply: FastifyReply, refusal: Refusal, requestId: string): FastifyReply {
  if (refusal.status === 401 && !reply.hasHeader("www-authenticate"))
    reply.header("www-authenticate", schemeOf(refusal))
  if (refusal.retryAfterSeconds !== undefined) reply.header("retry-after", refusal.retryAfterSeconds)
  return reply
    .code(refusal.status)
    .type("application/json; charset=utf-8")
    .serializer((body: unknown) => JSON.stringify(body))
    .send(errorBody(refusal, requestId))
}

/** How a host answers a refusal. */
export type Refuse = (
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: Refusal,
) => FastifyReply | Promise<FastifyReply>

export function errorHandler(log: Log, refuse: Refuse) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const refusal = asRefusal(error)
    const { config, url: route = "(none)" } = request.routeOptions
    if (refusal) {
      if (config.refusals?.has(refusal.code) === false)
        log.warn({ code: refusal.code, route, method: request.method }, undescribedRefusal)
      return refuse(request, reply, refusal)
    }
    if (error instanceof CallerGone || hasLeft(error, request))
      return refuse(request, reply, new Refusal("internal"))
    log.error(
      {
        err: error,
        request_id: request.id,
        route,
        method: request.method,
      },
      "unexpected failure",
    )
    return refuse(request, reply, new Refusal("internal"))
  }
}

/** True when the client hung up while its answer was compressed. That is no failure, and no one reads the answer. */
function hasLeft(error: unknown, request: FastifyRequest): boolean {
  return (error as FastifyError)?.code === "ERR_STREAM_PREMATURE_CLOSE" && hasHungUp(request)
}

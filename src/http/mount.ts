/** Joins an operation to a method and a path: judge the input, run, cut the answer to its schema. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import { z } from "zod"
import type { AppContext } from "../context.ts"
import type { Actor } from "../model/actor.ts"
import type { Answer, AnyOpenOperation, AnyOperation, Call, Listed } from "../operations/operation.ts"
import { lendTo, type TakeMemory } from "./answer-memory.ts"
import { answerCall } from "./idempotency.ts"
import { judged } from "./issues.ts"
import { type RawBody, readRaw } from "./raw-body.ts"

export interface Mount {
  method: "GET" | "POST" | "PUT" | "DELETE"
  /** With `:name` for path parameters, below `/api/v1`. */
  path: string
  operation: AnyOperation | AnyOpenOperation
  /** Takes a file instead of JSON. */
  rawBody?: RawBody
  /** The one hand-made serializer, for a search whose answer is too large for the general way. Writes the whole body. */
  encode?: (result: unknown, take: TakeMemory) => Uint8Array
}

export interface Caller {
  companyId: number
  actor: Actor
}

/** Finds out who is calling from the head of the request; throws 401 or 403. Runs before the body is read. */
export type Authenticate = (request: FastifyRequest, operation: AnyOperation) => Promise<Caller>

const nothing = z.strictObject({})

declare module "fastify" {
  interface FastifyRequest {
    caller?: Caller
  }
}

export function mountAll(
  app: FastifyInstance,
  context: AppContext,
  prefix: string,
  mounts: readonly Mount[],
  authenticate: Authenticate,
): void {
  for (const mount of mounts) {
    const { rawBody } = mount
    if (rawBody === undefined) {
      addRoute(app, context, prefix, mount, authenticate)
      continue
    }
    // A scope of its own, so that no other route reads such bodies.
    app.register(async (scope) => {
      readRaw(scope, rawBody)
      addRoute(scope, context, prefix, mount, authenticate)
    })
  }
}

function addRoute(
  app: FastifyInstance,
  context: AppContext,
  prefix: string,
  mount: Mount,
  authenticate: Authenticate,
): void {
  const { method, operation } = mount
  const url = prefix + mount.path
  if (operation.open) {
    app.route({
      method,
      url,
      handler: (request, reply) => serveAnonymous(context, mount, operation, request, reply),
    })
    return
  }
  app.route({
    method,
    url,
    onRequest: async (request) => {
      request.caller = await authenticate(request, operation)
    },
    handler: (request, reply) => serve(context, mount, operation, request, reply),
  })
}

async function serve(
  context: AppContext,
  mount: Mount,
  operation: AnyOperation,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const input = inputOf(operation, request)
  const call: Call = { ...request.caller!, requestId: request.id, now: context.clock.now() }
  // A search writes nothing, so there is nothing to keep under an Idempotency-Key.
  if (mount.encode) {
    const body = mount.encode(await operation.run(context, call, input as never), lendTo(reply.raw))
    return send(reply, { status: operation.status ?? 200, body })
  }
  const run = (own: Call) => operation.run(context, own, input as never)
  const compose = (result: unknown) => answerOf(mount, result)
  return send(reply, await answerCall(context, { call, request, reply }, operation, run, compose))
}

/** Without a credential there is nothing to keep an Idempotency-Key under. */
async function serveAnonymous(
  context: AppContext,
  mount: Mount,
  operation: AnyOpenOperation,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const input = inputOf(operation, request)
  const anonymous = { clientAddress: request.ip, requestId: request.id, now: context.clock.now() }
  return send(reply, answerOf(mount, await operation.run(context, anonymous, input as never)))
}

function send(
  reply: FastifyReply,
  { status, body }: { status: number; body: string | Uint8Array },
): FastifyReply {
  return reply
    .code(status)
    .header("cache-control", "no-store")
    .type("application/json; charset=utf-8")
    .send(body)
}

function inputOf(operation: Mount["operation"], request: FastifyRequest): Record<string, unknown> {
  const params = judged(operation.params ?? nothing, request.params, "path")
  const query = judged(operation.query ?? nothing, request.query, "query")
  const sent = request.body === undefined ? {} : request.body
  const body = request.method === "GET" ? {} : judged(operation.body ?? nothing, sent, "body")
  return { ...(body as object), ...query, ...params }
}

function answerOf(mount: Mount, result: unknown): Answer {
  const { operation } = mount
  const status = operation.status ?? 200
  if (operation.list) {
    const { rows, next_cursor } = result as Listed<unknown>
    const data = z.array(operation.result).parse(rows)
    return { status, body: JSON.stringify({ success: true, data, next_cursor }) }
  }
  return { status, body: JSON.stringify({ success: true, data: operation.result.parse(result) }) }
}

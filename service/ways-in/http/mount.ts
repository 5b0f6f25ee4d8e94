/** Joins operations to methods and paths: finds the caller, judges the input, runs, and cuts the answer to its schema. */
import type { Readable } from "node:stream"
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from "fastify"
import { z } from "zod"
import type { Actor } from "../../../domain/model/actor.ts"
import { networkFamily } from "../../platform/budget/budget.ts"
import { answeringCompany, familyOf, longFamilyOf } from "../../platform/budget/families.ts"
import { contextOf, whileThere } from "../../platform/company-context.ts"
import type { AppContext } from "../../platform/context.ts"
import type { Answer, AnyOpenOperation, AnyOperation, Call, Listed } from "../../platform/operation.ts"
import { inSlices } from "../../platform/slices.ts"
import { withDueDone } from "../../test-companies/move-clock.ts"
import type { EventStream } from "../../webhooks/read-events.ts"
import { anonymousRequest } from "./anonymous-request.ts"
import { chargeTo, leaveBudget } from "./budgets.ts"
import { hasHungUp } from "./connections.ts"
import { jsonSteps, jsonTexts } from "./encode-answer.ts"
import type { EncodedSlots } from "./encode-slots.ts"
import { openStreams, type Streams } from "./event-streams.ts"
import { answerCall } from "./idempotency.ts"
import { judged } from "./issues.ts"
import { rateLimitHeaders } from "./rate-limit-headers.ts"
import { type RawBody, readRaw } from "./raw-body.ts"
import { readsOnly, refusalsOf } from "./refusals-of.ts"
import { refuseBeyondSeat } from "./seat-wall.ts"
import { slotsPayload } from "./send-slots.ts"
import { writtenPayload } from "./send-written.ts"

export interface Mount {
  method: "GET" | "POST" | "PUT" | "DELETE"
  /** With `:name` for path parameters, below `/api/v1`. */
  path: string
  operation: AnyOperation | AnyOpenOperation
  /** The route takes a file instead of JSON. */
  rawBody?: RawBody
  /** Writes the whole body in place of `JSON.stringify`: a search's answer may hold megabytes. */
  encode?: (result: unknown) => Generator<void, EncodedSlots>
  /** The route answers a file instead of JSON. */
  file?: FileAnswer
  /** The route answers a file of comma-separated values to those who prefer `text/csv`, else JSON. */
  csv?: Omit<FileAnswer, "contentType">
  /** The route answers server-sent events instead of JSON. The operation's result is an `EventStream`. */
  isStream?: true
}

export interface FileAnswer {
  name: string
  contentType: string
  /** The file's text in parts, each read when the client has taken those before. */
  write: (result: unknown) => AsyncIterable<string>
}

export interface Caller {
  companyId: number
  actor: Actor
}

/**
 * Finds the caller by the request's head, before the body is read. `isUnattended`: it does not count as a use of a session. Throws
 * `unauthorized` or `forbidden`.
 */
export type Authenticate = (
  request: FastifyRequest,
  operation: AnyOperation,
  isUnattended?: boolean,
) => Promise<Caller>

const nothing = z.strictObject({})

/** The limit for a request whose caller is known before the body is read; for all others the server's own counts. */
const callersBodyBytes = 1_048_576

declare module "fastify" {
  interface FastifyRequest {
    caller?: Caller
  }
}

/** Adds a route for each mount. A request passes `routeOf` from top to bottom. */
export function mountAll(
  app: FastifyInstance,
  context: AppContext,
  prefix: string,
  mounts: readonly Mount[],
  authenticate: Authenticate,
): void {
  const streams = openStreams(app, context.log)
  for (const mount of mounts) {
    const route = mount.isStream
      ? streamRouteOf(context, prefix, mount, authenticate, streams)
      : routeOf(context, prefix, mount, authenticate)
    const { rawBody } = mount
    if (rawBody === undefined) app.route(route)
    else {
      // In a scope of its own, so that no other route reads such bodies.
      app.register(async (scope) => {
        readRaw(scope, rawBody)
        scope.route(route)
      })
    }
  }
}

function routeOf(
  context: AppContext,
  prefix: string,
  mount: Mount,
  authenticate: Authenticate,
): RouteOptions {
  const { method, path, operation, rawBody } = mount
  return {
    // A change sends only the fields that it is about, so that PATCH and PUT are the same.
    method: method === "PUT" && !rawBody ? ["PUT", "PATCH"] : method,
    url: prefix + path,
    ...(operation.open ? {} : { bodyLimit: rawBody?.limitBytes ?? callersBodyBytes }),
    config: { refusals: new Set(refusalsOf(mount)), budget: operation.open ? "network" : "none" },
    onRequest: async (request, reply) => {
      if (operation.open) return
      request.caller = await authenticate(request, operation)
      const { companyId } = request.caller
      const family = await familyOf(context, companyId)
      reply.headers(rateLimitHeaders(context.budget.allowanceOf(family)))
      if (operation.isLong) await chargeTo(context, await longFamilyOf(context, companyId), request, reply)
      await chargeTo(context, family, request, reply)
    },
    handler: async (request, reply) => {
      const exchange = { input: inputOf(operation, request), request, reply }
      const { status, body } = await (operation.open
        ? runAnonymously(context, mount, operation, exchange)
        : runForCaller(context, mount, operation, exchange))
      const file = fileOf(mount, request)
      if (file) reply.header("content-disposition", `attachment; filename="${file.name}"`)
      if (mount.csv) reply.header("vary", "accept")
      return reply
        .code(status)
        .header("cache-control", "no-store")
        .type(file?.contentType ?? "application/json; charset=utf-8")
        .send(body)
    },
  }
}

export const csvContentType = "text/csv; charset=utf-8; header=present"

/** The file that this request is answered with; null where it gets JSON. */
function fileOf({ file, csv }: Mount, request: FastifyRequest): FileAnswer | null {
  if (file) return file
  return csv && prefersCsv(request.headers.accept ?? "") ? { ...csv, contentType: csvContentType } : null
}

/** `text/csv` must be named: a browser and a program that accept anything get JSON. */
const prefersCsv = (accept: string): boolean =>
  /(^|,)\s*text\/csv\s*(;(?!\s*q=0(\.0*)?\s*(,|$))|,|$)/i.test(accept)

/** Such a route has no HEAD beside its GET, since its answer does not end by itself. */
function streamRouteOf(
  context: AppContext,
  prefix: string,
  { method, path, operation }: Mount,
  authenticate: Authenticate,
  streams: Streams,
): RouteOptions {
  if (operation.open) throw new Error(`${path}: a stream belongs to a caller`)
  return {
    method,
    url: prefix + path,
    exposeHeadRoute: false,
    config: { budget: "none" },
    onRequest: async (request, reply) => {
      request.caller = await authenticate(request, operation)
      await chargeTo(context, await familyOf(context, request.caller.companyId), request, reply)
    },
    handler: async (request, reply) => {
      const call: Call = { ...request.caller!, requestId: request.id, now: context.clock.now() }
      const stream = await operation.run(context, call, inputOf(operation, request))
      streams.send(stream as EventStream, {
        request,
        reply,
        companyId: call.companyId,
        owner: {
          family: await answeringCompany(context, call.companyId),
          network: networkFamily(request.ip).name,
        },
        authenticate: () => authenticate(request, operation, true),
      })
      // A stream works only for moments of its time, so it has limits of its own.
      leaveBudget(request)
    },
  }
}

/** `metadata[key]=value` as a field of `metadata`, where the operation takes such an object. */
function withObjects(schema: z.ZodObject | undefined, query: object): object {
  if (schema?.shape.metadata === undefined) return query
  const plain: [string, unknown][] = []
  const pairs: [string, unknown][] = []
  for (const [name, value] of Object.entries(query)) {
    const key = /^metadata\[([^[\]]+)\]$/.exec(name)?.[1]
    if (key === undefined) plain.push([name, value])
    else pairs.push([key, value])
  }
  return Object.fromEntries(pairs.length === 0 ? plain : [...plain, ["metadata", Object.fromEntries(pairs)]])
}

interface Exchange {
  /** Judged by the operation's schemas. */
  input: Record<string, unknown>
  request: FastifyRequest
  reply: FastifyReply
}

function inputOf(operation: Mount["operation"], request: FastifyRequest): Record<string, unknown> {
  const params = judged(operation.params ?? nothing, request.params, "path")
  const query = judged(
    operation.query ?? nothing,
    withObjects(operation.query, request.query as object),
    "query",
  )
  const named = Object.keys(operation.headers?.shape ?? {}).map((name) => [
    name,
    request.headers[name.toLowerCase()],
  ])
  const headers = judged(operation.headers ?? nothing, Object.fromEntries(named), "headers")
  const sent = request.body === undefined ? {} : request.body
  const body = request.method === "GET" ? {} : judged(operation.body ?? nothing, sent, "body")
  return { ...(body as object), ...query, ...headers, ...params }
}

/** An Idempotency-Key belongs to a credential, so none is kept here. */
async function runAnonymously(
  context: AppContext,
  mount: Mount,
  operation: AnyOpenOperation,
  { input, request }: Exchange,
): Promise<Answer> {
  return answerOf(mount, await operation.run(context, anonymousRequest(context, request), input as never))
}

async function runForCaller(
  context: AppContext,
  mount: Mount,
  operation: AnyOperation,
  { input, request, reply }: Exchange,
): Promise<{ status: number; body: string | Uint8Array | Readable }> {
  const caller = request.caller!
  const ofCompany = operation.byHostTime ? context : await contextOf(context, caller.companyId)
  const serving = operation.isLong ? { ...ofCompany, ...ofCompany.long } : ofCompany
  const call: Call = { ...caller, requestId: request.id, now: serving.clock.now() }
  await refuseBeyondSeat(serving, call, operation, input)
  const run = (own: Call) =>
    whileThere(context, own.companyId, () => operation.run(serving, own, input as never))
  // A search writes nothing, and a file is read, so there is nothing to keep under an Idempotency-Key.
  if (mount.encode) {
    const found = await run(call)
    // A caller that has hung up meanwhile gets none.
    return {
      status: 200,
      body: hasHungUp(request) ? "" : await slotsPayload(mount.encode(found), request, reply),
    }
  }
  const file = fileOf(mount, request)
  if (file) return { status: 200, body: await writtenPayload(file.write(await run(call)), request) }
  if (operation.isPaged) {
    const result = jsonTexts(operation.result as z.ZodObject, (await run(call)) as Record<string, unknown>)
    return { status: 200, body: await writtenPayload(inEnvelope(result), request) }
  }
  if (readsOnly(mount)) {
    const result = await run(call)
    return inSlices(answerSteps(mount, result))
  }
  const answer = () =>
    answerCall(context, { call, request, reply }, operation, run, (result) => answerOf(mount, result))
  return operation.doesDue ? answer() : withDueDone(context, call.companyId, answer)
}

async function* inEnvelope(data: AsyncIterable<string>): AsyncGenerator<string> {
  yield '{"success":true,"data":'
  yield* data
  yield "}"
}

/** The same as `answerOf` in steps: what is only read may be long. */
function* answerSteps({ operation }: Mount, result: unknown): Generator<void, Answer> {
  const status = operation.status ?? 200
  if (!operation.list)
    return { status, body: `{"success":true,"data":${yield* jsonSteps(operation.result, result)}}` }
  const { rows, next_cursor } = result as Listed<unknown>
  const data = yield* jsonSteps(z.array(operation.result), rows)
  return { status, body: `{"success":true,"data":${data},"next_cursor":${JSON.stringify(next_cursor)}}` }
}

/** The result cut to the operation's schema, in the envelope. */
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

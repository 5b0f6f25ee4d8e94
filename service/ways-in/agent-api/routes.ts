/** The agent API's routes. They take a key of the company with any role, and the session of one conversation. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import {
  conversationInit,
  conversationStarted,
  conversationVariables,
} from "../../../domain/model/agent/session.ts"
import { errorBody, invalid, Refusal } from "../../../domain/model/errors.ts"
import { familyOf } from "../../platform/budget/families.ts"
import { contextOf } from "../../platform/company-context.ts"
import type { AppContext } from "../../platform/context.ts"
import { identified, refuseWithoutScope } from "../company-api/authenticate.ts"
import { chargeTo } from "../http/budgets.ts"
import { errorHandler, sendRefusal } from "../http/errors.ts"
import { keyOf } from "../http/idempotency.ts"
import { judged } from "../http/issues.ts"
import { parseJson } from "../http/read-json.ts"
import { refusalsOf } from "../http/refusals-of.ts"
import { callTool, type ToolCaller } from "./call-tool.ts"
import { describedAgentTools } from "./describe-tools.ts"
import { asSaid, plainWording, refusesWith200 } from "./in-agent-words.ts"
import { beginningOf, toolRequestOf } from "./platform/bodies.ts"
import { readBodiesAsSent, takeRetellPost } from "./retell-posts.ts"
import { startConversation } from "./start-conversation.ts"
import { type AgentMount, agentPrefix, agentTools } from "./tools.ts"

/** A post of a platform for a company. */
interface Sent {
  companyId: number
  body: unknown
  query: unknown
}

/** The limit of a tool's inputs. */
const limitBytes = 65_536

/** Mounts the routes in scopes of their own, where every refusal comes out in words for the caller. */
export function mountAgent(app: FastifyInstance, context: AppContext): void {
  const said = (refusal: Refusal) => asSaid(refusal, plainWording(context.clock.now()))
  app.register(async (scope) => {
    scope.setErrorHandler(
      errorHandler(context.log, (request, reply, refusal) => sendRefusal(reply, said(refusal), request.id)),
    )
    identifyCallers(scope, context)
    scope.post(`${agentPrefix}/conversation-init`, (request, reply) => {
      const { body, query } = request
      return begin(context, { companyId: callerOf(request).companyId, body, query }, reply)
    })
    scope.post(`${agentPrefix}/tools`, async (request, reply) => {
      const body = await bodyFieldsOf(request)
      return serveAsked(context, callerOf(request), { body, query: request.query }, reply)
    })
    scope.register(async (tools) => {
      tools.setErrorHandler(
        errorHandler(context.log, (request, reply, refusal) =>
          refuseTool(context, request, reply, said(refusal)),
        ),
      )
      for (const [i, mount] of agentTools.entries()) {
        const handler = (request: FastifyRequest, reply: FastifyReply) =>
          serve(context, mount, request, reply)
        const config = { refusals: new Set(refusalsOf(describedAgentTools[i]!)) }
        tools.route({ method: mount.method, url: agentPrefix + mount.path, config, handler })
      }
    })
  })
  mountRetell(app, context)
}

/**
 * Retell's posts to the company's own address. One that begins a conversation is answered as `conversation-init`, and one of a
 * custom function as `tools`.
 */
function mountRetell(app: FastifyInstance, context: AppContext): void {
  app.register(async (scope) => {
    readBodiesAsSent(scope)
    scope.post("/carriers/retell/:token", async (request, reply) => {
      const { companyId, body } = await takeRetellPost(context, request, reply)
      const { query } = request
      const fields = body as { call_inbound?: unknown; chat_inbound?: unknown } | null
      if (fields?.call_inbound !== undefined || fields?.chat_inbound !== undefined)
        return begin(context, { companyId, body, query }, reply)
      const caller = { companyId, requestId: request.id, boundSession: boundSessionOf(request) }
      return serveAsked(context, caller, { body, query }, reply)
    })
  })
}

/** With status 200 where the company's agent settings ask for it: some platforms drop the bodies of all other answers. */
async function refuseTool(
  context: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: Refusal,
): Promise<FastifyReply> {
  const caller = callers.get(request)
  if (!caller || !(await refusesWith200(context, caller.companyId))) {
    return sendRefusal(reply, refusal, request.id)
  }
  return send(reply, 200, { ok: false, ...errorBody(refusal, request.id) })
}

/** Answers without the envelope, in the form that agent platforms read. */
async function begin(host: AppContext, { companyId, body, query }: Sent, reply: FastifyReply) {
  const context = await contextOf(host, companyId)
  const now = context.clock.now()
  const beginning = beginningOf(body, query)
  const { language } = query as { language?: unknown }
  const sent = beginning?.init ?? body ?? {}
  const init = judged(conversationInit, language === undefined ? sent : { ...sent, language }, "body")
  const dynamic_variables = await startConversation(context, companyId, init, now)
  if (beginning) return send(reply, 200, beginning.answer(conversationVariables.parse(dynamic_variables)))
  const answer = { type: "conversation_initiation_client_data" as const, dynamic_variables }
  return send(reply, 200, conversationStarted.parse(answer))
}

async function serve(
  context: AppContext,
  { tool }: AgentMount,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const sent = {
    ...(await bodyFieldsOf(request)),
    ...(request.query as object),
    ...(request.params as object),
  }
  const idempotencyKey = keyOf(request)
  const data = await callTool(context, { ...callerOf(request), idempotencyKey }, tool, sent)
  return send(reply, tool.status ?? 200, { success: true, data })
}

const toolsByName = new Map(agentTools.map(({ tool }) => [tool.name, tool]))

/** The tools of platforms that call one address with bodies of their own: refusals stand in the answer, one after the other. */
async function serveAsked(
  context: AppContext,
  caller: ToolCaller,
  { body, query }: Omit<Sent, "companyId">,
  reply: FastifyReply,
) {
  const { asked, answer } = toolRequestOf(body, query)
  const answers: unknown[] = []
  for (const { name, inputs } of asked) answers.push(await answerOf(context, caller, name, inputs))
  return send(reply, 200, answer(answers))
}

async function answerOf(
  context: AppContext,
  caller: ToolCaller,
  name: string,
  inputs: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  try {
    const tool = toolsByName.get(name)
    if (!tool) throw invalid("name", "expected the name of a tool out of agent-tools.json")
    return await callTool(context, caller, tool, inputs)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { ok: false, ...errorBody(asSaid(error, plainWording(context.clock.now())), caller.requestId) }
  }
}

function send(reply: FastifyReply, status: number, body: unknown): FastifyReply {
  return reply
    .code(status)
    .header("cache-control", "no-store")
    .type("application/json; charset=utf-8")
    .send(JSON.stringify(body))
}

const callers = new WeakMap<FastifyRequest, ToolCaller>()

/** Identifies the caller of every route of the scope before its body is read. Refuses with 401. */
export function identifyCallers(scope: FastifyInstance, context: AppContext): void {
  scope.addHook("onRoute", (route) => {
    route.config = { ...route.config, budget: "none" }
    route.bodyLimit = limitBytes
  })
  scope.addHook("onRequest", async (request, reply) => {
    const identity = await identified(context, request)
    if (identity.mustEnrol) throw new Refusal("enrolment_needed")
    refuseWithoutScope(identity, "agent_tools:write")
    const { companyId } = identity
    callers.set(request, { companyId, requestId: request.id, boundSession: boundSessionOf(request) })
    await chargeTo(context, await familyOf(context, identity.companyId), request, reply)
  })
}

/** The session comes in a header, so that it need not stand in each call, where a model would have to write it. */
function boundSessionOf({ headers }: FastifyRequest): string | null {
  const named = headers["appointed-session"]
  return typeof named === "string" && named.trim() !== "" ? named.trim() : null
}

/** The caller of a request in a scope that identifies its callers. */
export const callerOf = (request: FastifyRequest): ToolCaller => callers.get(request)!

/**
 * The fields of a JSON body; none without a body. A body that is no object becomes the field `body`, which every tool
 * refuses by its name, after it has judged the session. Throws `invalid_json` and `body_too_large`.
 */
export async function bodyFieldsOf(request: FastifyRequest): Promise<Record<string, unknown>> {
  const body = request.method === "GET" ? await bodyOfGet(request) : request.body
  if (body === undefined || body === null) return {}
  if (typeof body !== "object" || Array.isArray(body)) return { body }
  return body as Record<string, unknown>
}

async function bodyOfGet({ raw, headers }: FastifyRequest): Promise<unknown> {
  const isSent = headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0
  if (!isSent) return undefined
  if (Number(headers["content-length"] ?? 0) > limitBytes) throw new Refusal("body_too_large")
  const chunks: Buffer[] = []
  let length = 0
  // A request that is given up would take its connection along, and with it the answer.
  for await (const chunk of raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > limitBytes) throw new Refusal("body_too_large")
    chunks.push(chunk)
  }
  const text = Buffer.concat(chunks).toString("utf8")
  return text.trim() === "" ? undefined : parseJson(text)
}

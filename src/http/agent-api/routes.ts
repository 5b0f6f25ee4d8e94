/** The agent's routes: a key of the company, whatever its role, and the session of one conversation. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import type { AppContext } from "../../context.ts"
import { conversationInit, conversationStarted } from "../../model/agent/session.ts"
import { asSaid } from "../../operations/agent/in-agent-words.ts"
import { startConversation } from "../../operations/agent/start-conversation.ts"
import { errorHandler, sendRefusal } from "../errors.ts"
import { judged } from "../issues.ts"
import { callTool } from "./call-tool.ts"
import { callerOf, identifyCallers } from "./callers.ts"
import { bodyFieldsOf } from "./read-body.ts"
import { type AgentMount, agentPrefix, agentTools } from "./tools.ts"

/** In a scope of its own, where every refusal comes out in words for a caller, whatever refused. */
export function mountAgent(app: FastifyInstance, context: AppContext): void {
  app.register(async (scope) => {
    scope.setErrorHandler(
      errorHandler(context.log, (request, reply, refusal) =>
        sendRefusal(reply, asSaid(refusal, context.clock.now()), request.id),
      ),
    )
    identifyCallers(scope, context)
    scope.post(`${agentPrefix}/conversation-init`, (request, reply) => begin(context, request, reply))
    for (const mount of agentTools) {
      const handler = (request: FastifyRequest, reply: FastifyReply) => serve(context, mount, request, reply)
      scope.route({ method: mount.method, url: agentPrefix + mount.path, handler })
    }
  })
}

/** Answers by itself, without the envelope: the form that agent platforms read. */
async function begin(context: AppContext, request: FastifyRequest, reply: FastifyReply) {
  const { companyId } = callerOf(request)
  const now = context.clock.now()
  const init = judged(conversationInit, request.body ?? {}, "body")
  const dynamic_variables = await startConversation(context, companyId, init, now)
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
  const data = await callTool(context, callerOf(request), tool, sent)
  return send(reply, tool.status ?? 200, { success: true, data })
}

function send(reply: FastifyReply, status: number, body: unknown): FastifyReply {
  return reply
    .code(status)
    .header("cache-control", "no-store")
    .type("application/json; charset=utf-8")
    .send(JSON.stringify(body))
}

/** `POST /api/v1/agent/mcp`: the agent's tools over the Model Context Protocol, with the key of every other call. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import type { AppContext } from "../../platform/context.ts"
import { refusalOfJson } from "../http/read-json.ts"
import { callerOf, identifyCallers } from "./routes.ts"
import { agentPrefix } from "./tools.ts"

export const mcpPath = `${agentPrefix}/mcp`

/** In a scope of its own: the protocol judges bodies itself, and answers in a form of its own. */
export function mountMcp(app: FastifyInstance, context: AppContext): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser("*", { parseAs: "string" }, async (_request: FastifyRequest, text: string) => {
      const refusal = refusalOfJson(text)
      if (refusal) throw refusal
      return text
    })
    identifyCallers(scope, context)
    scope.post(mcpPath, async (request, reply) => {
      // Imported at the first request: it takes 14 MB, and most hosts never get one.
      const { answerMcp } = await import("./mcp-server.ts")
      return relay(await answerMcp(context, callerOf(request), requestOf(request)), reply)
    })
  })
}

/** Passes on no credentials. */
function requestOf({ headers, body }: FastifyRequest): Request {
  const kept = Object.entries(headers).filter(
    ([name]) => name.startsWith("mcp-") || name === "content-type" || name === "accept",
  ) as [string, string][]
  return new Request(`http://localhost${mcpPath}`, {
    method: "POST",
    headers: kept,
    body: (body as string) ?? "",
  })
}

async function relay(answer: Response, reply: FastifyReply): Promise<FastifyReply> {
  const type = answer.headers.get("content-type")
  if (type !== null) reply.type(type)
  return reply
    .code(answer.status)
    .header("cache-control", "no-store")
    .send(await answer.text())
}

/** `POST /api/v1/agent/mcp`: the agent's tools over the Model Context Protocol, with the key of every other call. */
import type { FastifyInstance } from "fastify"
import type { AppContext } from "../../platform/context.ts"
import { leaveBodies, mcpRequest, relayMcp } from "../http/mcp-relay.ts"
import { callerOf, identifyCallers } from "./routes.ts"
import { agentPrefix } from "./tools.ts"

export const mcpPath = `${agentPrefix}/mcp`

export function mountMcp(app: FastifyInstance, context: AppContext): void {
  app.register(async (scope) => {
    leaveBodies(scope)
    identifyCallers(scope, context)
    scope.post(mcpPath, async (request, reply) => {
      // Imported at the first request: it takes 14 MB, and most hosts never get one.
      const { answerMcp } = await import("./mcp-server.ts")
      return relayMcp(await answerMcp(context, callerOf(request), mcpRequest(request, mcpPath)), reply)
    })
  })
}

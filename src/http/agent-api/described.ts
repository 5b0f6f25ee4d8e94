/** The tools as the API's documents describe them: what stands in the path, and the session with the rest of the input. */
import { z } from "zod"
import type { DescribedMount } from "../api-docs/described.ts"
import { type AgentMount, agentTools } from "./tools.ts"

const session = z.string().meta({
  description: "The session_id that conversation-init gave. In the body or in the query.",
})

export const describedAgentTools: readonly DescribedMount[] = agentTools.map(described)

function described({ method, path, tool }: AgentMount): DescribedMount {
  const fields = Object.entries(tool.input.shape)
  const inPath = (name: string) => path.split("/").includes(`:${name}`)
  const params = Object.fromEntries(fields.filter(([name]) => inPath(name)))
  const rest = { session_id: session, ...Object.fromEntries(fields.filter(([name]) => !inPath(name))) }
  const takesBody = method === "POST" || method === "PUT"
  return {
    method,
    path: `/agent${path}`,
    takesIdempotencyKey: false,
    operation: {
      name: `agent_${tool.name}`,
      summary: tool.summary,
      description: tool.description,
      noun: "Agent tools",
      roles: ["admin", "member", "agent"],
      list: false,
      result: tool.result,
      ...(tool.status === undefined ? {} : { status: tool.status }),
      ...(Object.keys(params).length > 0 ? { params: z.strictObject(params) } : {}),
      ...(takesBody ? { body: z.strictObject(rest) } : { query: z.strictObject(rest) }),
    },
  }
}

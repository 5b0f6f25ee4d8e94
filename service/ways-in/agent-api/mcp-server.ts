/** The agent's tools as an MCP server that keeps nothing between two requests. */
import {
  type CallToolResult,
  createMcpHandler,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type Tool,
} from "@modelcontextprotocol/server"
import { errorBody, Refusal } from "../../../domain/model/errors.ts"
import type { AppContext } from "../../platform/context.ts"
import { callTool, type ToolCaller } from "./call-tool.ts"
import { describeTools } from "./describe-tools.ts"
import { asSaid, plainWording } from "./in-agent-words.ts"
import { agentTools } from "./tools.ts"

const serverInfo = { name: "scheduling", title: "Scheduling", version: "1.0.0" }

const spoken =
  "Answers carry `say`: tell the caller that. Offer up to three of the recommended times, always with the weekday, and " +
  "never a time that find_slots did not give. When a tool is refused, its first text is what to say. Any tool may be called again with " +
  "the same inputs: nothing is done twice."

const instructions = {
  unbound: `Appointments of one caller in one conversation. Every tool needs the session_id that the conversation began with. ${spoken}`,
  bound: `Appointments of one caller in one conversation. ${spoken}`,
}

const described = describeTools().map((tool) => ({
  name: tool.name,
  title: tool.title,
  description: tool.description,
  inputSchema: { ...tool.input_schema, additionalProperties: false } as Tool["inputSchema"],
  outputSchema: tool.output_schema as Tool["outputSchema"],
  annotations: {
    readOnlyHint: !tool.writes,
    destructiveHint: tool.method === "DELETE",
    idempotentHint: true,
    openWorldHint: false,
  },
}))

/** The model writes the session. Answers are text alone: clients hand a model both forms, and a search would then be read twice. */
const unboundTools: Tool[] = described.map(({ outputSchema: _, ...tool }) => tool)

/** A header names the session, so that no tool asks for it; answers have the form that the output schemas say. */
export const boundTools: Tool[] = described.map(({ inputSchema, ...tool }) => {
  const { session_id: _, ...properties } = inputSchema.properties!
  const required = inputSchema.required!.filter((name) => name !== "session_id")
  return { ...tool, inputSchema: { ...inputSchema, properties, required } }
})

const toolsByName = new Map(agentTools.map(({ tool }) => [tool.name, tool]))

/** Answers one request of the protocol, of its newest revision or an older one, for one company. */
export async function answerMcp(
  context: AppContext,
  caller: ToolCaller,
  request: Request,
): Promise<Response> {
  // The server announces nothing, so it takes no subscriptions.
  const handler = createMcpHandler(() => serverFor(context, caller), {
    maxSubscriptions: 0,
  })
  return handler.fetch(request)
}

function serverFor(context: AppContext, caller: ToolCaller): Server {
  const isBound = caller.boundSession != null
  const server = new Server(serverInfo, {
    capabilities: { tools: {} },
    instructions: isBound ? instructions.bound : instructions.unbound,
  })
  server.setRequestHandler("tools/list", () => ({ tools: isBound ? boundTools : unboundTools }))
  server.setRequestHandler("tools/call", ({ params }) =>
    resultOf(context, caller, params.name, params.arguments ?? {}),
  )
  return server
}

async function resultOf(
  context: AppContext,
  caller: ToolCaller,
  name: string,
  sent: Record<string, unknown>,
): Promise<CallToolResult> {
  const tool = toolsByName.get(name)
  if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${name}`)
  try {
    const data = await callTool(context, caller, tool, sent)
    const content: CallToolResult["content"] = [{ type: "text", text: JSON.stringify(data) }]
    return caller.boundSession == null
      ? { content }
      : { content, structuredContent: data as Record<string, unknown> }
  } catch (error) {
    return refusedBy(context, caller, name, error)
  }
}

/** First the sentence to say, then the code, the wrong field and other times for the model to act on. */
function refusedBy(
  context: AppContext,
  { requestId }: ToolCaller,
  name: string,
  error: unknown,
): CallToolResult {
  if (!(error instanceof Refusal)) {
    const fields = { err: error, request_id: requestId, route: `mcp:${name}`, method: "POST" }
    context.log.error(fields, "unexpected failure")
  }
  const refusal = error instanceof Refusal ? error : new Refusal("internal")
  const said = asSaid(refusal, plainWording(context.clock.now()))
  const body = errorBody(said, requestId)
  return {
    isError: true,
    content: [
      { type: "text", text: said.message },
      { type: "text", text: JSON.stringify(body.error) },
    ],
  }
}

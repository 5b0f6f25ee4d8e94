/** Descriptions of the tools for their callers: purpose, inputs and answers. */
import { z } from "zod"
import { type JsonSchema, jsonSchemaOf, type Shared } from "../api-docs/json-schema.ts"
import type { DescribedMount } from "../api-docs/openapi.ts"
import { type AgentMount, agentPrefix, agentTools } from "./tools.ts"

/** The keys of JSON Schema that a description of inputs uses. */
export interface InputSchema {
  type: "object"
  properties: Record<string, JsonSchema>
  required: string[]
}

export interface DescribedTool {
  name: string
  title: string
  description: string
  method: AgentMount["method"]
  /** From the root, with `{name}` for what stands in the path. */
  path: string
  /** True when the tool changes data. */
  writes: boolean
  /** All inputs as one flat object, `session_id` first. */
  input_schema: InputSchema
  output_schema: JsonSchema
}

const sessionId = z.string().meta({
  description: "The conversation's session_id, exactly as it was given when the conversation began.",
})

export function describeTools(): DescribedTool[] {
  return agentTools.map(({ method, path, tool }) => ({
    name: tool.name,
    title: tool.summary,
    description: tool.description,
    method,
    path: agentPrefix + path.replace(/:(\w+)/g, "{$1}"),
    writes: tool.writes,
    input_schema: inputSchemaOf(tool.input.shape),
    output_schema: plainSchemaOf(tool.result, "output"),
  }))
}

/** The text of `api/agent-tools.json`, for any platform that calls tools by HTTP. */
export function agentToolsText(): string {
  return `${JSON.stringify({ tools: describeTools() }, null, 2)}\n`
}

/** The names of the inputs that stand in the path. */
export const pathInputsOf = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)

function inputSchemaOf(shape: z.ZodRawShape): InputSchema {
  const schema = plainSchemaOf(z.object({ session_id: sessionId, ...shape }), "input")
  const properties = schema.properties as Record<string, JsonSchema>
  return {
    type: "object",
    properties: Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, asked(each)])),
    required: schema.required as string[],
  }
}

/**
 * An input as a model reads it, in each turn of a conversation: its type, its values and its description. The limits of an input
 * are checked by the tool, which names what it expected. An optional input may also be null, which is left out as well.
 */
function asked({ type, enum: values, description }: JsonSchema): JsonSchema {
  return {
    ...(type === undefined
      ? {}
      : { type: Array.isArray(type) ? type.find((each) => each !== "null") : type }),
    ...(Array.isArray(values) ? { enum: values.filter((value) => value !== null) } : {}),
    ...(description === undefined ? {} : { description }),
  }
}

/** One schema that refers to nothing outside itself. */
function plainSchemaOf(schema: z.ZodType, side: "input" | "output"): JsonSchema {
  const shared: Shared = new Map()
  return inlined(jsonSchemaOf(schema, side, shared), shared) as JsonSchema
}

function inlined(value: unknown, shared: Shared): unknown {
  if (Array.isArray(value)) return value.map((each) => inlined(each, shared))
  if (value === null || typeof value !== "object") return value
  const { $ref, ...rest } = value as JsonSchema
  const own = Object.fromEntries(Object.entries(rest).map(([key, inner]) => [key, inlined(inner, shared)]))
  if ($ref === undefined) return own
  return { ...(inlined(shared.get(String($ref).split("/").at(-1)!), shared) as JsonSchema), ...own }
}

const session = z.string().meta({
  description: "The session_id that conversation-init gave. In the body or in the query.",
})

export const describedAgentTools: readonly DescribedMount[] = agentTools.map(describedTool)

export function describedTool({ method, path, tool }: AgentMount): DescribedMount {
  const fields = Object.entries(tool.input.shape)
  const inPath = (name: string) => path.split("/").includes(`:${name}`)
  const params = Object.fromEntries(fields.filter(([name]) => inPath(name)))
  const rest = { session_id: session, ...Object.fromEntries(fields.filter(([name]) => !inPath(name))) }
  const takesBody = method === "POST" || method === "PUT"
  return {
    method,
    path: `/agent${path}`,
    takesIdempotencyKey: false,
    inSession: true,
    refusesWith200: true,
    operation: {
      name: `agent_${tool.name}`,
      summary: tool.summary,
      description: tool.description,
      noun: "Agent tools",
      roles: ["admin", "member", "agent"],
      list: false,
      result: tool.result,
      ...(tool.refusals === undefined ? {} : { refusals: tool.refusals }),
      ...(tool.status === undefined ? {} : { status: tool.status }),
      ...(tool.events === undefined ? {} : { events: tool.events }),
      ...(Object.keys(params).length > 0 ? { params: z.strictObject(params) } : {}),
      ...(takesBody ? { body: z.strictObject(rest) } : { query: z.strictObject(rest) }),
    },
  }
}

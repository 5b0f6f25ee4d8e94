/**
 * The agent platform, as far as its tools go: takes a tool's configuration as it is exported, and makes of the model's
 * inputs the request that the platform would send. Nothing of the service is asked.
 */
import type { Property, ToolConfig } from "../../service/ways-in/agent-api/platform/tool-config.ts"

export interface Platform {
  /** The answer of conversation-init. */
  variables: Readonly<Record<string, unknown>>
  /** Header values by the ids of the secrets that hold them. */
  secrets: Readonly<Record<string, string>>
  /** The address of the service, in place of the configuration's. */
  baseUrl: string
}

export interface PlatformRequest {
  url: string
  method: string
  headers: Record<string, string>
  body?: string
}

type Inputs = Readonly<Record<string, unknown>>

export function requestOf(config: ToolConfig, inputs: Inputs, platform: Platform): PlatformRequest {
  const { api_schema: schema } = config
  const unknown = Object.keys(inputs).filter((name) => !(name in propertiesOf(config)))
  if (unknown.length > 0) throw new Error(`${config.name} takes no ${unknown.join(", ")}`)
  const valuesOf = (properties: Readonly<Record<string, Property>> = {}) =>
    Object.entries(properties).flatMap(([name, property]): [string, unknown][] => {
      const value =
        "dynamic_variable" in property ? platform.variables[property.dynamic_variable] : inputs[name]
      return value === undefined ? [] : [[name, value]]
    })
  const url = new URL(
    schema.url
      .replace(/^https:\/\/[^/]+/, platform.baseUrl)
      .replace(/\{(\w+)\}/g, (_place, name) => encodeURIComponent(String(inputs[name]))),
  )
  for (const [name, value] of valuesOf(schema.query_params_schema?.properties)) {
    url.searchParams.set(name, String(value))
  }
  const secret = ({ secret_id: id }: { secret_id: string }) => platform.secrets[id] ?? ""
  const headers = Object.entries(schema.request_headers).map(([name, locator]) => [name, secret(locator)])
  const base = { url: url.href, method: schema.method }
  if (!schema.request_body_schema) return { ...base, headers: Object.fromEntries(headers) }
  const added = { agent_id: "agent_1", conversation_id: "conv_1", tool_call_id: "call_1" }
  return {
    ...base,
    headers: { ...Object.fromEntries(headers), "content-type": schema.content_type! },
    body: JSON.stringify({
      ...Object.fromEntries(valuesOf(schema.request_body_schema.properties)),
      ...added,
    }),
  }
}

/** All that a tool's configuration asks for, wherever it is sent. */
export function propertiesOf({ api_schema: schema }: ToolConfig): Record<string, Property> {
  return {
    ...schema.path_params_schema,
    ...schema.query_params_schema?.properties,
    ...schema.request_body_schema?.properties,
  }
}

export interface Sent {
  status: number
  body: ReturnType<typeof JSON.parse>
}

export async function send({ url, ...init }: PlatformRequest): Promise<Sent> {
  const answer = await fetch(url, init)
  return { status: answer.status, body: JSON.parse(await answer.text()) }
}

/** A tool in the platform's format: a webhook that the platform calls with the model's inputs. */
import { type DescribedTool, pathInputsOf } from "../describe-tools.ts"
import type { Site } from "./agent-config.ts"

/** Its value comes either from the model, by the description, or from a variable of the conversation. */
export type Property =
  | { type: string; description: string; enum?: string[] }
  | { type: string; dynamic_variable: string }

interface Properties {
  properties: Record<string, Property>
  required: string[]
}

export interface ToolConfig {
  type: "webhook"
  name: string
  description: string
  response_timeout_secs: number
  interruption_mode: "allow" | "disable_during_tool"
  /** Lets the model see a refusal whole: its sentence, and other times. */
  tool_error_handling_mode: "passthrough"
  api_schema: {
    url: string
    /** Always given, since the platform's default is GET. */
    method: DescribedTool["method"]
    request_headers: Record<string, { secret_id: string }>
    content_type?: "application/json"
    path_params_schema?: Record<string, Property>
    query_params_schema?: Properties
    request_body_schema?: Properties & { type: "object"; description: string }
  }
}

/** A read waits for the database; a booking may wait for a lock, a calendar and the carrier of texts in turn. */
const timeoutSeconds = { read: 10, write: 20 }

const bodyMethods = new Set<DescribedTool["method"]>(["POST", "PUT"])

export function toolConfigOf(tool: DescribedTool, site: Site): ToolConfig {
  const inPath = pathInputsOf(tool.path)
  const names = Object.keys(tool.input_schema.properties)
  const elsewhere = propertiesOf(
    tool,
    names.filter((name) => !inPath.includes(name)),
  )
  const path = propertiesOf(tool, inPath)
  return {
    type: "webhook",
    name: tool.name,
    description: tool.description,
    response_timeout_secs: tool.writes ? timeoutSeconds.write : timeoutSeconds.read,
    interruption_mode: tool.writes ? "disable_during_tool" : "allow",
    tool_error_handling_mode: "passthrough",
    api_schema: {
      url: site.baseUrl + tool.path,
      method: tool.method,
      request_headers: { Authorization: { secret_id: site.secretId } },
      ...(inPath.length === 0 ? {} : { path_params_schema: path.properties }),
      ...(bodyMethods.has(tool.method)
        ? {
            content_type: "application/json",
            request_body_schema: { type: "object", description: tool.title, ...elsewhere },
          }
        : { query_params_schema: elsewhere }),
    },
  }
}

function propertiesOf(tool: DescribedTool, names: readonly string[]): Properties {
  const { properties, required } = tool.input_schema
  return {
    properties: Object.fromEntries(names.map((name) => [name, propertyOf(name, properties[name]!)])),
    required: names.filter((name) => required.includes(name)),
  }
}

function propertyOf(name: string, schema: Record<string, unknown>): Property {
  const type = String(schema.type)
  // A variable, so that the model neither sees nor invents it.
  if (name === "session_id") return { type, dynamic_variable: name }
  const values = Array.isArray(schema.enum) ? { enum: schema.enum.map(String) } : {}
  return { type, description: String(schema.description), ...values }
}

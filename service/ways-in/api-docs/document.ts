/** The forms of an OpenAPI 3.1 document, as far as ours has them. */
import type { ErrorCode } from "../../../domain/model/errors.ts"
import type { EventType } from "../../../domain/model/event.ts"
import type { JsonSchema } from "./json-schema.ts"
import type { CodeSample } from "./samples/code-samples.ts"
import type { DescribedWebhook } from "./webhooks.ts"

export interface RequestBody {
  required: boolean
  content: Record<string, { schema: JsonSchema; example?: unknown }>
}

export interface OpenApiOperation {
  operationId: string
  summary: string
  description?: string
  tags: string[]
  /** The roles of API keys. */
  "x-roles": readonly string[]
  /** The scope that a key with scopes needs; absent where no credential is needed. */
  "x-scope"?: string
  /** The roles of people who sign in. */
  "x-user-roles": readonly string[]
  /** The codes of its refusals: its own first, then what any operation may meet. */
  "x-refusals": readonly ErrorCode[]
  /** The types of the events that it may cause. */
  "x-events"?: readonly EventType[]
  "x-reads-only"?: true
  "x-codeSamples": readonly CodeSample[]
  security?: Record<string, []>[]
  parameters?: JsonSchema[]
  requestBody?: RequestBody
  responses: Record<string, JsonSchema>
}

export interface OpenApiDocument {
  openapi: "3.1.0"
  info: {
    title: string
    version: string
    description: string
    license: { name: string; identifier: string }
  }
  servers: { url: string }[]
  security: Record<string, []>[]
  tags: { name: string }[]
  paths: Record<string, Record<string, OpenApiOperation>>
  webhooks: Record<string, { post: DescribedWebhook }>
  components: Record<string, Record<string, JsonSchema>>
}

/** Path, query and header parameters of an operation. */
import type { z } from "zod"
import type { DescribedMount } from "./described.ts"
import { type JsonSchema, jsonSchemaOf, type Shared } from "./json-schema.ts"

export function parametersOf(mount: DescribedMount, shared: Shared): JsonSchema[] {
  const { method, operation } = mount
  const once = method === "POST" && !operation.open && mount.takesIdempotencyKey !== false
  return [
    ...named("path", operation.params, shared),
    ...named("query", operation.query, shared),
    ...(once ? [{ $ref: "#/components/parameters/IdempotencyKey" }] : []),
  ]
}

function named(where: "path" | "query", schema: z.ZodObject | undefined, shared: Shared): JsonSchema[] {
  if (schema === undefined) return []
  const { properties = {}, required = [] } = jsonSchemaOf(schema, "input", shared) as {
    properties?: Record<string, JsonSchema>
    required?: string[]
  }
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: where,
    required: required.includes(name),
    ...(description === undefined ? {} : { description }),
    schema: rest,
  }))
}

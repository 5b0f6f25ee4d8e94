/** Path, query and header parameters of an operation. */
import type { z } from "zod"
import type { Mount } from "../mount.ts"
import { type JsonSchema, jsonSchemaOf, type Shared } from "./json-schema.ts"

export function parametersOf({ method, operation }: Mount, shared: Shared): JsonSchema[] {
  const once = method === "POST" && !operation.open
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

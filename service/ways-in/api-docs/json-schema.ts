/** Schemas as the documents show them: plain JSON Schema, shared parts by name, without bounds and patterns that only zod adds. */
import { z } from "zod"

export type JsonSchema = { [key: string]: unknown }

export type Side = "input" | "output"

/** The shared schemas found so far, by their names. */
export type Shared = Map<string, JsonSchema>

const longestPattern = 60

/** The schema in JSON Schema, its named parts moved to `shared` and referred to. */
export function jsonSchemaOf(schema: z.ZodType, side: Side, shared: Shared): JsonSchema {
  const made = z.toJSONSchema(schema, {
    io: side,
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      // zod leaves out the examples of an input in which anything is rewritten.
      const { examples } = z.globalRegistry.get(zodSchema) ?? {}
      if (Array.isArray(examples)) jsonSchema.examples = examples
      tidy(jsonSchema as JsonSchema, side)
    },
  }) as JsonSchema
  const { $schema: _, $defs, ...rest } = made
  for (const [name, part] of Object.entries(($defs ?? {}) as Record<string, JsonSchema>)) {
    shared.set(name, rewritten(part) as JsonSchema)
  }
  return rewritten(rest) as JsonSchema
}

/** Runs on every node that zod has written. */
function tidy(node: JsonSchema, side: Side): void {
  delete node.id
  if (node.minimum === Number.MIN_SAFE_INTEGER) delete node.minimum
  if (side === "output" && node.maximum === Number.MAX_SAFE_INTEGER) delete node.maximum
  if (typeof node.pattern === "string" && node.pattern.length > longestPattern) delete node.pattern
  if (node.type === "integer" || node.type === "boolean") {
    delete node.pattern
    delete node.maxLength
    delete node.enum
  }
  // Generators of clients that compare a constant with texts refuse every answer for one that is true or false.
  if (node.type === "boolean") delete node.const
  // Defaults of null and objects stop generators of clients; what is meant stands in the description.
  if (typeof node.default === "object" && !Array.isArray(node.default)) delete node.default
  if (node.example !== undefined) {
    node.examples = [node.example]
    delete node.example
  }
  // Answers may get new fields, so readers must accept fields that they do not know.
  if (side === "output" && node.additionalProperties === false) delete node.additionalProperties
}

function rewritten(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(rewritten)
  if (value === null || typeof value !== "object") return value
  const node = Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, key === "$ref" ? moved(inner) : rewritten(inner)]),
  )
  return withNullInType(node)
}

const moved = (ref: unknown) => String(ref).replace("#/$defs/", "#/components/schemas/")

/** `anyOf: [X, null]` reads better as X whose type may be null. */
function withNullInType(node: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = node
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return node
  const [plain, none] = anyOf as [JsonSchema, JsonSchema]
  const simple = none.type === "null" && typeof plain.type === "string" && Object.keys(none).length === 1
  if (!simple) return node
  const values = Array.isArray(plain.enum) ? { enum: [...plain.enum, null] } : {}
  return { ...plain, ...values, ...rest, type: [plain.type, "null"] }
}

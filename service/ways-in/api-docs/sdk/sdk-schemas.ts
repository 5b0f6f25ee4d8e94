/** The document's named schemas as the package has them: objects and lists of values by name, plain texts and numbers in place. */

import type { OpenApiDocument } from "../document.ts"
import type { JsonSchema, Side } from "../json-schema.ts"
import { positionsOf, schemasWithin } from "../schema-positions.ts"

export interface SdkSchemas {
  /** Follows a reference; anything else is itself. */
  resolved(schema: JsonSchema): JsonSchema
  /** With references to what the package declares alone. */
  written(schema: JsonSchema, side: Side): JsonSchema
  /** The declared types. An answer's fields are there or not, those of an input may be undefined too. */
  declared: { name: string; schema: JsonSchema; side: Side }[]
}

const nameIn = ({ $ref }: JsonSchema): string | null =>
  typeof $ref === "string" && $ref.startsWith("#/") ? $ref.split("/").at(-1)! : null

export function sdkSchemas(document: OpenApiDocument): SdkSchemas {
  const schemas = document.components.schemas!
  const resolved = (schema: JsonSchema): JsonSchema => {
    const name = nameIn(schema)
    return name === null ? schema : resolved(schemas[name]!)
  }
  const reached = { input: new Set<string>(), output: new Set<string>() }
  const reach = (schema: JsonSchema, side: Side): void => {
    const name = nameIn(schema)
    if (name !== null && reached[side].has(name)) return
    if (name !== null) reached[side].add(name)
    for (const { schema: inner } of schemasWithin(resolved(schema))) reach(inner, side)
  }
  for (const { schema, side, what, isComponent } of positionsOf(document))
    if (!isComponent) {
      // The envelope of an answer is not what a caller gets.
      const inner = what === "answer" ? schemasWithin(resolved(schema)).map((each) => each.schema) : [schema]
      for (const each of inner) reach(each, side)
    }
  for (const { post } of Object.values(document.webhooks))
    reach(post.requestBody.content["application/json"]!.schema, "output")
  const isDeclared = (name: string, side: Side) =>
    reached[side].has(name) && hasForm(schemas[name]!) && (side === "output" || !reached.output.has(name))
  const written = (schema: JsonSchema, side: Side): JsonSchema => {
    const name = nameIn(schema)
    if (name !== null && isDeclared(name, side)) return schema
    const copy = structuredClone(resolved(schema))
    for (const { schema: inner, put } of schemasWithin(copy)) put(written(inner, side))
    return copy
  }
  const declared = Object.keys(schemas).flatMap((name) =>
    (["output", "input"] as const)
      .filter((side) => isDeclared(name, side))
      .map((side) => ({ name, side, schema: written({ ...schemas[name]! }, side) })),
  )
  return { resolved, written, declared }
}

const hasForm = (schema: JsonSchema): boolean =>
  "properties" in schema || "anyOf" in schema || "oneOf" in schema || "enum" in schema

/** Finding what a reference in the document points to. */
import type { JsonSchema } from "./json-schema.ts"
import type { OpenApiDocument } from "./openapi.ts"

export function resolved(document: OpenApiDocument, node: JsonSchema): JsonSchema {
  if (typeof node.$ref !== "string") return node
  const [, , kind, name] = node.$ref.split("/") as [string, string, string, string]
  return resolved(document, document.components[kind]?.[name] ?? {})
}

/** The types of a schema without null. */
export function typeOf(schema: JsonSchema): string | undefined {
  return ([schema.type].flat() as (string | undefined)[]).find((type) => type !== "null")
}

export const isNullable = (schema: JsonSchema): boolean => [schema.type].flat().includes("null")

/** The forms a value may take, null left out; none when it has but one. */
export function formsOf(schema: JsonSchema): JsonSchema[] {
  const forms = ((schema.anyOf ?? schema.oneOf ?? []) as JsonSchema[]).filter(({ type }) => type !== "null")
  return forms
}

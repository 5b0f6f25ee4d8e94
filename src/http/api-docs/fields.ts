/** The fields of a schema as rows that people read: name, what is expected, whether it must be sent. */

import { formsOf, isNullable, resolved, typeOf } from "./examples.ts"
import type { JsonSchema } from "./json-schema.ts"
import type { OpenApiDocument } from "./openapi.ts"

export interface FieldRow {
  /** `address.line1`, `weekly_hours[].start`. */
  name: string
  expected: string
  required: boolean
  description: string
}

const deepest = 4

export function fieldRows(document: OpenApiDocument, schema: JsonSchema, prefix = "", depth = 0): FieldRow[] {
  const node = resolved(document, schema)
  if (depth >= deepest) return []
  const required = new Set((node.required ?? []) as string[])
  const properties = Object.entries((node.properties ?? {}) as Record<string, JsonSchema>)
  const own = properties.flatMap(([key, property]) => {
    const name = prefix + key
    return [rowOf(document, name, property, required.has(key)), ...inner(document, property, name, depth)]
  })
  return [...own, ...formsOf(node).flatMap((form) => fieldRows(document, form, prefix, depth))]
}

function rowOf(document: OpenApiDocument, name: string, property: JsonSchema, required: boolean): FieldRow {
  const description = property.description ?? resolved(document, property).description ?? ""
  return { name, expected: expectationOf(document, property), required, description: String(description) }
}

function inner(document: OpenApiDocument, property: JsonSchema, name: string, depth: number): FieldRow[] {
  const node = resolved(document, property)
  const rows = typeOf(node) === "array" ? inner(document, node.items as JsonSchema, `${name}[]`, depth) : []
  return [...rows, ...distinct(fieldRows(document, node, `${name}.`, depth + 1))]
}

/** Forms of one value share fields; each is shown once. */
function distinct(rows: readonly FieldRow[]): FieldRow[] {
  const byName = new Map(rows.toReversed().map((row) => [row.name, row]))
  return [...byName.values()].toReversed()
}

/** `text, at most 200 characters, or null`. */
export function expectationOf(document: OpenApiDocument, property: JsonSchema): string {
  const node = resolved(document, property)
  const forms = formsOf(node)
  const words = forms.length > 0 ? alternatives(document, forms) : plainWords(document, node)
  const orNull = isNullable(node) || ((node.anyOf ?? []) as JsonSchema[]).some(({ type }) => type === "null")
  const byDefault = node.default === undefined ? "" : `; ${JSON.stringify(node.default)} when left out`
  return words + (orNull ? ", or null" : "") + byDefault
}

function alternatives(document: OpenApiDocument, forms: readonly JsonSchema[]): string {
  const words = new Set(forms.map((form) => expectationOf(document, form)))
  return [...words].join(", or ")
}

function plainWords(document: OpenApiDocument, node: JsonSchema): string {
  if (node.const !== undefined) return JSON.stringify(node.const)
  if (Array.isArray(node.enum)) {
    return `one of ${node.enum.filter((value) => value !== null).join(", ")}`
  }
  switch (typeOf(node)) {
    case "string":
      return textWords(node)
    case "integer":
      return `whole number${rangeWords(node)}`
    case "number":
      return `number${rangeWords(node)}`
    case "boolean":
      return "true or false"
    case "array":
      return `list of ${expectationOf(document, (node.items ?? {}) as JsonSchema)}`
    case "object":
      return "object"
    default:
      return "any value"
  }
}

const formats: Record<string, string> = {
  date: "date, YYYY-MM-DD",
  "date-time": "time, ISO 8601",
  binary: "file",
}

function textWords(node: JsonSchema): string {
  const known = formats[String(node.format)]
  if (known) return known
  if (Array.isArray(node.examples)) return `text, as ${node.examples[0]}`
  return node.maxLength === undefined ? "text" : `text, at most ${node.maxLength} characters`
}

function rangeWords({ minimum, maximum }: JsonSchema): string {
  const top = maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum
  if (minimum !== undefined && top !== undefined) return ` from ${minimum} to ${top}`
  if (top !== undefined) return `, at most ${top}`
  return minimum === undefined || minimum === 1 ? "" : `, at least ${minimum}`
}

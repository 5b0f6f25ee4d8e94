/** Believable values out of schemas: what a schema gives as its example, else what its field is usually called for. */
import type { JsonSchema } from "./json-schema.ts"
import type { OpenApiDocument } from "./openapi.ts"
import { formsOf, isNullable, resolved, typeOf } from "./references.ts"

const byName: Record<string, unknown> = {
  name: "Boiler service",
  first_name: "Sam",
  last_name: "Poe",
  phone: "+15125550123",
  email: "sam@example.com",
  password: "correct horse battery",
  timezone: "America/Chicago",
  line1: "2 Oak Ave",
  city: "Austin",
  state: "TX",
  postal_code: "78702",
  country: "US",
  latitude: 30.27,
  longitude: -97.74,
  external_ref: "crm-9",
  start: "09:00",
  end: "17:00",
  start_time: "2027-03-16T15:00:00.000Z",
  end_time: "2027-03-16T16:00:00.000Z",
  start_date: "2027-03-01",
  end_date: "2027-04-01",
  earliest_date: "2027-03-01",
  latest_date: "2027-03-31",
  label: "work",
  token: "…",
  key: "sk_…",
  public_slug: "harbour-heating",
  source: "customer replied START",
  accent_color: "#1f5fd6",
  duration_minutes: 60,
  minutes: 60,
  request_id: "req_…",
}

const byFormat: Record<string, unknown> = {
  date: "2027-03-16",
  "date-time": "2027-03-16T15:00:00.000Z",
}

const deepest = 6

/** A whole example, for answers. */
export function exampleOf(document: OpenApiDocument, schema: JsonSchema, name = "", depth = 0): unknown {
  const node = resolved(document, schema)
  const given = givenBy(node)
  if (given !== undefined) return given
  const [form] = formsOf(node)
  if (form) return exampleOf(document, form, name, depth)
  if (typeOf(node) === "object") return objectOf(document, node, () => true, depth)
  if (typeOf(node) === "array") {
    return depth >= deepest ? [] : [exampleOf(document, (node.items ?? {}) as JsonSchema, name, depth + 1)]
  }
  return named(node, name) ?? plain(node)
}

/** An example of a body: what must be sent, or the first fields of one where nothing must. */
export function bodyExample(document: OpenApiDocument, schema: JsonSchema): unknown {
  const node = resolved(document, schema)
  const given = givenBy(node)
  if (given !== undefined) return given
  const required = (node.required ?? []) as string[]
  const first = Object.keys((node.properties ?? {}) as object).slice(0, 2)
  const sent = new Set(required.length > 0 ? required : first)
  return objectOf(document, node, (key) => sent.has(key), 0)
}

function givenBy(node: JsonSchema): unknown {
  if (Array.isArray(node.examples)) return node.examples[0]
  if (node.const !== undefined) return node.const
  return Array.isArray(node.enum) ? node.enum[0] : node.default
}

function objectOf(
  document: OpenApiDocument,
  node: JsonSchema,
  isShown: (key: string) => boolean,
  depth: number,
): unknown {
  if (depth >= deepest) return {}
  const properties = Object.entries((node.properties ?? {}) as Record<string, JsonSchema>)
  return Object.fromEntries(
    properties
      .filter(([key]) => isShown(key))
      .map(([key, property]) => [key, exampleOf(document, property, key, depth + 1)]),
  )
}

function named(node: JsonSchema, name: string): unknown {
  const value = byName[name]
  const type = typeOf(node)
  const fits = type === undefined || typeof value === type || (type === "integer" && Number.isInteger(value))
  return value !== undefined && fits ? value : undefined
}

function plain(node: JsonSchema): unknown {
  switch (typeOf(node)) {
    case "string":
      return byFormat[String(node.format)] ?? (isNullable(node) ? null : "…")
    case "integer":
    case "number":
      return Math.max(1, Number(node.minimum ?? 1))
    case "boolean":
      return true
    default:
      return null
  }
}

/** Believable values out of schemas: what a schema gives as its example, else what its field is usually called for. */
import type { JsonSchema } from "./json-schema.ts"
import type { OpenApiDocument } from "./openapi.ts"

const names: Record<string, string> = {
  Company: "Harbour Heating",
  Customers: "Sam Poe",
  Locations: "Downtown",
  Providers: "Ana Ruiz",
  Users: "Ana Ruiz",
  user: "Ana Ruiz",
  "API keys": "CRM",
  provider: "Ana Ruiz",
  location: "Downtown",
}

const byName: Record<string, unknown> = {
  name: "Boiler service",
  provider_name: "Ana Ruiz",
  location_name: "Downtown",
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
  secret: "whsec_…",
  event_id: "evt_…",
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

/** Where a value stands: its own name, and the name of what it is a part of. */
interface Spot {
  name: string
  owner: string
  depth: number
}

/** A whole example, for answers about `noun`. */
export function exampleOf(document: OpenApiDocument, schema: JsonSchema, noun: string): unknown {
  return valueAt(document, schema, { name: noun, owner: noun, depth: 0 })
}

function valueAt(document: OpenApiDocument, schema: JsonSchema, spot: Spot): unknown {
  const node = resolved(document, schema)
  const given = givenBy(node)
  if (given !== undefined) return given
  const [form] = formsOf(node)
  if (form) return valueAt(document, form, spot)
  if (typeOf(node) === "object") return objectOf(document, node, () => true, spot)
  if (typeOf(node) === "array") {
    const item = { ...spot, depth: spot.depth + 1 }
    return spot.depth >= deepest ? [] : [valueAt(document, (node.items ?? {}) as JsonSchema, item)]
  }
  return named(node, spot) ?? plain(node)
}

/** An example of a body: what must be sent, or the first fields of one where nothing must. */
export function bodyExample(document: OpenApiDocument, schema: JsonSchema, noun: string): unknown {
  const node = resolved(document, schema)
  const given = givenBy(node)
  if (given !== undefined) return given
  const required = (node.required ?? []) as string[]
  const first = Object.keys((node.properties ?? {}) as object).slice(0, 2)
  const sent = new Set(required.length > 0 ? required : first)
  return objectOf(document, node, (key) => sent.has(key), { name: noun, owner: noun, depth: 0 })
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
  spot: Spot,
): unknown {
  if (spot.depth >= deepest) return {}
  const inside = { owner: spot.name === "data" ? spot.owner : spot.name, depth: spot.depth + 1 }
  const properties = Object.entries((node.properties ?? {}) as Record<string, JsonSchema>)
  return Object.fromEntries(
    properties
      .filter(([key]) => isShown(key))
      .map(([key, property]) => [key, valueAt(document, property, { ...inside, name: key })]),
  )
}

function named(node: JsonSchema, { name, owner }: Spot): unknown {
  const value = name === "name" ? (names[owner] ?? byName.name) : byName[name]
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

/** Request bodies that the service accepts, made from their schemas: a schema's own example, else a value by its field's name. */
import { msPerDay } from "../../../domain/time/units.ts"
import type { JsonSchema, Shared } from "./json-schema.ts"
import { type Input, meantBy, meantWithin } from "./samples/sample.ts"

/** The thing that a `name` names, by the operations' noun or the object that it is part of. */
const names: Record<string, string> = {
  Company: "Harbour Heating",
  Locations: "Downtown",
  Providers: "Ana Ruiz",
  Users: "Ana Ruiz",
  "API keys": "CRM",
}

const byName: Record<string, unknown> = {
  name: "Boiler service",
  password: "correct horse battery",
  new_password: "staple a new battery",
  code: "123456",
  line1: "2 Oak Ave",
  city: "Austin",
  state: "TX",
  postal_code: "78702",
  latitude: 30.27,
  longitude: -97.74,
  start_date: "2027-03-01",
  end_date: "2027-04-01",
  earliest_date: "2027-03-01",
  latest_date: "2027-03-31",
  label: "work",
  source: "customer replied START",
}

const byFormat: Record<string, unknown> = {
  date: "2027-03-16",
  "date-time": "2027-03-16T15:00:00.000Z",
}

/** A value's own name, and the name of the object that it is part of. */
interface Spot {
  name: string
  owner: string
}

/**
 * An example of a body about `noun`: the fields that its sample sends. Without a sample of its own its required fields, or the
 * first two where none is required.
 */
export function bodyExample(shared: Shared, schema: JsonSchema, noun: string, sent?: Input): unknown {
  const node = resolved(shared, schema)
  const fields = Object.entries((node.properties ?? {}) as Record<string, JsonSchema>)
  const shown = sent === undefined ? [] : fields.filter(([name]) => name in sent)
  if (sent !== undefined && (shown.length > 0 || isOptional(node)))
    return Object.fromEntries(
      shown.map(([name, field]) => [
        name,
        plainly(sent[name], () => valueAt(shared, field, { name, owner: noun })),
      ]),
    )
  const given = givenBy(node)
  if (given !== undefined) return given
  const [form] = formsOf(node)
  if (form) return bodyExample(shared, form, noun)
  const required = (node.required ?? []) as string[]
  const first = Object.keys((node.properties ?? {}) as object)
    .filter((name) => name !== "if_version")
    .slice(0, 2)
  return objectOf(shared, node, noun, new Set(required.length > 0 ? required : first))
}

/** An object that may be empty. */
const isOptional = ({ properties, required = [] }: JsonSchema) =>
  properties !== undefined && (required as string[]).length === 0

/** A sample's value, as if it were sent on the first of March; one of the schema's where a step has to find it first. */
function plainly(value: unknown, otherwise: () => unknown): unknown {
  const meant = meantBy(value)
  if (meant === null) return meantWithin(value).length === 0 ? value : otherwise()
  if (meant.kind === "found") return otherwise()
  const time = new Date(sentAt + meant.days * msPerDay).toISOString()
  return meant.kind === "day" ? time.slice(0, 10) : time
}

const sentAt = Date.UTC(2027, 2, 1, 15)

function valueAt(shared: Shared, schema: JsonSchema, spot: Spot): unknown {
  const node = resolved(shared, schema)
  const given = givenBy(node)
  if (given !== undefined) return given
  const [form] = formsOf(node)
  if (form) return valueAt(shared, form, spot)
  if (typeOf(node) === "object") return objectOf(shared, node, spot.name)
  if (typeOf(node) === "array") return [valueAt(shared, (node.items ?? {}) as JsonSchema, spot)]
  return named(node, spot) ?? plain(node)
}

function givenBy(node: JsonSchema): unknown {
  if (Array.isArray(node.examples)) return node.examples[0]
  if (node.const !== undefined) return node.const
  return Array.isArray(node.enum) ? node.enum[0] : node.default
}

function objectOf(shared: Shared, node: JsonSchema, owner: string, only?: ReadonlySet<string>) {
  const properties = Object.entries((node.properties ?? {}) as Record<string, JsonSchema>)
  const shown = properties.filter(([name]) => only?.has(name) ?? true)
  return Object.fromEntries(shown.map(([name, each]) => [name, valueAt(shared, each, { name, owner })]))
}

function named(node: JsonSchema, { name, owner }: Spot): unknown {
  const value = name === "name" ? (names[owner] ?? byName.name) : byName[name]
  const type = typeOf(node)
  return type === undefined || typeof value === type ? value : undefined
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

function resolved(shared: Shared, node: JsonSchema): JsonSchema {
  if (typeof node.$ref !== "string") return node
  return resolved(shared, shared.get(node.$ref.split("/").at(-1)!) ?? {})
}

/** The type of a schema, null left out. */
function typeOf(schema: JsonSchema): string | undefined {
  return ([schema.type].flat() as (string | undefined)[]).find((type) => type !== "null")
}

const isNullable = (schema: JsonSchema): boolean => [schema.type].flat().includes("null")

/** The forms that a value may take, null left out; none when it has but one. */
const formsOf = (schema: JsonSchema): JsonSchema[] =>
  ((schema.anyOf ?? schema.oneOf ?? []) as JsonSchema[]).filter(({ type }) => type !== "null")

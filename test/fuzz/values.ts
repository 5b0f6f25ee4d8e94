/** Input that a schema might take, out of its JSON schema: right in shape, and near what the records make sense of. */
import fc, { type Arbitrary } from "fast-check"
import { tableForField, type World } from "./world.ts"

/** The part of JSON schema that zod writes for this service's inputs. */
export interface Schema {
  type?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  prefixItems?: Schema[]
  minItems?: number
  maxItems?: number
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  pattern?: string
  format?: string
}

const noon = Date.parse("2027-03-01T12:00:00.000Z")
const halfHourMs = 1_800_000
const dayMs = 86_400_000
const mostItems = 3

/** Within the story's working hours, mostly. */
const instant = fc
  .tuple(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 6, max: 20 }))
  .map(([days, halfHours]) => new Date(noon + days * dayMs + halfHours * halfHourMs).toISOString())
const daysAhead = (min: number, max: number) =>
  fc.integer({ min, max }).map((days) => new Date(noon + days * dayMs).toISOString().slice(0, 10))
const date = daysAhead(0, 40)
const digits = (length: number) => fc.integer({ min: 10 ** (length - 1), max: 10 ** length - 1 })

/** For fields whose schema says less than their meaning. */
const byName: Record<string, Arbitrary<unknown>> = {
  timezone: fc.constantFrom("America/Chicago", "Asia/Kathmandu", "Europe/Paris", "UTC"),
  phone: digits(7).map((number) => `+1512${number}`),
  email: fc.oneof(
    fc.constant("kim@example.com"),
    digits(6).map((number) => `somebody${number}@example.com`),
  ),
  password: fc.constant("a long pass phrase"),
  start_date: daysAhead(0, 9),
  end_date: daysAhead(10, 30),
  since: fc.constant("2027-02-20T00:00:00Z"),
  url: digits(4).map((number) => `https://hooks.example.com/${number}`),
  embed_origins: fc.array(
    digits(2).map((number) => `https://shop${number}.example.com`),
    { maxLength: 2 },
  ),
  codes: fc.constantFrom(["78701"], ["78701", "78702"], ["M5V"]),
  coordinates: fc.constant([
    [
      [-98, 30],
      [-97, 30],
      [-97, 31],
      [-98, 30],
    ],
  ]),
}

/** A value for the field `name`; ids are the company's own, now and then another's or unknown. */
export function valueFor(schema: Schema, name: string, world: World): Arbitrary<unknown> {
  if (byName[name]) return byName[name]
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const forms = schema.anyOf ?? schema.oneOf
  if (forms) return fc.oneof(...forms.map((form) => valueFor(form, name, world)))
  switch (schema.type) {
    case "object":
      return objectFor(schema, world)
    case "array":
      return arrayFor(schema, name, world)
    case "integer":
      return wholeFor(schema, name, world)
    case "number":
      return fc.double({ min: schema.minimum ?? -1e6, max: schema.maximum ?? 1e6, noNaN: true })
    case "boolean":
      return fc.boolean()
    case "null":
      return fc.constant(null)
    default:
      return textFor(schema)
  }
}

function objectFor(schema: Schema, world: World): Arbitrary<unknown> {
  const required = new Set(schema.required)
  const fields = Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const value = valueFor(property, name, world)
    return [name, required.has(name) ? value : fc.option(value, { nil: undefined, freq: 1 })] as const
  })
  return fc.record(Object.fromEntries(fields), { noNullPrototype: true })
}

function arrayFor(schema: Schema, name: string, world: World): Arbitrary<unknown> {
  if (schema.prefixItems) return fc.tuple(...schema.prefixItems.map((item) => valueFor(item, name, world)))
  const maxLength = Math.min(schema.maxItems ?? mostItems, Math.max(mostItems, schema.minItems ?? 0))
  return fc.array(valueFor(schema.items ?? {}, name, world), { minLength: schema.minItems ?? 0, maxLength })
}

function wholeFor(schema: Schema, name: string, world: World): Arbitrary<unknown> {
  const table = tableForField(name)
  if (table) return idFor(table, world)
  const min = schema.minimum ?? 0
  const max = Math.min(schema.maximum ?? 1_000, 2 ** 31)
  return fc.oneof(
    fc.integer({ min, max }),
    fc.integer({ min, max: Math.min(max, min + 60) }),
    fc.constant(min),
  )
}

/** Mostly one of the first records, which fit each other. */
export function idFor(table: string, world: World): Arbitrary<number> {
  const among = (ids: readonly number[]) => fc.nat().map((n) => ids[n % Math.max(ids.length, 1)] ?? 404_404)
  return fc.oneof(
    { weight: 8, arbitrary: fc.constant(0).map(() => world.idsOf(table)[0] ?? 404_404) },
    { weight: 2, arbitrary: fc.constant(0).chain(() => among(world.idsOf(table))) },
    { weight: 1, arbitrary: fc.constant(0).chain(() => among(world.foreignIdsOf(table))) },
    { weight: 1, arbitrary: fc.constantFrom(404_404, Number.MAX_SAFE_INTEGER) },
  )
}

function textFor(schema: Schema): Arbitrary<unknown> {
  if (schema.format === "date-time") return instant
  if (schema.format === "date") return date
  if (schema.pattern) return fc.stringMatching(new RegExp(schema.pattern))
  const minLength = schema.minLength ?? 0
  return fc.string({
    unit: "grapheme",
    minLength,
    maxLength: Math.min(schema.maxLength ?? 40, minLength + 40),
  })
}

/**
 * Names for the schemas of a document, so that none stands twice: the record of each noun, and every schema that is written
 * more than once becomes a component that the others refer to.
 */

import type { OpenApiDocument, OpenApiOperation } from "./document.ts"
import type { JsonSchema } from "./json-schema.ts"
import { singular } from "./noun-names.ts"
import { nameOf, type Spot } from "./schema-names.ts"
import { type Position, positionsOf, schemasWithin } from "./schema-positions.ts"

/** A schema whose JSON is no longer than this may be repeated: a reference would hardly be shorter. */
export const longestRepeated = 120

interface Known {
  schema: JsonSchema
  /** How many places would hold it if each repeated schema around it stood once. */
  uses: number
  /** The spot where it is first met. */
  spot: Spot
}

/** Changes `document`. */
export function nameSchemas(document: OpenApiDocument): void {
  const schemas = document.components.schemas!
  const names = new Map<string, string>()
  for (const [name, schema] of Object.entries(schemas)) {
    const text = JSON.stringify(schema)
    if (!names.has(text)) names.set(text, name)
  }
  const taken = new Set(Object.keys(schemas))
  for (const [name, schema] of nounRecords(document)) {
    const text = JSON.stringify(schema)
    if (taken.has(name) || names.has(text)) continue
    names.set(text, name)
    taken.add(name)
  }
  const known = usesOf(document)
  for (const [text, { uses, spot }] of known) {
    if (uses < 2 || text.length <= longestRepeated || names.has(text)) continue
    const name = nameOf(spot, (other) => names.get(JSON.stringify(other)), taken)
    names.set(text, name)
    taken.add(name)
  }
  referAll(document, names, known)
}

/** The record of each noun: the row of its list, or what its only path answers. Those that are named already are left out. */
export function nounRecords(document: Pick<OpenApiDocument, "paths">): Map<string, JsonSchema> {
  const roots = Object.entries(document.paths).flatMap(([path, { get }]) =>
    get && /^\/api\/v1\/[\w-]+$/.test(path) ? [{ path, get, noun: get.tags[0]! }] : [],
  )
  const own = roots.filter(
    ({ path, noun }) =>
      path === `/api/v1/${noun.toLowerCase().replaceAll(" ", "-")}` ||
      roots.filter((other) => other.noun === noun).length === 1,
  )
  return new Map(
    own.flatMap(({ get, noun }) => {
      const data = dataOf(get)
      const record = data?.type === "array" ? (data.items as JsonSchema) : data
      return record && "properties" in record ? [[singular(noun), record] as const] : []
    }),
  )
}

function dataOf(operation: OpenApiOperation): JsonSchema | undefined {
  const answer = operation.responses[200] as { content?: Record<string, { schema: JsonSchema }> } | undefined
  const envelope = answer?.content?.["application/json"]?.schema
  return (envelope?.properties as Record<string, JsonSchema> | undefined)?.data
}

/** Every schema by its text, a schema before those within it. */
function usesOf(document: OpenApiDocument): Map<string, Known> {
  const known = new Map<string, Known>()
  const visit = (schema: JsonSchema, spot: Spot) => {
    const text = JSON.stringify(schema)
    const before = known.get(text)
    if (before) {
      before.uses += 1
      return
    }
    known.set(text, { schema, uses: 1, spot })
    for (const { schema: inner, step } of schemasWithin(schema))
      visit(inner, { ...spot, schema: inner, steps: [...spot.steps, step], owners: [...spot.owners, schema] })
  }
  for (const place of positionsOf(document)) visit(place.schema, spotOf(place))
  return known
}

const spotOf = ({ schema, side, operation, what }: Position): Spot => ({
  schema,
  side,
  what,
  operation,
  steps: [],
  owners: [],
})

function referAll(document: OpenApiDocument, names: Map<string, string>, known: Map<string, Known>): void {
  const referring = new Map<string, JsonSchema>()
  const written = (schema: JsonSchema): JsonSchema => {
    const name = names.get(JSON.stringify(schema))
    return name === undefined ? inside(schema) : { $ref: `#/components/schemas/${name}` }
  }
  const inside = (schema: JsonSchema): JsonSchema => {
    const text = JSON.stringify(schema)
    const done = referring.get(text)
    if (done) return done
    const copy = structuredClone(schema)
    for (const { schema: inner, put } of schemasWithin(copy)) put(written(inner))
    referring.set(text, copy)
    return copy
  }
  const schemas = document.components.schemas!
  for (const { schema, put, isComponent } of positionsOf(document))
    put(isComponent ? inside(schema) : written(schema))
  for (const [text, name] of names)
    if (!(name in schemas) && known.has(text)) schemas[name] = inside(known.get(text)!.schema)
  document.components.schemas = Object.fromEntries(
    Object.entries(schemas).sort(([one], [other]) => (one < other ? -1 : 1)),
  )
}

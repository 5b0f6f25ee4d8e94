/**
 * The operations whose cost grows by a product, derived from the description of the API: what they take in is a range of dates,
 * which is judged for all providers or counted over all records, or lists of more than a few.
 */
import { readFileSync } from "node:fs"
import { join } from "node:path"

interface Schema {
  $ref?: string
  type?: string
  maxItems?: number
  items?: Schema
  properties?: Record<string, Schema>
  anyOf?: Schema[]
  allOf?: Schema[]
  oneOf?: Schema[]
}

interface Described {
  operationId: string
  parameters?: readonly { in: string; name: string; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}

interface Description {
  paths: Record<string, Record<string, Described>>
}

/** Two fields that are the ends of a range, or a step and how often. */
const ranges = [
  ["start_date", "end_date"],
  ["from", "to"],
  ["date", "days"],
  ["every", "count"],
]
const rangesOfTimes = [["start_time", "end_time"]]
/** The number of objects, each of which is judged by itself. Lists of ids are read at once. */
const manyItems = 100
/** Types at one visit. */
const mostLinked = 5

export function productOperations(): string[] {
  const file = join(import.meta.dirname, "../../api/openapi.json")
  const description = JSON.parse(readFileSync(file, "utf8")) as Description
  const all = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  return all
    .filter(({ path, ...each }) => isOfDay(path) || growsByProduct(description, each.method, each.operation))
    .map(({ operation }) => operation.operationId)
    .sort()
}

/** The visits of all vans on a date. */
const isOfDay = (path: string) => path.includes("{date}")

function growsByProduct(description: Description, method: string, operation: Described): boolean {
  if (operation.operationId === undefined) return false
  const fields = fieldsOf(description, operation)
  // A list in pages looks at no more than a page holds.
  if ("cursor" in fields) return false
  const has = (pair: readonly string[]) => pair.every((name) => name in fields)
  if (ranges.some(has)) return !isWrittenDown(operation)
  if (method === "post" && !("customer_id" in fields) && rangesOfTimes.some(has)) return true
  if ((fields.appointment_type_ids?.maxItems ?? manyItems) <= mostLinked) return true
  return Object.values(fields).some((field) => isLongList(description, field))
}

const isLongList = (description: Description, { maxItems = 0, items = {} }: Schema): boolean =>
  maxItems >= manyItems && resolved(description, items).type === "object"

/** Dates that are stored as they are. */
const isWrittenDown = ({ operationId }: Described) => /^add_.*time_off$/.test(operationId)

function fieldsOf(
  description: Description,
  { parameters = [], requestBody }: Described,
): Record<string, Schema> {
  const asked = parameters.flatMap((each): [string, Schema][] => {
    const { in: place, name, schema } = resolved(description, each)
    return place === "query" ? [[name, schema]] : []
  })
  const bodies = Object.values(requestBody?.content ?? {}).map(({ schema }) =>
    propertiesOf(description, schema),
  )
  return Object.assign(Object.fromEntries(asked), ...bodies) as Record<string, Schema>
}

function propertiesOf(description: Description, schema: Schema): Record<string, Schema> {
  const { properties = {}, anyOf = [], allOf = [], oneOf = [] } = resolved(description, schema)
  const parts = [...anyOf, ...allOf, ...oneOf].map((part) => propertiesOf(description, part))
  const own = Object.entries(properties).map(([name, each]) => [name, resolved(description, each)])
  return Object.assign({}, ...parts, Object.fromEntries(own)) as Record<string, Schema>
}

function resolved<T extends object>(description: Description, part: T & { $ref?: string }): T {
  if (part.$ref === undefined) return part
  const steps = part.$ref.split("/").slice(1)
  return steps.reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], description) as T
}

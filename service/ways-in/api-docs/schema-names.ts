/** Names of schemas that are written more than once, by what they are and where they are first met. */

import type { OpenApiOperation } from "./document.ts"
import type { JsonSchema, Side } from "./json-schema.ts"
import { pascal, singular } from "./noun-names.ts"

export interface Spot {
  schema: JsonSchema
  side: Side
  operation: OpenApiOperation | null
  what: string
  /** From there to the schema. */
  steps: readonly string[]
  /** The schemas around it, the outermost first. */
  owners: readonly JsonSchema[]
}

/** The package of the SDK has these names for types of its own. */
const reserved = new Set(
  ["AppointedEvent", "RefusalCode", "RefusalDetails", "RefusalOfEvery", "Refusals", "Refusal"].concat([
    ...["Operations", "Page", "Pages", "RequestOptions", "Client", "ClientOptions", "StreamOptions"],
    ...["NoAnswer", "ReaderOptions", "SlotDay", "SearchOptions", "VerifyOptions", "NotGenuine", "Error"],
    ...[
      "Date",
      "Object",
      "Array",
      "String",
      "Number",
      "Boolean",
      "Record",
      "Promise",
      "Event",
      "File",
      "Blob",
    ],
  ]),
)

/** Names that say nothing without their owner's. */
const general = new Set(
  [
    "Data",
    "DataItem",
    "DataDataItem",
    "Status",
    "Kind",
    "Type",
    "Code",
    "From",
    "Source",
    "Length",
    "Encoding",
  ].concat([
    ...["Events", "Part", "Parts", "Was", "Due", "Item", "Value", "Form", "Start", "End", "Purpose", "Scope"],
  ]),
)

type NameOfOther = (schema: JsonSchema) => string | undefined

export function nameOf(spot: Spot, known: NameOfOther, taken: ReadonlySet<string>): string {
  const free = (name: string) => !taken.has(name) && !reserved.has(name)
  const candidates = candidatesFor(spot, known)
  const found = candidates.find(free)
  if (found) return found
  const last = candidates.at(-1)!
  for (let count = 2; ; count += 1) if (free(`${last}${count}`)) return `${last}${count}`
}

/** From the shortest to one that says the most. */
function candidatesFor({ schema, side, operation, what, steps, owners }: Spot, known: NameOfOther): string[] {
  const suffix = side === "input" ? "Input" : ""
  const whole = operation ? pascal(operation.operationId) : pascal(what)
  if (steps.length === 0) {
    if (what === "body") return [`${whole}Input`]
    if (what === "answer") return [...envelopeNames(schema, known), `${whole}Answer`]
    return [pascal(what), `${whole}${pascal(what)}`]
  }
  const own = ownName(steps)
  const owner = owners.map(known).findLast((name) => name !== undefined)
  const noun = operation ? singular(operation.tags[0]!) : whole
  return [
    ...(general.has(own) ? [] : [`${own}${suffix}`]),
    ...(owner === undefined ? [] : [`${owner}${own}`]),
    `${pascal(noun)}${own}${suffix}`,
    `${whole}${steps
      .filter((step) => step !== "data")
      .map(pascal)
      .join("")}${suffix}`,
  ]
}

/** `proposals`, then `item`, is Proposal. */
function ownName(steps: readonly string[]): string {
  const last = steps.at(-1)!
  if (steps.length > 1 && last === "item") return itemName(steps.at(-2)!)
  if (last === "form" || last === "value" || last === "item")
    return `${steps.length > 1 ? ownName(steps.slice(0, -1)) : ""}${pascal(last)}`
  return pascal(last)
}

const itemName = (list: string) => {
  const name = pascal(list)
  if (/ies$/.test(name)) return name.replace(/ies$/, "y")
  return /[^s]s$/.test(name) ? name.slice(0, -1) : `${name}Item`
}

/** An answer of a record that has a name, or of a list of such. */
function envelopeNames(schema: JsonSchema, known: NameOfOther): string[] {
  const { success, data } = (schema.properties ?? {}) as Record<string, JsonSchema>
  if (!success || !data) return []
  const isList = data.type === "array"
  const record = isList ? (data.items as JsonSchema) : data
  const name = typeof record.$ref === "string" ? record.$ref.split("/").at(-1) : known(record)
  return name === undefined ? [] : [`${name}${isList ? "List" : "Answer"}`]
}

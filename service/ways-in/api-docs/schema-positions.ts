/** The positions of schemas in a document, and in one another. */

import type { OpenApiDocument, OpenApiOperation } from "./document.ts"
import type { JsonSchema, Side } from "./json-schema.ts"

export interface Position {
  schema: JsonSchema
  side: Side
  operation: OpenApiOperation | null
  /** The parameter's name, `body`, `answer`, or that of the component. */
  what: string
  isComponent: boolean
  put(schema: JsonSchema): void
}

type Holder = { schema?: JsonSchema }
type Content = { content?: Record<string, Holder> }

/** All of a document, in the order in which it is read. */
export function positionsOf(document: OpenApiDocument): Position[] {
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  return [...operations.flatMap(positionsOfOperation), ...positionsOfComponents(document)]
}

function positionsOfOperation(operation: OpenApiOperation): Position[] {
  const place = (holder: Holder, side: Side, what: string): Position[] =>
    holder.schema === undefined
      ? []
      : [
          {
            ...{ schema: holder.schema, side, operation, what, isComponent: false },
            put: (schema) => {
              holder.schema = schema
            },
          },
        ]
  const inContent = ({ content = {} }: Content, side: Side, what: string) =>
    Object.values(content).flatMap((holder) => place(holder, side, what))
  return [
    ...(operation.parameters ?? []).flatMap((each) => place(each as Holder, "input", String(each.name))),
    ...inContent(operation.requestBody ?? {}, "input", "body"),
    ...Object.values(operation.responses).flatMap((answer) =>
      inContent(answer as Content, "output", "answer"),
    ),
  ]
}

function positionsOfComponents({ components }: OpenApiDocument): Position[] {
  const place = (holder: Record<string, unknown>, key: string, isComponent: boolean): Position => ({
    ...{ schema: holder[key] as JsonSchema, side: "output", operation: null, what: key, isComponent },
    put: (schema) => {
      holder[key] = schema
    },
  })
  const { Refusal } = components.responses as Record<
    string,
    Record<string, Record<string, unknown>> & Content
  >
  const details = Refusal!["x-details"]!
  const body = Refusal!.content!["application/json"] as Record<string, unknown>
  return [
    ...Object.keys(components.schemas!).map((name) => place(components.schemas!, name, true)),
    ...Object.keys(details).map((code) => place(details, code, false)),
    { ...place(body, "schema", false), what: "RefusalAnswer" },
  ]
}

interface Within {
  schema: JsonSchema
  /** The property's name, or `item`, `form`, `value`. */
  step: string
  put(schema: JsonSchema): void
}

/** The schemas that stand directly in this one. */
export function schemasWithin(schema: JsonSchema): Within[] {
  const at = (holder: Record<string, unknown>, key: string, step: string): Within[] => {
    const inner = holder[key]
    if (inner === null || typeof inner !== "object" || Array.isArray(inner)) return []
    const put = (next: JsonSchema) => {
      holder[key] = next
    }
    return [{ schema: inner as JsonSchema, step, put }]
  }
  const listed = (key: string, step: string) => {
    const list = schema[key] as Record<string, unknown> | undefined
    return Array.isArray(list) ? list.flatMap((_, index) => at(list as never, String(index), step)) : []
  }
  const properties = (schema.properties ?? {}) as Record<string, unknown>
  return [
    ...Object.keys(properties).flatMap((name) => at(properties, name, name)),
    ...at(schema, "items", "item"),
    ...at(schema, "additionalProperties", "value"),
    ...["anyOf", "oneOf", "allOf", "prefixItems"].flatMap((key) => listed(key, "form")),
  ]
}

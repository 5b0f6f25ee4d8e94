/** The events as one JSON Schema: a receiver's body fits exactly one of its forms. */

import type { OpenApiDocument } from "./document.ts"
import type { JsonSchema } from "./json-schema.ts"
import { schemasWithin } from "./schema-positions.ts"

/** The text of `api/events.schema.json`, out of the webhooks of the API's document. */
export function eventsSchemaText({ webhooks, components }: OpenApiDocument): string {
  const defs: Record<string, JsonSchema> = {}
  const referring = (schema: JsonSchema): JsonSchema => {
    if (typeof schema.$ref === "string") return { $ref: keep(schema.$ref.split("/").at(-1)!) }
    const copy = structuredClone(schema)
    for (const { schema: inner, put } of schemasWithin(copy)) put(referring(inner))
    return copy
  }
  const keep = (name: string): string => {
    if (!(name in defs)) {
      defs[name] = {}
      defs[name] = referring(components.schemas![name]!)
    }
    return `#/$defs/${name}`
  }
  const forms = Object.values(webhooks).map(({ post }) =>
    referring(post.requestBody.content["application/json"]!.schema),
  )
  const document = {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Events of Appointed, version 1",
    description:
      "The body of a webhook, and the data of a line of the stream of events. Fields may be added.",
    oneOf: forms,
    $defs: Object.fromEntries(Object.entries(defs).sort(([one], [other]) => (one < other ? -1 : 1))),
  }
  return `${JSON.stringify(document, null, 2)}\n`
}

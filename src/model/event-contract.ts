/** The schemas of all events as one document, and the breaking changes between two versions of it. */
import { z } from "zod"
import { breaksOf } from "./contract.ts"
import { eventSchemas } from "./event-schemas.ts"

/** JSON Schema by event type. */
export type EventContract = Record<string, object>

export function eventContract(): EventContract {
  return Object.fromEntries(
    Object.entries(eventSchemas).map(([type, schema]) => {
      const { $schema: _, ...document } = z.toJSONSchema(schema, { io: "output", override: readable })
      return [type, document]
    }),
  )
}

/** Receivers must ignore fields that they do not know, so the document does not forbid them. */
function readable({ jsonSchema: node }: { jsonSchema: Record<string, unknown> }): void {
  delete node.additionalProperties
  if (node.type !== "integer") return
  delete node.minimum
  delete node.maximum
}

/** What receivers of `before` would miss or misread in `after`, one sentence each; empty when it only adds. */
export function eventBreaks(before: EventContract, after: EventContract): string[] {
  return breaksOf(asAnswers(before), asAnswers(after))
}

/** Receivers read posted bodies as callers read answers: existing fields must stay. */
function asAnswers(contract: EventContract): object {
  const paths = Object.entries(contract).map(([type, schema]) => [
    type,
    { event: { responses: { body: { content: { "application/json": { schema } } } } } },
  ])
  return { paths: Object.fromEntries(paths) }
}

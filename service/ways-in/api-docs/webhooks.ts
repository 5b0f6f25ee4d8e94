/** The webhooks that receivers get, as OpenAPI describes them: an operation of theirs for each type of event. */
import { webhookTest } from "../../../domain/model/event.ts"
import { eventExamples } from "../../../domain/model/event-examples.ts"
import { eventSchemas, testEvent } from "../../../domain/model/event-schemas.ts"
import { type JsonSchema, jsonSchemaOf, type Shared } from "./json-schema.ts"

export interface DescribedWebhook {
  operationId: string
  summary: string
  description: string
  tags: string[]
  security: []
  parameters: JsonSchema[]
  requestBody: { required: true; content: Record<string, { schema: JsonSchema; example: unknown }> }
  responses: Record<string, { description: string }>
}

const description =
  "Sent to every endpoint that subscribes to the type, at least once and in no certain order. Verify the signature over the raw " +
  "body before anything parses it, answer within ten seconds, and skip a `webhook-id` that you have had. See docs/webhooks.md."

/** The tag of requests that receivers are sent. */
export const receivedTag = "Received webhooks"

const examples = {
  ...eventExamples,
  [webhookTest]: testEvent(1, 1434793954770948, { kind: "api_key", api_key_id: 6 }, Date.UTC(2027, 2, 2, 13)),
}

/** By the type of event. Their schemas are added to `shared`. */
export function describedWebhooks(shared: Shared): Record<string, { post: DescribedWebhook }> {
  const entries = Object.entries(eventSchemas).map(([type, schema]) => {
    const name = schemaName(type)
    shared.set(name, withSharedParts(type, jsonSchemaOf(schema, "output", shared), shared))
    const example = examples[type as keyof typeof examples]
    const post: DescribedWebhook = {
      operationId: `receive_${type.replace(".", "_")}`,
      summary: schema.meta()?.description ?? type,
      description,
      // Not the tag of the endpoints' operations: generators write one module for each tag, and would lose one of both.
      tags: [receivedTag],
      security: [],
      parameters: headers,
      requestBody: { required: true, content: { "application/json": { schema: refTo(name), example } } },
      responses,
    }
    return [type, { post }]
  })
  return Object.fromEntries(entries)
}

const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` })

/** The shared parts of events, by their field in `data`: the same in each but those that have a part of their own. */
const parts: Readonly<Record<string, string>> = {
  appointment: "AppointmentInEvent",
  customer: "CustomerInEvent",
}
const ownParts: Readonly<Record<string, typeof parts>> = {
  "customer.erased": { customer: "ErasedCustomerInEvent" },
}

function withSharedParts(type: string, event: JsonSchema, shared: Shared): JsonSchema {
  const properties = event.properties as { data: { properties: Record<string, JsonSchema> } }
  const data = Object.entries(properties.data.properties).map(([field, schema]) => {
    const name = { ...parts, ...ownParts[type] }[field]
    if (name === undefined) return [field, schema]
    const forms = schema.anyOf as JsonSchema[] | undefined
    // A part that an event may lack is the same part or null; the part itself is described by the events that always have it.
    if (forms || Array.isArray(schema.type))
      return [field, { description: schema.description, anyOf: [refTo(name), { type: "null" }] }]
    shared.set(name, schema)
    return [field, refTo(name)]
  })
  return {
    ...event,
    properties: { ...properties, data: { ...properties.data, properties: Object.fromEntries(data) } },
  }
}

/** `appointment.created` is AppointmentCreatedEvent. */
const schemaName = (type: string) =>
  `${type.replaceAll(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())}Event`

const header = (name: string, says: string, schema: JsonSchema, example: string): JsonSchema => ({
  name,
  in: "header",
  required: true,
  description: says,
  schema,
  example,
})

const headers = [
  header(
    "webhook-id",
    "The event's id, the same at every attempt.",
    { type: "string" },
    "evt_1434725235294209",
  ),
  header(
    "webhook-timestamp",
    "Unix seconds of this attempt. Refuse one that is more than five minutes off.",
    { type: "string", pattern: "^\\d+$" },
    "1803902400",
  ),
  header(
    "webhook-signature",
    "Signatures with a space between; one has to fit. Each is `v1,` and the base64 of HMAC-SHA256 over " +
      "`<webhook-id>.<webhook-timestamp>.<raw body>`, keyed with the bytes that the secret is the base64 of, after `whsec_`.",
    { type: "string" },
    "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  ),
]

const responses = {
  "2XX": { description: "You have it. The body is not read." },
  "410": { description: "You take no more events: the endpoint is disabled." },
  default: {
    description:
      "Sent again after 1 minute, 5 minutes, 30 minutes, 2, 6 and 12 hours. A redirect is not followed, and no answer counts the same.",
  },
}

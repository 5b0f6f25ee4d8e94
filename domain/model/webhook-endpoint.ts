/** A company's webhook endpoints, three at most. Each has a secret that its requests are signed with. */
import { z } from "zod"
import { type Subscription, subscriptions } from "./event.ts"
import { flag, id, ifVersion, instant, line, recordVersion, text, timestamp } from "./fields.ts"
import { iso, isoOrNull } from "./views.ts"
import { ownHeaders } from "./webhook-headers.ts"

export const disabledReasons = ["gone", "failing"] as const
export type DisabledReason = (typeof disabledReasons)[number]

const url = text(2_000).meta({
  description: "https only; nothing that is, or stands for, a private or local address.",
  examples: ["https://example.com/webhooks"],
})

const subscribed = z
  .array(z.enum(subscriptions, { error: `expected one of ${subscriptions.join(", ")}` }), {
    error: "expected a list of event types",
  })
  .min(1, { error: "expected at least one event type" })
  .max(60, { error: "expected at most 60 event types" })
  .transform((types) => [...new Set(types)])
  .meta({
    description:
      "The types of event that are sent to it. `customer.*` stands for all types of a noun, and `*` for all, those too that come " +
      "with later releases. A `webhook.test` comes by the test operation alone, subscribed to or not.",
  })

const typeIds = z
  .array(id, { error: "expected a list of ids" })
  .max(200, { error: "expected at most 200 ids" })
  .transform((ids) => [...new Set(ids)])
  .nullable()
  .optional()
  .meta({ description: "Only these appointment types' events; left out, null or `[]` means all." })

const includeAnswers = flag.meta({
  description:
    "Its events about appointments carry `answers`, what was answered at booking, as they stand when an event is sent.",
})

const description = line(200).nullable().meta({
  description: "For your people: what it is for, such as `CRM, production`.",
})

export const webhookEndpointInput = z.strictObject({
  url,
  events: subscribed,
  appointment_type_ids: typeIds,
  include_answers: includeAnswers.default(false),
  enabled: flag.default(true),
  description: description.default(null),
  headers: ownHeaders,
})

export const webhookEndpointPatch = z.strictObject({
  if_version: ifVersion,
  url: url.optional(),
  events: subscribed.optional(),
  appointment_type_ids: typeIds,
  include_answers: includeAnswers.optional(),
  enabled: flag.optional().meta({ description: "`true` switches a disabled endpoint on again." }),
  description: description.optional(),
  headers: ownHeaders,
})

export const recoverInput = z.strictObject({
  since: instant.meta({ description: "Events from then on; 30 days back at the most." }),
  before_creation: flag
    .default(false)
    .meta({ description: "Also events from before the endpoint was made, for a new receiver." }),
})

export const recoverView = z.object({
  recovered: z.int().meta({ description: "How many events are sent again." }),
  since: timestamp.meta({ description: "From when on: at most 30 days ago, as long as events are kept." }),
  left_out: z
    .object({
      imported: z.int().meta({ description: "Of an import without `deliver_events`." }),
      before_creation: z
        .int()
        .meta({ description: "From before the endpoint was made, which `before_creation` sends." }),
    })
    .meta({ description: "How many events of that time are not sent, by why." }),
})

export const webhookEndpointView = z
  .object({
    id: z.int(),
    version: recordVersion,
    url: z.string(),
    events: z.array(z.enum(subscriptions)),
    appointment_type_ids: z.array(z.int()).meta({ description: "Empty means all types." }),
    include_answers: z.boolean(),
    enabled: z.boolean(),
    description: z.string().nullable().meta({ description: "What it is for; null where nobody said." }),
    header_names: z.array(z.string()).meta({
      description: "The names of its headers of your own, without their values.",
    }),
    disabled_reason: z.enum(disabledReasons).nullable().meta({
      description: "Why it was switched off; null while it is enabled, or when its company switched it off.",
    }),
    failing_since: timestamp
      .nullable()
      .meta({ description: "Since when every attempt has failed; null after one that succeeded." }),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: "WebhookEndpoint" })

export const webhookEndpointWithSecret = webhookEndpointView
  .extend({ secret: z.string().meta({ description: "`whsec_…`. Shown only now." }) })
  .meta({ id: "WebhookEndpointWithSecret" })

/** As the store keeps it, apart from the secret. */
export interface WebhookEndpoint {
  id: number
  version: number
  url: string
  events: Subscription[]
  appointment_type_ids: number[] | null
  include_answers: boolean
  enabled: boolean
  description: string | null
  header_names: string[]
  disabled_reason: DisabledReason | null
  first_failure_at: Date | null
  created_at: Date
  updated_at: Date
}

export function showEndpoint(endpoint: WebhookEndpoint): z.input<typeof webhookEndpointView> {
  const { first_failure_at, appointment_type_ids, ...shown } = endpoint
  return {
    ...shown,
    appointment_type_ids: appointment_type_ids ?? [],
    failing_since: isoOrNull(first_failure_at),
    created_at: iso(endpoint.created_at),
    updated_at: iso(endpoint.updated_at),
  }
}

/** An absent filter is stored as null, in whichever form it was sent. */
export const typeFilter = (ids: readonly number[] | null | undefined) =>
  ids === null || ids === undefined || ids.length === 0 ? null : [...ids]

/** A new secret out of 32 random bytes, in the form of Standard Webhooks. */
export const webhookSecret = (bytes: Uint8Array) => `whsec_${Buffer.from(bytes).toString("base64")}`

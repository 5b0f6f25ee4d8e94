/** One event on its way to one endpoint, as the log shows it: its state, and the result of every attempt. */
import { z } from "zod"
import { eventId, eventTypes, webhookTest } from "./event.ts"
import { timestamp } from "./fields.ts"
import { iso, isoOrNull } from "./views.ts"

/** Why an attempt got no valid answer: the words of `last_error`. A status other than 2xx has no such word. */
export const deliveryErrors = [
  /** The whole exchange took longer than ten seconds. */
  "timeout",
  "connection_refused",
  /** The receiver hung up before it had answered. */
  "connection_reset",
  /** No route leads to the address. */
  "unreachable",
  /** The name does not resolve, or no name server answered. */
  "dns",
  /** The certificate is not valid for the name, or the TLS handshake failed. */
  "tls",
  /** The name resolves to a private or local address. */
  "blocked_address",
  /** Answered with a 3xx, which is not followed. */
  "redirect",
  /** The response is not valid HTTP. */
  "bad_answer",
  /** The endpoint was switched off or deleted before it could be sent. */
  "endpoint_disabled",
  /** The event is past its 30 days. */
  "event_gone",
  /** The sender died; the receiver may or may not have got it. */
  "interrupted",
  "failed",
] as const

export type DeliveryError = (typeof deliveryErrors)[number]

export const deliveryStatuses = ["pending", "succeeded", "failed", "abandoned"] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]
export const deliveryTriggers = ["event", "test", "redeliver", "recover"] as const
export type DeliveryTrigger = (typeof deliveryTriggers)[number]
export const deliveryEventTypes = [...eventTypes, webhookTest] as const

/** The `last_error` of a delivery that was pending when its endpoint was disabled. */
export const endpointDisabled = "endpoint_disabled" satisfies DeliveryError

export const deliveryView = z
  .object({
    id: z.int(),
    endpoint_id: z.int(),
    event_id: z.string().meta({ description: "`evt_…`, the request's webhook-id." }),
    event_type: z.enum(deliveryEventTypes),
    trigger: z.enum(deliveryTriggers).meta({ description: "What it was made by." }),
    status: z.enum(deliveryStatuses).meta({
      description: "`failed` is tried again at `next_attempt_at`; `abandoned` is not.",
    }),
    attempts: z.int(),
    last_status_code: z.int().nullable().meta({ description: "What the receiver answered last, if it did." }),
    last_error: z
      .string()
      .nullable()
      .meta({
        description: `What went wrong last: ${deliveryErrors.map((word) => `\`${word}\``).join(", ")}; null when the receiver answered.`,
      }),
    next_attempt_at: timestamp.nullable(),
    created_at: timestamp,
    delivered_at: timestamp.nullable(),
  })
  .meta({ id: "Delivery" })

export const attemptView = z
  .object({
    number: z.int(),
    started_at: timestamp,
    finished_at: timestamp.nullable().meta({ description: "Null while it runs, or when the sender died." }),
    status_code: z.int().nullable(),
    error: z.string().nullable(),
  })
  .meta({ id: "DeliveryAttempt" })

export const openedDeliveryView = deliveryView
  .extend({
    payload: z
      .looseObject({})
      .nullable()
      .meta({ description: "The body as it is sent; null when the event is past its 30 days." }),
    attempt_log: z.array(attemptView),
  })
  .meta({ id: "OpenedDelivery" })

/** A row of the log that is not queued yet. A test has no event. */
export interface QueuedDelivery {
  id: number
  endpoint_id: number
  event_id: number | null
}

/** As the store reads it. */
export interface Delivery extends QueuedDelivery {
  /** The webhook-id of a test; a test is not a recorded event. */
  test_event_id: string | null
  event_type: (typeof deliveryEventTypes)[number]
  trigger: DeliveryTrigger
  status: DeliveryStatus
  attempts: number
  last_status_code: number | null
  last_error: string | null
  next_attempt_at: Date | null
  created_at: Date
  delivered_at: Date | null
}

export interface DeliveryAttempt {
  number: number
  started_at: Date
  finished_at: Date | null
  status_code: number | null
  error: string | null
}

export function showDelivery(delivery: Delivery): z.input<typeof deliveryView> {
  const { test_event_id, ...shown } = delivery
  return {
    ...shown,
    event_id: test_event_id ?? eventId(delivery.event_id!),
    next_attempt_at: isoOrNull(delivery.next_attempt_at),
    created_at: iso(delivery.created_at),
    delivered_at: isoOrNull(delivery.delivered_at),
  }
}

export function showAttempt(attempt: DeliveryAttempt): z.input<typeof attemptView> {
  return {
    ...attempt,
    started_at: iso(attempt.started_at),
    finished_at: isoOrNull(attempt.finished_at),
  }
}

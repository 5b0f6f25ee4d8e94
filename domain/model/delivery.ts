/** One event on its way to one endpoint, as the log shows it: its state, and the result of every attempt. */
import { z } from "zod"
import { dateOfDay } from "../time/dates.ts"
import { eventId, subscribableTypes, webhookTest } from "./event.ts"
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

/** The faults of a certificate; `handshake` when TLS failed before there was one to judge. */
export const tlsReasons = [
  "expired",
  "not_yet_valid",
  "wrong_name",
  "self_signed",
  "unknown_authority",
  "handshake",
] as const

export type TlsReason = (typeof tlsReasons)[number]

export const deliveryStatuses = ["pending", "succeeded", "failed", "abandoned"] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]
export const deliveryTriggers = ["event", "test", "redeliver", "recover"] as const
export type DeliveryTrigger = (typeof deliveryTriggers)[number]

/** The `last_error` of a delivery that was pending when its endpoint was disabled. */
export const endpointDisabled = "endpoint_disabled" satisfies DeliveryError

export const deliveryView = z
  .object({
    id: z.int(),
    endpoint_id: z.int(),
    event_id: z.string().meta({ description: "`evt_…`, the request's webhook-id." }),
    event_type: z.enum(subscribableTypes),
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
    error: z
      .string()
      .nullable()
      .meta({ description: "A word as in `last_error`; null when the receiver answered." }),
    tls_reason: z.enum(tlsReasons).nullable().meta({ description: "Why the error is `tls`." }),
    address: z
      .string()
      .nullable()
      .meta({ description: "The network address that was connected to; null without a connection." }),
    request_headers: z
      .object({
        "webhook-id": z.string(),
        "webhook-timestamp": z.string(),
        "webhook-signature": z.string(),
      })
      .nullable()
      .meta({ description: "As they were sent; null when the sender died." }),
    answer_body: z
      .string()
      .nullable()
      .meta({ description: "The first kilobyte of the body of an answer that is not 2xx." }),
  })
  .meta({ id: "DeliveryAttempt" })

export const deliveryDayView = z
  .object({
    date: z.string().meta({ format: "date", description: "In UTC, by when the deliveries were made." }),
    succeeded: z.int(),
    succeeded_late: z
      .int()
      .meta({ description: "How many of these succeeded only after an attempt had failed." }),
    failed: z.int().meta({ description: "Tried in vain, and tried again." }),
    abandoned: z.int(),
    pending: z.int(),
  })
  .meta({ id: "DeliveryDay" })

export const openedDeliveryView = deliveryView
  .extend({
    payload: z
      .looseObject({})
      .nullable()
      .meta({ description: "The body as it is sent; null when the event is past its 30 days." }),
    attempt_log: z.array(attemptView),
  })
  .meta({ id: "OpenedDelivery" })

/** A row of the log that is not queued yet. `event_id` is null for a test, whose event is not recorded. */
export interface QueuedDelivery {
  id: number
  endpoint_id: number
  event_id: number | null
}

/** As the store reads it. */
export interface Delivery {
  id: number
  endpoint_id: number
  /** A test has one too. */
  event_id: number
  event_type: (typeof subscribableTypes)[number]
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
  tls_reason: TlsReason | null
  address: string | null
  /** The webhook-timestamp; null, as the signature, when the sender died. */
  signed_at: number | null
  signature: string | null
  answer_body: string | null
}

/** The delivery as its queue holds it. */
export const queuedDelivery = ({ id, endpoint_id, event_id, event_type }: Delivery): QueuedDelivery => ({
  id,
  endpoint_id,
  event_id: event_type === webhookTest ? null : event_id,
})

export function showDelivery(delivery: Delivery): z.input<typeof deliveryView> {
  return {
    ...delivery,
    event_id: eventId(delivery.event_id),
    next_attempt_at: isoOrNull(delivery.next_attempt_at),
    created_at: iso(delivery.created_at),
    delivered_at: isoOrNull(delivery.delivered_at),
  }
}

/** `webhookId` is the delivery's `event_id` as it is shown. */
export function showAttempt(attempt: DeliveryAttempt, webhookId: string): z.input<typeof attemptView> {
  const { signed_at, signature, ...shown } = attempt
  return {
    ...shown,
    started_at: iso(attempt.started_at),
    finished_at: isoOrNull(attempt.finished_at),
    request_headers:
      signature === null
        ? null
        : {
            "webhook-id": webhookId,
            "webhook-timestamp": String(signed_at),
            "webhook-signature": signature,
          },
  }
}

/** An endpoint's deliveries of a day, as the store counts them. */
export interface CountedDay {
  /** Days since 1970, in UTC by the company's clock. */
  day: number
  made: number
  /** The deliveries that succeeded after a failed attempt. */
  succeededLate: number
  failed: number
  abandoned: number
  pending: number
}

/** A delivery that neither waits nor is in trouble has succeeded. */
export function showDeliveryDay(counted: CountedDay): z.input<typeof deliveryDayView> {
  const { day, made, succeededLate, failed, abandoned, pending } = counted
  return {
    date: dateOfDay(day),
    // The counts are taken one after another, while deliveries go on.
    succeeded: Math.max(0, made - failed - abandoned - pending),
    succeeded_late: succeededLate,
    failed,
    abandoned,
    pending,
  }
}

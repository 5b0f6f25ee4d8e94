/** Events, as webhooks and the list of events carry them. Version 1 only grows. */
import { z } from "zod"
import type { EventSource } from "./actor.ts"
import type { AnswerWay, AppointmentInEvent, Attendance } from "./appointment.ts"
import type { CallbackInEvent } from "./callback.ts"
import type { Metadata } from "./external-data.ts"
import { bounded, timestamp } from "./fields.ts"
import type { RequestInEvent } from "./scheduling-request.ts"
import type { HoursChange, ProviderInEvent, TypeInEvent } from "./set-up-in-event.ts"
import type { Address } from "./views.ts"
import type { EntryInEvent, OfferInEvent } from "./waiting-entry.ts"

export const eventTypes = [
  "appointment.created",
  "appointment.rescheduled",
  "appointment.cancelled",
  "appointment.reopened",
  "appointment.on_the_way",
  "appointment.arrived",
  "appointment.completed",
  "appointment.no_show",
  "appointment.attendance_changed",
  "appointment.pending",
  "appointment.confirmed",
  "appointment.declined",
  "scheduling_request.expired",
  "callback.requested",
  "customer.created",
  "customer.changed",
  "customer.archived",
  "customer.erased",
  "appointment_type.created",
  "appointment_type.changed",
  "appointment_type.archived",
  "provider.created",
  "provider.changed",
  "provider.archived",
  "hours.changed",
  "waiting_entry.created",
  "waiting_entry.offered",
  "waiting_entry.ended",
  "webhook_endpoint.disabled",
] as const
export type EventType = (typeof eventTypes)[number]
export type CustomerEventType = Extract<EventType, `customer.${string}`>
export type AppointmentEventType = Extract<EventType, `appointment.${string}`>

/** Sent on request to one endpoint, whether it subscribes to it or not. It is not recorded. */
export const webhookTest = "webhook.test"

/** The types of event that are delivered. */
export const subscribableTypes = [...eventTypes, webhookTest] as const
export type SubscribableType = (typeof subscribableTypes)[number]

type Prefix<Type extends string> = Type extends `${infer First}.${string}` ? `${First}.*` : never
export type Subscription = SubscribableType | Prefix<EventType> | "*"

const prefixOf = (type: EventType) => `${type.split(".")[0]}.*` as Prefix<EventType>

/** An endpoint may name these as its events: a type, all types of one noun, or all. */
export const subscriptions: readonly Subscription[] = [
  ...subscribableTypes,
  ...new Set(eventTypes.map(prefixOf)),
  "*",
]

/** The subscriptions that an event of the type goes to. */
export const subscriptionsTo = (type: EventType): Subscription[] => [type, prefixOf(type), "*"]

export interface CustomerInEvent {
  id: number
  external_ref: string | null
  name: string
  phone: string | null
  email: string | null
  address: Address | null
  /** Absent for none. */
  metadata?: Metadata
}

/** The only data of an erased customer in its event, so that the company's other systems can erase them too. */
export type ErasedInEvent = Pick<CustomerInEvent, "id" | "external_ref">

/** A moved appointment as it was before. */
export type PreviousAppointment = Pick<
  AppointmentInEvent,
  "start_time" | "end_time" | "timezone" | "blocks" | "provider" | "location"
>

export interface AttendanceInEvent {
  now: Attendance
  before: Attendance
  answered_by: AnswerWay
}

export interface EndpointInEvent {
  id: number
  /** The origin of its URL, whose path may hold a secret. */
  origin: string
  /** Null when the company disabled it. */
  disabled_reason: "gone" | "failing" | null
  failing_since: string | null
}

/** The data of an event, by its type: see `event-schemas.ts`. */
export interface EventData {
  appointment?: AppointmentInEvent & { external_ref?: string; metadata?: Metadata }
  /** True for an appointment that was cancelled before, and is booked anew. */
  reopened?: true
  /** Null for a caller who is no customer. */
  customer?: CustomerInEvent | ErasedInEvent | null
  /** An event of a changed record names the fields here, without their values. */
  changed?: readonly string[]
  scheduling_request?: RequestInEvent | null
  previous?: PreviousAppointment
  attendance?: AttendanceInEvent
  /** The deadline for answering a pending appointment. */
  answer_by?: string
  webhook_endpoint?: EndpointInEvent
  callback?: CallbackInEvent
  waiting_entry?: EntryInEvent
  appointment_type?: TypeInEvent
  /** The provider of changed hours; null where the whole company, or some of its locations, are closed. */
  provider?: ProviderInEvent | HoursChange["provider"]
  offer?: OfferInEvent
}

/** As the store keeps it. */
export interface StoredEvent {
  id: number
  type: EventType
  occurred_at: Date
  source: EventSource
  data: EventData
}

export const eventView = z
  .object({
    id: z.string().meta({ description: "`evt_…`, the same as the webhook-id header; sortable." }),
    type: z.enum(eventTypes),
    version: z.literal(1),
    occurred_at: timestamp,
    company_id: z.int(),
    source: z.looseObject({ kind: z.string() }),
    data: z.looseObject({}),
  })
  .meta({ id: "Event" })

export const eventId = (id: number) => `evt_${id}`

/** The same in a query. */
export const eventIdText = bounded(20, "expected an event's id, as evt_1434725235294209")
  .regex(/^evt_[1-9]\d{0,15}$/, { error: "expected an event's id, as evt_1434725235294209" })
  .transform((text) => Number(text.slice(4)))
  .refine((id) => Number.isSafeInteger(id), { error: "expected an event's id, as evt_1434725235294209" })
  .meta({ description: "The webhook-id." })

/** The envelope, the same for lists, for streams and for webhooks. */
export function envelopeOf(companyId: number, event: StoredEvent): z.input<typeof eventView> {
  return {
    id: eventId(event.id),
    type: event.type,
    version: 1,
    occurred_at: event.occurred_at.toISOString(),
    company_id: companyId,
    source: { ...event.source },
    data: { ...event.data },
  }
}

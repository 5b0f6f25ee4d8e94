/** Appends an event and its deliveries to the outbox, in the transaction of the change. */
import { type Actor, sourceOf } from "../../domain/model/actor.ts"
import { type Appointment, appointmentInEvent, visitInEvent } from "../../domain/model/appointment.ts"
import type { CallbackInEvent } from "../../domain/model/callback.ts"
import type {
  AppointmentEventType,
  AttendanceInEvent,
  CustomerInEvent,
  EventType,
  PreviousAppointment,
} from "../../domain/model/event.ts"
import { externalDataInEvent } from "../../domain/model/external-data.ts"
import { requestInEvent, type SchedulingRequest } from "../../domain/model/scheduling-request.ts"
import type { EntryInEvent, OfferInEvent } from "../../domain/model/waiting-entry.ts"
import type { WebhookEndpoint } from "../../domain/model/webhook-endpoint.ts"
import type { Tx } from "../platform/pg/database.ts"
import { currentTrace } from "../platform/trace.ts"
import { draftEvent, type EventDraft, insertEvent, type NewEvent } from "./events.sql.ts"

export interface AppointmentChange {
  companyId: number
  actor: Actor
  type: AppointmentEventType
  appointment: Appointment
  customer: CustomerInEvent
  /** As it stands after the change. */
  request: SchedulingRequest | null
  previous?: PreviousAppointment
  /** It was cancelled, and is booked anew. */
  reopened?: true
  attendance?: AttendanceInEvent
  /** With the times of the visit and how it ended. */
  withVisit?: true
  /** The deadline for answering a pending appointment. */
  answerBy?: Date
  /** Drawn already, where it could be drawn beside another read. */
  draft?: EventDraft
}

/** The event happened at `appointment.last_event_at`, which `nextEventTime` gave. */
export async function recordAppointmentEvent(tx: Tx, change: AppointmentChange): Promise<void> {
  const { appointment, customer, request, previous, reopened, attendance, withVisit, answerBy, draft } =
    change
  const event = {
    type: change.type,
    occurredAt: appointment.last_event_at,
    recordedAt: appointment.updated_at,
    source: sourceOf(change.actor),
    data: {
      appointment: {
        ...appointmentInEvent(appointment),
        ...togetherWith(appointment),
        ...externalDataInEvent(appointment),
      },
      customer,
      scheduling_request: request && requestInEvent(request),
      ...(previous ? { previous } : {}),
      ...(reopened ? { reopened } : {}),
      ...(attendance ? { attendance } : {}),
      ...(withVisit ? { visit: visitInEvent(appointment) } : {}),
      ...(answerBy ? { answer_by: answerBy.toISOString() } : {}),
    },
    customerId: customer.id,
    appointmentId: appointment.id,
    appointmentTypeId: appointment.appointment_type_id,
    requestId: request?.id ?? null,
    aboutEndpointId: null,
  }
  await recordEvent(tx, change.companyId, event, draft)
}

export async function recordExpiry(
  tx: Tx,
  companyId: number,
  request: SchedulingRequest,
  customer: CustomerInEvent,
  now: number,
): Promise<void> {
  const at = new Date(now)
  await recordEvent(tx, companyId, {
    type: "scheduling_request.expired",
    occurredAt: at,
    recordedAt: at,
    source: { kind: "system" },
    data: { customer, scheduling_request: requestInEvent(request) },
    customerId: customer.id,
    appointmentId: null,
    appointmentTypeId: request.appointment_type_id,
    requestId: request.id,
    aboutEndpointId: null,
  })
}

/** Returns the event's id. */
export async function recordCallback(
  tx: Tx,
  change: {
    companyId: number
    actor: Actor
    callback: CallbackInEvent
    customer: CustomerInEvent | null
    now: number
  },
): Promise<number> {
  const { companyId, actor, callback, customer, now } = change
  const at = new Date(now)
  return recordEvent(tx, companyId, {
    type: "callback.requested",
    occurredAt: at,
    recordedAt: at,
    source: sourceOf(actor),
    data: { callback, customer },
    customerId: customer?.id ?? null,
    appointmentId: null,
    appointmentTypeId: null,
    requestId: null,
    aboutEndpointId: null,
  })
}

/** Records that an entry of the waiting list was made, was offered a time, or has ended. */
export async function recordWaiting(
  tx: Tx,
  change: {
    companyId: number
    actor: Actor
    type: Extract<EventType, `waiting_entry.${string}`>
    entry: EntryInEvent
    offer?: OfferInEvent
    customer: CustomerInEvent
    appointmentId?: number | null
    now: number
  },
): Promise<void> {
  const { companyId, actor, type, entry, offer, customer, appointmentId = null, now } = change
  const at = new Date(now)
  await recordEvent(tx, companyId, {
    type,
    occurredAt: at,
    recordedAt: at,
    source: sourceOf(actor),
    data: { waiting_entry: entry, ...(offer ? { offer } : {}), customer },
    customerId: customer.id,
    appointmentId,
    appointmentTypeId: entry.appointment_type.id,
    requestId: null,
    aboutEndpointId: null,
  })
}

/** For the company's other endpoints. */
export async function recordEndpointDisabled(
  tx: Tx,
  change: { companyId: number; actor: Actor; endpoint: WebhookEndpoint; now: number },
): Promise<void> {
  const { companyId, actor, endpoint, now } = change
  const at = new Date(now)
  await recordEvent(tx, companyId, {
    type: "webhook_endpoint.disabled",
    occurredAt: at,
    recordedAt: at,
    source: sourceOf(actor),
    data: {
      webhook_endpoint: {
        id: endpoint.id,
        origin: new URL(endpoint.url).origin,
        disabled_reason: endpoint.disabled_reason,
        failing_since: endpoint.first_failure_at?.toISOString() ?? null,
      },
    },
    customerId: null,
    appointmentId: null,
    appointmentTypeId: null,
    requestId: null,
    aboutEndpointId: endpoint.id,
  })
}

/** Returns the event's id. After the commit the worker gets a hint of the deliveries, and the readers of streams one of the event. */
export async function recordEvent(
  tx: Tx,
  companyId: number,
  event: NewEvent,
  draft?: EventDraft,
): Promise<number> {
  const drawn = draft ?? (await draftEvent(tx, companyId, event))
  const { id, due } = insertEvent(tx, companyId, drawn, { ...event, traceparent: currentTrace() })
  if (due.length > 0) tx.hint({ channel: "deliveries" })
  tx.hint({ channel: "events", companyId })
  return id
}

/** Receivers order by time, so the times of one appointment's events strictly increase, even when the clocks do not. */
export function nextEventTime(now: number, last: Date): Date {
  return new Date(Math.max(now, last.getTime() + 1))
}

/** The series or group that it was booked in; nothing for an appointment that stands alone. */
const togetherWith = ({ series_id, group_id }: Appointment) => ({
  ...(series_id === null ? {} : { series_id }),
  ...(group_id === null ? {} : { group_id }),
})

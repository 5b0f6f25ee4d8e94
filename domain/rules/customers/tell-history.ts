/**
 * Tells a page of a customer's history: the writes of the audit trail, which name no values, with what the events of the same
 * moment say of an appointment's time, and the texts and mails, each with what reached the customer in its place.
 */
import type {
  HistoryAppointment,
  HistoryChange,
  HistoryEntry,
  HistoryEvent,
  HistoryMessage,
  HistoryPosition,
} from "../../model/customer-history.ts"
import { iso, isoOrNull } from "../../model/views.ts"

/** The type of the event of each operation on one appointment; null for one without. */
const appointmentOperations: Readonly<Record<string, string | null>> = {
  book_appointment: "appointment.created",
  import_appointments: "appointment.created",
  reschedule_appointment: "appointment.rescheduled",
  keep_wall_clock: "appointment.rescheduled",
  cancel_appointment: "appointment.cancelled",
  complete_appointment: null,
  mark_no_show: null,
  reopen_appointment: null,
  update_appointment: null,
  rotate_manage_link: null,
}

const requestOperations = new Set([
  "create_scheduling_request",
  "update_scheduling_request",
  "cancel_scheduling_request",
  "expire_scheduling_request",
  "rotate_booking_link",
])

export const appointmentOf = ({ operation, target_id }: HistoryChange): number | null =>
  operation in appointmentOperations ? target_id : null

/** A change or a message, whichever the row is. */
export type HistoryRow = { change: HistoryChange } | { message: HistoryMessage }

export interface KnownOfHistory {
  appointments: ReadonlyMap<number, HistoryAppointment>
  /** The events of the page's time. */
  events: readonly HistoryEvent[]
  /** Every message about what the page's messages are about. */
  messages: readonly HistoryMessage[]
  users: ReadonlyMap<number, string>
  apiKeys: ReadonlyMap<number, string>
  /** The address that a message went to. */
  addressOf(message: HistoryMessage): string | null
}

/** The place of a row in the list: the newest first, and of one moment messages before the change that caused them. */
export type HistoryKey = [at: number, rank: number, id: number]

export const keyOf = (row: HistoryRow): HistoryKey =>
  "change" in row
    ? [row.change.at.getTime(), 0, row.change.id]
    : [row.message.created_at.getTime(), 1, row.message.id]

/** In the order of the list. */
export function inOrder(
  changes: readonly HistoryChange[],
  messages: readonly HistoryMessage[],
): HistoryRow[] {
  const rows = [...changes.map((change) => ({ change })), ...messages.map((message) => ({ message }))]
  const keyed = rows.map((row) => ({ row, key: keyOf(row) }))
  keyed.sort(({ key: a }, { key: b }) => b[0] - a[0] || b[1] - a[1] || b[2] - a[2])
  return keyed.map(({ row }) => row)
}

export function tellHistory(rows: readonly HistoryRow[], known: KnownOfHistory): HistoryEntry[] {
  const eventOf = matchedEvents(rows, known.events)
  return rows.map((row) =>
    "change" in row
      ? toldChange(row.change, eventOf.get(row.change.id) ?? null, known)
      : toldMessage(row.message, known),
  )
}

/** Each change takes the first event of its kind from its moment on: events of one appointment are a moment apart at the least. */
function matchedEvents(
  rows: readonly HistoryRow[],
  events: readonly HistoryEvent[],
): ReadonlyMap<number, HistoryEvent> {
  const left = events.toSorted((a, b) => a.occurred_at.getTime() - b.occurred_at.getTime())
  const matched = new Map<number, HistoryEvent>()
  for (const row of rows.toReversed()) {
    if (!("change" in row)) continue
    const { id, at, operation } = row.change
    const type = appointmentOperations[operation] ?? null
    const found = left.findIndex(
      (event) =>
        event.type === type &&
        event.appointment_id === row.change.target_id &&
        event.occurred_at.getTime() >= at.getTime(),
    )
    if (found >= 0) matched.set(id, left.splice(found, 1)[0]!)
  }
  return matched
}

function toldChange(change: HistoryChange, event: HistoryEvent | null, known: KnownOfHistory): HistoryEntry {
  const { id, at, operation, fields, target_id } = change
  const appointment = known.appointments.get(appointmentOf(change) ?? 0)
  return {
    id: `change_${id}`,
    at: iso(at),
    kind: "change",
    operation,
    fields,
    actor: toldActor(change, known),
    appointment: appointment
      ? {
          id: appointment.id,
          appointment_type: { id: appointment.type_id, name: appointment.type_name },
          after: afterOf(operation, event, appointment),
          before: event?.before ? positionOf(event.before) : null,
        }
      : null,
    scheduling_request_id: requestOperations.has(operation) ? target_id : null,
    message: null,
  }
}

/** A deed that sets no time leaves the appointment where it stands; the place of another is known from its event alone. */
function afterOf(operation: string, event: HistoryEvent | null, appointment: HistoryAppointment) {
  if (event) return positionOf(event)
  return appointmentOperations[operation] === null ? positionOf(appointment) : null
}

const positionOf = ({ start_time, timezone, provider_id, provider_name }: HistoryPosition) => ({
  start_time,
  timezone,
  provider: { id: provider_id, name: provider_name },
})

function toldActor({ actor }: HistoryChange, { users, apiKeys }: KnownOfHistory): HistoryEntry["actor"] {
  const user =
    actor.kind === "admin_user" ? { id: actor.userId, name: users.get(actor.userId) ?? null } : null
  const key =
    actor.kind === "api_key" ? { id: actor.apiKeyId, name: apiKeys.get(actor.apiKeyId) ?? null } : null
  return { kind: actor.kind, user, api_key: key }
}

function toldMessage(message: HistoryMessage, known: KnownOfHistory): HistoryEntry {
  const { id, purpose, channel, outcome, reason, delivery, appointment_id, created_at, sent_at } = message
  const appointment = known.appointments.get(appointment_id ?? 0)
  const instead = insteadOf(message, known.messages)
  return {
    id: `message_${id}`,
    at: iso(created_at),
    kind: "message",
    operation: null,
    fields: [],
    actor: null,
    appointment: appointment
      ? {
          id: appointment.id,
          appointment_type: { id: appointment.type_id, name: appointment.type_name },
          after: null,
          before: null,
        }
      : null,
    scheduling_request_id: null,
    message: {
      id,
      purpose,
      channel,
      outcome,
      reason,
      delivery,
      to: known.addressOf(message),
      sent_at: isoOrNull(sent_at),
      instead: instead && {
        id: instead.id,
        channel: instead.channel,
        at: iso(instead.sent_at ?? instead.created_at),
      },
    },
  }
}

/** The first one that went about the same: the same change of an appointment, or a later step of the same outreach. */
export function insteadOf(
  message: HistoryMessage,
  messages: readonly HistoryMessage[],
): HistoryMessage | null {
  if (message.outcome !== "failed" && message.outcome !== "skipped") return null
  const isSame = (other: HistoryMessage) =>
    message.run_id === null
      ? message.appointment_id !== null &&
        other.appointment_id === message.appointment_id &&
        other.appointment_version === message.appointment_version &&
        other.purpose === message.purpose
      : other.run_id === message.run_id && (other.step_position ?? 0) > (message.step_position ?? 0)
  return (
    messages
      .filter((other) => other.id !== message.id && other.outcome === "sent" && isSame(other))
      .toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime() || a.id - b.id)[0] ?? null
  )
}

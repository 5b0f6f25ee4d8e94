/**
 * Writes a judged booking: the appointment with its blocks, its event and the pushes to the provider's calendars, in the
 * transaction that judged it under the locks.
 */
import { type Actor, bookedBy } from "../../../domain/model/actor.ts"
import type { Appointment } from "../../../domain/model/appointment.ts"
import { customerInEvent } from "../../../domain/model/customer.ts"
import type { LoadedSchedules } from "../../../domain/model/schedules.ts"
import { showSlotTimes } from "../../../domain/model/slot-search.ts"
import type { JudgedBooking } from "../../../domain/rules/booking/judge-booking.ts"
import { occupiedBlocks } from "../../../domain/rules/booking/occupied.ts"
import { clockOffsets } from "../../../domain/rules/booking/wall-clock.ts"
import { insertAppointment, nextAppointmentId } from "../../store/appointments.ts"
import { draftEvent, type EventDraft } from "../../store/events.ts"
import type { Tx } from "../../store/pg/database.ts"
import { enqueuePushes } from "../../store/queue/calendars-due.ts"
import { setRequestStatus } from "../../store/scheduling-requests.ts"
import { recordAppointmentEvent } from "./events.ts"
import { issueLink, type LinkMaker, makeLink, manageLinkOf } from "./links.ts"
import { endOutreach } from "./outreach.ts"

export interface NewBooking {
  loaded: LoadedSchedules
  judged: JudgedBooking
  notes: string | null
  /** For the appointment's own link, which it gets when it has no request. */
  links: LinkMaker
}

/** What a write needs of its call. */
export interface Caller {
  companyId: number
  actor: Actor
  now: number
}

/** What a booking is numbered by, drawn before it is judged: so its writes wait for no more answers. */
export interface DrawnBooking {
  id: number
  event: EventDraft
}

export async function drawBooking(tx: Tx, companyId: number, typeId: number): Promise<DrawnBooking> {
  const created = { type: "appointment.created", appointmentTypeId: typeId, aboutEndpointId: null } as const
  const [id, event] = await Promise.all([nextAppointmentId(tx), draftEvent(tx, companyId, created)])
  return { id, event }
}

/** Writes a booking and schedules its request. */
export async function recordBooking(
  tx: Tx,
  call: Caller,
  { id, event }: DrawnBooking,
  booking: NewBooking,
): Promise<Appointment> {
  const { loaded, judged } = booking
  const appointment = bookedAppointment(id, call, booking)
  insertBooked(tx, call.companyId, appointment, booking)
  const request =
    judged.request && (await setRequestStatus(tx, call.companyId, judged.request.id, "scheduled", call.now))
  if (request) await endOutreach(tx, call.companyId, request.id, "booked", call.now)
  await recordAppointmentEvent(tx, {
    companyId: call.companyId,
    actor: call.actor,
    draft: event,
    type: "appointment.created",
    appointment,
    customer: customerInEvent(loaded.customer!),
    request,
  })
  await pushToCalendars(tx, call, loaded, appointment)
  return appointment
}

/** Inserts the appointment with its blocks and its link. An overlap fails the transaction with `slot_taken`. */
export function insertBooked(
  tx: Tx,
  companyId: number,
  appointment: Appointment,
  { judged, links }: NewBooking,
): void {
  insertAppointment(tx, companyId, appointment, occupiedBlocks(judged.input.type, judged.blocks))
  const link = manageLinkOf(appointment)
  if (link) issueLink(tx, companyId, link, links.linkKeys)
}

/** The appointment that a booking makes, before anything is written. */
export function bookedAppointment(
  id: number,
  call: Caller,
  { loaded, judged, notes, links }: NewBooking,
): Appointment {
  const { blocks, start_time, end_time } = showSlotTimes(judged.blocks)
  const now = new Date(call.now)
  const visits = loaded.type!.place === "at_customer"
  const customer = loaded.customer!
  return {
    id,
    customer_id: customer.id,
    appointment_type_id: loaded.type!.id,
    type_name: loaded.type!.name,
    place: loaded.type!.place,
    scheduling_request_id: judged.request?.id ?? null,
    provider_id: judged.provider.id,
    provider_name: judged.provider.name,
    location_id: judged.location.id,
    location_name: judged.location.name,
    status: "scheduled",
    start_at: new Date(start_time),
    end_at: new Date(end_time),
    blocks,
    timezone: judged.location.zone,
    clock_offsets: clockOffsets(judged.location.zone, judged.blocks),
    duration_option: judged.durationOption,
    booked_by: bookedBy(call.actor),
    notes,
    notes_version: 1,
    answers: judged.answers,
    attendance: "unknown",
    proposed_start_at: null,
    proposed_end_at: null,
    address: visits ? customer.address : null,
    latitude: visits ? customer.latitude : null,
    longitude: visits ? customer.longitude : null,
    cancel_reason: null,
    cancelled_by: null,
    cancelled_at: null,
    cancels_at: null,
    closed_at: null,
    link_version: 1,
    ...(judged.request ? { link_key_id: null, link_random: null } : makeLink(links)),
    version: 1,
    last_event_at: now,
    created_at: now,
    updated_at: now,
  }
}

/** Queues a push to the provider's calendars. `calendars` was loaded under the provider's lock: without any, no statement. */
export async function pushToCalendars(
  tx: Tx,
  { companyId, now }: Caller,
  { calendars }: LoadedSchedules,
  { id, provider_id }: Appointment,
): Promise<void> {
  const isWritten = calendars.some((calendar) => calendar.writes && calendar.provider_id === provider_id)
  if (isWritten) await enqueuePushes(tx, companyId, provider_id, id, now)
}

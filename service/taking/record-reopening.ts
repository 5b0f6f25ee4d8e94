/**
 * Writes that an appointment is scheduled again, in the transaction that judged it under the locks. What gave no time away
 * is only marked; one whose cancel has taken effect takes its time again, as a booking does.
 */
import type { Appointment } from "../../domain/model/appointment.ts"
import { customerInEvent } from "../../domain/model/customer.ts"
import type { CustomerInEvent } from "../../domain/model/event.ts"
import { unasked } from "../../domain/model/pending-appointment.ts"
import type { LoadedSchedules } from "../../domain/model/schedules.ts"
import type { SchedulingRequest } from "../../domain/model/scheduling-request.ts"
import type { BookableTime } from "../../domain/rules/booking/judge-booking.ts"
import { occupiedRows } from "../../domain/rules/planning/planned-time.ts"
import { setWaitingCancel, updateAppointment } from "../ledger/appointments.sql.ts"
import { setRequestStatus } from "../ledger/scheduling-requests.sql.ts"
import { endOutreach } from "../messages/go-on-with-outreach.ts"
import { nextEventTime, recordAppointmentEvent } from "../outbox/append-event.ts"
import { cancelsDue } from "../outbox/cancels-due.sql.ts"
import type { Tx } from "../platform/pg/database.ts"
import { type Caller, giveOthers, pushToCalendars } from "./record-booking.ts"
import { movedTo } from "./record-change.ts"
import { rewritePlan } from "./rewrite-plan.ts"
import { occupy, ownedBy, takeSeats } from "./write-allocations.ts"

/** A cancel that waits is gone, as if it had not been asked for. */
export function takeBackCancel(tx: Tx, { companyId, now }: Caller, appointment: Appointment): Appointment {
  const back = { ...appointment, cancels_at: null, cancel_reason: null, updated_at: new Date(now) }
  cancelsDue.drop(tx, [{ companyId, appointmentId: appointment.id }])
  setWaitingCancel(tx, companyId, back)
  tx.hint({ channel: "events", companyId, stirs: true })
  return back
}

/** Takes a completion or a no-show back. `told` stands in the event; null where none is raised. */
export async function reopenClosed(
  tx: Tx,
  { companyId, actor, now }: Caller,
  appointment: Appointment,
  told: { customer: CustomerInEvent; request: SchedulingRequest | null } | null,
): Promise<Appointment> {
  const { last_event_at: lastEvent, version } = appointment
  const back: Appointment = {
    ...appointment,
    status: "scheduled",
    closed_at: null,
    no_show_reason: null,
    version: version + 1,
    last_event_at: told ? nextEventTime(now, lastEvent) : lastEvent,
    updated_at: new Date(now),
  }
  updateAppointment(tx, companyId, back, appointment)
  cancelsDue.drop(tx, [{ companyId, appointmentId: appointment.id }])
  if (told)
    await recordAppointmentEvent(tx, {
      companyId,
      actor,
      type: "appointment.reopened",
      appointment: back,
      ...told,
    })
  else tx.hint({ channel: "events", companyId, stirs: true })
  return back
}

export interface Anew {
  appointment: Appointment
  loaded: LoadedSchedules
  judged: BookableTime
}

/** Takes the time again, and schedules the request. An overlap fails the transaction with `slot_taken`. */
export async function reopenCancelled(
  tx: Tx,
  call: Caller,
  { appointment, loaded, judged }: Anew,
): Promise<Appointment> {
  const { companyId, actor, now } = call
  const anew = reopened(appointment, loaded, judged, now)
  if (judged.planned) await rewritePlan(tx, call, judged.planned.changes)
  await giveOthers(tx, companyId, judged.assigned.moved)
  if (anew.session_id === null) occupy(tx, companyId, ownedBy(anew), occupiedRows(judged))
  else takeSeats(tx, companyId, anew)
  updateAppointment(tx, companyId, anew, appointment)
  const request =
    loaded.request && (await setRequestStatus(tx, companyId, loaded.request.id, "scheduled", now))
  if (request) await endOutreach(tx, companyId, request.id, "booked", now)
  await recordAppointmentEvent(tx, {
    companyId,
    actor,
    type: "appointment.created",
    reopened: true,
    appointment: anew,
    customer: customerInEvent(loaded.customer!),
    request,
  })
  await pushToCalendars(tx, call, loaded, anew)
  return anew
}

/** The appointment as a reopening leaves it, before anything is written. */
export const reopened = (
  appointment: Appointment,
  loaded: LoadedSchedules,
  judged: BookableTime,
  now: number,
): Appointment => ({
  ...movedTo(appointment, loaded, judged, now),
  status: "scheduled",
  cancel_reason: null,
  cancelled_by: null,
  cancelled_at: null,
  cancels_at: null,
  // Staff who take a decline back have said yes by that.
  ...unasked,
})

/** Writes a cancel: the time freed, the request reopened or closed, the event. */
import type { Actor } from "../../model/actor.ts"
import { sourceOf } from "../../model/actor.ts"
import type { Appointment } from "../../model/appointment.ts"
import type { CustomerInEvent } from "../../model/event.ts"
import type { SchedulingRequest } from "../../model/scheduling-request.ts"
import { freeBlocks, updateAppointment } from "../../store/appointments.ts"
import type { Tx } from "../../store/pg/database.ts"
import { enqueuePushes } from "../../store/queue/calendar-pushes.ts"
import { nextEventTime, recordAppointmentEvent } from "./record-event.ts"

export interface Cancel {
  appointment: Appointment
  customer: CustomerInEvent
  /** As it stands after the cancel. */
  request: SchedulingRequest | null
  reason: string | null
}

export function cancelAppointmentRow(
  tx: Tx,
  call: { companyId: number; actor: Actor; now: number },
  { appointment, customer, request, reason }: Cancel,
): Appointment {
  const cancelled: Appointment = {
    ...appointment,
    status: "cancelled",
    cancel_reason: reason,
    cancelled_by: sourceOf(call.actor).kind,
    cancelled_at: new Date(call.now),
    version: appointment.version + 1,
    last_event_at: nextEventTime(call.now, appointment.last_event_at),
    updated_at: new Date(call.now),
  }
  freeBlocks(tx, call.companyId, appointment.id)
  updateAppointment(tx, call.companyId, cancelled)
  enqueuePushes(tx, call.companyId, appointment.provider_id, appointment.id, call.now)
  recordAppointmentEvent(tx, {
    companyId: call.companyId,
    actor: call.actor,
    type: "appointment.cancelled",
    appointment: cancelled,
    customer,
    request,
  })
  return cancelled
}

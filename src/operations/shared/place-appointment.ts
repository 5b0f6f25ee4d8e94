/** Writes a judged booking: the appointment with its blocks, the request's new status, the event. */
import { type Actor, bookedBy } from "../../model/actor.ts"
import type { Appointment } from "../../model/appointment.ts"
import { customerInEvent } from "../../model/customer.ts"
import type { LoadedSchedules } from "../../model/schedules.ts"
import { slotOf } from "../../model/slot.ts"
import type { JudgedBooking } from "../../rules/booking/judge-booking.ts"
import { occupiedBlocks } from "../../rules/booking/occupied.ts"
import { insertAppointment } from "../../store/appointments.ts"
import type { Tx } from "../../store/pg/database.ts"
import { setRequestStatus } from "../../store/scheduling-requests.ts"
import { endOutreach } from "./end-outreach.ts"
import { pushToCalendars } from "./push-to-calendars.ts"
import { recordAppointmentEvent } from "./record-event.ts"

export interface Placement {
  loaded: LoadedSchedules
  judged: JudgedBooking
  notes: string | null
}

interface Caller {
  companyId: number
  actor: Actor
  now: number
}

/** Its `id` was drawn by `nextAppointmentId`. */
export async function placeAppointment(
  tx: Tx,
  call: Caller,
  id: number,
  placement: Placement,
): Promise<Appointment> {
  const { loaded, judged } = placement
  const appointment = placedAppointment(id, call, placement)
  const occupied = occupiedBlocks(judged.input.type, judged.blocks)
  insertAppointment(tx, call.companyId, appointment, occupied)
  const request =
    judged.request && (await setRequestStatus(tx, call.companyId, judged.request.id, "scheduled", call.now))
  if (request) tx.beforeCommit(endOutreach(tx, call.companyId, request.id, "booked", call.now))
  recordAppointmentEvent(tx, {
    companyId: call.companyId,
    actor: call.actor,
    type: "appointment.created",
    appointment,
    customer: customerInEvent(loaded.customer!),
    request,
  })
  pushToCalendars(tx, call, loaded, appointment)
  return appointment
}

/** The appointment that a placement makes, before anything is written. */
export function placedAppointment(
  id: number,
  call: Caller,
  { loaded, judged, notes }: Placement,
): Appointment {
  const { blocks, start_time, end_time } = slotOf(judged.blocks)
  const now = new Date(call.now)
  const visits = loaded.type!.place === "at_customer"
  const customer = loaded.customer!
  return {
    id,
    customer_id: customer.id,
    appointment_type_id: loaded.type!.id,
    type_name: loaded.type!.name,
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
    duration_option: judged.durationOption,
    booked_by: bookedBy(call.actor),
    notes,
    address: visits ? customer.address : null,
    latitude: visits ? customer.latitude : null,
    longitude: visits ? customer.longitude : null,
    cancel_reason: null,
    cancelled_by: null,
    cancelled_at: null,
    version: 1,
    last_event_at: now,
    created_at: now,
    updated_at: now,
  }
}

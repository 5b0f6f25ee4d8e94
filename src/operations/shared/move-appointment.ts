/** Writes a judged move: the old blocks freed, then the new ones, then the appointment and its event. */
import type { Actor } from "../../model/actor.ts"
import type { Appointment } from "../../model/appointment.ts"
import { customerInEvent } from "../../model/customer.ts"
import type { LoadedSchedules } from "../../model/schedules.ts"
import { slotOf } from "../../model/slot.ts"
import { iso } from "../../model/views.ts"
import type { JudgedMove } from "../../rules/booking/judge-move.ts"
import { occupiedBlocks } from "../../rules/booking/occupied.ts"
import { freeBlocks, insertBlocks, updateAppointment } from "../../store/appointments.ts"
import type { Tx } from "../../store/pg/database.ts"
import { pushToCalendars } from "./push-to-calendars.ts"
import { nextEventTime, recordAppointmentEvent } from "./record-event.ts"

export interface Move {
  appointment: Appointment
  loaded: LoadedSchedules
  judged: JudgedMove
}

export function moveAppointment(
  tx: Tx,
  call: { companyId: number; actor: Actor; now: number },
  { appointment, loaded, judged }: Move,
): Appointment {
  const moved = movedTo(appointment, loaded, judged, call.now)
  // Two statements: one that moved a multi-day job's rows would meet its own.
  freeBlocks(tx, call.companyId, appointment.id)
  insertBlocks(tx, call.companyId, moved, occupiedBlocks(judged.input.type, judged.blocks))
  updateAppointment(tx, call.companyId, moved)
  recordAppointmentEvent(tx, {
    companyId: call.companyId,
    actor: call.actor,
    type: "appointment.rescheduled",
    appointment: moved,
    customer: customerInEvent(loaded.customer!),
    request: loaded.request,
    previous: {
      start_time: iso(appointment.start_at),
      end_time: iso(appointment.end_at),
      blocks: appointment.blocks,
    },
  })
  pushToCalendars(tx, call, loaded, moved)
  return moved
}

function movedTo(
  appointment: Appointment,
  loaded: LoadedSchedules,
  judged: JudgedMove,
  now: number,
): Appointment {
  const { blocks, start_time, end_time } = slotOf(judged.blocks)
  const customer = loaded.customer!
  const goesToFile = loaded.type!.place === "at_customer" && customer.address !== null
  return {
    ...appointment,
    start_at: new Date(start_time),
    end_at: new Date(end_time),
    blocks,
    timezone: judged.location.zone,
    ...(goesToFile
      ? { address: customer.address, latitude: customer.latitude, longitude: customer.longitude }
      : {}),
    version: appointment.version + 1,
    last_event_at: nextEventTime(now, appointment.last_event_at),
    updated_at: new Date(now),
  }
}

/** Moves an appointment, for every door: all its days together. The time it already has is a success without an event. */
import type { z } from "zod"
import type { AppContext } from "../../context.ts"
import { isStaff } from "../../model/actor.ts"
import { type Appointment, companyAppointment, type rescheduleInput } from "../../model/appointment.ts"
import { notFound, Refusal } from "../../model/errors.ts"
import type { LoadedSchedules } from "../../model/schedules.ts"
import { whyUnchangeable } from "../../rules/booking/customer-notice.ts"
import { blockMinutesOf, judgeMove, type MovingWish, minuteBlocksOf } from "../../rules/booking/judge-move.ts"
import { occupiedBlocks } from "../../rules/booking/occupied.ts"
import { whyLinkEnded } from "../../rules/requests/link-state.ts"
import { findAppointment } from "../../store/appointments.ts"
import type { Db } from "../../store/pg/database.ts"
import { lockAppointment } from "../../store/pg/locks.ts"
import { loadSchedules } from "../../store/schedules.ts"
import { minutesPerDay, msPerMinute } from "../../time/units.ts"
import { type Asked, askCalendars, requireAsked } from "../ask-calendar.ts"
import { type Call, found } from "../operation.ts"
import { moveAppointment } from "../shared/appointments.ts"
import { textChange } from "../shared/texts.ts"
import { write } from "../write.ts"
import { withAlternatives } from "./alternatives.ts"
import type { BookedAppointment } from "./book.ts"
import { refuseOtherEnd } from "./refuse-other-end.ts"

export async function reschedule(
  context: AppContext,
  call: Call,
  input: z.output<typeof rescheduleInput> & { id: number },
): Promise<BookedAppointment> {
  const wish: MovingWish = {
    now: call.now,
    startMinute: Date.parse(input.start_time) / msPerMinute,
    overrideEligibility: isStaff(call.actor) && input.override_eligibility === true,
  }
  const { appointment, loaded } = await gather(context.db, call, input.id, wish)
  refuseUnlessMovable({ appointment, loaded }, wish, call, input.if_version)
  if (isThere(appointment, wish)) {
    refuseOtherEnd(minuteBlocksOf(appointment), input.end_time)
    return companyAppointment(appointment)
  }

  return withAlternatives(context, call, refusedWish(appointment, wish), async () => {
    const judged = judgeMove(loaded, appointment, wish)
    if (judged instanceof Refusal) throw judged
    refuseOtherEnd(judged.blocks, input.end_time)
    const occupied = occupiedBlocks(judged.input.type, judged.blocks)
    const asked = await askCalendars(context, call.companyId, loaded.calendars, occupied)
    return context.gate.pass(appointment.provider_id, () =>
      move(context, call, appointment, wish, { ...input, asked }),
    )
  })
}

interface Gathered {
  appointment: Appointment
  loaded: LoadedSchedules
}

async function gather(db: Db, call: Call, id: number, wish: MovingWish): Promise<Gathered> {
  const appointment = found(await findAppointment(db, call.companyId, id), notFound("appointment"))
  const day = Math.floor(wish.startMinute / minutesPerDay)
  const loaded = await loadSchedules(db, {
    companyId: call.companyId,
    typeId: appointment.appointment_type_id,
    firstDay: day - 1,
    endDay: day + 2,
    customerId: appointment.customer_id,
    requestId: appointment.scheduling_request_id,
    providerId: appointment.provider_id,
    locationId: appointment.location_id,
    movedAppointmentId: id,
    blockCount: appointment.blocks.length,
    onlyWanted: true,
  })
  return { appointment, loaded }
}

const isThere = (appointment: Appointment, wish: MovingWish) =>
  appointment.start_at.getTime() === wish.startMinute * msPerMinute

function refuseUnlessMovable(
  { appointment, loaded }: Gathered,
  wish: MovingWish,
  call: Call,
  ifVersion: number | undefined,
): void {
  if (ifVersion !== undefined && ifVersion !== appointment.version) throw new Refusal("version_conflict")
  // Whoever asks again for a move that was made moves nothing, however soon the new time is.
  const noticeMinutes = isThere(appointment, wish) ? 0 : (loaded.type?.cancel_notice_minutes ?? 0)
  const refusal = whyUnchangeable(appointment, noticeMinutes, call.actor, call.now)
  if (refusal) throw refusal
}

function refusedWish(appointment: Appointment, wish: MovingWish) {
  return {
    customerId: appointment.customer_id,
    typeId: appointment.appointment_type_id,
    providerId: appointment.provider_id,
    locationId: appointment.location_id,
    startMinute: wish.startMinute,
    requestId: appointment.scheduling_request_id,
    overrideEligibility: wish.overrideEligibility,
    moved: { appointmentId: appointment.id, blockMinutes: blockMinutesOf(appointment) },
  }
}

async function move(
  context: AppContext,
  call: Call,
  seen: Appointment,
  wish: MovingWish,
  { asked, ...input }: { if_version?: number | undefined; asked: Asked },
) {
  return write(context, call, "reschedule_appointment", async (tx) => {
    lockAppointment(tx, call.companyId, seen)
    const { appointment, loaded } = await gather(tx, call, seen.id, wish)
    requireAsked(loaded, asked)
    const linkEnded = whyLinkEnded(call.actor, loaded.request)
    if (linkEnded) throw linkEnded
    refuseUnlessMovable({ appointment, loaded }, wish, call, input.if_version)
    const judged = judgeMove(loaded, appointment, wish)
    if (judged instanceof Refusal) throw judged
    const moved = isThere(appointment, wish)
      ? appointment
      : moveAppointment(tx, call, { appointment, loaded, judged })
    if (moved !== appointment) await textChange(tx, context, call, moved)
    return {
      result: companyAppointment(moved),
      targetId: moved.id,
      fields: Object.keys(input),
      customerId: moved.customer_id,
    }
  })
}

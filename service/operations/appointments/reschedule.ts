/**
 * Moves an appointment, all its days together, for every interface, in the order of a booking: plan, ask the calendars,
 * wait for a turn, then lock, read again, judge and write. A move to where and when it is already succeeds without an event.
 */
import type { z } from "zod"
import { isStaff } from "../../../domain/model/actor.ts"
import {
  type Appointment,
  appointmentView,
  type CompanyAppointment,
  rescheduleInput,
} from "../../../domain/model/appointment.ts"
import { notFound, otherVersion, Refusal } from "../../../domain/model/errors.ts"
import { byId } from "../../../domain/model/fields.ts"
import type { LoadedSchedules } from "../../../domain/model/schedules.ts"
import { serviceAddressOnFile } from "../../../domain/rules/availability/plan-search.ts"
import {
  destinationOf,
  type JudgedMove,
  judgeMove,
  type MovingWish,
  minuteBlocksOf,
  serviceAddressOfMove,
} from "../../../domain/rules/booking/judge-move.ts"
import { whyUnchangeable } from "../../../domain/rules/booking/may-change.ts"
import { occupiedBlocks, whyOtherEnd } from "../../../domain/rules/booking/occupied.ts"
import { whyLinkEnded } from "../../../domain/rules/requests/link-state.ts"
import { minutesPerDay, msPerMinute } from "../../../domain/time/units.ts"
import type { AppContext } from "../../context.ts"
import { findAppointment } from "../../store/appointments.ts"
import type { Db } from "../../store/pg/database.ts"
import { lockAppointment } from "../../store/pg/locks.ts"
import { loadSchedules } from "../../store/schedules.ts"
import { type Call, found, operation, staff } from "../operation.ts"
import { askForWays, judgeWithWays, WaysNotAsked, withKnownDrivingTimes } from "../shared/driving-times.ts"
import { givesLinks, showAppointment } from "../shared/links.ts"
import { moveAppointment, movedTo } from "../shared/record-change.ts"
import { textChange } from "../shared/texts.ts"
import { causes, previewAppointmentTexts, previewing } from "../texts/preview.ts"
import { write } from "../write.ts"
import { withAlternatives } from "./alternatives.ts"
import { type AskedCalendars, askCalendars, requireAsked } from "./ask-calendars.ts"

export const rescheduleAppointment = operation({
  name: "reschedule_appointment",
  summary: "Move an appointment",
  description:
    "Keeps type and length, and the provider and location unless others are sent. All days of a multi-day job move. The " +
    "customer's assigned provider and the request's wishes do not bind a move.",
  noun: "Appointments",
  roles: staff,
  refusals: [
    "address_needed",
    "address_not_found",
    "appointment_not_scheduled",
    "appointment_started",
    "calendar_unavailable",
    "customer_busy",
    "end_time_mismatch",
    "out_of_service_area",
    "slot_taken",
    "time_not_offered",
    "type_not_bookable",
    "version_conflict",
  ],
  events: ["appointment.rescheduled"],
  params: byId,
  body: rescheduleInput,
  result: appointmentView,
  secret: true,
  run: (context, call, input) => reschedule(context, call, input),
})

export const previewMove = operation({
  ...previewing,
  name: "preview_move",
  refusals: rescheduleAppointment.refusals!,
  summary: "Preview what a move would cause",
  params: byId,
  body: rescheduleInput,
  async run(context, call, input) {
    const wish = wishOf(call, input)
    const seen = await readMovable(context.db, { call, wish, input })
    const { appointment, loaded } = seen
    if (isThere(appointment, wish)) return causes([])
    const judged = await judgeWithWays(context, () => judge(context, seen, wish)).catch(
      async (error: unknown) => {
        throw await withAlternatives(context, call, refusedWish(appointment, wish), error)
      },
    )
    const moved = movedTo(appointment, loaded, judged, call.now)
    return causes(await previewAppointmentTexts(context, call, "change", moved), "appointment.rescheduled")
  },
})

type RescheduleInput = z.output<typeof rescheduleInput> & { id: number }

interface Move {
  call: Call
  wish: MovingWish
  input: RescheduleInput
}

export async function reschedule(
  context: AppContext,
  call: Call,
  input: RescheduleInput,
): Promise<CompanyAppointment> {
  const move = { call, wish: wishOf(call, input), input }
  for (let tries = 1; ; tries += 1) {
    const seen = await readMovable(context.db, move)
    if (isThere(seen.appointment, move.wish)) return stay(context, seen, move.wish)
    try {
      const asked = await judgeAndAsk(context, move, seen)
      const { provider_id: fromId } = seen.appointment
      const { providerId: toId } = destinationOf(seen.appointment, move.wish)
      // In the order of ids, so that moves in opposite directions never wait for each other.
      using _first = await context.gate.enter(Math.min(fromId, toId))
      using _second = fromId === toId ? null : await context.gate.enter(Math.max(fromId, toId))
      return await writeMove(context, move, seen.appointment, asked)
    } catch (error) {
      const isWorthAnother = error instanceof ProviderChanged || error instanceof WaysNotAsked
      if (!isWorthAnother || tries === mostTries) {
        throw await withAlternatives(context, call, refusedWish(seen.appointment, move.wish), error)
      }
      if (error instanceof WaysNotAsked) await askForWays(context, error.ways)
    }
  }
}

/** The appointment went to another provider before it was locked, so the wrong provider's lock is held. */
class ProviderChanged extends Refusal {
  constructor() {
    super("busy", { retryAfterSeconds: 1 })
  }
}

const mostTries = 3

function wishOf(call: Call, input: RescheduleInput): MovingWish {
  return {
    now: call.now,
    startMinute: Date.parse(input.start_time) / msPerMinute,
    endMs: input.end_time === undefined ? null : Date.parse(input.end_time),
    providerId: input.provider_id ?? null,
    locationId: input.location_id ?? null,
    overrideEligibility: isStaff(call.actor) && input.override_eligibility === true,
  }
}

function isThere(appointment: Appointment, wish: MovingWish): boolean {
  const { providerId, locationId } = destinationOf(appointment, wish)
  return (
    appointment.start_at.getTime() === wish.startMinute * msPerMinute &&
    appointment.provider_id === providerId &&
    appointment.location_id === locationId
  )
}

function stay(context: AppContext, { appointment, loaded }: ReadMove, wish: MovingWish): CompanyAppointment {
  const refusal = whyOtherEnd(minuteBlocksOf(appointment), wish.endMs)
  if (refusal) throw refusal
  return showAppointment(context, appointment, givesLinks(context, loaded.company))
}

interface ReadMove {
  appointment: Appointment
  loaded: LoadedSchedules
}

/** Throws when the appointment is unknown, has another version, or can't be moved by this actor now. */
async function readMovable(db: Db, { call, wish, input }: Move): Promise<ReadMove> {
  const appointment = found(await findAppointment(db, call.companyId, input.id), notFound("appointment"))
  const day = Math.floor(wish.startMinute / minutesPerDay)
  const loaded = await loadSchedules(db, {
    companyId: call.companyId,
    typeId: appointment.appointment_type_id,
    firstDay: day - 1,
    endDay: day + 2,
    customerId: appointment.customer_id,
    requestId: appointment.scheduling_request_id,
    ...destinationOf(appointment, wish),
    movedAppointmentId: input.id,
    blockCount: appointment.blocks.length,
    onlyWanted: true,
  })
  // A retry of a move that was made moves nothing, so it succeeds however soon the new time is.
  const noticeMinutes = isThere(appointment, wish) ? 0 : (loaded.type?.cancel_notice_minutes ?? 0)
  const refusal =
    otherVersion(appointment, input.if_version) ??
    whyUnchangeable(appointment, noticeMinutes, call.actor, call.now)
  if (refusal) throw refusal
  return { appointment, loaded }
}

async function judgeAndAsk(
  context: AppContext,
  { call, wish }: Move,
  seen: ReadMove,
): Promise<AskedCalendars> {
  const { input, blocks } = judge(context, seen, wish)
  return askCalendars(context, call.companyId, seen.loaded.calendars, occupiedBlocks(input.type, blocks))
}

/** Throws the refusal, and `WaysNotAsked`. */
function judge(context: AppContext, { loaded, appointment }: ReadMove, wish: MovingWish): JudgedMove {
  const address = serviceAddressOfMove(loaded, appointment) ?? serviceAddressOnFile(loaded)
  const onTheRoad = withKnownDrivingTimes(context, loaded, address)
  const judged = judgeMove(onTheRoad, appointment, wish)
  if (judged instanceof Refusal) throw judged
  return judged
}

/** Locks, reads again, judges and writes. */
async function writeMove(
  context: AppContext,
  move: Move,
  seen: Appointment,
  asked: AskedCalendars,
): Promise<CompanyAppointment> {
  const { call, wish, input } = move
  return write(context, call, "reschedule_appointment", async (tx) => {
    lockAppointment(tx, call.companyId, seen, destinationOf(seen, wish).providerId)
    const { appointment, loaded } = await readMovable(tx, move)
    if (appointment.provider_id !== seen.provider_id) throw new ProviderChanged()
    requireAsked(loaded, asked)
    const linkEnded = whyLinkEnded(call.actor, { request: loaded.request, appointment })
    if (linkEnded) throw linkEnded
    const judged = judge(context, { appointment, loaded }, wish)
    const moved = isThere(appointment, wish)
      ? appointment
      : await moveAppointment(tx, call, { appointment, loaded, judged })
    if (moved !== appointment) await textChange(tx, context, call, moved)
    return {
      result: showAppointment(context, moved, givesLinks(context, loaded.company)),
      targetId: moved.id,
      fields: Object.keys(input),
      customerId: moved.customer_id,
    }
  })
}

const refusedWish = (appointment: Appointment, wish: MovingWish) => ({
  customerId: appointment.customer_id,
  typeId: appointment.appointment_type_id,
  ...destinationOf(appointment, wish),
  startMinute: wish.startMinute,
  requestId: appointment.scheduling_request_id,
  overrideEligibility: wish.overrideEligibility,
  moved: appointment,
})

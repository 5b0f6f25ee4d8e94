/**
 * Moves an appointment, all its days together, for every interface, in the order of `attempt.ts`. A move to where and when it
 * is already succeeds without an event.
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
import {
  blockMinutesOf,
  destinationOf,
  type JudgedMove,
  judgeMove,
  type MovingWish,
  minuteBlocksOf,
  serviceAddressOfMove,
  withLength,
} from "../../../domain/rules/booking/judge-move.ts"
import { whyLeaving, whyUnchangeable } from "../../../domain/rules/booking/may-change.ts"
import { occupiedBlocks, whyOtherEnd } from "../../../domain/rules/booking/occupied.ts"
import { msPerMinute } from "../../../domain/time/units.ts"
import type { AppContext } from "../../context.ts"
import { findAppointment } from "../../store/appointments.ts"
import type { Db, Tx } from "../../store/pg/database.ts"
import { lockAppointment } from "../../store/pg/locks.ts"
import { loadSchedules } from "../../store/schedules.ts"
import { type Call, found, operation, staff } from "../operation.ts"
import { judgeWithLegs, withKnownDrivingTimes } from "../shared/driving-times.ts"
import { givesLinks, showAppointment } from "../shared/links.ts"
import { moveAppointment, movedTo } from "../shared/record-change.ts"
import { announceChange } from "../shared/texts.ts"
import { causes, previewAppointmentTexts, previewing, withoutCalendars } from "../texts/preview.ts"
import type { Written } from "../write.ts"
import { withAlternatives } from "./alternatives.ts"
import { type Attempt, attempt, ProviderChanged, type ReadUnderLocks } from "./attempt.ts"
import { questionAround } from "./wanted-time.ts"

export const rescheduleAppointment = operation({
  name: "reschedule_appointment",
  summary: "Move an appointment",
  description:
    "Keeps the type, and length, provider and location unless others are sent. All days of a multi-day job move. The " +
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
    "length_fixed",
    "out_of_service_area",
    "slot_taken",
    "time_not_offered",
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
  refusals: withoutCalendars(rescheduleAppointment.refusals!),
  summary: "Preview what a move would cause",
  params: byId,
  body: rescheduleInput,
  async run(context, call, input) {
    const wish = wishOf(call, input)
    const seen = await readMovable(context.db, { call, wish, input })
    const { appointment, loaded } = seen
    if (isThere(appointment, wish)) return causes([])
    const judged = await judgeWithLegs(context, () => judge(context, seen, wish)).catch(
      async (error: unknown) => {
        throw await withAlternatives(context, call, wantedBy(appointment, wish), error)
      },
    )
    const moved = movedTo(appointment, loaded, judged, call.now)
    const texts = await previewAppointmentTexts(context, call, "change", moved, input.silent_channels)
    return causes(texts, "appointment.rescheduled")
  },
})

type RescheduleInput = z.output<typeof rescheduleInput> & { id: number }

interface Move {
  call: Call
  wish: MovingWish
  input: RescheduleInput
}

export function reschedule(
  context: AppContext,
  call: Call,
  input: RescheduleInput,
): Promise<CompanyAppointment> {
  const move = { call, wish: wishOf(call, input), input }
  return attempt(context, call, async () => {
    const seen = await readMovable(context.db, move)
    if (isThere(seen.appointment, move.wish)) return { result: stay(context, seen, move.wish) }
    return moveAttempt(context, move, seen)
  })
}

function moveAttempt(
  context: AppContext,
  move: Move,
  seen: ReadMove,
): Attempt<ReadMove & ReadUnderLocks, CompanyAppointment> {
  const { call, wish } = move
  const { appointment: before } = seen
  const wanted = wantedBy(before, wish)
  return {
    operationName: "reschedule_appointment",
    wanted,
    providerIds: [before.provider_id, wanted.providerId],
    async plan() {
      const { input, blocks } = judge(context, seen, wish)
      return { loaded: seen.loaded, occupied: occupiedBlocks(input.type, blocks) }
    },
    judgeAgain: async () => judge(context, await readMovable(context.db, move), wish),
    lock: (tx) => lockAppointment(tx, call.companyId, before, wanted.providerId),
    async readLocked(tx) {
      const { appointment, loaded } = await readMovable(tx, move)
      if (appointment.provider_id !== before.provider_id) throw new ProviderChanged()
      return { appointment, loaded, request: loaded.request }
    },
    record: (tx, read) => recordMove(context, tx, move, read),
  }
}

function wishOf(call: Call, input: RescheduleInput): MovingWish {
  return {
    now: call.now,
    startMinute: Date.parse(input.start_time) / msPerMinute,
    durationMinutes: input.duration_minutes ?? null,
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
    appointment.location_id === locationId &&
    (wish.durationMinutes === null ||
      (appointment.blocks.length === 1 && blockMinutesOf(appointment)[0] === wish.durationMinutes))
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
  const loaded = await loadSchedules(db, questionAround(call, wantedBy(appointment, wish), 1))
  // A retry of a move that was made moves nothing, so it succeeds however soon the new time is.
  const noticeMinutes = isThere(appointment, wish) ? 0 : (loaded.type?.cancel_notice_minutes ?? 0)
  const refusal =
    otherVersion(appointment, input.if_version) ??
    whyLeaving(appointment) ??
    whyUnchangeable(appointment, noticeMinutes, call.actor, call.now)
  if (refusal) throw refusal
  return { appointment, loaded }
}

/** Throws the refusal, and `LegsNotAsked`. */
function judge(context: AppContext, { loaded, appointment }: ReadMove, wish: MovingWish): JudgedMove {
  const onTheRoad = withKnownDrivingTimes(context, loaded, serviceAddressOfMove(loaded, appointment))
  const judged = judgeMove(onTheRoad, appointment, wish)
  if (judged instanceof Refusal) throw judged
  return judged
}

async function recordMove(
  context: AppContext,
  tx: Tx,
  { call, wish, input }: Move,
  { appointment, loaded }: ReadMove,
): Promise<Written<CompanyAppointment>> {
  const judged = judge(context, { appointment, loaded }, wish)
  const moved = isThere(appointment, wish)
    ? appointment
    : await moveAppointment(tx, call, { appointment, loaded, judged })
  if (moved !== appointment) await announceChange(tx, context, call, moved, { silent: input.silent_channels })
  return {
    result: showAppointment(context, moved, givesLinks(context, loaded.company)),
    targetId: moved.id,
    fields: Object.keys(input),
    customerId: moved.customer_id,
  }
}

const wantedBy = (appointment: Appointment, wish: MovingWish) => ({
  customerId: appointment.customer_id,
  typeId: appointment.appointment_type_id,
  ...destinationOf(appointment, wish),
  startMinute: wish.startMinute,
  requestId: appointment.scheduling_request_id,
  overrideEligibility: wish.overrideEligibility,
  moved: withLength(appointment, wish.durationMinutes),
})

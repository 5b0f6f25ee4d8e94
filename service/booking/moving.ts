/** Moving one appointment and moving several of a series share the wish, the reads and the judgement. */
import type { z } from "zod"
import { isStaff } from "../../domain/model/actor.ts"
import type { Appointment, CompanyAppointment, rescheduleInput } from "../../domain/model/appointment.ts"
import { providerIdsOf } from "../../domain/model/crew.ts"
import { notFound, otherVersion, Refusal } from "../../domain/model/errors.ts"
import type { Hold } from "../../domain/model/hold.ts"
import type { LoadedSchedules } from "../../domain/model/schedules.ts"
import type { BookableTime } from "../../domain/rules/booking/judge-booking.ts"
import {
  blockMinutesOf,
  destinationOf,
  judgeMove,
  type MovingWish,
  minuteBlocksOf,
  serviceAddressOfMove,
  withLength,
} from "../../domain/rules/booking/judge-move.ts"
import { whyLeaving, whyUnchangeable } from "../../domain/rules/booking/may-change.ts"
import { whyOtherEnd } from "../../domain/rules/booking/occupied.ts"
import { withoutWindow } from "../../domain/rules/booking/series-conflicts.ts"
import { withTaken } from "../../domain/rules/booking/with-taken.ts"
import { occupiedBy } from "../../domain/rules/planning/planned-time.ts"
import { msPerMinute } from "../../domain/time/units.ts"
import { findAppointment } from "../ledger/appointments.sql.ts"
import { loadSchedules } from "../ledger/schedules.sql.ts"
import type { AppContext } from "../platform/context.ts"
import { givesLinks, showAppointment } from "../platform/links.ts"
import { type Call, found } from "../platform/operation.ts"
import type { Db } from "../platform/pg/database.ts"
import { withKnownDrivingTimes } from "../slots/driving-times.ts"
import { aboutTeam, loadWithTeam, type PlannedTeam } from "../slots/planned-team.ts"
import type { JudgedSeat } from "../taking/plan-parts.ts"
import { questionAround } from "../taking/wanted-time.ts"

export type RescheduleInput = z.output<typeof rescheduleInput> & { id: number }

export interface Move {
  call: Call
  wish: MovingWish
  input: RescheduleInput
  /** The team and the plan of a promised window, as they were read before the locks. */
  team?: PlannedTeam | null
  /** The live hold that it came with. */
  hold?: Hold | null
  /** Others whose time is as good as free, since they move with it. */
  alsoMovedIds?: readonly number[]
}

export function wishOf(call: Call, input: RescheduleInput): MovingWish {
  return {
    now: call.now,
    startMinute: Date.parse(input.start_time) / msPerMinute,
    durationMinutes: input.duration_minutes ?? null,
    endMs: input.end_time === undefined ? null : Date.parse(input.end_time),
    providerId: input.provider_id ?? null,
    providerIds: (isStaff(call.actor) && input.provider_ids) || null,
    locationId: input.location_id ?? null,
    ...(isStaff(call.actor) && input.resource_ids ? { resourceIds: input.resource_ids } : {}),
    overrideEligibility: isStaff(call.actor) && input.override_eligibility === true,
  }
}

export function isThere(appointment: Appointment, wish: MovingWish): boolean {
  const { providerId, locationId } = destinationOf(appointment, wish)
  return (
    appointment.start_at.getTime() === wish.startMinute * msPerMinute &&
    (appointment.provider_id === providerId || (appointment.work_minutes !== null && !wish.providerId)) &&
    appointment.location_id === locationId &&
    takes(appointment, wish.resourceIds ?? []) &&
    isWithAll(appointment, wish) &&
    (wish.durationMinutes === null ||
      (appointment.blocks.length === 1 && blockMinutesOf(appointment)[0] === wish.durationMinutes))
  )
}

const takes = ({ resources }: Appointment, ids: readonly number[]) =>
  ids.every((id) => resources?.some((one) => one.id === id))
/** True where every wished provider takes part. */
const isWithAll = (appointment: Appointment, { providerIds }: MovingWish): boolean =>
  providerIds == null || providerIdsOf(appointment).toSorted().join() === providerIds.toSorted().join()

export function stay(
  context: AppContext,
  { appointment, loaded }: ReadMove,
  wish: MovingWish,
): CompanyAppointment {
  const refusal = whyOtherEnd(minuteBlocksOf(appointment), wish.endMs)
  if (refusal) throw refusal
  return showAppointment(context, appointment, givesLinks(context, loaded.company))
}

export interface ReadMove {
  appointment: Appointment
  loaded: LoadedSchedules
}

/** Throws when the appointment is unknown, has another version, or can't be moved by this actor now. */
export async function readMovable(
  db: Db,
  { call, wish, input, team, alsoMovedIds = [] }: Move,
  locked: readonly number[] | null = null,
): Promise<ReadMove> {
  const appointment = found(await findAppointment(db, call.companyId, input.id), notFound("appointment"))
  const question = { ...questionAround(call, wantedBy(appointment, wish), 1), alsoMovedIds }
  // Staff plan one of a series as far ahead as all of it.
  const isPlannedAhead = appointment.series_id !== null && isStaff(call.actor)
  const load = async (ofTeam: boolean) => {
    const read = await loadSchedules(db, ofTeam ? aboutTeam(question) : question)
    return isPlannedAhead ? withoutWindow(read) : read
  }
  const loaded = await loadWithTeam(load, { now: call.now, locked, isTeam: team != null })
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
export function judge(
  context: AppContext,
  { loaded, appointment }: ReadMove,
  wish: MovingWish,
): BookableTime {
  const onTheRoad = withKnownDrivingTimes(context, loaded, serviceAddressOfMove(loaded, appointment))
  const judged = judgeMove(onTheRoad, appointment, wish)
  if (judged instanceof Refusal) throw judged
  return judged
}

export const wantedBy = (appointment: Appointment, wish: MovingWish) => ({
  customerId: appointment.customer_id,
  typeId: appointment.appointment_type_id,
  ...destinationOf(appointment, wish),
  startMinute: wish.startMinute,
  requestId: appointment.scheduling_request_id,
  overrideEligibility: wish.overrideEligibility,
  holdId: wish.holdId ?? null,
  moved: withLength(appointment, wish.durationMinutes),
})

/** While that part stands where it goes, for others of its customer. A seat takes no minute but its customer's. */
export function withMoved(loaded: LoadedSchedules, { key, judged }: JudgedSeat): LoadedSchedules {
  const blocks = judged.blocks.map(({ start, end }) => [key, start, end] as const)
  return withMovedOfOthers({ ...loaded, customer_busy: [...loaded.customer_busy, ...blocks] }, { judged })
}

/** The same for appointments of other customers. */
export const withMovedOfOthers = (
  loaded: LoadedSchedules,
  { judged }: Pick<JudgedSeat, "judged">,
): LoadedSchedules =>
  judged.session ? loaded : withTaken(loaded, { ...judged, occupied: occupiedBy(judged) })

/**
 * Moves appointments together, those of a series or those that follow one another at one coming: each by as much on the clock
 * as the one that is named, so that one that stands elsewhere keeps its distance. All are moved in one transaction, or none.
 */
import { isStaff } from "../../domain/model/actor.ts"
import type { Appointment, CompanyAppointment } from "../../domain/model/appointment.ts"
import { chosenStarts } from "../../domain/model/appointment-series.ts"
import { invalid, Refusal } from "../../domain/model/errors.ts"
import type { LoadedSchedules, ScheduleCalendar } from "../../domain/model/schedules.ts"
import type { ConflictReason, ShownOccurrence } from "../../domain/model/series.ts"
import { crewOf } from "../../domain/model/type-needs.ts"
import type { BookableTime } from "../../domain/rules/booking/judge-booking.ts"
import {
  blockMinutesOf,
  destinationOf,
  judgeMove,
  type MovingWish,
  serviceAddressOfMove,
  withLength,
} from "../../domain/rules/booking/judge-move.ts"
import {
  alternativesTo,
  isOfOneTime,
  mostDaysAway,
  type Sought,
  whyConflicting,
  withoutWindow,
} from "../../domain/rules/booking/series-conflicts.ts"
import { type Taking, withTaken } from "../../domain/rules/booking/with-taken.ts"
import { occupiedBy, type TakenTime, takenTimes } from "../../domain/rules/planning/planned-time.ts"
import { isoOfMinute } from "../../domain/time/dates.ts"
import { localToMinute, minuteToLocal } from "../../domain/time/local-time.ts"
import { minuteOf, minutesPerDay } from "../../domain/time/units.ts"
import { locksOf, requireHeld } from "../company/change-resource.ts"
import {
  type AskedTogether,
  changeableOf,
  lockAll,
  providersOf,
  requireLocked,
} from "../ledger/changed-together.ts"
import { loadSchedules } from "../ledger/schedules.sql.ts"
import { findSeries } from "../ledger/series.sql.ts"
import { announceChange } from "../messages/announce.ts"
import type { AppContext } from "../platform/context.ts"
import { givesLinks, showAppointment } from "../platform/links.ts"
import type { Db, Tx } from "../platform/pg/database.ts"
import type { Written } from "../platform/write.ts"
import { LegsNotAsked, withKnownDrivingTimes } from "../slots/driving-times.ts"
import { findSlots } from "../slots/search-slots.ts"
import {
  type AskedCalendars,
  askCalendarsOfMany,
  CalendarBusy,
  calendarsOf,
  requireAsked,
} from "../taking/ask-calendars.ts"
import { type Attempt, minutesAroundPlan, type ReadUnderLocks } from "../taking/attempt.ts"
import { datesAround, withGroupAlternatives } from "../taking/group-alternatives.ts"
import { whyPartsRefused } from "../taking/group-refusal.ts"
import { moveAppointment } from "../taking/record-change.ts"
import { questionAround } from "../taking/wanted-time.ts"
import { freeAllocations } from "../taking/write-allocations.ts"
import { isThere, judge, type Move, type ReadMove, readMovable, stay, wantedBy } from "./moving.ts"
import { showWall } from "./show-series.ts"

interface MoveTogether extends Move {
  asked: AskedTogether
}

/** One appointment and where it is to be. */
interface Shifted {
  appointment: Appointment
  wish: MovingWish
}

interface ReadTogether extends ReadUnderLocks {
  appointment: Appointment
  shifted: Shifted[]
}

/** Only outside the locks, where nothing has moved yet, may the result be that all is there already. */
export async function togetherMove(
  context: AppContext,
  move: MoveTogether,
  read: ReadMove,
): Promise<Attempt<ReadTogether, CompanyAppointment> | { result: CompanyAppointment }> {
  const { call, wish, asked } = move
  const before = await changeableOf(context.db, call, asked)
  const named = before.find(({ id }) => id === asked.id)
  // Another call has ended the named one since it was read, and this one is refused as if it had come later.
  const seen = named ? { ...read, appointment: named } : await readMovable(context.db, move)
  const shifted = shiftedBy(move, seen, before)
  if (shifted.length === 0) return { result: stay(context, seen, wish) }
  const wanted = wantedBy(seen.appointment, wish)
  const schedules = await schedulesOf(context.db, move, seen, shifted)
  const toProviders = whoMayCome(schedules, shifted)
  const locks = schedules.flatMap((loaded) => locksOf(loaded, wanted.locationId))
  const resourceIds = [...new Set(locks)]
  let known: AskedTimes = { asked: [], busy: new Set() }
  return {
    operationName: "reschedule_appointment",
    wanted,
    resourceIds: () => [...providersOf(before), ...toProviders, ...resourceIds],
    async plan() {
      known = await askAll(context, move, shifted)
      return known
    },
    judgeAgain: () => readMovable(context.db, move),
    lock: (tx) => lockAll(tx, call.companyId, asked, before, { toProviderIds: toProviders, resourceIds }),
    async readLocked(tx) {
      const { appointment, loaded } = await readMovable(tx, move)
      const present = await changeableOf(tx, call, asked)
      requireLocked(before, present)
      for (const one of await schedulesOf(tx, move, { appointment, loaded }, shifted))
        requireHeld(one, wanted.locationId, resourceIds)
      const shiftedNow = shiftedBy(move, { appointment, loaded }, present)
      // Each is judged, and its calendars are looked at, once the time of all is free.
      return { appointment, loaded, request: loaded.request, shifted: shiftedNow, taken: [] }
    },
    ...(asked.of === "group"
      ? {
          refused: (error: unknown) =>
            withGroupAlternatives(call, error, {
              start: wish.startMinute,
              search: (days) =>
                findSlots(context, call, {
                  ...{ appointment_id: asked.id, ...datesAround(wish.startMinute, days) },
                }),
              whyIsIt: (refusal) => whyPartsRefused(context, call, partsOf(shifted), refusal),
            }),
        }
      : {}),
    record: (tx, read) => record(context, tx, move, read, known),
  }
}

/** Where each of them was to go, while the time of all is free. */
const partsOf = (shifted: readonly Shifted[]) =>
  shifted.map(({ appointment, wish }) => ({
    wanted: wantedBy(appointment, wish),
    alsoMovedIds: shifted.map((one) => one.appointment.id).filter((id) => id !== appointment.id),
  }))

/** What the calendars have said before the locks. */
interface AskedTimes {
  asked: AskedCalendars
  /** The appointments at whose new time a calendar is busy. */
  busy: ReadonlySet<number>
}

/** One for each of their types. */
async function schedulesOf(
  db: Db,
  move: MoveTogether,
  { appointment: named, loaded }: ReadMove,
  shifted: readonly Shifted[],
): Promise<LoadedSchedules[]> {
  const ofType = new Map([[named.appointment_type_id, loaded]])
  for (const one of shifted) {
    const typeId = one.appointment.appointment_type_id
    if (!ofType.has(typeId)) ofType.set(typeId, await loadSchedules(db, questionOf(move, one)))
  }
  return [...ofType.values()]
}

/** Those to whom they move. Of a type that takes several, who comes beside is chosen only when the time of all is free. */
function whoMayCome(schedules: readonly LoadedSchedules[], shifted: readonly Shifted[]): number[] {
  const others = schedules.flatMap(({ type, providers }) =>
    type !== null && crewOf(type) > 1 ? providers.map(({ id }) => id) : [],
  )
  return [...new Set([...shifted.map(leadOf), ...others])]
}

const wallAt = (zone: string, at: Date): number => {
  const { day, minuteOfDay } = minuteToLocal(zone, minuteOf(at.getTime()))
  return day * minutesPerDay + minuteOfDay
}

/** Without those that are where they are to be. Throws when a start is chosen for one that is not among them. */
function shiftedBy(
  { wish, asked, input }: MoveTogether,
  { appointment: named, loaded }: ReadMove,
  all: readonly Appointment[],
): Shifted[] {
  const zoneAt = (one: Appointment) =>
    loaded.locations.find(({ id }) => id === destinationOf(one, wish).locationId)?.timezone ?? one.timezone
  const { day, minuteOfDay } = minuteToLocal(zoneAt(named), wish.startMinute)
  const shift = day * minutesPerDay + minuteOfDay - wallAt(named.timezone, named.start_at)
  const chosen = chosenStarts(input.conflicts ?? [])
  for (const index of chosen.keys()) {
    if (!all.some(({ series_index }) => series_index === index))
      throw invalid("conflicts", "expected the index of an appointment that the move is of")
  }
  return all
    .filter(({ series_index }) => chosen.get(series_index ?? -1) !== null)
    .map((appointment) => {
      const start = chosen.get(appointment.series_index ?? -1)
      if (start !== undefined && start !== null)
        return { appointment, wish: { ...wish, startMinute: start, endMs: null } }
      if (appointment.id === named.id) return { appointment, wish }
      const wall = wallAt(appointment.timezone, appointment.start_at) + shift
      const wallDay = Math.floor(wall / minutesPerDay)
      const startMinute = localToMinute(zoneAt(appointment), wallDay, wall - wallDay * minutesPerDay)
      const shifted = { ...wish, startMinute, endMs: null }
      return { appointment, wish: asked.of === "group" ? { ...shifted, ...asItIs } : shifted }
    })
    .filter((one) => !isThere(one.appointment, one.wish))
}

/** Those that were booked together are of different types, so people, rooms and length are asked of the named one alone. */
const asItIs = { providerId: null, providerIds: null, durationMinutes: null, resourceIds: [] }

interface Around {
  daysAround?: number
  /** Those whose time is as good as free. */
  alsoMovedIds?: readonly number[]
}

const questionOf = (
  { call }: Move,
  { appointment, wish }: Shifted,
  { daysAround = 1, alsoMovedIds = [] }: Around = {},
) => ({ ...questionAround(call, wantedBy(appointment, wish), daysAround), alsoMovedIds })

const leadOf = ({ appointment, wish }: Shifted) => destinationOf(appointment, wish).providerId

/**
 * Asks the calendars about the minutes that each takes, judged as it will be under the locks: the time of all is free, and those before
 * it are in their places. One that can't be had is asked about nothing: it is refused there.
 */
async function askAll(
  context: AppContext,
  move: MoveTogether,
  shifted: readonly Shifted[],
): Promise<AskedTimes> {
  const jobs: TakenTime[][] = []
  const calendars = new Map<number, ScheduleCalendar>()
  const before: Taking[] = []
  let isPlan = false
  const ids = shifted.map(({ appointment }) => appointment.id)
  for (const one of shifted) {
    const alsoMovedIds = ids.filter((id) => id !== one.appointment.id)
    const read = await loadFor(context.db, move, one, { alsoMovedIds })
    const judged = judgeMove(
      withKnownDrivingTimes(context, before.reduce(withTaken, read), addressOf(read, one)),
      one.appointment,
      one.wish,
    )
    if (judged instanceof Refusal) {
      jobs.push([])
      continue
    }
    const taken = takenTimes(judged)
    jobs.push(taken)
    isPlan ||= judged.planned != null
    for (const calendar of calendarsOf(read, taken)) calendars.set(calendar.id, calendar)
    if (!judged.session) before.push({ ...judged, occupied: occupiedBy(judged) })
  }
  const { asked, busy } = await askCalendarsOfMany(
    context,
    move.call.companyId,
    [...calendars.values()],
    jobs,
    isPlan ? minutesAroundPlan : 0,
  )
  return { asked, busy: new Set(ids.filter((_, i) => busy[i])) }
}

const addressOf = (loaded: LoadedSchedules, { appointment }: Shifted) =>
  serviceAddressOfMove(loaded, appointment)

/** Frees the time of all, then judges and writes one after the other. Throws `series_conflict`, or the refusal of one of a group, when it has nowhere to go. */
async function record(
  context: AppContext,
  tx: Tx,
  move: MoveTogether,
  { appointment: named, loaded: { company }, shifted }: ReadTogether,
  known: AskedTimes,
): Promise<Written<CompanyAppointment>> {
  const { call, input, asked } = move
  for (const { appointment } of shifted) freeAllocations(tx, call.companyId, appointment.id)
  const moved: Appointment[] = []
  const conflicts: Conflict[] = []
  for (const one of shifted) {
    const loaded = await loadFor(tx, move, one)
    const judged =
      asked.of === "series"
        ? judgeShifted(context, loaded, one)
        : judge(context, { loaded, ...one }, one.wish)
    const isBusy = typeof judged !== "string" && isCalendarBusy(call, { one, loaded, judged }, known)
    if (typeof judged === "string" || isBusy) {
      conflicts.push({ ...one, reason: typeof judged === "string" ? judged : "taken" })
    } else {
      moved.push(await moveAppointment(tx, call, { appointment: one.appointment, loaded, judged }))
    }
  }
  if (conflicts.length > 0 && asked.of === "group") throw new Refusal("time_not_offered")
  if (conflicts.length > 0) {
    const occurrences = await showConflicts(context, tx, move, { named, conflicts })
    throw new Refusal("series_conflict", { details: { fits: moved.length, occurrences } })
  }
  if (moved.length > 0) {
    const together = moved.length > 1 ? asked.of : null
    await announceChange(tx, context, call, moved[0]!, { silent: input.silent_channels, together })
  }
  const shown = moved.find(({ id }) => id === named.id) ?? named
  return {
    result: showAppointment(context, shown, givesLinks(context, company)),
    targetId: named.id,
    fields: Object.keys(input),
    customerId: named.customer_id,
  }
}

/** Throws `PlanChanged` where other minutes are taken than the calendars were asked about. */
function isCalendarBusy(
  { now }: Pick<Move["call"], "now">,
  { one, loaded, judged }: { one: Shifted; loaded: LoadedSchedules; judged: BookableTime },
  { asked, busy }: AskedTimes,
): boolean {
  if (busy.has(one.appointment.id)) return true
  const taken = takenTimes(judged)
  try {
    requireAsked(calendarsOf(loaded, taken), taken, asked, now)
    return false
  } catch (error) {
    if (error instanceof CalendarBusy) return true
    throw error
  }
}

/** The judged move, or why it is a conflict. Throws the refusal of what is no matter of one time, and `LegsNotAsked`. */
function judgeShifted(context: AppContext, loaded: LoadedSchedules, { appointment, wish }: Shifted) {
  try {
    return judge(context, { loaded, appointment }, wish)
  } catch (error) {
    if (!(error instanceof Refusal) || error instanceof LegsNotAsked || !isOfOneTime(error)) throw error
    const isFree = (other: LoadedSchedules) => !(judgeMove(other, appointment, wish) instanceof Refusal)
    return whyConflicting(loaded, error, isFree)
  }
}

interface Conflict extends Shifted {
  reason: ConflictReason
}

async function loadFor(
  db: Db,
  move: MoveTogether,
  one: Shifted,
  around: Around = {},
): Promise<LoadedSchedules> {
  const read = await loadSchedules(db, questionOf(move, one, around))
  return move.asked.of === "series" && isStaff(move.call.actor) ? withoutWindow(read) : read
}

/** Alternatives are looked for when all others stand at their new times, so that none of them is one's that moves, too. */
async function showConflicts(
  context: AppContext,
  tx: Tx,
  move: MoveTogether,
  { named, conflicts }: { named: Appointment; conflicts: readonly Conflict[] },
): Promise<ShownOccurrence[]> {
  const { every } = (await findSeries(tx, move.call.companyId, named.series_id!))!
  const shown: ShownOccurrence[] = []
  for (const one of conflicts) {
    const { appointment, wish, reason } = one
    const loaded = await loadFor(tx, move, one, { daysAround: mostDaysAway + 1 })
    const onTheRoad = withKnownDrivingTimes(context, loaded, serviceAddressOfMove(loaded, appointment))
    const { day, minuteOfDay } = minuteToLocal(appointment.timezone, wish.startMinute)
    shown.push({
      index: appointment.series_index!,
      start_time: isoOfMinute(wish.startMinute),
      ...showWall(day * minutesPerDay + minuteOfDay),
      end_time: null,
      outcome: "conflict",
      reason,
      alternatives: alternativesTo(onTheRoad, soughtByMove(loaded, one), wish.startMinute, every),
      appointment_id: appointment.id,
    })
  }
  return shown
}

function soughtByMove(loaded: LoadedSchedules, { appointment, wish }: Shifted): Sought {
  const { providerId, locationId } = destinationOf(appointment, wish)
  const search = {
    now: wish.now,
    locationId: null,
    providerId,
    blockMinutes: blockMinutesOf(withLength(appointment, wish.durationMinutes)),
    request: loaded.request,
    serviceAddress: serviceAddressOfMove(loaded, appointment),
    moves: true,
    chosenResourceIds: wish.resourceIds ?? [],
    overrideEligibility: wish.overrideEligibility,
  }
  return { wish: search, providerId, locationId, present: minuteOf(appointment.start_at.getTime()) }
}

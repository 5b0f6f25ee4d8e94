/**
 * Moves appointments together, those of a series or those that follow one another in one visit: each by as much on the clock
 * as the one that is named, so that one that stands elsewhere keeps its distance. All are moved in one transaction, or none.
 */
import { isStaff } from "../../domain/model/actor.ts"
import type { Appointment } from "../../domain/model/appointment.ts"
import { chosenStarts } from "../../domain/model/appointment-series.ts"
import { invalid, Refusal } from "../../domain/model/errors.ts"
import type { LoadedSchedules } from "../../domain/model/schedules.ts"
import type { ConflictReason, ShownOccurrence } from "../../domain/model/series.ts"
import { crewOf } from "../../domain/model/type-needs.ts"
import type { ChangedAppointment } from "../../domain/model/undo.ts"
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
import { isoOfMinute } from "../../domain/time/dates.ts"
import { localToMinute, minuteToLocal } from "../../domain/time/local-time.ts"
import { minuteOf, minutesPerDay } from "../../domain/time/units.ts"
import { locksOf } from "../company/change-resource.ts"
import { type AskedTogether, changeableOf, locksOfAll, requireLocked } from "../ledger/changed-together.ts"
import { loadSchedules } from "../ledger/schedules.sql.ts"
import { findSeries } from "../ledger/series.sql.ts"
import { announceChange } from "../messages/announce.ts"
import type { AppContext } from "../platform/context.ts"
import { givesLinks, showAppointment } from "../platform/links.ts"
import type { Db, Tx } from "../platform/pg/database.ts"
import { requireTold } from "../platform/tell-first.ts"
import type { Written } from "../platform/write.ts"
import { LegsNotAsked, withKnownDrivingTimes } from "../slots/driving-times.ts"
import { findSlots } from "../slots/search-slots.ts"
import { datesAround, withGroupAlternatives } from "../taking/group-alternatives.ts"
import { whyPartsRefused } from "../taking/group-refusal.ts"
import { keepBefore, keepForUndo } from "../taking/keep-for-undo.ts"
import { type Judged, type JudgedSeat, seatOf } from "../taking/plan-parts.ts"
import { moveAppointment } from "../taking/record-change.ts"
import type { Taking } from "../taking/take-time.ts"
import { questionAround } from "../taking/wanted-time.ts"
import { freeAllocations } from "../taking/write-allocations.ts"
import { isThere, judge, type Move, type ReadMove, readMovable, stay, wantedBy, withMoved } from "./moving.ts"
import { showWall } from "./show-series.ts"

interface MoveTogether extends Move {
  asked: AskedTogether
}

/** One appointment and where it is to be. */
interface Shifted {
  appointment: Appointment
  wish: MovingWish
}

export interface ReadTogether extends Judged {
  loaded: LoadedSchedules
  appointment: Appointment
  shifted: readonly Shifted[]
  parts: readonly JudgedSeat[]
  conflicts: readonly Conflict[]
}

/** Only outside the locks, where nothing has moved yet, may the result be that all is there already. */
export async function togetherMove(
  context: AppContext,
  move: MoveTogether,
  read: ReadMove,
): Promise<Taking<ReadTogether, null, ChangedAppointment> | { result: ChangedAppointment }> {
  const { call, wish, asked } = move
  const before = await changeableOf(context.db, call, asked)
  for (const one of before) requireTold(one)
  const named = before.find(({ id }) => id === asked.id)
  // Another call has ended the named one since it was read, and this one is refused as if it had come later.
  const seen = named ? { ...read, appointment: named } : await readMovable(context.db, move)
  const shifted = shiftedBy(move, seen, before)
  if (shifted.length === 0) return { result: stay(context, seen, wish) }
  const wanted = wantedBy(seen.appointment, wish)
  const schedules = await schedulesOf(context.db, move, seen, shifted)
  const toProviders = whoMayCome(schedules, shifted)
  const locks = schedules.flatMap((loaded) => locksOf(loaded, wanted.locationId))
  const others = shifted.filter((one) => one.appointment.id !== asked.id)
  return {
    operation: "reschedule_appointment",
    parts: [wanted, ...others.map((one) => wantedBy(one.appointment, one.wish))],
    // A busy time makes a conflict of its appointment in a series.
    together: asked.of === "group" ? "all" : "each",
    locks: locksOfAll(asked, before, { toProviderIds: toProviders, resourceIds: [...new Set(locks)] }),
    async judge(db, known) {
      const { appointment, loaded } = await readMovable(db, move)
      const present = known.isLocked ? await changeableOf(db, call, asked) : before
      if (known.isLocked) requireLocked(before, present)
      const all = shiftedBy(move, { appointment, loaded }, present)
      const judged = await judgeEach(context, db, move, all, known.busy)
      return { appointment, loaded, request: loaded.request, shifted: all, ...judged }
    },
    read: async () => null,
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
    record: (tx, read) => record(context, tx, move, read),
  }
}

/** The target of each move, while the time of all is free. */
const partsOf = (shifted: readonly Shifted[]) =>
  shifted.map(({ appointment, wish }) => ({
    wanted: wantedBy(appointment, wish),
    alsoMovedIds: shifted.map((one) => one.appointment.id).filter((id) => id !== appointment.id),
  }))

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

/**
 * The providers who may lead each moved part. Where a type takes several, its crew is chosen only once the time of all is
 * free.
 */
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

/**
 * Appointments that were booked together are of different types, so people, rooms and length are asked of the named one
 * alone.
 */
const asItIs = { providerId: null, providerIds: null, durationMinutes: null, resourceIds: [] }

interface Around {
  daysAround?: number
  /** Appointments whose time counts as free. */
  alsoMovedIds?: readonly number[]
}

const questionOf = (
  { call }: Move,
  { appointment, wish }: Shifted,
  { daysAround = 1, alsoMovedIds = [] }: Around = {},
) => ({ ...questionAround(call, wantedBy(appointment, wish), daysAround), alsoMovedIds })

const leadOf = ({ appointment, wish }: Shifted) => destinationOf(appointment, wish).providerId

/**
 * Judges each while the time of all is free and those before it are in their places. Throws the refusal of one of a group, and of what
 * is no matter of one time.
 */
async function judgeEach(
  context: AppContext,
  db: Db,
  move: MoveTogether,
  shifted: readonly Shifted[],
  busy: ReadonlySet<number>,
): Promise<{ parts: JudgedSeat[]; conflicts: Conflict[] }> {
  const parts: JudgedSeat[] = []
  const conflicts: Conflict[] = []
  const ids = shifted.map(({ appointment }) => appointment.id)
  for (const one of shifted) {
    const { id } = one.appointment
    const read = await loadFor(db, move, one, { alsoMovedIds: ids.filter((other) => other !== id) })
    const loaded = parts.reduce(withMoved, read)
    const judged =
      move.asked.of === "series"
        ? judgeShifted(context, loaded, one)
        : judge(context, { loaded, ...one }, one.wish)
    if (typeof judged === "string" || busy.has(id))
      conflicts.push({ ...one, reason: typeof judged === "string" ? judged : "taken" })
    else parts.push(seatOf(id, wantedBy(one.appointment, one.wish), loaded, judged))
  }
  return { parts, conflicts }
}

/** Frees the time of all, then writes one after the other. Throws `series_conflict`. */
async function record(
  context: AppContext,
  tx: Tx,
  move: MoveTogether,
  { appointment: named, loaded: { company }, shifted, parts, conflicts }: ReadTogether,
): Promise<Written<ChangedAppointment>> {
  const { call, input, asked } = move
  const moves = parts.map(({ key, loaded, judged }) => {
    const { appointment } = shifted.find((one) => one.appointment.id === key)!
    return { appointment, loaded, judged }
  })
  const seconds = conflicts.length === 0 ? input.hold_messages_seconds : 0
  const kept = seconds ? await keepBefore(tx, call, seconds, moves) : null
  for (const { appointment } of shifted) freeAllocations(tx, call.companyId, appointment.id)
  const moved: Appointment[] = []
  for (const one of moves) moved.push(await moveAppointment(tx, call, { ...one, undoHoldId: kept?.holdId }))
  if (conflicts.length > 0) {
    const occurrences = await showConflicts(context, tx, move, { named, conflicts })
    throw new Refusal("series_conflict", { details: { fits: moved.length, occurrences } })
  }
  const together = moved.length > 1 ? asked.of : null
  const silent = input.silent_channels
  if (moved.length > 0 && !kept) await announceChange(tx, context, call, moved[0]!, { silent, together })
  const undo = kept && (await keepForUndo(tx, call, context.random, kept, { together, silent }))
  const shown = moved.find(({ id }) => id === named.id) ?? named
  return {
    result: { ...showAppointment(context, shown, givesLinks(context, company)), ...(undo ? { undo } : {}) },
    targetId: named.id,
    fields: Object.keys(input),
    customerId: named.customer_id,
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

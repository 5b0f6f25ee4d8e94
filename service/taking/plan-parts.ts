/** The knowledge about the parts of a taking before their time is locked: the people, their locks, and the calendars' answers. */
import type { Appointment } from "../../domain/model/appointment.ts"
import { crewIdsOf } from "../../domain/model/crew.ts"
import type { DayPlan } from "../../domain/model/plan.ts"
import type { LoadedSchedules, ScheduleCalendar } from "../../domain/model/schedules.ts"
import type { SchedulingRequest } from "../../domain/model/scheduling-request.ts"
import type { BookableTime } from "../../domain/rules/booking/judge-booking.ts"
import { type TakenTime, takenTimes } from "../../domain/rules/planning/planned-time.ts"
import { groupLocks } from "../../domain/rules/resources/resources-at.ts"
import { minutesPerDay } from "../../domain/time/units.ts"
import { rememberLocks } from "../company/change-resource.ts"
import type { AppContext } from "../platform/context.ts"
import type { Call } from "../platform/operation.ts"
import { askForLegs } from "../slots/driving-times.ts"
import type { Planning } from "../slots/planned-team.ts"
import { type AskedCalendar, askOnce, calendarsOf, whyNotAsked } from "./ask-calendars.ts"
import { type Again, type NotSteady, notSteady } from "./judge-steadily.ts"
import type { WantedTime } from "./wanted-time.ts"

/** The people and rooms of one job at one time. */
export interface Seat {
  /** The key by which another judgement knows it again. */
  key: number
  /** As it is asked for: its type, and its location where one is named; null where no type is asked for. */
  wanted: Pick<WantedTime, "typeId" | "locationId"> | null
  taken: readonly TakenTime[]
  /** The calendars of these people, and maybe of others. */
  calendars: readonly ScheduleCalendar[]
  /** The crew beside its provider; null where none was chosen just now. */
  crewIds: readonly number[] | null
  /** The people to lock beside it: for a promised window, all whose visits its plan may have moved. */
  peopleIds: readonly number[]
  /** The locks of the groups of rooms that it needs. */
  roomIds: readonly number[]
  /** The plan of the day of a promised window. */
  plan: DayPlan | null
}

export interface JudgedSeat extends Seat {
  loaded: LoadedSchedules
  judged: BookableTime
}

export const seatOf = (
  key: number,
  wanted: Seat["wanted"],
  loaded: LoadedSchedules,
  judged: BookableTime,
): JudgedSeat => ({
  ...{ key, wanted, loaded, judged },
  taken: takenTimes(judged),
  calendars: [...loaded.calendars, ...(loaded.crewCalendars ?? [])],
  crewIds: crewIdsOf(judged),
  peopleIds: judged.planned ? loaded.providers.map(({ id }) => id) : crewIdsOf(judged),
  roomIds: groupLocks(judged.input, judged.location.id),
  plan: judged.planned?.plan ?? null,
})

/** All parts that can be had, with what a link is judged by. */
export interface Judged {
  parts: readonly Seat[]
  request: SchedulingRequest | null
  /** The one that is moved. */
  appointment: Appointment | null
}

/** The team and its plan, of a promised window, last for all tries. */
export interface Known extends Planning {
  isLocked: boolean
  /** By part: who comes beside its provider. */
  crews: ReadonlyMap<number, readonly number[]>
  /** The people to lock beside the providers that are asked for. */
  peopleIds: readonly number[]
  /** By part that promises a window: the plan of its day. */
  plans: ReadonlyMap<number, DayPlan>
  /** The parts at whose time a calendar is busy. */
  busy: ReadonlySet<number>
  /** The ids of the groups' rooms. */
  resourceIds: readonly number[]
  /** The calendars' answers in all tries. */
  asked: AskedCalendar[]
}

export const nothingKnown = (): Known => ({
  team: null,
  isLocked: false,
  crews: new Map(),
  peopleIds: [],
  plans: new Map(),
  busy: new Set(),
  resourceIds: [],
  asked: [],
})

/** Nothing is known to be planned before the locks: no calendars of the provider, and no crew of the type. */
export const isPlain = (
  { typesWithCrews, providersWithCalendars }: AppContext,
  { typeId, providerId }: Pick<WantedTime, "typeId" | "providerId">,
): boolean => !typesWithCrews.has(typeId) && !providersWithCalendars.has(providerId)

export const peopleKnown = ({ peopleIds, team }: Known): number[] => [
  ...peopleIds,
  ...(team?.providerIds ?? []),
]

/** A day planned otherwise under the locks takes other minutes of the same day. */
export const minutesAroundPlan = minutesPerDay / 2

/**
 * Asks the calendars about all parts side by side, none of them twice in all tries. Where one is busy `refused` is why; what is booked
 * each for itself goes without these parts. Throws `calendar_unavailable`.
 */
export async function learn(
  context: AppContext,
  { companyId }: Call,
  parts: readonly Seat[],
  known: Known,
): Promise<{ known: Known; refused: unknown }> {
  const jobs = parts.map(({ taken }) => taken)
  const calendars = calendarsOfAll(parts)
  forget(context, parts, calendars)
  const around = parts.some(({ plan }) => plan) ? minutesAroundPlan : 0
  const { busy, refused } = await askOnce(context, companyId, { calendars, jobs, around, asked: known.asked })
  const planned = parts.find(({ plan }) => plan)
  return {
    refused,
    known: {
      ...known,
      team: planned ? { providerIds: planned.peopleIds, plan: planned.plan } : known.team,
      crews: new Map(parts.map(({ key, crewIds }) => [key, crewIds ?? []])),
      peopleIds: [...new Set(parts.flatMap(({ peopleIds }) => peopleIds))],
      plans: new Map(parts.flatMap(({ key, plan }) => (plan ? [[key, plan]] : []))),
      busy: new Set(parts.flatMap(({ key }, i) => (busy[i] ? key : []))),
      resourceIds: [...new Set(parts.flatMap(({ roomIds }) => roomIds))],
    },
  }
}

function calendarsOfAll(parts: readonly Seat[]): ScheduleCalendar[] {
  const taken = parts.flatMap((seat) => seat.taken)
  const all = calendarsOf({ calendars: parts.flatMap(({ calendars }) => calendars) }, taken)
  return [...new Map(all.map((calendar) => [calendar.id, calendar])).values()]
}

/**
 * A type without a crew and without windows, and a provider without calendars, cost the next booking nothing before its
 * locks.
 */
function forget(
  { typesWithCrews, providersWithCalendars }: AppContext,
  parts: readonly Seat[],
  calendars: readonly ScheduleCalendar[],
): void {
  for (const { wanted, crewIds, plan, taken } of parts) {
    if (plan || crewIds === null || wanted === null) continue
    if (crewIds.length === 0) typesWithCrews.delete(wanted.typeId)
    for (const { providerId } of taken)
      if (!calendars.some(({ provider_id }) => provider_id === providerId))
        providersWithCalendars.delete(providerId)
  }
}

/** Collects the facts that the next try has to know. */
export async function learnWhy(
  context: AppContext,
  parts: readonly WantedTime[],
  again: Again,
  known: Known,
): Promise<void> {
  if (again.why === "legs") await askForLegs(context, again.legs)
  if (again.why === "team") known.team ??= { providerIds: [], plan: null }
  // The next booking of the type plans before its locks.
  if (again.why === "people" || again.why === "team")
    for (const { typeId } of parts.slice(0, 1)) context.typesWithCrews.add(typeId)
  if (again.why === "calendars")
    for (const { providerId } of [again, ...parts.slice(0, 1)]) context.providersWithCalendars.add(providerId)
}

/** Why the parts as they are judged under the locks are not those that were planned and asked about; null where all is as it was. */
export function whyOtherwise(
  context: AppContext,
  { companyId, now }: Call,
  parts: readonly Seat[],
  { providerIds, resourceIds, asked }: Locked,
): NotSteady | null {
  for (const seat of parts) {
    if (seat.peopleIds.some((id) => !providerIds.includes(id))) return notSteady({ why: "people" })
    if (seat.roomIds.every((id) => resourceIds.includes(id))) continue
    if (seat.wanted) rememberLocks(context, { companyId, ...seat.wanted }, seat.roomIds)
    return notSteady({ why: "rooms" })
  }
  return whyNotAsked(
    calendarsOfAll(parts),
    parts.flatMap(({ taken }) => taken),
    asked,
    now,
  )
}

interface Locked {
  providerIds: readonly number[]
  resourceIds: readonly number[]
  /** Null where nothing was planned before the locks. */
  asked: readonly AskedCalendar[] | null
}

/**
 * A team's day at one location as it stands: the providers who work there that date and offer the type of a search, and their
 * visits. Planned are the visits at the location. What else occupies a provider keeps its time, and no leg to it is
 * judged: calendars, visits at other locations, and visits that no longer hold where they are, as after hours were cut.
 */
import type {
  Day,
  LocationPlan,
  Minute,
  ProviderPlan,
  SearchInput,
  TeamVisit,
  TravelPlan,
} from "../../model/availability.ts"
import { type GeoPoint, pointKey } from "../../model/geo.ts"
import type { DayPlan, DayToPlan, DriveTable, PlanVehicle, PlanVisit } from "../../model/plan.ts"
import { type Intervals, normalized, overlapping, subtract } from "../../time/intervals.ts"
import { finished } from "../availability/steps.ts"
import { driveTable } from "../availability/travel.ts"
import { openOn } from "./day-windows.ts"
import { isFrozen } from "./freezing.ts"
import { planDaySteps } from "./plan-day.ts"

export interface TeamDay {
  /** Without the wish of the search; `withWish` adds it. */
  day: DayToPlan
  /** A plan of it that holds, and serves all its visits. */
  plan: DayPlan
  /** The planned visits as they stand, by the appointment's id. */
  visits: ReadonlyMap<number, StandingVisit>
}

export interface StandingVisit extends TeamVisit {
  /** The one who comes, or leads. */
  providerId: number
  /** The members of the team who come, in the order of their ids: all of a crew, unless some are of another team. */
  memberIds: readonly number[]
}

/** The id of the visit that is searched for: no appointment has it. */
export const wishId = 0

interface Member {
  provider: ProviderPlan
  open: Intervals
}

/** The part of a search that the day of its team depends on. */
export type TeamInput = Pick<SearchInput, "providers" | "serviceAddress" | "now" | "freezeMinute"> & {
  /** Its buffers are left out where nothing more is to be planned. */
  type: Pick<SearchInput["type"], "id" | "dailyLimit"> &
    Partial<Pick<SearchInput["type"], "bufferBeforeMinutes" | "bufferAfterMinutes">>
}

/** Null where no member of the team works that date. */
export const teamDayOf = (input: TeamInput, location: LocationPlan, date: Day): TeamDay | null =>
  finished(teamDaySteps(input, location, date))

/** The same in steps, between which other work may be done: a team of 30 with 400 visits has 160,000 legs. */
export function* teamDaySteps(
  input: TeamInput,
  location: LocationPlan,
  date: Day,
): Generator<void, TeamDay | null> {
  const members = input.providers.flatMap((provider) => {
    const open = openOn(provider, location, date)
    return open.length === 0 ? [] : [{ provider, open }]
  })
  if (members.length === 0) return null
  const visits = standingVisits(members, location)
  const isFixed = isFrozen(location.zone, date, input.freezeMinute, input.now)
  const whole = { members, visits, isFixed }
  for (;;) {
    const day = yield* dayOf(input, location, whole)
    const plan = yield* planDaySteps(day, { steps: 0, untilAllPlanned: true }, planAsItStands(whole))
    if (plan.unplanned.length === 0) return { day, plan, visits }
    for (const id of plan.unplanned) visits.delete(id)
  }
}

function standingVisits(members: readonly Member[], location: LocationPlan): Map<number, StandingVisit> {
  const visits = new Map<number, StandingVisit>()
  for (const { provider, open } of members) {
    for (const visit of provider.team?.visits ?? []) {
      if (visit.locationId !== location.id || !touches(open, visit)) continue
      const others = visit.crewIds ? (visits.get(visit.appointmentId)?.memberIds ?? []) : []
      const memberIds = [...others, provider.id].sort((a, b) => a - b)
      visits.set(visit.appointmentId, {
        ...visit,
        ...{ providerId: visit.crewIds?.[0] ?? provider.id, memberIds },
      })
    }
  }
  return visits
}

const touches = (open: Intervals, { start, end }: TeamVisit): boolean =>
  start < open.at(-1)! && end > open[0]!

interface WholeDay {
  members: readonly Member[]
  visits: ReadonlyMap<number, StandingVisit>
  /** All visits stay as they are planned. */
  isFixed: boolean
}

function* dayOf(
  input: TeamInput,
  location: LocationPlan,
  { members, visits, isFixed }: WholeDay,
): Generator<void, DayToPlan> {
  const points = new Points()
  const wished = input.serviceAddress?.point ?? null
  if (wished !== null) points.add(wished)
  const ableIds = ableIdsOf(members)
  const planned = [...visits.values()].map((visit) =>
    planVisitOf({ ...visit, isLocked: visit.isLocked || isFixed }, ableIds, points, input.type.id),
  )
  yield
  const speeds: (TravelPlan | null)[] = []
  const { bufferBeforeMinutes = 0, bufferAfterMinutes = 0 } = input.type
  const reach = Math.max(
    bufferBeforeMinutes,
    bufferAfterMinutes,
    ...planned.flatMap(({ bufferBefore, bufferAfter }) => [bufferBefore, bufferAfter]),
  )
  const plannedOf = visitsByMember(visits)
  const vehicles: PlanVehicle[] = []
  for (const member of members) {
    const key = JSON.stringify(member.provider.travel)
    const known = speeds.findIndex((speed) => JSON.stringify(speed) === key)
    const table = known < 0 ? speeds.push(member.provider.travel) - 1 : known
    const planned = plannedOf.get(member.provider.id) ?? []
    vehicles.push(
      vehicleOf(member, location, { table, points, planned, reach, limit: input.type.dailyLimit }),
    )
    yield
  }
  const tables: DriveTable[] = []
  for (const speed of speeds) tables.push(yield* points.tableFor(speed))
  return { vehicles, visits: planned, tables }
}

function visitsByMember(visits: WholeDay["visits"]): Map<number, StandingVisit[]> {
  const found = new Map<number, StandingVisit[]>()
  for (const visit of visits.values()) {
    for (const id of visit.memberIds) {
      const others = found.get(id)
      if (others) others.push(visit)
      else found.set(id, [visit])
    }
  }
  return found
}

/** The members of the team who offer a type, looked up once for each. */
function ableIdsOf(members: readonly Member[]): (typeId: number) => readonly number[] {
  const known = new Map<number, readonly number[]>()
  return (typeId) => {
    const found =
      known.get(typeId) ??
      members.flatMap(({ provider }) => (provider.team?.typeIds.includes(typeId) ? provider.id : []))
    known.set(typeId, found)
    return found
  }
}

function vehicleOf(
  { provider, open }: Member,
  location: LocationPlan,
  {
    table,
    points,
    planned,
    reach,
    limit,
  }: {
    table: number
    points: Points
    /** Its own visits. */
    planned: readonly StandingVisit[]
    /** How far beyond its hours a visit's buffers may reach. */
    reach: Minute
    limit: number | null
  },
): PlanVehicle {
  const home = provider.startPoint ?? location.point
  const at = home === null ? null : points.add(home)
  const [opening, closing] = [open[0]!, open.at(-1)!]
  return {
    id: provider.id,
    ...{ opening, closing, startPoint: at, endPoint: at, table },
    pauses: subtract(Int32Array.from([opening, closing]), open),
    // Busy times of other days would be looked at with every place that a search tries.
    busy: overlapping(busyBeside(provider, planned), opening - reach, closing + reach),
    skills: [],
    capacity: limit,
  }
}

/** The provider's busy times without those of the planned visits. */
function busyBeside({ busy }: ProviderPlan, planned: readonly StandingVisit[]): Intervals {
  const left = new Set(planned.map(({ start, end }) => `${start}-${end}`))
  const edges: Minute[] = []
  for (let i = 0; i < busy.length; i += 2) {
    if (!left.delete(`${busy[i]}-${busy[i + 1]}`)) edges.push(busy[i]!, busy[i + 1]!)
  }
  return normalized(Int32Array.from(edges))
}

function planVisitOf(
  visit: StandingVisit,
  ableIdsFor: (typeId: number) => readonly number[],
  points: Points,
  searchedTypeId: number,
): PlanVisit {
  const { window, jobStart, jobEnd, memberIds, crewIds, keepsProvider, providerId } = visit
  // A crew with members of another team may not change.
  const isFixed = window === null || visit.isLocked || (crewIds?.length ?? 1) > memberIds.length
  const keepsAll = isFixed || (keepsProvider && crewIds === undefined)
  return {
    id: visit.appointmentId,
    point: visit.point && points.add(visit.point),
    minutes: jobEnd - jobStart,
    bufferBefore: jobStart - visit.start,
    bufferAfter: visit.end - jobEnd,
    earliest: isFixed || visit.keepsMinute ? jobStart : window.start,
    // One that was planned at the window's end before keeps its minute at least.
    latest: isFixed || visit.keepsMinute ? jobStart : Math.max(jobStart, window.end - 1),
    skills: [],
    vehicleIds: keepsAll ? memberIds : withMembers(memberIds, ableIdsFor(visit.typeId)),
    load: visit.typeId === searchedTypeId ? 1 : 0,
    ...(memberIds.length > 1 ? { crew: memberIds.length } : {}),
    ...(!isFixed && keepsProvider && crewIds !== undefined ? { leadIds: [providerId] } : {}),
  }
}

/** Most visits are with some who offer the type: these share one list. */
const withMembers = (memberIds: readonly number[], ableIds: readonly number[]): readonly number[] =>
  memberIds.every((id) => ableIds.includes(id)) ? ableIds : [...new Set([...memberIds, ...ableIds])]

function planAsItStands({ members, visits }: Pick<WholeDay, "members" | "visits">): DayPlan {
  const routes = members.map(({ provider: { id } }) => ({
    vehicleId: id,
    stops: [...visits.values()]
      .filter(({ memberIds }) => memberIds.includes(id))
      .sort((a, b) => a.jobStart - b.jobStart)
      .map(({ appointmentId, jobStart }) => ({ visitId: appointmentId, start: jobStart })),
  }))
  return { routes, unplanned: [] }
}

/** The members who may come to one more visit, and the minutes at which it must not start. */
export interface WishedBy {
  /** One of them leads. */
  leadIds: readonly number[]
  /** The possible crew. */
  crewIds: readonly number[]
  closed: Intervals
}

/** The day with one more visit. */
export function withWish(
  { day }: TeamDay,
  { type, serviceAddress }: SearchInput,
  window: { start: Minute; end: Minute },
  { leadIds, crewIds, closed }: WishedBy,
): DayToPlan {
  const { crew = 1 } = type
  const wish: PlanVisit = {
    id: wishId,
    // The first of the points.
    point: serviceAddress?.point ? 0 : null,
    minutes: type.blockMinutes[0]!,
    bufferBefore: type.bufferBeforeMinutes,
    bufferAfter: type.bufferAfterMinutes,
    earliest: window.start,
    latest: window.end - 1,
    skills: [],
    vehicleIds: crew === 1 ? leadIds : [...new Set([...leadIds, ...crewIds])],
    load: 1,
    ...(crew === 1 ? {} : { crew, leadIds }),
    ...(closed.length === 0 ? {} : { closed }),
  }
  return { ...day, visits: [...day.visits, wish] }
}

/** The points of a day, each once. */
class Points {
  private readonly rows = new Map<number, number>()
  private readonly all: GeoPoint[] = []

  add({ latitude, longitude }: GeoPoint): number {
    const key = pointKey({ latitude, longitude })
    const known = this.rows.get(key)
    if (known !== undefined) return known
    this.rows.set(key, this.all.length)
    return this.all.push({ latitude, longitude }) - 1
  }

  /** All legs take no time where travel is not judged. */
  *tableFor(travel: TravelPlan | null): Generator<void, DriveTable> {
    const { all } = this
    const minutes = travel === null ? new Int32Array(all.length * all.length) : yield* driveTable(travel, all)
    return { points: all.length, minutes, setupMinutes: travel?.setupMinutes ?? 0 }
  }
}

/**
 * A team's day on the road without the visits that a broken day hits, and those put in again: first within their windows, so
 * that no customer hears of it, then elsewhere. Other visits there may change its minute and its provider within its
 * promise.
 */
import type {
  Day,
  LocationPlan,
  Minute,
  ProviderPlan,
  SearchInput,
  TeamVisit,
} from "../../model/availability.ts"
import { type GeoPoint, pointKey } from "../../model/geo.ts"
import type { DayPlan, DayToPlan, DriveTable, PlanVisit } from "../../model/plan.ts"
import { finished } from "../availability/steps.ts"
import { driveTable } from "../availability/travel.ts"
import { checkPlan } from "../planning/check-plan.ts"
import { planDay, planDaySteps } from "../planning/plan-day.ts"
import { type TeamDay, teamDayOf } from "../planning/team-day.ts"
import { type PlannedChange, stopsOf } from "../planning/windows.ts"

/** A visit that is hit, as it is to be planned. */
export interface VisitHit {
  id: number
  typeId: number
  /** The provider who had it. */
  providerId: number
  /** The booked window. */
  window: { start: Minute; end: Minute }
  /** The promise: the window, or the hour within it that the customer knows. */
  promise: { start: Minute; end: Minute }
  minutes: number
  bufferBefore: number
  bufferAfter: number
  point: GeoPoint | null
  /** The providers who may come instead. */
  providerIds: readonly number[]
  /** The providers who had it, the one of `providerId` leading. */
  fromIds: readonly number[]
  /** How many come together; left out for one. */
  crew?: number
  /** At least one of these is in the crew; left out: any who may come. */
  leadIds?: readonly number[]
  /** It takes equipment at this minute, which stays therefore; left out or null: it takes none. */
  keptMinute?: Minute | null
}

/** How long a broken day is searched for room within the promises. */
const planSteps = 2_000

export class TeamPlan {
  readonly date: Day
  private readonly team: TeamDay
  private day: DayToPlan
  private readonly hits = new Map<number, VisitHit>()
  private rows: ReadonlyMap<number, number>
  plan: DayPlan

  private constructor(
    date: Day,
    team: TeamDay,
    { day, rows }: { day: DayToPlan; rows: ReadonlyMap<number, number> },
  ) {
    this.date = date
    this.team = team
    this.day = day
    this.rows = rows
    this.plan = team.plan
  }

  /** `points` are those of all visits that may be added. Null where no member works that date. */
  static of(
    input: SearchInput,
    location: LocationPlan,
    date: Day,
    points: readonly (GeoPoint | null)[],
  ): TeamPlan | null {
    const now = Math.floor(input.now / 60_000)
    const team = teamDayOf(withoutPast(input, now), location, date)
    return team && new TeamPlan(date, team, withPoints(input, location, team, points))
  }

  /**
   * Plans as many of them as can be within their windows, none before `from`, and answers their ids. A plan that was made
   * before is taken where it holds and serves all of them.
   */
  *keep(
    hits: readonly VisitHit[],
    from: Minute,
    known: DayPlan | null = null,
  ): Generator<void, ReadonlySet<number>> {
    const asked = hits.map((hit) => this.visitOf(hit, hit.promise, from))
    const possible = asked.filter(
      ({ earliest, latest, vehicleIds }) => earliest <= latest && vehicleIds!.length > 0,
    )
    const day = { ...this.day, visits: [...this.day.visits, ...possible] }
    const kept =
      known !== null && known.unplanned.length === 0 && checkPlan(day, known).length === 0
        ? known
        : yield* this.planned(day, known ?? this.plan)
    const absent = new Set(kept.unplanned)
    const served = possible.filter(({ id }) => !absent.has(id))
    this.day = { ...this.day, visits: [...this.day.visits, ...served] }
    this.plan = { ...kept, unplanned: [] }
    const ids = new Set(served.map(({ id }) => id))
    for (const hit of hits) if (ids.has(hit.id)) this.hits.set(hit.id, hit)
    return ids
  }

  /** The search may give up a visit that was planned for two that are hit; then only insertion counts. */
  private *planned(day: DayToPlan, from: DayPlan): Generator<void, DayPlan> {
    const own = new Set(this.day.visits.map(({ id }) => id))
    const plan = yield* planDaySteps(day, { steps: planSteps, untilAllPlanned: true }, from)
    if (!plan.unplanned.some((id) => own.has(id))) return plan
    return planDay(day, { steps: 0, untilAllPlanned: true }, this.plan)
  }

  /** Inserts one visit into another window; null where it does not fit. */
  insert(hit: VisitHit, window: { start: Minute; end: Minute }, from: Minute): PlannedChange | null {
    const tried = this.tryInsert(hit, window, from)
    if (tried === null) return null
    this.day = tried.day
    this.plan = tried.plan
    this.hits.set(hit.id, hit)
    return this.stopOf(hit.id)
  }

  /** The provider under whom it would be planned there; null where it does not fit. */
  wouldFit(hit: VisitHit, window: { start: Minute; end: Minute }, from: Minute): number | null {
    const tried = this.tryInsert(hit, window, from, nobody)
    return tried === null ? null : (stopsOf(tried.plan).get(nobody)?.vehicleIds[0] ?? null)
  }

  private tryInsert(hit: VisitHit, window: { start: Minute; end: Minute }, from: Minute, id = hit.id) {
    const visit = { ...this.visitOf(hit, window, from), id }
    if (visit.earliest > visit.latest || visit.vehicleIds!.length === 0) return null
    const day = { ...this.day, visits: [...this.day.visits, visit] }
    const plan = planDay(day, { steps: 0, untilAllPlanned: true }, this.plan)
    return plan.unplanned.length === 0 ? { day, plan } : null
  }

  /** The present stop of a visit. */
  stopOf(id: number): PlannedChange | null {
    const stop = stopsOf(this.plan).get(id)
    return stop === undefined ? null : this.changeOf(id, stop)
  }

  /** The plan's changes to visits that are not hit. */
  changesOfOthers(): PlannedChange[] {
    const stops = stopsOf(this.plan)
    return [...this.team.visits].flatMap(([id, { memberIds, jobStart }]) => {
      const stop = stops.get(id)
      const isSame =
        stop === undefined || (stop.start === jobStart && String(stop.vehicleIds) === String(memberIds))
      return isSame ? [] : this.changeOf(id, stop)
    })
  }

  private changeOf(
    id: number,
    { start: jobStart, vehicleIds }: { start: Minute; vehicleIds: readonly number[] },
  ): PlannedChange {
    const visit = this.team.visits.get(id)
    const hit = this.hits.get(id)
    const [before, minutes, after] = visit
      ? [visit.jobStart - visit.start, visit.jobEnd - visit.jobStart, visit.end - visit.jobEnd]
      : [hit!.bufferBefore, hit!.minutes, hit!.bufferAfter]
    const jobEnd = jobStart + minutes
    const leadIds = hit?.leadIds ?? vehicleIds
    const leadId = (visit ?? hit!).providerId
    const providerId = vehicleIds.includes(leadId) ? leadId : vehicleIds.find((one) => leadIds.includes(one))!
    return {
      ...{ appointmentId: id, providerId, crewIds: vehicleIds.filter((one) => one !== providerId) },
      fromIds: visit?.memberIds ?? hit!.fromIds,
      ...{ start: jobStart - before, end: jobEnd + after, jobStart, jobEnd },
    }
  }

  private visitOf(hit: VisitHit, window: { start: Minute; end: Minute }, from: Minute): PlanVisit {
    const { crew = 1, leadIds, keptMinute = null } = hit
    // A start that is promised as such is a window of no length.
    const [earliest, latest] = [Math.max(window.start, from), Math.max(window.start, window.end - 1)]
    return {
      id: hit.id,
      point: hit.point && (this.rows.get(pointKey(hit.point)) ?? null),
      minutes: hit.minutes,
      bufferBefore: hit.bufferBefore,
      bufferAfter: hit.bufferAfter,
      earliest: keptMinute === null ? earliest : Math.max(earliest, keptMinute),
      latest: keptMinute === null ? latest : Math.min(latest, keptMinute),
      skills: [],
      vehicleIds: hit.providerIds.filter((id) => this.day.vehicles.some((vehicle) => vehicle.id === id)),
      load: 0,
      ...(crew === 1 ? {} : { crew, ...(leadIds === undefined ? {} : { leadIds }) }),
    }
  }
}

/** No visit has it. */
const nobody = 0

/** The past of the day stays as it is. */
function withoutPast(input: SearchInput, now: Minute): SearchInput {
  const begun = (visit: TeamVisit): TeamVisit =>
    visit.jobStart <= now ? { ...visit, isLocked: true } : visit
  const providers = input.providers.map((provider) =>
    provider.team
      ? { ...provider, team: { ...provider.team, visits: provider.team.visits.map(begun) } }
      : provider,
  )
  return { ...input, providers, serviceAddress: null }
}

/** The day with drive tables that know the points of the visits that are hit, too. */
function withPoints(
  { providers }: SearchInput,
  location: LocationPlan,
  { day, visits }: TeamDay,
  more: readonly (GeoPoint | null)[],
): { day: DayToPlan; rows: ReadonlyMap<number, number> } {
  const providerOf = new Map(providers.map((provider) => [provider.id, provider]))
  const points: GeoPoint[] = []
  for (const { id, startPoint } of day.vehicles)
    if (startPoint !== null) points[startPoint] = (providerOf.get(id)!.startPoint ?? location.point)!
  for (const { id, point } of day.visits) if (point !== null) points[point] = visits.get(id)!.point!
  const rows = new Map(points.map((point, row) => [pointKey(point), row]))
  for (const point of more) {
    if (point === null || rows.has(pointKey(point))) continue
    rows.set(pointKey(point), points.push(point) - 1)
  }
  const tables = day.tables.map((_, table) => {
    const vehicle = day.vehicles.find((one) => one.table === table)
    return tableOf(vehicle ? providerOf.get(vehicle.id)!.travel : null, points)
  })
  return { day: { ...day, tables }, rows }
}

function tableOf(travel: ProviderPlan["travel"], points: readonly GeoPoint[]): DriveTable {
  const minutes =
    travel === null ? new Int32Array(points.length * points.length) : finished(driveTable(travel, points))
  return { points: points.length, minutes, setupMinutes: travel?.setupMinutes ?? 0 }
}

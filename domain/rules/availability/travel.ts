/**
 * The starts that a provider cannot reach by road, or would not leave in time.
 *
 * A leg is the way between two visits, or between a visit and where the provider's day begins and ends. It takes the driving
 * time (of a routing service, else distance × road factor ÷ speed), and before a visit the minutes to set up there. The way
 * out and the way home are part of the working hours. A start at the customer is in reach when
 *
 * - the visit before ended a leg ago or longer, and the visit after begins a leg after the job ends or later;
 * - with no visit before it on the date: the working day began a leg ago or longer;
 * - with no visit after it on the date: the working day ends a leg after the job ends or later.
 *
 * Only the neighbours of the job are judged, so two visits that are too close to one another already rule nothing else out.
 * Legs to places that are not known are not judged: calendars' busy times, visits without a point, a home without one.
 * Drives may overlap buffers and pauses, which are kept free but are no work.
 */

import type {
  Drives,
  DrivesAround,
  DrivingTimes,
  LocatedJob,
  Minute,
  ProviderLocation,
  SearchInput,
  TravelPlan,
} from "../../model/availability.ts"
import { type GeoPoint, pointKey } from "../../model/geo.ts"
import type { LegName } from "../../model/slot-reasons.ts"
import { type Intervals, normalized } from "../../time/intervals.ts"
import { localDay, wallToMinute } from "../../time/local-time.ts"
import { minutesPerDay } from "../../time/units.ts"
import { type ZoneTable, zoneTable } from "../../time/zone-table.ts"
import { distanceKm, distanceOnParallelsKm, parallelOf } from "../service-areas/geodesy.ts"

/** A leg counts no longer than this, so that the days that every search reads around its own decide it. */
const LONGEST_LEG_MINUTES = 12 * 60

/** A visit, or a home, with the minutes that it takes to and from the customer. */
interface Stop {
  start: Minute
  end: Minute
  toCustomer: number
  fromCustomer: number
}

/** A leg that the job leaves too little time for. */
export interface LongLeg {
  leg: LegName
  /** Null where the day begins or ends. */
  visit: Pick<LocatedJob, "start" | "end"> | null
  /** With the set up, where there is one. */
  minutes: number
}

/** A working day: the intervals that open on one local date. It belongs to that date, hours past midnight included. */
interface WorkingDay {
  opening: Minute
  closing: Minute
  /** The begin of the date's first visit, and the end of the last; on a date without any, the closing and the opening. */
  firstVisit: Minute
  lastVisit: Minute
}

/** The legs of one provider to and from one customer. */
export class Trips implements Drives {
  private readonly zone: ZoneTable
  private readonly open: Intervals
  /** In the order of time. */
  private readonly visits: readonly Stop[]
  private readonly home: Home | null
  private days: readonly WorkingDay[] | null = null
  private readonly outOfReach = new Map<number, Intervals>()

  /** `open` are the provider's working intervals at the location, normalized. Use `tripsTo`. */
  constructor(
    legs: Legs,
    { provider, location }: ProviderLocation,
    { open, isHomeNear }: { open: Intervals; isHomeNear: boolean },
  ) {
    this.zone = zoneTable(location.zone)
    this.open = open
    this.visits = provider.jobs
      .map((job: LocatedJob) => ({ start: job.start, end: job.end, ...legs.of(job) }))
      .sort((a, b) => a.start - b.start)
    const home = provider.startPoint ?? location.point
    const drives = home && { toCustomer: legs.of(home).toCustomer, fromCustomer: legs.homeFromCustomer(home) }
    this.home = drives && isHomeNear ? { toCustomer: 0, fromCustomer: 0 } : drives
  }

  /** The minutes at which a job (or its further day) of this length must not start; normalized. */
  startsOutOfReach(jobMinutes: number): Intervals {
    const known = this.outOfReach.get(jobMinutes)
    if (known !== undefined) return known
    const edges: Minute[] = []
    this.addBetweenVisits(edges, jobMinutes)
    this.addEndsOfDays(edges, jobMinutes)
    const starts = normalized(Int32Array.from(edges))
    this.outOfReach.set(jobMinutes, starts)
    return starts
  }

  /** All legs of such a start that are too long, each with its own minutes; none where it is in reach. */
  legsTooLong(start: Minute, end: Minute): LongLeg[] {
    const { visits, home } = this
    const after = visits.findIndex((visit) => visit.start >= start)
    const next = after < 0 ? undefined : visits[after]
    const before = after < 0 ? visits.at(-1) : visits[after - 1]
    const legs: LongLeg[] = []
    if (before && start >= before.end && start - before.end < before.toCustomer) {
      legs.push({ leg: "from_visit", visit: before, minutes: before.toCustomer })
    }
    if (next && next.start - end < next.fromCustomer) {
      legs.push({ leg: "to_visit", visit: next, minutes: next.fromCustomer })
    }
    const day = this.workingDays().find(({ opening, closing }) => opening <= start && start < closing)
    if (home === null || day === undefined) return legs
    const isIn = ([from, until]: readonly [Minute, Minute]) => from <= start && start < until
    if (isIn(tooSoon(day, home))) legs.push({ leg: "way_out", visit: null, minutes: home.toCustomer })
    if (isIn(tooLate(day, home, end - start))) {
      legs.push({ leg: "way_home", visit: null, minutes: home.fromCustomer })
    }
    return legs
  }

  drivesAround(start: Minute): DrivesAround {
    const { visits, zone, home } = this
    const after = visits.findIndex((visit) => visit.start >= start)
    const next = after < 0 ? undefined : visits[after]
    const before = after < 0 ? visits.at(-1) : visits[after - 1]
    const day = localDay(zone, start)
    const isThatDay = (visit: Stop | undefined) => visit !== undefined && localDay(zone, visit.start) === day
    return {
      there: isThatDay(before) ? before!.toCustomer : (home?.toCustomer ?? 0),
      onward: isThatDay(next) ? next!.fromCustomer : (home?.fromCustomer ?? 0),
    }
  }

  private addBetweenVisits(edges: Minute[], jobMinutes: number): void {
    const { visits } = this
    for (let i = 0; i < visits.length; i++) {
      const visit = visits[i]!
      const nextStart = visits[i + 1]?.start ?? Number.POSITIVE_INFINITY
      const previousEnd = visits[i - 1]?.end ?? Number.NEGATIVE_INFINITY
      add(edges, visit.end, Math.min(visit.end + visit.toCustomer, nextStart))
      const lastStart = visit.start - visit.fromCustomer - jobMinutes
      add(edges, Math.max(lastStart + 1, previousEnd), visit.start)
    }
  }

  private addEndsOfDays(edges: Minute[], jobMinutes: number): void {
    const { home } = this
    if (home === null) return
    for (const day of this.workingDays()) {
      add(edges, ...tooSoon(day, home))
      add(edges, ...tooLate(day, home, jobMinutes))
    }
  }

  private workingDays(): readonly WorkingDay[] {
    this.days ??= this.readWorkingDays()
    return this.days
  }

  private readWorkingDays(): WorkingDay[] {
    const { open, zone, visits } = this
    const days: WorkingDay[] = []
    let first = 0
    for (let i = 0; i < open.length; ) {
      const day = localDay(zone, open[i]!)
      const opening = open[i]!
      let closing = opening
      for (; i < open.length && localDay(zone, open[i]!) === day; i += 2) closing = open[i + 1]!
      const midnight = wallToMinute(zone, day * minutesPerDay)
      const dayEnd = Math.max(wallToMinute(zone, (day + 1) * minutesPerDay), closing)
      while (first < visits.length && visits[first]!.start < midnight) first += 1
      let afterLast = first
      while (afterLast < visits.length && visits[afterLast]!.start < dayEnd) afterLast += 1
      const hasVisit = afterLast > first
      days.push({
        opening,
        closing,
        firstVisit: hasVisit ? visits[first]!.start : closing,
        lastVisit: hasVisit ? visits[afterLast - 1]!.end : opening,
      })
    }
    return days
  }
}

type Home = Pick<Stop, "toCustomer" | "fromCustomer">

/** Starts of a day's first job that the way out leaves no time for; the end exclusive. */
const tooSoon = ({ opening, closing, firstVisit }: WorkingDay, { toCustomer }: Home) =>
  [opening, Math.min(opening + toCustomer, firstVisit, closing)] as const

/** Starts of a day's last job that the way home leaves no time for; the end exclusive. */
const tooLate = ({ opening, closing, lastVisit }: WorkingDay, { fromCustomer }: Home, jobMinutes: number) =>
  [Math.max(closing - fromCustomer - jobMinutes + 1, lastVisit, opening), closing] as const

/**
 * Null where travel is not judged: no speed, no point of the customer's, or staff who override. An explanation asks what
 * would change if the provider's home were near.
 */
export function tripsTo(
  input: SearchInput,
  providerLocation: ProviderLocation,
  open: Intervals,
  isHomeNear = false,
): Trips | null {
  const { type, serviceAddress, overrideEligibility } = input
  const { travel } = providerLocation.provider
  if (travel === null || type.place !== "at_customer" || overrideEligibility) return null
  const customer = serviceAddress?.point ?? null
  if (customer === null) return null
  return new Trips(new Legs(travel, customer, input.driving), providerLocation, { open, isHomeNear })
}

/** How long the legs to and from a customer take, in whole minutes. */
class Legs {
  private readonly travel: TravelPlan
  private readonly customer: GeoPoint
  private readonly driving: DrivingTimes | null

  constructor(travel: TravelPlan, customer: GeoPoint, driving: DrivingTimes | null) {
    this.travel = travel
    this.customer = customer
    this.driving = driving
  }

  /** Set up included: at the customer on the way there, at the other visit on the way on. */
  of(visit: GeoPoint): Pick<Stop, "toCustomer" | "fromCustomer"> {
    const { setupMinutes } = this.travel
    const estimate = estimatedMinutes(this.travel, visit, this.customer)
    const key = this.driving === null ? 0 : pointKey(visit)
    const there = wholeMinutes(this.driving?.toCustomer.get(key), estimate)
    const back = wholeMinutes(this.driving?.fromCustomer.get(key), estimate)
    return { toCustomer: there + setupMinutes, fromCustomer: back + setupMinutes }
  }

  /** Nothing is set up at home. */
  homeFromCustomer(home: GeoPoint): number {
    return this.of(home).fromCustomer - this.travel.setupMinutes
  }
}

/** The way from one visit to the next by distance, with the set up there, in whole minutes. */
export const legMinutes = (travel: TravelPlan, from: GeoPoint, to: GeoPoint): number =>
  wholeMinutes(null, estimatedMinutes(travel, from, to)) + travel.setupMinutes

/** The minutes between each two of the points without the set up, row by row. It yields after each row. */
export function* driveTable(travel: TravelPlan, points: readonly GeoPoint[]): Generator<void, Int32Array> {
  const minutes = new Int32Array(points.length * points.length)
  const parallels = points.map(parallelOf)
  for (const [i, from] of points.entries()) {
    // There and back are the same.
    for (let j = 0; j < i; j++) {
      const km = distanceOnParallelsKm(from, parallels[i]!, points[j]!, parallels[j]!)
      const drive = wholeMinutes(null, estimatedFor(travel, km))
      minutes[i * points.length + j] = drive
      minutes[j * points.length + i] = drive
    }
    yield
  }
  return minutes
}

const estimatedMinutes = (travel: TravelPlan, from: GeoPoint, to: GeoPoint): number =>
  estimatedFor(travel, distanceKm(from, to))

const estimatedFor = ({ speedKmh, roadFactor }: TravelPlan, km: number): number =>
  (km * roadFactor * 60) / speedKmh

function wholeMinutes(knownSeconds: number | null | undefined, estimate: number): number {
  const minutes = knownSeconds == null ? estimate : knownSeconds / 60
  return Math.min(LONGEST_LEG_MINUTES, Math.ceil(minutes - ROUNDING))
}

/** A thousandth of a minute: a leg that is whole but for the arithmetic takes no minute more. */
const ROUNDING = 0.001

function add(edges: Minute[], from: Minute, until: Minute): void {
  if (from < until) edges.push(from, until)
}

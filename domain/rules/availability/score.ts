/**
 * The score of a time: fewer points are better. Points add up from
 *
 * - waiting: 100 for each day after the earliest wanted day;
 * - extra drive: 4 for each kilometre (types that take place at the customer, when the points are known);
 * - fragments: 30 for each gap that the job leaves before or after itself, within its free time, that is too short
 *   for another job of the type with its buffers; where starts are packed, 10 for each such gap, and 30 when the job costs
 *   the free time (of a day at most) another one, which would have fitted had the first stood elsewhere;
 * - road, in place of fragments where drives are judged: 1 for each minute that the job takes of the day beside its own, its
 *   drives and the gaps that no other job fits into with a drive of its own (`road-gaps.ts`);
 * - load: 5 for each hour that the provider is busy on that local day.
 *
 * So 25 km of driving weigh as much as a day of waiting, and a tidy day wins only over another time of the same day.
 */

import type {
  Day,
  FoundStarts,
  LocatedJob,
  LocationPlan,
  Minute,
  ProviderPlan,
  SearchInput,
  TypePlan,
} from "../../model/availability.ts"
import type { GeoPoint } from "../../model/geo.ts"
import { firstEndingAfter, type Intervals } from "../../time/intervals.ts"
import { localDay, minuteToWall, wallToMinute } from "../../time/local-time.ts"
import { minutesPerDay } from "../../time/units.ts"
import { type ZoneTable, zoneTable } from "../../time/zone-table.ts"
import { distanceKm } from "../service-areas/geodesy.ts"
import { wholeStepFrom, wholeStepUntil } from "./packed-starts.ts"
import { RoadGaps } from "./road-gaps.ts"
import type { Shortlist } from "./shortlist.ts"

const POINTS_PER_DAY = 100
const POINTS_PER_KM = 4
const POINTS_PER_FRAGMENT = 30
const POINTS_PER_GAP_BESIDE_PACKED = 10
const POINTS_PER_LOST_JOB = 30
const POINTS_PER_ROAD_MINUTE = 1
const POINTS_PER_BUSY_MINUTE = 5 / 60

const NOON_MINUTE = 720

/** Beyond any minute that is judged, and within 32 bits, so that the arithmetic stays with whole numbers. */
const FIRST_MINUTE = -2_147_483_648
const LAST_MINUTE = 2_147_483_647

/** Offers the starts of one provider at one location to the list, in order, and stops when no later one can win. */
export function scoreStarts(
  input: SearchInput,
  found: FoundStarts,
  foundIndex: number,
  list: Shortlist,
): void {
  const zone = zoneTable(found.location.zone)
  const drive = extraDrive(input, found, zone)
  const fragments = new Fragments(input.type, found)
  const road = found.drives && new RoadGaps(input.type, found, found.drives)
  const earliestDay = earliestWantedDay(input)
  let day = Number.NEGATIVE_INFINITY
  let dayPoints = 0
  const present = presentStart(input, found)
  for (const start of found.starts) {
    if (start === present) continue
    const wall = minuteToWall(zone, start)
    if (wall < day * minutesPerDay || wall >= (day + 1) * minutesPerDay) {
      day = Math.floor(wall / minutesPerDay)
      const waitPoints = (day - earliestDay) * POINTS_PER_DAY
      // A day less: where a clock goes back over midnight, a start may yet come with yesterday's date.
      if (list.isSettledBelow(waitPoints - POINTS_PER_DAY)) return
      dayPoints = waitPoints + busyMinutesOn(zone, found.busy, day) * POINTS_PER_BUSY_MINUTE
    }
    const driveKm = drive === null ? 0 : drive.km(day, start)
    const left = road === null ? fragments.pointsOf(start) : road.costOf(start) * POINTS_PER_ROAD_MINUTE
    const points = dayPoints + left + driveKm * POINTS_PER_KM
    list.offer(day, wall - day * minutesPerDay < NOON_MINUTE ? 0 : 1, points, start, foundIndex)
  }
}

/** When the appointment that is moved stands now, if it is here. */
function presentStart({ present }: SearchInput, { provider, location }: FoundStarts): Minute | null {
  const isHere = present?.locationId === location.id
  return isHere && (present.providerId ?? provider.id) === provider.id ? present.start : null
}

function earliestWantedDay({ firstDay, request, overrideEligibility }: SearchInput): Day {
  return overrideEligibility ? firstDay : Math.max(firstDay, request?.earliestDay ?? firstDay)
}

function extraDrive(input: SearchInput, found: FoundStarts, zone: ZoneTable): ExtraDrive | null {
  const customer = input.serviceAddress?.point ?? null
  if (input.type.place !== "at_customer" || customer === null) return null
  return new ExtraDrive(found.provider, found.location, zone, customer)
}

export function busyMinutesOn(zone: ZoneTable, busy: Intervals, day: Day): number {
  const from = wallToMinute(zone, day * minutesPerDay)
  const until = wallToMinute(zone, (day + 1) * minutesPerDay)
  let minutes = 0
  for (let i = firstEndingAfter(busy, from); i < busy.length && busy[i]! < until; i += 2) {
    minutes += Math.min(until, busy[i + 1]!) - Math.max(from, busy[i]!)
  }
  return minutes
}

/**
 * The extra kilometres of a job at `customer` that begins at `start`: from the job before to the customer to the job
 * after, minus the direct way between the two. When that local day has no job before or after, the way begins or ends at
 * the provider's start point, else at the location. A leg with an unknown end is left out. Call it in the order of starts.
 */
class ExtraDrive {
  private readonly customer: GeoPoint
  private readonly origin: GeoPoint | null
  private readonly zone: ZoneTable
  private readonly jobs: readonly LocatedJob[]
  private next = 0
  private askedDay: Day | null = null
  private askedNext = -1
  private answerKm = 0

  constructor(provider: ProviderPlan, location: LocationPlan, zone: ZoneTable, customer: GeoPoint) {
    this.customer = customer
    this.origin = provider.startPoint ?? location.point
    this.zone = zone
    this.jobs = [...provider.jobs].sort((a, b) => a.start - b.start)
  }

  /** `day` is the local date of `start`. */
  km(day: Day, start: Minute): number {
    while (this.next < this.jobs.length && this.jobs[this.next]!.start < start) this.next += 1
    if (day !== this.askedDay || this.next !== this.askedNext) {
      this.askedDay = day
      this.askedNext = this.next
      this.answerKm = this.detour(this.stop(day, this.next - 1), this.stop(day, this.next))
    }
    return this.answerKm
  }

  private stop(day: Day, index: number): GeoPoint | null {
    const job = this.jobs[index]
    return job !== undefined && localDay(this.zone, job.start) === day ? job : this.origin
  }

  private detour(before: GeoPoint | null, after: GeoPoint | null): number {
    const there = before === null ? 0 : distanceKm(before, this.customer)
    const onward = after === null ? 0 : distanceKm(this.customer, after)
    const straight = before === null || after === null ? 0 : distanceKm(before, after)
    return there + onward - straight
  }
}

/** Judges what a job leaves of the free time around it, which ends at the working interval or at the next busy interval. */
class Fragments {
  private readonly type: TypePlan
  private readonly open: Intervals
  private readonly busy: Intervals
  private readonly minutesBefore: number
  private readonly occupiedMinutes: number
  private atOpen = 0
  private nextBusy = 0

  constructor(type: TypePlan, { open, busy }: FoundStarts) {
    this.type = type
    this.open = open
    this.busy = busy
    this.minutesBefore = type.bufferBeforeMinutes
    this.occupiedMinutes = type.bufferBeforeMinutes + type.blockMinutes[0]! + type.bufferAfterMinutes
  }

  /** The points for the fragments of a one-day job with its buffers. Call it in the order of starts. */
  pointsOf(start: Minute): number {
    const { open, busy } = this
    while (open[this.atOpen + 1]! <= start) this.atOpen += 2
    while (this.nextBusy < busy.length && busy[this.nextBusy]! < start) this.nextBusy += 2
    const opening = open[this.atOpen]!
    const closing = open[this.atOpen + 1]!
    const busyUntil = this.nextBusy > 0 ? busy[this.nextBusy - 1]! : FIRST_MINUTE
    const busyFrom = this.nextBusy < busy.length ? busy[this.nextBusy]! : LAST_MINUTE
    const from = start - this.minutesBefore
    if (this.type.starts === "grid") {
      const gaps = this.countGaps(Math.max(opening, busyUntil), from, Math.min(closing, busyFrom))
      return gaps * POINTS_PER_FRAGMENT
    }
    // Buffers may lie outside the hours. The minutes beside busy time that are no whole step are lost to any job.
    const freeFrom = this.firstFrom(Math.max(opening - this.minutesBefore, busyUntil))
    const freeUntil = this.lastUntil(Math.min(closing + this.type.bufferAfterMinutes, busyFrom))
    const lost = this.isJobLost(freeFrom, from, freeUntil) ? POINTS_PER_LOST_JOB : 0
    return this.countGaps(freeFrom, from, freeUntil) * POINTS_PER_GAP_BESIDE_PACKED + lost
  }

  private countGaps(freeFrom: Minute, from: Minute, freeUntil: Minute): number {
    return this.countIfShort(from - freeFrom) + this.countIfShort(freeUntil - from - this.occupiedMinutes)
  }

  private countIfShort(gapMinutes: number): number {
    return gapMinutes > 0 && gapMinutes < this.occupiedMinutes ? 1 : 0
  }

  /** True where fewer jobs fit into the free time when one of them occupies it from minute `from` on. */
  private isJobLost(freeFrom: Minute, from: Minute, freeUntil: Minute): boolean {
    if (freeUntil - freeFrom > minutesPerDay) return false
    const beside = this.jobsIn(freeFrom, from) + this.jobsIn(from + this.occupiedMinutes, freeUntil)
    return beside + 1 < this.jobsIn(freeFrom, freeUntil)
  }

  /** The earliest begin and the latest end of a job with its buffers, when it starts on a whole step. */
  private firstFrom(minute: Minute): Minute {
    return wholeStepFrom(minute + this.minutesBefore) - this.minutesBefore
  }
  private lastUntil(minute: Minute): Minute {
    const after = this.occupiedMinutes - this.minutesBefore
    return wholeStepUntil(minute - after) + after
  }

  /** How many jobs with their buffers fit one after the other, each begun on a whole step. */
  private jobsIn(freeFrom: Minute, freeUntil: Minute): number {
    const room = this.lastUntil(freeUntil) - this.firstFrom(freeFrom) - this.occupiedMinutes
    return room < 0 ? 0 : Math.floor(room / wholeStepFrom(this.occupiedMinutes)) + 1
  }
}

/**
 * The engine's judge: slow, minute by minute, the output of zdump for every conversion, and nothing of the engine's code.
 * One flag per minute says open, another says busy; each minute of the range is then asked all questions.
 */
import type {
  LocationPlan,
  ProviderPlan,
  SearchInput,
  TypePlan,
} from "../../../../domain/model/availability.ts"
import { type GeoPoint, pointKey } from "../../../../domain/model/geo.ts"
import type { DayInterval } from "../../../../domain/model/hours.ts"
import { readOracle } from "../../time/zone-oracle.ts"
import { canHaveResources } from "../resources/resources-oracle.ts"

/** By the angle between two vectors; another formula than the engine's. */
export function km(a: GeoPoint, b: GeoPoint): number {
  const [p, q] = [vector(a), vector(b)]
  const cross = Math.hypot(p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0])
  return 6371.0088 * Math.atan2(cross, p[0] * q[0] + p[1] * q[1] + p[2] * q[2])
}

function vector({ latitude, longitude }: GeoPoint): [number, number, number] {
  const [phi, lambda] = [(latitude * Math.PI) / 180, (longitude * Math.PI) / 180]
  return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)]
}

const zones = readOracle()
const EPOCH = Temporal.PlainDate.from("1970-01-01")
const DAY = 1440

/** Why ten: a week is the longest that a grid reaches back, and a skipped date may lie in between. */
const DAYS_BEFORE = 10

export function dateOf(day: number): Temporal.PlainDate {
  return EPOCH.add({ days: day })
}

/** The wall clock at a UTC minute. */
export function wallAt(zone: string, minute: number): Temporal.PlainDateTime {
  return EPOCH.toPlainDateTime().add({ minutes: zones.wallAt(zone, minute) })
}

export function dayAt(zone: string, minute: number): number {
  return Math.floor(zones.wallAt(zone, minute) / DAY)
}

/** The UTC minute of a wall time; `minuteOfDay` may be 1440 or more. */
export function minuteAt(zone: string, day: number, minuteOfDay: number): number {
  return zones.minuteOf(zone, day * DAY + minuteOfDay)
}

/** All starts that the rules allow, in order. */
export function oracleStarts(input: SearchInput, provider: ProviderPlan, location: LocationPlan): number[] {
  const world = new World(input, provider, location)
  const starts: number[] = []
  const from = minuteAt("UTC", input.firstDay - 2, 0)
  const until = minuteAt("UTC", input.endDay + 2, 0)
  for (let minute = from; minute < until; minute++) if (world.allows(minute)) starts.push(minute)
  return starts
}

/** All starts that the rules allow for a type that takes several, in order: the others come to the lead's blocks. */
export function oracleCrewStarts(input: SearchInput, lead: ProviderPlan, location: LocationPlan): number[] {
  const world = new World(input, lead, location)
  const others = input.providers
    .filter(({ id, hours, overrides }) => {
      const isThere = ({ locationId }: { locationId: number }) => locationId === location.id
      return (
        id !== lead.id &&
        (hours.some(isThere) || overrides.some((one) => isThere(one) && one.intervals.length > 0))
      )
    })
    .map((other) => new World({ ...input, customerJobs: [] }, other, location))
  return oracleStarts(input, lead, location).filter((start) => {
    const blocks = world.blocks(start)!
    const free = others.filter((other) => blocks.every((block) => other.canTakePlace(block)))
    return free.length >= input.type.crew! - 1
  })
}

/** The blocks of a start that is allowed. */
export function oracleBlocks(
  input: SearchInput,
  provider: ProviderPlan,
  location: LocationPlan,
  start: number,
) {
  return new World(input, provider, location).blocks(start)
}

/** True where the provider is open at a minute of the range or near it. */
export function oracleOpen(
  input: SearchInput,
  provider: ProviderPlan,
  location: LocationPlan,
): (minute: number) => boolean {
  const world = new World(input, provider, location)
  return (minute) => world.isOpen(minute)
}

/** The rules that the oracle leaves out of account, to learn what each of them does. */
export interface OracleLifts {
  /** Pairs of minutes that count as hours. */
  addedHours: readonly number[]
  notice: boolean
  ownBuffers: boolean
  /** A further day that no working day is found for. */
  nextDay: boolean
  /** The ways from and to where the provider's days begin and end. */
  home: boolean
}

const nothingLifted: OracleLifts = {
  ...{ addedHours: [], notice: false, ownBuffers: false },
  ...{ nextDay: false, home: false },
}

export class World {
  readonly lifts: OracleLifts
  readonly input: SearchInput
  readonly provider: ProviderPlan
  readonly location: LocationPlan
  readonly zone: string
  readonly origin: number
  readonly open: Uint8Array
  /** For each open minute, the minute from which it has been open without a pause. */
  readonly openings: Int32Array
  readonly busy: Uint8Array
  readonly workingDays = new Map<number, boolean>()
  /** By the opening of an interval. */
  readonly workingDaysOf = new Map<number, { day: number; opening: number; closing: number }>()

  constructor(
    input: SearchInput,
    provider: ProviderPlan,
    location: LocationPlan,
    lifts: OracleLifts = nothingLifted,
  ) {
    this.lifts = lifts
    this.input = input
    this.provider = provider
    this.location = location
    this.zone = location.zone
    const lastDay = input.endDay + input.type.blockMinutes.length * 15 + 6
    this.origin = (input.firstDay - DAYS_BEFORE - 4) * DAY
    this.open = new Uint8Array((lastDay - input.firstDay + DAYS_BEFORE + 8) * DAY)
    this.busy = new Uint8Array(this.open.length)
    for (let day = input.firstDay - DAYS_BEFORE; day < lastDay; day++) this.openDay(location.id, day)
    this.mark(this.open, Int32Array.from(lifts.addedHours), 1)
    this.mark(this.open, provider.timeOff, 0)
    if (location.closed) this.mark(this.open, location.closed, 0)
    this.mark(this.busy, provider.busy, 1)
    this.openings = new Int32Array(this.open.length)
    for (let at = 0; at < this.open.length; at++) {
      const isGoingOn = at > 0 && this.open[at - 1] === 1
      this.openings[at] = isGoingOn ? this.openings[at - 1]! : this.origin + at
    }
  }

  openDay(locationId: number, day: number): void {
    const overrides = this.provider.overrides.filter((o) => o.locationId === locationId && o.day === day)
    const weekday = dateOf(day).dayOfWeek
    const weekly = this.provider.hours.filter((h) => h.locationId === locationId && h.weekday === weekday)
    const intervals: readonly DayInterval[] =
      overrides.length > 0 ? overrides.flatMap((o) => o.intervals) : weekly
    for (const { startMinute, endMinute } of intervals) {
      const end = endMinute <= startMinute ? endMinute + DAY : endMinute
      this.fill(this.open, minuteAt(this.zone, day, startMinute), minuteAt(this.zone, day, end), 1)
    }
  }

  mark(flags: Uint8Array, pairs: Int32Array, value: number): void {
    for (let i = 0; i < pairs.length; i += 2) this.fill(flags, pairs[i]!, pairs[i + 1]!, value)
  }

  fill(flags: Uint8Array, from: number, until: number, value: number): void {
    for (let minute = from; minute < until; minute++) {
      const at = minute - this.origin
      if (at >= 0 && at < flags.length) flags[at] = value
    }
  }

  allows(start: number): boolean {
    if (!this.isOpen(start) || !(this.isOnGrid(start) || this.isPacked(start))) return false
    const firstBlock = { start, end: start + this.input.type.blockMinutes[0]! }
    return this.canTakePlace(firstBlock) && this.isInTime(start) && this.blocks(start) !== null
  }

  isOpen(minute: number): boolean {
    return this.open[minute - this.origin] === 1
  }

  isOnGrid(start: number): boolean {
    const opening = this.openings[start - this.origin]!
    const isOpenForAWeek = start - opening >= 7 * DAY && start >= this.midnightFrom(opening + 7 * DAY)
    const anchor = isOpenForAWeek ? this.midnightUntil(start) : opening
    return (start - anchor) % this.input.type.slotIntervalMinutes === 0
  }

  /** On whole five minutes, with something busy less than five minutes of free time before its buffers or after them. */
  isPacked(start: number): boolean {
    const { starts, blockMinutes, bufferBeforeMinutes, bufferAfterMinutes, parts } = this.input.type
    if (starts === "grid" || start % 5 !== 0) return false
    const meetsBusy = (minute: number) => !this.isFree(minute, minute + blockMinutes[0]!)
    if (parts && [0, 1, 2, 3, 4].some((k) => meetsBusy(start - 1 - k) || meetsBusy(start + 1 + k)))
      return true
    const from = start - bufferBeforeMinutes - this.origin
    const until = start + blockMinutes[0]! + bufferAfterMinutes - this.origin
    const near = [0, 1, 2, 3, 4]
    if (!parts && near.some((k) => this.busy[from - 1 - k] === 1 || this.busy[until + k] === 1)) return true
    const end = start + blockMinutes[0]!
    const isAtEdgeOfHours = near.some((k) => !this.isOpen(start - 1 - k) || !this.isOpen(end + k))
    if (starts === "packed_only" && isAtEdgeOfHours) return true
    // Or with a minute that is out of reach by road.
    const stretches = parts ?? [{ from: 0, to: blockMinutes[0]! }]
    const isFar = (minute: number) =>
      stretches.some(({ from, to }) => !this.isInReach(minute + from, minute + to, start))
    return near.some((k) => isFar(start - 1 - k) || isFar(start + 1 + k))
  }

  /** The first beginning of a local date at or after a minute. */
  midnightFrom(minute: number): number {
    const midnights = [-1, 0, 1, 2].map((step) => minuteAt(this.zone, dayAt(this.zone, minute) + step, 0))
    return Math.min(...midnights.filter((midnight) => midnight >= minute))
  }

  midnightUntil(minute: number): number {
    const midnights = [-2, -1, 0, 1].map((step) => minuteAt(this.zone, dayAt(this.zone, minute) + step, 0))
    return Math.max(...midnights.filter((midnight) => midnight <= minute))
  }

  isInTime(start: number): boolean {
    const { input, zone } = this
    const { now, type, request, overrideEligibility } = input
    const day = dayAt(zone, start)
    const isTooSoon = (minutes: number) => !this.lifts.notice && start * 60_000 < now + minutes * 60_000
    if (day < input.firstDay || day >= input.endDay || isTooSoon(0)) return false
    if (overrideEligibility) return true
    const today = dayAt(zone, Math.floor(now / 60_000))
    if (isTooSoon(type.minNoticeMinutes) || day > today + type.bookingWindowDays) return false
    return request === null || (day >= (request.earliestDay ?? day) && day <= request.latestDay)
  }

  blocks(start: number): { start: number; end: number }[] | null {
    const { type } = this.input
    const timeOfDay = wallAt(this.zone, start).toPlainTime()
    let day = dayAt(this.zone, start)
    const blocks = [{ start, end: start + type.blockMinutes[0]! }]
    for (const minutes of type.blockMinutes.slice(1)) {
      const next = [...Array(14).keys()]
        .map((i) => day + 1 + i)
        .find((candidate) => this.isWorkingDay(candidate) && !this.isSkipped(candidate, timeOfDay, minutes))
      if (next === undefined && this.lifts.nextDay) break
      if (next === undefined) return null
      day = next
      const at = minuteAt(this.zone, day, timeOfDay.hour * 60 + timeOfDay.minute)
      blocks.push({ start: at, end: at + minutes })
    }
    const meetItself = !this.lifts.ownBuffers && haveCollision(type, blocks)
    const isFine = blocks.every((block) => this.canTakePlace(block)) && !meetItself
    return isFine ? blocks : null
  }

  /** Short days are asked minute by minute: is the provider open through the whole block? */
  isSkipped(day: number, timeOfDay: Temporal.PlainTime, minutes: number): boolean {
    if (!this.input.type.skipShortDays) return false
    const start = minuteAt(this.zone, day, timeOfDay.hour * 60 + timeOfDay.minute)
    for (let minute = start; minute < start + minutes; minute++) if (!this.isOpen(minute)) return true
    return false
  }

  canTakePlace({ start, end }: { start: number; end: number }): boolean {
    const { type } = this.input
    for (let minute = start; minute < end; minute++) if (!this.isOpen(minute)) return false
    if (!this.isFree(start, end)) return false
    if (this.input.customerJobs.some((job) => job.start < end && start < job.end)) return false
    const parts = type.parts ?? [{ from: 0, to: end - start }]
    if (parts.some(({ from, to }) => !this.isInReach(start + from, start + to, start))) return false
    if (!canHaveResources(this.input, this.location, { start, end })) return false
    if (type.dailyLimit === null) return true
    const day = dayAt(this.zone, start)
    const sameDay = [...this.provider.typeStarts].filter((other) => dayAt(this.zone, other) === day)
    return sameDay.length < type.dailyLimit
  }

  /** Each minute is asked: is it within a stretch with the provider, or within the buffers around one? */
  isFree(start: number, end: number): boolean {
    const { parts, bufferBeforeMinutes, bufferAfterMinutes } = this.input.type
    const stretches = parts ?? [{ from: 0, to: end - start }]
    const isNeeded = (minute: number) =>
      stretches.some(
        ({ from, to }) =>
          minute >= start + from - bufferBeforeMinutes && minute < start + to + bufferAfterMinutes,
      )
    for (let minute = start - bufferBeforeMinutes; minute < end + bufferAfterMinutes; minute++)
      if (isNeeded(minute) && this.busy[minute - this.origin] === 1) return false
    return true
  }

  /** By road: from the visit before, or from home when the day begins; to the visit after, or home when the day ends. */
  isInReach(start: number, end: number, onDayOf = start): boolean {
    const { travel, jobs } = this.provider
    const { serviceAddress, overrideEligibility } = this.input
    const customer = serviceAddress?.point ?? null
    if (travel === null || customer === null || overrideEligibility) return true
    const earlier = jobs.filter((job) => job.start < start).sort((a, b) => b.start - a.start)[0]
    const later = jobs.filter((job) => job.start >= start).sort((a, b) => a.start - b.start)[0]
    const setup = travel.setupMinutes
    if (earlier && start - earlier.end < this.driveMinutes(earlier, customer, "toCustomer") + setup)
      return false
    if (later && later.start - end < this.driveMinutes(later, customer, "fromCustomer") + setup) return false
    const home = this.provider.startPoint ?? this.location.point
    if (home === null) return true
    const { day, opening, closing } = this.workingDay(onDayOf)
    if (start < opening || start >= closing) return true
    const isFirst = !earlier || earlier.start < minuteAt(this.zone, day, 0)
    const isLast = !later || later.start >= Math.max(minuteAt(this.zone, day + 1, 0), closing)
    if (this.lifts.home) return !isLast || closing >= end
    if (isFirst && start - opening < this.driveMinutes(home, customer, "toCustomer") + setup) return false
    return !isLast || closing - end >= this.driveMinutes(home, customer, "fromCustomer")
  }

  driveMinutes(from: GeoPoint, customer: GeoPoint, way: "toCustomer" | "fromCustomer"): number {
    const { speedKmh, roadFactor } = this.provider.travel!
    const known = this.input.driving?.[way].get(pointKey(from)) ?? null
    const minutes = known === null ? ((km(from, customer) * roadFactor) / speedKmh) * 60 : known / 60
    return Math.min(720, Math.ceil(minutes - 0.001))
  }

  /** The intervals one after another that open on the same date as the one that a minute lies in. */
  workingDay(minute: number): { day: number; opening: number; closing: number } {
    let opening = this.openings[minute - this.origin]!
    const known = this.workingDaysOf.get(opening)
    if (known) return known
    const asked = opening
    const day = dayAt(this.zone, opening)
    let closing = minute
    while (this.isOpen(closing)) closing += 1
    for (let at = opening - 1; at >= this.origin; at--) {
      if (!this.isOpen(at)) continue
      const before = this.openings[at - this.origin]!
      if (dayAt(this.zone, before) !== day) break
      opening = before
      at = before
    }
    for (let at = closing; at < this.origin + this.open.length; at++) {
      if (!this.isOpen(at)) continue
      if (dayAt(this.zone, at) !== day) break
      while (this.isOpen(at)) at += 1
      closing = at
    }
    this.workingDaysOf.set(asked, { day, opening, closing })
    return { day, opening, closing }
  }

  isWorkingDay(day: number): boolean {
    const known = this.workingDays.get(day)
    if (known !== undefined) return known
    let isWorking = false
    for (let minute = (day - 1) * DAY; minute < (day + 2) * DAY && !isWorking; minute++) {
      isWorking = this.isOpen(minute) && dayAt(this.zone, minute) === day
    }
    this.workingDays.set(day, isWorking)
    return isWorking
  }
}

function haveCollision(type: TypePlan, blocks: readonly { start: number; end: number }[]): boolean {
  const occupied = blocks.map(({ start, end }) => ({
    from: start - type.bufferBeforeMinutes,
    until: end + type.bufferAfterMinutes,
  }))
  return occupied.some((a, i) => occupied.some((b, k) => i < k && a.from < b.until && b.from < a.until))
}

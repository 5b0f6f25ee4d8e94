/**
 * Recommended times the slow way: every start becomes an object with its points, all are sorted, the best are taken.
 */

import type { ProviderLocationStarts, SearchInput, Slot } from "../../../../domain/model/availability.ts"
import type { GeoPoint } from "../../../../domain/model/geo.ts"
import { dayAt, km, World, wallAt } from "./oracle.ts"

interface Judged extends Slot {
  day: number
  isMorning: boolean
  points: number
}

/** `openAt` tells whether a provider is open at a place in a minute (hours, overrides, time off). */
export function oracleRecommended(
  input: SearchInput,
  places: readonly ProviderLocationStarts[],
  openAt: (place: ProviderLocationStarts, minute: number) => boolean,
): Slot[] {
  const judged = places.flatMap((place) =>
    [...place.starts].map((start) => judge(input, place, start, openAt)),
  )
  judged.sort(compare)
  let taken: Judged[] = []
  for (const one of judged) if (taken.length < 5 && fits(taken, one)) taken.push(one)
  const isOneHalf = taken.every(({ isMorning }) => isMorning === taken[0]!.isMorning)
  for (let i = taken.length - 1; taken.length >= 2 && isOneHalf && i >= 0; i--) {
    const rest = taken.filter((_, k) => k !== i)
    const other = judged.find((one) => one.isMorning !== taken[0]!.isMorning && fits(rest, one))
    if (other === undefined) continue
    taken = [...rest, other].sort(compare)
    break
  }
  return taken.map(({ provider, location, start }) => ({ provider, location, start }))
}

function fits(taken: readonly Judged[], one: Judged): boolean {
  const sameDay = taken.filter(({ day }) => day === one.day)
  return sameDay.length < 2 && sameDay.every(({ start }) => start !== one.start)
}

function compare(a: Judged, b: Judged): number {
  return (
    a.points - b.points || a.start - b.start || a.provider.id - b.provider.id || a.location.id - b.location.id
  )
}

function judge(
  input: SearchInput,
  place: ProviderLocationStarts,
  start: number,
  openAt: (place: ProviderLocationStarts, minute: number) => boolean,
): Judged {
  const { zone } = place.location
  const day = dayAt(zone, start)
  const earliest = input.overrideEligibility ? null : (input.request?.earliestDay ?? null)
  const waited = day - Math.max(input.firstDay, earliest ?? input.firstDay)
  const isOpen = (minute: number) => openAt(place, minute)
  const isBusyAt = (minute: number) => isBusy(place, minute)
  const left = isOnTheRoad(input, place)
    ? roadPoints(input, place, start)
    : input.type.starts === "packed"
      ? packedPoints(input, start, isOpen, isBusyAt)
      : fragments(input, start, (minute) => isOpen(minute) && !isBusyAt(minute)) * 30
  const points = waited * 100 + (busyMinutes(place, day) * 5) / 60 + left
  const isMorning = wallAt(zone, start).hour < 12
  return { ...place, start, day, isMorning, points: points + extraKm(input, place, day, start) * 4 }
}

const isOnTheRoad = ({ type, serviceAddress, overrideEligibility }: SearchInput, { provider }: Place) =>
  provider.travel !== null &&
  type.place === "at_customer" &&
  (serviceAddress?.point ?? null) !== null &&
  !overrideEligibility

type Place = ProviderLocationStarts
const worlds = new WeakMap<ProviderLocationStarts, World>()

/**
 * Minute by minute away from the start, as long as the job could begin there too: beyond the job with its buffers and 20
 * minutes, another job fits beside it, which costs 5 points, and 20 once where one fits on both sides. Else the gap is
 * lost, beside the drive.
 */
function roadPoints(input: SearchInput, place: Place, start: number): number {
  // The daily limit, the customer's own appointments and rooms take nothing from the van's gaps.
  const world =
    worlds.get(place) ??
    new World(
      { ...input, customerJobs: [], type: { ...input.type, dailyLimit: null, needs: [] } },
      place.provider,
      place.location,
    )
  worlds.set(place, world)
  const { bufferBeforeMinutes, bufferAfterMinutes } = input.type
  const minutes = input.type.blockMinutes[0]!
  const enough = bufferBeforeMinutes + minutes + bufferAfterMinutes + 20
  const canBegin = (at: number) => world.canTakePlace({ start: at, end: at + minutes })
  const gapTo = (step: 1 | -1) => {
    let gap = 0
    while (gap < enough && canBegin(start + step * (gap + 1))) gap += 1
    return gap
  }
  const [before, after] = [gapTo(-1), gapTo(1)]
  const { there, onward } = drivesAround(world, start)
  const side = (gap: number, drive: number) => (gap >= enough ? 5 : gap + drive)
  return side(before, there) + side(after, onward) + (before >= enough && after >= enough ? 20 : 0)
}

function drivesAround(world: World, start: number): { there: number; onward: number } {
  const { provider, location, input, zone } = world
  const customer = input.serviceAddress!.point!
  const setup = provider.travel!.setupMinutes
  const day = dayAt(zone, start)
  const sameDay = provider.jobs.filter((job) => dayAt(zone, job.start) === day)
  const earlier = sameDay.filter((job) => job.start < start).sort((a, b) => b.start - a.start)[0]
  const later = sameDay.filter((job) => job.start >= start).sort((a, b) => a.start - b.start)[0]
  const home = provider.startPoint ?? location.point
  const there = earlier ?? home
  const onward = later ?? home
  return {
    there: there ? world.driveMinutes(there, customer, "toCustomer") + setup : 0,
    onward: onward ? world.driveMinutes(onward, customer, "fromCustomer") + (later ? setup : 0) : 0,
  }
}

function isBusy({ provider }: ProviderLocationStarts, minute: number): boolean {
  for (let i = 0; i < provider.busy.length; i += 2) {
    if (provider.busy[i]! <= minute && minute < provider.busy[i + 1]!) return true
  }
  return false
}

const busyByDay = new WeakMap<ProviderLocationStarts, Map<number, number>>()

/** By minute: how many busy minutes each local date has. */
function busyMinutes(place: ProviderLocationStarts, day: number): number {
  let counts = busyByDay.get(place)
  if (counts === undefined) {
    counts = new Map()
    const { busy: pairs } = place.provider
    const busy = new Set<number>()
    for (let i = 0; i < pairs.length; i += 2) for (let m = pairs[i]!; m < pairs[i + 1]!; m++) busy.add(m)
    for (const minute of busy) {
      const date = dayAt(place.location.zone, minute)
      counts.set(date, (counts.get(date) ?? 0) + 1)
    }
    busyByDay.set(place, counts)
  }
  return counts.get(day) ?? 0
}

function fragments({ type }: SearchInput, start: number, isFree: (minute: number) => boolean): number {
  const occupied = type.bufferBeforeMinutes + type.blockMinutes[0]! + type.bufferAfterMinutes
  let before = start
  while (start - before <= occupied * 2 && isFree(before - 1)) before -= 1
  let after = start
  while (after - start <= occupied * 2 && isFree(after)) after += 1
  const gaps = [
    start - type.bufferBeforeMinutes - before,
    after - (start - type.bufferBeforeMinutes + occupied),
  ]
  return gaps.filter((gap) => gap > 0 && gap < occupied).length
}

/**
 * Jobs are laid from the left, minute by minute, into the free time without the start's job and on both sides of it: 30
 * points for a lost one, where a day holds the free time from the first whole five that a job may begin at to the end of
 * the last. 10 for each gap beside it that holds none, but for minutes that are no whole five.
 */
function packedPoints(
  { type }: SearchInput,
  start: number,
  isOpen: (minute: number) => boolean,
  isBusyAt: (minute: number) => boolean,
): number {
  const { bufferBeforeMinutes: before, bufferAfterMinutes: after } = type
  const occupied = before + type.blockMinutes[0]! + after
  let opening = start
  while (start - opening < 6000 && isOpen(opening - 1)) opening -= 1
  let closing = start
  while (closing - start < 6000 && isOpen(closing)) closing += 1
  let from = start
  while (from > opening - before && !isBusyAt(from - 1)) from -= 1
  let until = start
  while (until < closing + after && !isBusyAt(until)) until += 1
  let first = from + before
  while (first % 5 !== 0) first += 1
  let last = until - occupied + before
  while (last % 5 !== 0) last -= 1
  const points = [start - first, last - start].filter((gap) => gap > 0 && gap < occupied).length * 10
  if (last + occupied - first > 1440) return points
  const without = layJobs(from, until, before, occupied)
  const left = layJobs(from, start - before, before, occupied)
  const right = layJobs(start - before + occupied, until, before, occupied)
  return left + 1 + right < without ? points + 30 : points
}

function layJobs(from: number, until: number, before: number, occupied: number): number {
  let jobs = 0
  for (let begin = from; begin + occupied <= until; ) {
    const isWhole = (begin + before) % 5 === 0
    if (isWhole) jobs += 1
    begin += isWhole ? occupied : 1
  }
  return jobs
}

function extraKm(
  input: SearchInput,
  { provider, location }: ProviderLocationStarts,
  day: number,
  start: number,
): number {
  const customer = input.serviceAddress?.point ?? null
  if (input.type.place !== "at_customer" || customer === null) return 0
  const home = provider.startPoint ?? location.point
  const thatDay = provider.jobs.filter((job) => dayAt(location.zone, job.start) === day)
  const earlier = thatDay.filter((job) => job.start < start).sort((a, b) => a.start - b.start)
  const later = thatDay.filter((job) => job.start >= start).sort((a, b) => a.start - b.start)
  const before = earlier.at(-1) ?? home
  const after = later[0] ?? home
  // A leg with an unknown end is nothing.
  const leg = (a: GeoPoint | null, b: GeoPoint | null) => (a === null || b === null ? 0 : km(a, b))
  return leg(before, customer) + leg(customer, after) - leg(before, after)
}

/**
 * A week of three vans, booked by a stream of customers through the search.
 *
 * Each provider works Monday to Friday 9 to 17 from Chicago's middle and has one or two meetings of 30 to 90 minutes a day on
 * whole 5 minutes, at places that are not known. 150 customers ask one after the other, the week before, for a visit of an
 * hour on an hourly grid; they live at random within some 20 km. Each can on a half-day with a chance of one half. Seven in
 * ten take the first recommended time that suits them, and one at random that suits when none does; three in ten look past
 * what is recommended and take one at random that suits. Who finds none goes away.
 */

import type {
  LocatedJob,
  LocationPlan,
  ProviderPlan,
  SearchInput,
  Slot,
  StartsOffered,
  TravelPlan,
} from "../../domain/model/availability.ts"
import type { GeoPoint } from "../../domain/model/geo.ts"
import { searchSlots } from "../../domain/rules/availability/find-slots.ts"
import { dayOfDate } from "../../domain/time/dates.ts"
import { localToMinute, minuteToLocal } from "../../domain/time/local-time.ts"
import { diceFrom } from "../../service/host/demo/dice.ts"
import { benchInput, benchProvider } from "../engine-input.ts"

type Dice = ReturnType<typeof diceFrom>

export const zone = "America/Chicago"
export const monday = dayOfDate("2027-03-01")!
const workingDays = 5
const vans = 3
const customers = 150
export const jobMinutes = 60
const opens = 9 * 60
const closes = 17 * 60

export const depot: GeoPoint = { latitude: 41.88, longitude: -87.63 }

/** 40 km/h on the road, roads a third longer than the straight line, five minutes to park and set up. */
export const vanTravel: TravelPlan = { speedKmh: 40, roadFactor: 1.3, setupMinutes: 5 }

/** One van's day as it was booked; visits in the order of time. */
export interface VanDay {
  visits: readonly LocatedJob[]
  /** How many visits would fit back to back beside the meetings. */
  most: number
}

export interface BookedWeek {
  days: VanDay[]
  wentAway: number
}

/** The same seed gives the same meetings, customers and tastes for every variant. */
export function bookWeek(seed: number, starts: StartsOffered, travel: TravelPlan | null): BookedWeek {
  const meetings = drawMeetings(diceFrom(seed))
  const dice = diceFrom(seed + 1)
  let providers = meetings.map((busy, i) => vanWith(i + 1, busy, travel))
  let wentAway = 0
  for (let asked = 0; asked < customers; asked++) {
    // Thrown before the search, so that the tastes of later customers do not depend on what this one finds.
    const customer = {
      point: pointNear(dice),
      suits: halfDays(dice),
      looksPast: dice.chance(0.3),
      taste: dice.roll(),
    }
    const slot = chosen(searchSlots(inputFor(providers, customer.point, starts)), customer)
    if (slot === null) wentAway += 1
    else
      providers = providers.map((van) =>
        van.id === slot.provider.id ? booked(van, slot, customer.point) : van,
      )
  }
  return { days: providers.flatMap((van, i) => daysOf(van, meetings[i]!)), wentAway }
}

interface Customer {
  point: GeoPoint
  /** Two for each working day: before noon, and after it. */
  suits: readonly boolean[]
  looksPast: boolean
  /** From 0 to 1: which of the times that suit is taken at random. */
  taste: number
}

function chosen({ offered, recommended }: ReturnType<typeof searchSlots>, customer: Customer): Slot | null {
  const isFine = ({ start }: Pick<Slot, "start">) => {
    const { day, minuteOfDay } = minuteToLocal(zone, start)
    return customer.suits[(day - monday) * 2 + (minuteOfDay < 720 ? 0 : 1)] === true
  }
  const first = customer.looksPast ? undefined : recommended.find(isFine)
  if (first) return first
  const fine = offered
    .flatMap(({ provider, location, starts }) => starts.map((start) => ({ provider, location, start })))
    .filter(isFine)
  return fine[Math.floor(customer.taste * fine.length)] ?? null
}

function inputFor(providers: readonly ProviderPlan[], point: GeoPoint, starts: StartsOffered): SearchInput {
  const plain = benchInput(providers)
  const location: LocationPlan = { ...plain.locations[0]!, zone, point: depot }
  const type = {
    ...plain.type,
    place: "at_customer" as const,
    blockMinutes: [jobMinutes],
    slotIntervalMinutes: 60,
    starts,
  }
  return {
    ...{ ...plain, type, locations: [location], firstDay: monday, endDay: monday + workingDays },
    serviceAddress: { point, postalCode: null, country: null },
  }
}

/** For each van, sorted pairs of minutes. */
function drawMeetings(dice: Dice): number[][] {
  return Array.from({ length: vans }, () =>
    Array.from({ length: workingDays }, (_, i) => meetingsOn(dice, monday + i)).flat(),
  )
}

function meetingsOn(dice: Dice, day: number): number[] {
  const at = (minuteOfDay: number) => localToMinute(zone, day, minuteOfDay)
  const meetings: [number, number][] = []
  for (let wanted = dice.between(1, 2); meetings.length < wanted; ) {
    const minutes = dice.between(6, 18) * 5
    const start = opens + dice.between(0, (closes - opens - minutes) / 5) * 5
    if (meetings.every(([from, until]) => start >= until || start + minutes <= from))
      meetings.push([start, start + minutes])
  }
  return meetings.sort(([a], [b]) => a - b).flatMap(([from, until]) => [at(from), at(until)])
}

function vanWith(id: number, busy: readonly number[], travel: TravelPlan | null): ProviderPlan {
  const hours = [1, 2, 3, 4, 5].map((weekday) => ({
    locationId: 1,
    weekday,
    startMinute: opens,
    endMinute: closes,
  }))
  return { ...benchProvider(id), hours, travel, busy: Int32Array.from(busy) }
}

function booked(van: ProviderPlan, { start }: Slot, point: GeoPoint): ProviderPlan {
  const job = { start, end: start + jobMinutes, ...point }
  return { ...van, busy: Int32Array.from([...van.busy, job.start, job.end]), jobs: [...van.jobs, job] }
}

function daysOf(van: ProviderPlan, meetings: readonly number[]): VanDay[] {
  return Array.from({ length: workingDays }, (_, i) => {
    const [from, until] = [localToMinute(zone, monday + i, opens), localToMinute(zone, monday + i, closes)]
    const isThen = (minute: number) => minute >= from && minute < until
    const visits = van.jobs.filter(({ start }) => isThen(start)).sort((a, b) => a.start - b.start)
    const edges = [from, ...meetings.filter((_, at) => isThen(meetings[at - (at % 2)]!)), until]
    let most = 0
    for (let at = 0; at < edges.length; at += 2)
      most += Math.floor((edges[at + 1]! - edges[at]!) / jobMinutes)
    return { visits, most }
  })
}

export function pointNear(dice: Dice): GeoPoint {
  return {
    latitude: depot.latitude + dice.between(-160, 160) / 1_000,
    longitude: depot.longitude + dice.between(-200, 200) / 1_000,
  }
}

const halfDays = (dice: Dice) => Array.from({ length: workingDays * 2 }, () => dice.chance(0.5))

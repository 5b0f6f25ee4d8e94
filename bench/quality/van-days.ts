/**
 * Days of vans, filled by customers who ask one after the other for a visit of an hour and take the start that a rule of
 * choice names: the first recommended, or the earliest. Vans work Monday to Friday 9 to 17 from Chicago's middle; customers
 * live at random within some 20 km. Drives are judged as in `week.ts`. The same seed gives the same customers for every rule.
 */

import type {
  LocationPlan,
  ProviderPlan,
  SearchInput,
  SearchResult,
  Slot,
} from "../../domain/model/availability.ts"
import type { GeoPoint } from "../../domain/model/geo.ts"
import { searchSlots } from "../../domain/rules/availability/find-slots.ts"
import { legMinutes } from "../../domain/rules/availability/travel.ts"
import { diceFrom } from "../../service/host/demo/dice.ts"
import { benchInput, benchProvider } from "../engine-input.ts"
import { depot, jobMinutes, monday, pointNear, vanTravel, zone } from "./week.ts"

const opens = 9 * 60
const closes = 17 * 60

export interface Diary {
  vans: number
  days: number
  customers: number
  gridMinutes: number
}

export type Choice = (found: SearchResult) => Slot | null

export const firstRecommended: Choice = ({ recommended }) => recommended[0] ?? null

/** The provider with the lowest id among those that have it. */
export const earliest: Choice = ({ offered }) =>
  offered.reduce<Slot | null>((best, { provider, location, starts }) => {
    const start = starts[0]!
    return best === null || start < best.start ? { provider, location, start } : best
  }, null)

/** How many of the customers get a visit. */
export function visitsServed(diary: Diary, seed: number, choose: Choice): number {
  let providers = Array.from({ length: diary.vans }, (_, i) => van(i + 1))
  let served = 0
  for (const point of askers(diary, seed)) {
    const slot = choose(searchSlots(inputFor(diary, providers, point)))
    if (slot === null) continue
    served += 1
    providers = providers.map((each) => (each.id === slot.provider.id ? booked(each, slot, point) : each))
  }
  return served
}

/** The customers of a diary, in the order in which they ask. */
export function askers({ customers }: Diary, seed: number): GeoPoint[] {
  const dice = diceFrom(seed)
  return Array.from({ length: customers }, () => pointNear(dice))
}

/**
 * The most of these customers that one van can visit on one day in any order, on the same grid: by dynamic programming over
 * the sets of customers, with the earliest end of each.
 */
export function mostInHindsight(points: readonly GeoPoint[], gridMinutes: number): number {
  const count = points.length
  const minutes = points.map((from) => points.map((to) => legMinutes(vanTravel, from, to)))
  const out = points.map((to) => legMinutes(vanTravel, depot, to))
  const home = points.map((from) => legMinutes(vanTravel, from, depot) - vanTravel.setupMinutes)
  const ends = new Float64Array((1 << count) * count).fill(Number.POSITIVE_INFINITY)
  const onGrid = (minute: number) => opens + Math.ceil((minute - opens) / gridMinutes) * gridMinutes
  let most = 0
  for (let i = 0; i < count; i++) ends[(1 << i) * count + i] = onGrid(opens + out[i]!) + jobMinutes
  for (let set = 1; set < 1 << count; set++) {
    for (let last = 0; last < count; last++) {
      const end = ends[set * count + last]!
      if (end + home[last]! > closes) continue
      most = Math.max(most, bits(set))
      for (let next = 0; next < count; next++) {
        if (set & (1 << next)) continue
        const at = (set | (1 << next)) * count + next
        ends[at] = Math.min(ends[at]!, onGrid(end + minutes[last]![next]!) + jobMinutes)
      }
    }
  }
  return most
}

function bits(set: number): number {
  let count = 0
  for (let rest = set; rest > 0; rest &= rest - 1) count += 1
  return count
}

function inputFor(
  { days, gridMinutes }: Diary,
  providers: readonly ProviderPlan[],
  point: GeoPoint,
): SearchInput {
  const plain = benchInput(providers)
  const location: LocationPlan = { ...plain.locations[0]!, zone, point: depot }
  const type = {
    ...plain.type,
    ...{ place: "at_customer" as const, blockMinutes: [jobMinutes], slotIntervalMinutes: gridMinutes },
  }
  return {
    ...{ ...plain, type, locations: [location], firstDay: monday, endDay: monday + days },
    serviceAddress: { point, postalCode: null, country: null },
  }
}

function van(id: number): ProviderPlan {
  const hours = [1, 2, 3, 4, 5].map((weekday) => ({
    locationId: 1,
    weekday,
    startMinute: opens,
    endMinute: closes,
  }))
  return { ...benchProvider(id), hours, travel: vanTravel, busy: new Int32Array(0) }
}

function booked(each: ProviderPlan, { start }: Slot, point: GeoPoint): ProviderPlan {
  const job = { start, end: start + jobMinutes, ...point }
  const jobs = [...each.jobs, job].sort((a, b) => a.start - b.start)
  return { ...each, busy: Int32Array.from(jobs.flatMap(({ start: from, end }) => [from, end])), jobs }
}

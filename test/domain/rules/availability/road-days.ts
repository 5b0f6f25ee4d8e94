/**
 * Days of a van: customers at random points ask one after the other, and each books one of the times offered. Every offer is
 * judged by driving the whole day with it: out from home at the opening, from visit to visit, and back by the closing.
 */

import type {
  LocatedJob,
  ProviderPlan,
  SearchInput,
  TravelPlan,
} from "../../../../domain/model/availability.ts"
import type { GeoPoint } from "../../../../domain/model/geo.ts"
import { searchSlots } from "../../../../domain/rules/availability/find-slots.ts"
import { diceFrom } from "../../../../service/host/demo/dice.ts"
import { km } from "./oracle.ts"
import { ana, at, downtown, hours, search, visit, WEEKDAYS } from "./story.ts"

type Dice = ReturnType<typeof diceFrom>

export interface RoadDays {
  offers: number
  /** Offers of the same days without travel that the van could not drive. */
  undrivenWithout: number
  unreachable: string[]
}

export function tryRoadDays(days: number, seed: number): RoadDays {
  const dice = diceFrom(seed)
  const found: RoadDays = { offers: 0, undrivenWithout: 0, unreachable: [] }
  for (let day = 0; day < days; day++) tryDay(dice, day, found)
  return found
}

function tryDay(dice: Dice, day: number, found: RoadDays): void {
  let input = dayOf(dice)
  for (let asked = 0; asked < 7; asked++) {
    input = { ...input, serviceAddress: { point: pointNear(dice), postalCode: null, country: null } }
    const starts = startsIn(input)
    for (const start of starts) {
      found.offers += 1
      if (!isDriven(input, start)) found.unreachable.push(`day ${day}, visit ${asked + 1}, minute ${start}`)
    }
    found.undrivenWithout += startsIn(without(input)).filter((start) => !isDriven(input, start)).length
    if (starts.length === 0) continue
    input = booked(input, dice.pick(starts))
  }
}

const startsIn = (input: SearchInput) => searchSlots(input).offered.flatMap(({ starts }) => [...starts])

function dayOf(dice: Dice): SearchInput {
  const travel: TravelPlan = {
    speedKmh: dice.between(25, 80),
    roadFactor: dice.pick([1, 1.2, 1.5]),
    setupMinutes: dice.pick([0, 0, 5, 15]),
  }
  const withPause = [...hours(WEEKDAYS, "08:00", "12:00"), ...hours(WEEKDAYS, "12:45", "17:00")]
  const provider: ProviderPlan = {
    ...ana,
    hours: dice.chance(0.5) ? withPause : hours(WEEKDAYS, "08:00", "17:00"),
    startPoint: dice.chance(0.5) ? pointNear(dice) : null,
    travel,
  }
  const type = {
    ...visit,
    place: "at_customer" as const,
    blockMinutes: [dice.pick([20, 45, 60, 90])],
    slotIntervalMinutes: dice.pick([15, 30, 60]),
    starts: dice.pick(["grid", "packed"] as const),
    bufferBeforeMinutes: dice.pick([0, 0, 10]),
    bufferAfterMinutes: dice.pick([0, 0, 20]),
  }
  return search({ type, providers: [provider], locations: [{ ...downtown, point: pointNear(dice) }] })
}

/** Within some 25 km of Chicago's middle. */
function pointNear(dice: Dice): GeoPoint {
  return {
    latitude: 41.88 + dice.between(-200, 200) / 1_000,
    longitude: -87.63 + dice.between(-250, 250) / 1_000,
  }
}

function without(input: SearchInput): SearchInput {
  return { ...input, providers: input.providers.map((provider) => ({ ...provider, travel: null })) }
}

function booked(input: SearchInput, start: number): SearchInput {
  const { type, serviceAddress } = input
  const [provider] = input.providers
  const end = start + type.blockMinutes[0]!
  const job: LocatedJob = { start, end, ...serviceAddress!.point! }
  const busy = [...provider!.busy, start - type.bufferBeforeMinutes, end + type.bufferAfterMinutes]
  return {
    ...input,
    providers: [{ ...provider!, busy: Int32Array.from(busy), jobs: [...provider!.jobs, job] }],
  }
}

const opening = at("2027-03-01 08:00")
const closing = at("2027-03-01 17:00")
const tolerance = 0.01

function isDriven(input: SearchInput, start: number): boolean {
  const [provider] = input.providers
  const { speedKmh, roadFactor, setupMinutes } = provider!.travel!
  const minutes = (from: GeoPoint, to: GeoPoint) => ((km(from, to) * roadFactor) / speedKmh) * 60
  const home = provider!.startPoint ?? input.locations[0]!.point!
  const visits = [...booked(input, start).providers[0]!.jobs].sort((a, b) => a.start - b.start)
  let now = opening
  let where = home
  for (const stop of visits) {
    if (now + minutes(where, stop) + setupMinutes > stop.start + tolerance) return false
    now = stop.end
    where = stop
  }
  return now + minutes(where, home) <= closing + tolerance
}

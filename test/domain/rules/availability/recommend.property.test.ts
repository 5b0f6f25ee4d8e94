/**
 * Recommended times against the slow oracle: several providers, two places in different zones, drive or none.
 */
import fc from "fast-check"
import { expect, it } from "vitest"
import { benchInput, benchProvider } from "../../../../bench/engine-input.ts"
import type {
  LocatedJob,
  LocationPlan,
  ProviderLocationStarts,
  ProviderPlan,
  SearchInput,
} from "../../../../domain/model/availability.ts"
import { searchSlots } from "../../../../domain/rules/availability/find-slots.ts"
import { drawn, shareOf, shareOfNumber } from "../../../support/trials.ts"
import { oracleOpen } from "./oracle.ts"
import { randomSearch } from "./random-input.ts"
import { oracleRecommended } from "./recommend-oracle.ts"

const cases = 160

/** Few decimals, so that the two ways to compute a distance never differ by more than rounding. */
const point = fc.record({
  latitude: fc.integer({ min: 300, max: 309 }).map((tenth) => tenth / 10),
  longitude: fc.integer({ min: -980, max: -970 }).map((tenth) => tenth / 10),
})

const secondPlace = fc.constantFrom("America/Chicago", "Europe/Paris", "Pacific/Chatham")

const companies = fc
  .tuple(
    fc.array(randomSearch("one day"), { minLength: 1, maxLength: 3 }),
    secondPlace,
    fc.boolean(),
    fc.array(point, { minLength: 8, maxLength: 8 }),
  )
  .map(([searches, zone, isAtCustomer, points]) => toCompany(searches, zone, isAtCustomer, points))

function toCompany(
  searches: SearchInput[],
  zone: string,
  isAtCustomer: boolean,
  points: SearchPoint[],
): SearchInput {
  const first = searches[0]!
  const downtown: LocationPlan = { ...first.locations[0]!, point: points[0]! }
  const uptown: LocationPlan = { ...downtown, id: 2, name: "Uptown", zone, point: points[1]! }
  const shift = (search: SearchInput) => (first.firstDay - search.firstDay) * 1440
  const providers = searches.map((search, i) => providerOf(search, i, shift(search), points))
  return {
    ...first,
    type: {
      ...first.type,
      // The recommended starts are the shown ones: a story covers packed starts alone.
      starts: first.type.starts === "grid" ? "grid" : "packed",
      place: isAtCustomer ? "at_customer" : "at_location",
    },
    locations: [uptown, downtown],
    providers: providers.reverse(),
    serviceAddress: { point: points[3]!, postalCode: null, country: null },
  }
}

type SearchPoint = { latitude: number; longitude: number }

function providerOf(search: SearchInput, index: number, shift: number, points: SearchPoint[]): ProviderPlan {
  const own = search.providers[0]!
  const moved = (pairs: Int32Array) => pairs.map((minute) => minute + shift)
  const busy = moved(own.busy)
  const jobs: LocatedJob[] = []
  for (let i = 0; i < busy.length; i += 2)
    jobs.push({ start: busy[i]!, end: busy[i + 1]!, ...points[4 + ((i / 2) % 4)]! })
  return {
    ...own,
    id: index + 1,
    startPoint: index === 1 ? points[2]! : null,
    hours: own.hours.map((hours) => ({ ...hours, locationId: index === 2 ? 2 : 1 })),
    overrides: [],
    timeOff: moved(own.timeOff),
    typeStarts: moved(own.typeStarts),
    busy,
    jobs: jobs.reverse(),
  }
}

it("SL-05 recommends the very times that the slow way would", () => {
  let recommended = 0
  fc.assert(
    fc.property(companies, (input) => {
      const result = searchSlots(input)
      recommended += result.recommended.length
      const open = new Map<ProviderLocationStarts, (minute: number) => boolean>(
        result.offered.map((p) => [p, oracleOpen(input, p.provider, p.location)]),
      )
      const wanted = oracleRecommended(input, result.offered, (place, minute) => open.get(place)!(minute))
      expect(result.recommended.map(say)).toEqual(wanted.map(say))
      for (const slot of result.recommended) expect(isFound(result.offered, slot)).toBe(true)
      expect(searchSlots(input)).toEqual(result)
    }),
    drawn(cases, 20270314),
  )
  expect(recommended).toBeGreaterThan(shareOfNumber(cases))
})

it("SL-05 recommends the same in a whole month as the slow way, though it stops early", () => {
  for (const id of shareOf([1, 2, 3, 4, 5, 6, 7, 8])) {
    const providers = [benchProvider(id), { ...benchProvider(id + 50), busy: benchProvider(id).busy }]
    const input = benchInput(id % 2 === 0 ? providers : providers.slice(0, 1))
    const { offered, recommended } = searchSlots(input)
    const open = oracleOpen(input, providers[0]!, input.locations[0]!)
    const wanted = oracleRecommended(input, offered, (_, minute) => open(minute))
    expect(recommended.map(say)).toEqual(wanted.map(say))
  }
})

it("SL-05 sees the hours behind a job of a day and more, where a place never closes", () => {
  const always = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
    locationId: 1,
    weekday,
    startMinute: 0,
    endMinute: 0,
  }))
  // In New York before the clocks go forward.
  const midnight = benchInput([]).firstDay * 1_440 + 300
  const input = benchInput([
    { ...benchProvider(1), hours: always, busy: Int32Array.of(midnight - 400, midnight - 359) },
  ])
  input.type = { ...input.type, blockMinutes: [1_440], bufferAfterMinutes: 600, slotIntervalMinutes: 5 }
  input.endDay = input.firstDay + 2
  const { offered, recommended } = searchSlots(input)
  const open = oracleOpen(input, input.providers[0]!, input.locations[0]!)
  const wanted = oracleRecommended(input, offered, (_, minute) => open(minute))
  expect(recommended.map(say)).toEqual(wanted.map(say))
})

function say({
  provider,
  location,
  start,
}: {
  provider: ProviderPlan
  location: LocationPlan
  start: number
}) {
  return `${start} provider ${provider.id} location ${location.id}`
}

function isFound(
  places: readonly ProviderLocationStarts[],
  slot: { provider: ProviderPlan; location: LocationPlan; start: number },
) {
  return places.some(
    (p) => p.provider === slot.provider && p.location === slot.location && p.starts.includes(slot.start),
  )
}

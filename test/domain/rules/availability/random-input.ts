/**
 * Random searches that crowd around clock changes, midnights and touching edges.
 */
import fc from "fast-check"
import type {
  LocatedJob,
  LocationPlan,
  ProviderPlan,
  SearchInput,
  TypePlan,
} from "../../../../domain/model/availability.ts"
import { type GeoPoint, pointKey } from "../../../../domain/model/geo.ts"
import type { DateOverride, DayInterval, WeeklyHours } from "../../../../domain/model/hours.ts"
import { normalized } from "../../../../domain/time/intervals.ts"
import { type RandomResources, randomResources } from "../resources/random-resources.ts"

const DAY = 1440

/** Each zone with a date near which something happens to its clock; the plain ones have odd offsets. */
const MOMENTS: readonly (readonly [string, string])[] = [
  ["America/New_York", "2027-03-14"],
  ["America/New_York", "2026-11-01"],
  ["Europe/Paris", "2027-03-28"],
  ["Europe/Paris", "2026-10-25"],
  ["Australia/Lord_Howe", "2026-10-04"],
  ["Australia/Lord_Howe", "2027-04-04"],
  ["Asia/Kathmandu", "2026-06-01"],
  ["America/St_Johns", "2027-03-14"],
  ["America/St_Johns", "2006-10-29"],
  ["America/St_Johns", "2006-04-02"],
  ["Pacific/Chatham", "2026-09-27"],
  ["Pacific/Chatham", "2027-04-04"],
  ["Africa/Casablanca", "2026-02-15"],
  ["Africa/Casablanca", "2026-03-22"],
  ["America/Santiago", "2026-09-06"],
  ["America/Santiago", "2027-04-04"],
  ["Atlantic/Azores", "2026-10-25"],
  ["Atlantic/Azores", "2027-03-28"],
  ["America/Havana", "2026-11-01"],
  ["Africa/Cairo", "2026-04-24"],
  ["Asia/Beirut", "2027-03-28"],
  ["Pacific/Apia", "2011-12-30"],
  ["Antarctica/Troll", "2027-03-28"],
  ["UTC", "2026-06-01"],
]

const minuteOfDay = fc.oneof(
  fc.integer({ min: 0, max: 95 }).map((quarter) => quarter * 15),
  fc.constantFrom(0, 1, 60, 120, 150, 180, 1380, 1439),
  fc.integer({ min: 0, max: 1439 }),
)

const interval: fc.Arbitrary<DayInterval> = fc.record({ startMinute: minuteOfDay, endMinute: minuteOfDay })

const allWeek = [1, 2, 3, 4, 5, 6, 7]

const weeklyHours: fc.Arbitrary<WeeklyHours[]> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .array(fc.record({ weekday: fc.constantFrom(...allWeek), at: interval }), { maxLength: 10 })
      .map((list) => list.map(({ weekday, at }) => ({ locationId: 1, weekday, ...at }))),
  },
  {
    weight: 3,
    arbitrary: interval.map((at) => allWeek.map((weekday) => ({ locationId: 1, weekday, ...at }))),
  },
  {
    weight: 1,
    arbitrary: fc.constant(
      allWeek.map((weekday) => ({ locationId: 1, weekday, startMinute: 0, endMinute: 0 })),
    ),
  },
)

/** Stretches that begin within some days of the first. */
function stretches(firstDay: number, longestMinutes: number, maxLength: number): fc.Arbitrary<Int32Array> {
  const stretch = fc.tuple(
    fc.integer({ min: (firstDay - 3) * DAY, max: (firstDay + 10) * DAY }),
    fc.integer({ min: 1, max: longestMinutes }),
  )
  return fc
    .array(stretch, { maxLength })
    .map((list) => list.sort((a, b) => a[0] - b[0]).flatMap(([start, length]) => [start, start + length]))
    .map((pairs) => Int32Array.from(pairs))
}

function typePlan(blockMinutes: fc.Arbitrary<number[]>): fc.Arbitrary<TypePlan> {
  return fc.record({
    id: fc.constant(1),
    name: fc.constant("Visit"),
    place: fc.constant("at_location" as const),
    blockMinutes,
    bufferBeforeMinutes: fc.constantFrom(0, 0, 5, 30, 600),
    bufferAfterMinutes: fc.constantFrom(0, 0, 10, 45, 600),
    slotIntervalMinutes: fc.constantFrom(5, 15, 30, 35, 60, 100, 240),
    starts: fc.constantFrom("grid" as const, "packed" as const, "packed_only" as const),
    minNoticeMinutes: fc.constantFrom(0, 120, 1440),
    bookingWindowDays: fc.constantFrom(1, 3, 60),
    dailyLimit: fc.constantFrom(null, null, 1, 2),
    skipShortDays: fc.boolean(),
  })
}

const oneDay = fc.constantFrom<number[][]>([15], [60], [90], [480], [1440])
const severalDays = fc.constantFrom<number[][]>(
  [60, 60],
  [240, 120],
  [120, 90, 30],
  [600, 600],
  [60, 60, 60, 60],
)

/** A search for one provider at one location of at most seven days. */
export function randomSearch(kind: "one day" | "several days"): fc.Arbitrary<SearchInput> {
  const moments = fc.tuple(fc.constantFrom(...MOMENTS), fc.integer({ min: -6, max: 2 }))
  return moments.chain(([[zone, date], shift]) => {
    const firstDay = dayOf(date) + shift
    return fc
      .record({
        days: fc.integer({ min: 1, max: 7 }),
        nowMinute: fc.integer({ min: (firstDay - 4) * DAY, max: (firstDay + 2) * DAY }),
        nowSecond: fc.constantFrom(0, 30),
        type: typePlan(kind === "one day" ? oneDay : severalDays),
        hours: weeklyHours,
        overrides: overrides(firstDay),
        timeOff: stretches(firstDay, 3000, 3),
        closed: fc.option(stretches(firstDay, 2000, 2), { freq: 3 }),
        busy: stretches(firstDay, 240, 12),
        typeStarts: stretches(firstDay, 1, 4).map((pairs) => pairs.filter((_, i) => i % 2 === 0)),
        request: fc.option(
          fc.record({
            earliest: fc.option(fc.integer({ min: -1, max: 3 })),
            latest: fc.integer({ min: 1, max: 8 }),
          }),
          { freq: 2 },
        ),
        overrideEligibility: fc.constantFrom(false, false, false, true),
        road: fc.option(road, { freq: 2 }),
        resources: fc.oneof(
          { weight: 2, arbitrary: fc.constant(null) },
          { weight: 1, arbitrary: randomResources(firstDay) },
        ),
        ofCustomer: fc.oneof(fc.constant(new Int32Array(0)), stretches(firstDay, 240, 6)),
      })
      .map((drawn) => toInput(zone, firstDay, drawn))
  })
}

/** Points in a square of fifty kilometres. */
const point = fc.record({
  latitude: fc.integer({ min: 300, max: 305 }).map((tenth) => tenth / 10),
  longitude: fc.integer({ min: -980, max: -975 }).map((tenth) => tenth / 10),
})

const drives = fc
  .array(fc.tuple(point, fc.option(fc.integer({ min: 0, max: 9_000 }))), { maxLength: 12 })
  .map((list) => new Map(list.map(([at, seconds]) => [pointKey(at), seconds])))

/** Half of the searches are for visits on the road. */
const road = fc.record({
  travel: fc.record({
    speedKmh: fc.constantFrom(20, 50, 90),
    roadFactor: fc.constantFrom(1, 1.3),
    setupMinutes: fc.constantFrom(0, 5, 20),
  }),
  customer: point,
  home: fc.option(point),
  location: fc.option(point),
  visits: fc.array(point, { minLength: 12, maxLength: 12 }),
  driving: fc.option(fc.record({ toCustomer: drives, fromCustomer: drives }), { freq: 2 }),
})
type Road = typeof road extends fc.Arbitrary<infer Drawn> ? Drawn : never

/** Each busy stretch as a visit: every second one to a customer whose point is known. */
function visitsAt(busy: Int32Array, points: readonly GeoPoint[]): LocatedJob[] {
  const visits: LocatedJob[] = []
  for (let i = 0; i < busy.length; i += 4)
    visits.push({ start: busy[i]!, end: busy[i + 1]!, ...points[i / 2]! })
  return visits.reverse()
}

interface Drawn {
  days: number
  nowMinute: number
  nowSecond: number
  type: TypePlan
  hours: WeeklyHours[]
  overrides: DateOverride[]
  timeOff: Int32Array
  closed: Int32Array | null
  busy: Int32Array
  typeStarts: Int32Array
  request: { earliest: number | null; latest: number } | null
  overrideEligibility: boolean
  road: Road | null
  resources: RandomResources | null
  ofCustomer: Int32Array
}

function toInput(zone: string, firstDay: number, drawn: Drawn): SearchInput {
  const { hours, overrides, timeOff, busy, typeStarts, overrideEligibility, road } = drawn
  const needs = drawn.resources?.needs
  const placed: TypePlan = road === null ? drawn.type : { ...drawn.type, place: "at_customer" }
  const type: TypePlan = needs ? { ...placed, needs } : placed
  const location: LocationPlan = {
    id: 1,
    name: "Downtown",
    zone,
    point: road?.location ?? null,
    serviceArea: { kind: "anywhere" },
    ...(drawn.closed === null ? {} : { closed: normalized(drawn.closed) }),
  }
  const provider: ProviderPlan = {
    ...{ id: 1, name: "Ana", startPoint: road?.home ?? null, maxTravelKm: null },
    ...{ travel: road?.travel ?? null, jobs: road === null ? [] : visitsAt(busy, road.visits) },
    ...{ hours, overrides, timeOff, busy, typeStarts },
  }
  const request = drawn.request && {
    earliestDay: drawn.request.earliest === null ? null : firstDay + drawn.request.earliest,
    latestDay: firstDay + drawn.request.latest,
    locationId: null,
    providerId: null,
  }
  return {
    now: drawn.nowMinute * 60_000 + drawn.nowSecond * 1000,
    ...{ firstDay, endDay: firstDay + drawn.days, type, overrideEligibility, request },
    ...{ locations: [location], providers: [provider] },
    ...{
      locationFilter: null,
      providerFilter: null,
      assignedProviderId: null,
      serviceAddress: road && { point: road.customer, postalCode: null, country: null },
      customerJobs: overrideEligibility ? [] : jobsOf(drawn.ofCustomer),
      driving: road?.driving ?? null,
      moves: false,
      ...(drawn.resources ? { resources: drawn.resources.input } : {}),
    },
  }
}

/** The jobs of appointments that no provider of the search has. */
const jobsOf = (pairs: Int32Array) =>
  Array.from({ length: pairs.length / 2 }, (_, i) => ({
    id: 101 + i,
    start: pairs[2 * i]!,
    end: pairs[2 * i + 1]!,
  }))

function overrides(firstDay: number): fc.Arbitrary<DateOverride[]> {
  const override = fc.record({
    locationId: fc.constant(1),
    day: fc.integer({ min: firstDay - 2, max: firstDay + 9 }),
    intervals: fc.array(interval, { maxLength: 2 }),
  })
  return fc.array(override, { maxLength: 3 })
}

function dayOf(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / (DAY * 60_000)
}

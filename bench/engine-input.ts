/**
 * The engine's benchmark job: one provider in New York, Monday to Friday 8 to 18 with a lunch hour and Saturday
 * morning, 200 busy stretches over 31 days that begin a fortnight before the clocks go forward, 60 minutes on a
 * 15-minute grid.
 */
import type { ProviderPlan, SearchInput, WeeklyHours } from "../src/rules/availability/types.ts"
import { dayOfDate } from "../src/time/dates.ts"
import { localToMinute } from "../src/time/local-time.ts"

export const ZONE = "America/New_York"
export const DAYS = 31
const BUSY_STRETCHES = 200

const firstDay = dayOfDate("2027-03-01")!

const hours: WeeklyHours[] = [1, 2, 3, 4, 5, 6].flatMap((weekday) => {
  const morning = { locationId: 1, weekday, startMinute: 480, endMinute: 720 }
  const afternoon = { locationId: 1, weekday, startMinute: 780, endMinute: 1080 }
  return weekday === 6 ? [morning] : [morning, afternoon]
})

/** Deterministic: between six and seven stretches a day, 15 to 50 minutes long, anywhere from 7 to 19 o'clock. */
function busyStretches(seed: number): Int32Array {
  const pairs: [number, number][] = []
  let state = seed
  for (let i = 0; i < BUSY_STRETCHES; i++) {
    const day = firstDay + Math.floor((i * DAYS) / BUSY_STRETCHES)
    state = (state * 1103515245 + 12345) % 2147483648
    const start = localToMinute(ZONE, day, 420 + (state % 720))
    pairs.push([start, start + 15 + (state % 8) * 5])
  }
  return Int32Array.from(pairs.sort((a, b) => a[0] - b[0]).flat())
}

export function benchProvider(id: number): ProviderPlan {
  return {
    id,
    name: `Provider ${id}`,
    startPoint: null,
    maxTravelKm: null,
    hours,
    overrides: [],
    timeOff: new Int32Array(0),
    busy: busyStretches(id),
    typeStarts: new Int32Array(0),
    jobs: [],
  }
}

export function benchInput(providers: readonly ProviderPlan[]): SearchInput {
  return {
    now: Date.UTC(2027, 1, 20),
    firstDay,
    endDay: firstDay + DAYS,
    type: {
      id: 1,
      name: "Visit",
      place: "at_location",
      blockMinutes: [60],
      bufferBeforeMinutes: 0,
      bufferAfterMinutes: 0,
      slotIntervalMinutes: 15,
      minNoticeMinutes: 120,
      bookingWindowDays: 60,
      dailyLimit: null,
    },
    locations: [{ id: 1, name: "Downtown", zone: ZONE, point: null, serviceArea: { kind: "anywhere" } }],
    providers,
    locationFilter: null,
    providerFilter: null,
    request: null,
    assignedProviderId: null,
    customerPlace: null,
    overrideEligibility: false,
  }
}

/**
 * The engine's benchmark job: one provider in New York, Monday to Friday 8 to 18 with a lunch hour and Saturday
 * morning, 200 busy stretches over 31 days that begin a fortnight before the clocks go forward, 60 minutes on a
 * 15-minute grid.
 */
import type { ProviderPlan, SearchInput } from "../domain/model/availability.ts"
import type { WeeklyHours } from "../domain/model/hours.ts"
import { dayOfDate } from "../domain/time/dates.ts"
import { localToMinute } from "../domain/time/local-time.ts"

export const ZONE = "America/New_York"
export const DAYS = 31
const BUSY_STRETCHES = 200

const firstDay = dayOfDate("2027-03-01")!

const hours: WeeklyHours[] = [1, 2, 3, 4, 5, 6].flatMap((weekday) => {
  const morning = { locationId: 1, weekday, startMinute: 480, endMinute: 720 }
  const afternoon = { locationId: 1, weekday, startMinute: 780, endMinute: 1080 }
  return weekday === 6 ? [morning] : [morning, afternoon]
})

/**
 * The same for the same seed: six or seven stretches a day between 7 and 19 o'clock, of 15 to 45 minutes, at odd minutes,
 * and never two at once, as the database sees to for a provider's own appointments.
 */
function busyStretches(seed: number): Int32Array {
  const pairs = new Int32Array(BUSY_STRETCHES * 2)
  let state = seed
  for (let i = 0; i < BUSY_STRETCHES; i++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    const day = firstDay + Math.floor((i * DAYS) / BUSY_STRETCHES)
    const ofDay = i - Math.ceil(((day - firstDay) * BUSY_STRETCHES) / DAYS)
    const start = localToMinute(ZONE, day, 420 + ofDay * 102 + ((state >>> 8) % 57))
    pairs.set([start, start + 15 + ((state >>> 16) % 7) * 5], i * 2)
  }
  return pairs
}

export function benchProvider(id: number): ProviderPlan {
  return {
    id,
    name: `Provider ${id}`,
    startPoint: null,
    maxTravelKm: null,
    travel: null,
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
      starts: "grid",
      minNoticeMinutes: 120,
      bookingWindowDays: 60,
      skipShortDays: false,
      dailyLimit: null,
    },
    locations: [{ id: 1, name: "Downtown", zone: ZONE, point: null, serviceArea: { kind: "anywhere" } }],
    providers,
    locationFilter: null,
    providerFilter: null,
    request: null,
    assignedProviderId: null,
    serviceAddress: null,
    customerJobs: [],
    driving: null,
    moves: false,
    overrideEligibility: false,
  }
}

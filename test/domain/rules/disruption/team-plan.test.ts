import { describe, expect, it } from "vitest"
import type { ProviderPlan, SearchInput, TeamVisit } from "../../../../domain/model/availability.ts"
import type { DayToPlan, PlanVehicle, PlanVisit } from "../../../../domain/model/plan.ts"
import { finished } from "../../../../domain/rules/availability/steps.ts"
import { TeamPlan, type VisitHit } from "../../../../domain/rules/disruption/team-plan.ts"
import { seedsFrom, shareOfNumber } from "../../../support/trials.ts"
import { ana, at, ben, day, downtown, hours, search, visit, WEEKDAYS } from "../availability/story.ts"
import { isPossible, none, rolls } from "../planning/small-days.ts"

/** Kilometres along one meridian; a minute of driving for each. */
const north = (km: number) => ({ latitude: 41.88 + km / 111.195, longitude: -87.63 })
const travel = { speedKmh: 60, roadFactor: 1, setupMinutes: 0 }
const here = { ...downtown, point: north(0) }
const midnight = at("2027-03-01 00:00")

interface Drawn {
  id: number
  km: number
  minutes: number
  /** Minutes of the day. */
  earliest: number
  latest: number
}

function drawVisits(roll: () => number, count: number, firstId: number): Drawn[] {
  return Array.from({ length: count }, (_, i) => {
    const earliest = 480 + 120 * Math.floor(roll() * 4)
    return {
      id: firstId + i,
      km: Math.floor(roll() * 30) - 15,
      minutes: [45, 60, 90][Math.floor(roll() * 3)]!,
      ...{ earliest, latest: earliest + 120 },
    }
  })
}

const hitOf = ({ id, km, minutes, earliest, latest }: Drawn): VisitHit => ({
  ...{ id, typeId: 1, providerId: 9, minutes, bufferBefore: 0, bufferAfter: 0, point: north(km) },
  window: { start: midnight + earliest, end: midnight + latest },
  promise: { start: midnight + earliest, end: midnight + latest },
  ...{ providerIds: [ana.id, ben.id], fromIds: [9] },
})

const van = (provider: ProviderPlan, visits: readonly TeamVisit[] = []): ProviderPlan => ({
  ...{ ...provider, travel, hours: hours(WEEKDAYS, "08:00", "16:00") },
  busy: Int32Array.from(visits.flatMap(({ start, end }) => [start, end])),
  team: { typeIds: [1], visits },
})

const inputOf = (providers: readonly ProviderPlan[]): SearchInput =>
  search({
    type: { ...visit, place: "at_customer", windowMinutes: 120 },
    ...{ providers, locations: [here] },
    serviceAddress: { point: north(0), postalCode: null, country: null },
  })

/** The same day for brute force, in minutes of the day: two vans from 8 to 16, from and to kilometre 0. */
function dayOf(visits: readonly Drawn[]): DayToPlan {
  const km = [0, ...visits.map((one) => one.km)]
  const minutes = Int32Array.from(km.flatMap((from) => km.map((to) => Math.abs(from - to))))
  const vehicle = (id: number): PlanVehicle => ({
    ...{ id, opening: 480, closing: 960, startPoint: 0, endPoint: 0, table: 0 },
    ...{ pauses: none, busy: none, skills: [], capacity: null },
  })
  return {
    vehicles: [vehicle(ana.id), vehicle(ben.id)],
    visits: visits.map(
      ({ id, minutes: work, earliest, latest }, i): PlanVisit => ({
        ...{ id, point: i + 1, minutes: work, bufferBefore: 0, bufferAfter: 0, earliest },
        // Work starts inside a window, never at its end.
        ...{ latest: latest - 1, skills: [], vehicleIds: null, load: 0 },
      }),
    ),
    tables: [{ points: km.length, minutes, setupMinutes: 0 }],
  }
}

/** The most of the hits that two vans can keep beside what they have, by trying all subsets. */
function mostKept(own: readonly Drawn[], hits: readonly Drawn[]): number {
  let most = 0
  for (let set = 0; set < 1 << hits.length; set++) {
    const kept = hits.filter((_, i) => (set >> i) & 1)
    if (kept.length > most && isPossible(dayOf([...own, ...kept]))) most = kept.length
  }
  return most
}

describe("WN-08 of windows that a broken day hits", () => {
  it("as many hold with somebody else as brute force finds, and none that a van cannot make", () => {
    let [kept, possible] = [0, 0]
    for (const seed of seedsFrom(1, 60)) {
      const roll = rolls(seed * 6_007)
      const own = drawVisits(roll, 2, 1).filter((_, i, all) => isPossible(dayOf(all.slice(0, i + 1))))
      const hits = drawVisits(roll, 3 + (seed % 4), 11)
      const plan = TeamPlan.of(
        inputOf([van(ana), van(ben)]),
        here,
        day("2027-03-01"),
        [...own, ...hits].map(({ km }) => north(km)),
      )!
      expect(finished(plan.keep(own.map(hitOf), midnight)).size).toBe(own.length)
      const served = finished(plan.keep(hits.map(hitOf), midnight))
      const chosen = hits.filter(({ id }) => served.has(id))
      expect(isPossible(dayOf([...own, ...chosen]))).toBe(true)
      for (const { id, earliest, latest } of [...own, ...chosen]) {
        const start = plan.stopOf(id)!.jobStart - midnight
        expect(start >= earliest && start < latest).toBe(true)
      }
      kept += served.size
      possible += mostKept(own, hits)
    }
    expect(possible).toBeGreaterThan(shareOfNumber(150))
    expect(kept).toBeLessThanOrEqual(possible)
    expect(kept / possible).toBeGreaterThanOrEqual(0.98)
  })

  it("what has begun stays, and so does what is pinned", () => {
    const standing = (isLocked: boolean): TeamVisit => ({
      ...{ appointmentId: 5, typeId: 1, locationId: 1, isLocked, keepsProvider: false },
      ...{ start: midnight + 480, end: midnight + 540, jobStart: midnight + 480, jobEnd: midnight + 540 },
      ...{ point: north(0), window: { start: midnight + 480, end: midnight + 600 } },
    })
    const hit = hitOf({ id: 7, km: 0, minutes: 60, earliest: 480, latest: 481 })
    const onlyAna = { ...hit, providerIds: [ana.id] }
    const keptBeside = (isLocked: boolean) => {
      const input = inputOf([van(ana, [standing(isLocked)]), van(ben)])
      const plan = TeamPlan.of(input, here, day("2027-03-01"), [hit.point])!
      return [finished(plan.keep([onlyAna], midnight)).size, plan.changesOfOthers().length]
    }
    expect(keptBeside(true)).toEqual([0, 0])
    expect(keptBeside(false)).toEqual([1, 1])
  })
})

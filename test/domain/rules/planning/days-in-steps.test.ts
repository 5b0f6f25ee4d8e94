/** A large day of a team is made in short steps, counted: what takes the serving thread between two steps holds up all others. */
import { afterEach, expect, it, vi } from "vitest"
import type { ProviderPlan, TeamVisit } from "../../../../domain/model/availability.ts"
import { finished } from "../../../../domain/rules/availability/steps.ts"
import { driveTable } from "../../../../domain/rules/availability/travel.ts"
import { planDaySteps } from "../../../../domain/rules/planning/plan-day.ts"
import { teamDayOf, teamDaySteps } from "../../../../domain/rules/planning/team-day.ts"
import { ana, at, day, downtown, hours, WEEKDAYS } from "../availability/story.ts"

const vans = 30
const visitsOfVan = 13
const travel = { speedKmh: 900, roadFactor: 1.3, setupMinutes: 1 }
const date = "2027-03-01"

const pointOf = (index: number) => ({
  latitude: 41.8 + (index % 20) / 100,
  longitude: -87.7 + Math.floor(index / 20) / 100,
})

function van(index: number): ProviderPlan {
  const visits = Array.from({ length: visitsOfVan }, (_, i): TeamVisit => {
    const jobStart = at(`${date} 08:00`) + i * 45
    const window = { start: jobStart - (jobStart % 120), end: jobStart - (jobStart % 120) + 120 }
    return {
      ...{ appointmentId: 1 + index * visitsOfVan + i, typeId: 1, locationId: 1, window },
      ...{ isLocked: false, keepsProvider: false, point: pointOf(index * visitsOfVan + i) },
      ...{ start: jobStart, end: jobStart + 30, jobStart, jobEnd: jobStart + 30 },
    }
  })
  return {
    ...{ ...ana, id: index + 1, travel, hours: hours(WEEKDAYS, "08:00", "18:00") },
    busy: Int32Array.from(visits.flatMap(({ start, end }) => [start, end])),
    team: { typeIds: [1], visits },
  }
}

const team = {
  ...{ now: 0, freezeMinute: 0, serviceAddress: null, type: { id: 1, dailyLimit: null } },
  providers: Array.from({ length: vans }, (_, i) => van(i)),
}
const there = { ...downtown, point: pointOf(0) }

afterEach(() => vi.restoreAllMocks())

/** How many steps there are, and how many distances the longest of them works out. */
function stepsOf(steps: Generator<void, unknown>): { count: number; mostDistances: number } {
  const distance = vi.spyOn(Math, "asin")
  let [count, before, mostDistances] = [0, 0, 0]
  for (;;) {
    const { done } = steps.next()
    mostDistances = Math.max(mostDistances, distance.mock.calls.length - before)
    before = distance.mock.calls.length
    count += 1
    if (done) return { count, mostDistances }
  }
}

it("FX-12 a day of 30 vans with 390 visits is made in steps, none of which works out more than one row of distances", () => {
  const visits = vans * visitsOfVan
  const { count, mostDistances } = stepsOf(teamDaySteps(team, there, day(date)))
  expect(mostDistances).toBeGreaterThan(visits / 2)
  expect(mostDistances).toBeLessThanOrEqual(visits)
  // Rows of distances, rows of legs, and each van twice.
  expect(count).toBeGreaterThan(2 * visits + 2 * vans)
})

it("FX-12 a planner's tables are filled in steps of one row", () => {
  const { day: asked } = teamDayOf(team, there, day(date))!
  const { count } = stepsOf(planDaySteps(asked, { steps: 0, untilAllPlanned: true }))
  expect(count).toBeGreaterThan(vans * visitsOfVan + vans)
})

it("the rows of distances say the same as each leg by itself, both ways", () => {
  const { day: asked } = teamDayOf(team, there, day(date))!
  const [{ points, minutes }] = asked.tables as [(typeof asked.tables)[number]]
  const rows = finished(driveTable(travel, [pointOf(0), pointOf(7), pointOf(211)]))
  expect(points).toBe(vans * visitsOfVan)
  expect([...rows]).toEqual([0, rows[1], rows[2], rows[1], 0, rows[5], rows[2], rows[5], 0])
  const rowOf = (id: number) => asked.visits.find((visit) => visit.id === id)!.point!
  expect(minutes[rowOf(1) * points + rowOf(8)]).toBe(rows[1])
  expect(minutes[rowOf(212) * points + rowOf(8)]).toBe(rows[5])
})

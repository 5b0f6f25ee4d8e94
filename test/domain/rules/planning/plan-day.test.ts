import { describe, expect, it } from "vitest"
import type { DayPlan, DayToPlan, PlanVehicle, PlanVisit } from "../../../../domain/model/plan.ts"
import { checkPlan, drivingMinutes, planFaultKinds } from "../../../../domain/rules/planning/check-plan.ts"
import { planDay } from "../../../../domain/rules/planning/plan-day.ts"
import { seedsFrom, shareOfNumber } from "../../../support/trials.ts"
import { isPossible, none, rolls, smallDay, smallVisit } from "./small-days.ts"

const limits = { steps: 200, untilAllPlanned: true }

/** Points on a line, a minute apart for each unit. */
const line = (points: readonly number[], setupMinutes = 0) => ({
  points: points.length,
  minutes: Int32Array.from(points.flatMap((a) => points.map((b) => Math.abs(a - b)))),
  setupMinutes,
})

const van: PlanVehicle = {
  ...{ id: 1, opening: 480, closing: 960, startPoint: 0, endPoint: 0, table: 0 },
  ...{ pauses: none, busy: none, skills: [], capacity: null },
}
const visit: PlanVisit = {
  ...{ id: 1, point: 1, minutes: 60, bufferBefore: 0, bufferAfter: 0, earliest: 480, latest: 600 },
  ...{ skills: [], vehicleIds: null, load: 0 },
}

describe("WN-02 a plan is found when there is one", () => {
  it("for at least 98 % of the windows that brute force finds possible, and for none other", () => {
    let possible = 0
    let found = 0
    for (const seed of seedsFrom(1, 100)) {
      const roll = rolls(seed * 7919)
      const visits = 4 + (seed % 4)
      const day = smallDay(roll, visits)
      const before = planDay(day, limits)
      if (before.unplanned.length > 0) continue
      const wish = { ...smallVisit(roll, visits + 1, 0), vehicleIds: null }
      for (let earliest = 480; earliest < 900; earliest += 120) {
        const asked = {
          ...day,
          visits: [...day.visits, { ...wish, earliest, latest: earliest + 120 }],
        }
        const plan = planDay(asked, limits, before)
        expect(checkPlan(asked, plan)).toEqual([])
        const isIt = isPossible(asked)
        if (plan.unplanned.length === 0) expect(isIt).toBe(true)
        if (isIt) possible += 1
        if (plan.unplanned.length === 0) found += 1
      }
    }
    expect(possible).toBeGreaterThan(shareOfNumber(80))
    expect(found / possible).toBeGreaterThanOrEqual(0.98)
  })

  it("the same one whatever the order of the lists", () => {
    for (const seed of seedsFrom(1, 20)) {
      const day = smallDay(rolls(seed), 8)
      const turned: DayToPlan = {
        ...day,
        vehicles: day.vehicles.toReversed(),
        visits: day.visits.toReversed(),
      }
      const search = { steps: 100, untilAllPlanned: false }
      expect(planDay(turned, search)).toEqual(planDay(day, search))
    }
  })

  it("by planning anew where insertion alone finds no room", () => {
    // Both want the van at eight; only the first may wait, and it came first.
    const day = {
      vehicles: [van],
      visits: [visit, { ...visit, id: 2, latest: 490 }],
      tables: [line([0, 5])],
    }
    const first = planDay({ ...day, visits: [visit] }, limits)
    expect(first.routes).toEqual([{ vehicleId: 1, stops: [{ visitId: 1, start: 485 }] }])
    const both = planDay(day, limits, first)
    expect(both.unplanned).toEqual([])
    expect(both.routes[0]!.stops.map(({ visitId }) => visitId)).toEqual([2, 1])
  })
})

describe("WN-02 a visit of a crew, and one that not every minute suits", () => {
  /** Two of three vans at some minute of the window: every minute is tried, with a visit for each of the two. */
  const isPossibleTogether = (day: DayToPlan, { crew = 1, closed = none, ...wish }: PlanVisit) => {
    for (let start = wish.earliest; start <= wish.latest; start++) {
      if (closed.some((edge, i) => i % 2 === 0 && edge <= start && start < closed[i + 1]!)) continue
      const parts = Array.from({ length: crew }, (_, i) => ({
        ...{ ...wish, id: 100 + i, earliest: start, latest: start },
      }))
      if (isPossible({ ...day, visits: [...day.visits, ...parts] })) return true
    }
    return false
  }

  it("is planned for at least 98 % of the windows that brute force finds possible, and for none other", () => {
    let [possible, found, replanned] = [0, 0, 0]
    for (const seed of seedsFrom(1, 30)) {
      const roll = rolls(seed * 104_729)
      const visits = 3 + (seed % 2)
      const day = smallDay(roll, visits)
      const before = planDay(day, limits)
      if (before.unplanned.length > 0) continue
      const closedFrom = 480 + Math.floor(roll() * 360)
      const shape = seed % 3 === 0 ? { closed: Int32Array.from([closedFrom, closedFrom + 90]) } : { crew: 2 }
      const wish = { ...smallVisit(roll, visits + 1, 0), vehicleIds: null, skills: [], ...shape }
      for (let earliest = 480; earliest < 900; earliest += 120) {
        const wished = { ...wish, earliest, latest: earliest + 60 }
        const asked = { ...day, visits: [...day.visits, wished] }
        const plan = planDay(asked, limits, before)
        expect(checkPlan(asked, plan)).toEqual([])
        const all = plan.unplanned.length === 0 ? plan.routes.flatMap(({ stops }) => stops) : []
        const stop = all.find(({ visitId }) => visitId === wished.id)
        if (stop) {
          // Brute force agrees about the minute that was found; else it tries all others.
          const only = { ...wished, earliest: stop.start, latest: stop.start }
          expect(isPossibleTogether(day, only)).toBe(true)
        }
        if (stop || isPossibleTogether(day, wished)) possible += 1
        if (stop) found += 1
        const inserted = planDay(asked, { steps: 0, untilAllPlanned: true }, before)
        if (inserted.unplanned.length > 0 && plan.unplanned.length === 0) replanned += 1
      }
    }
    expect(possible).toBeGreaterThan(shareOfNumber(40))
    expect(replanned).toBeGreaterThan(0)
    expect(found / possible).toBeGreaterThanOrEqual(0.98)
  })

  it("begins for all of them at one minute, and one who has to lead is among them", () => {
    const vans = [1, 2, 3].map((id) => ({ ...van, id }))
    const far = { ...visit, id: 2, point: 2, earliest: 480, latest: 480, vehicleIds: [3] }
    const together = { ...visit, id: 3, crew: 2, leadIds: [3] }
    const day = { vehicles: vans, visits: [far, together], tables: [line([0, 5, 0])] }
    const plan = planDay(day, limits)
    expect(checkPlan(day, plan)).toEqual([])
    expect(plan.routes.map(({ stops }) => stops)).toEqual([
      [{ visitId: 3, start: 545 }],
      [],
      [
        { visitId: 2, start: 480 },
        { visitId: 3, start: 545 },
      ],
    ])
    expect(planDay({ ...day, vehicles: vans.slice(2) }, limits).unplanned).toEqual([3])
  })

  it("moves within its window when another visit needs the minute, and stays whole through a search for less driving", () => {
    for (const seed of seedsFrom(1, 20)) {
      const roll = rolls(seed * 31)
      const day = smallDay(roll, 6)
      const visits = day.visits.map((one, i) =>
        i % 3 === 0 ? { ...one, crew: 2, vehicleIds: null, skills: [] } : one,
      )
      const asked = { ...day, visits }
      const before = planDay(asked, { steps: 0, untilAllPlanned: true })
      const after = planDay(asked, { steps: 150, untilAllPlanned: false }, before)
      expect(checkPlan(asked, before)).toEqual([])
      expect(checkPlan(asked, after)).toEqual([])
      expect(after.unplanned.length).toBeLessThanOrEqual(before.unplanned.length)
      const turned = { ...asked, vehicles: asked.vehicles.toReversed(), visits: asked.visits.toReversed() }
      expect(planDay(turned, { steps: 150, untilAllPlanned: false }, before)).toEqual(after)
    }
  })
})

describe("WN-04 the built-in planner", () => {
  it("never drives more than the plan that it starts from, and never loses a visit of it", () => {
    for (const seed of seedsFrom(1, 30)) {
      const day = smallDay(rolls(seed * 31), 7)
      const before = planDay(day, { steps: 0, untilAllPlanned: true })
      const after = planDay(day, { steps: 150, untilAllPlanned: false }, before)
      expect(checkPlan(day, after)).toEqual([])
      expect(after.unplanned.length).toBeLessThanOrEqual(before.unplanned.length)
      if (after.unplanned.length === before.unplanned.length)
        expect(drivingMinutes(day, after)).toBeLessThanOrEqual(drivingMinutes(day, before))
    }
  })

  it("plans a day without visits, and leaves out what no van can do", () => {
    const day = { vehicles: [van], visits: [], tables: [line([0])] }
    expect(planDay(day, limits)).toEqual({ routes: [{ vehicleId: 1, stops: [] }], unplanned: [] })
    const skilled = { ...day, visits: [{ ...visit, skills: [9] }], tables: [line([0, 5])] }
    expect(planDay(skilled, limits).unplanned).toEqual([1])
    expect(planDay({ ...skilled, vehicles: [] }, limits).unplanned).toEqual([1])
  })

  it("drops of the plan that it starts from only what no longer holds", () => {
    const visits = [visit, { ...visit, id: 2, latest: 900 }]
    const day = { vehicles: [van, { ...van, id: 2 }], visits, tables: [line([0, 5])] }
    const before = { routes: [{ vehicleId: 2, stops: [1, 2, 99].map(stopAt) }], unplanned: [] }
    const plan = planDay(day, { steps: 0, untilAllPlanned: true }, before)
    expect(plan.routes.map(({ stops }) => stops.map(({ visitId }) => visitId))).toEqual([[], [1, 2]])
    const late = { ...day, visits: [visit, { ...visit, id: 2, latest: 500 }] }
    const moved = planDay(late, { steps: 0, untilAllPlanned: true }, before)
    expect(moved.routes.map(({ stops }) => stops.map(({ visitId }) => visitId))).toEqual([[], [2, 1]])
  })
})

const stopAt = (visitId: number) => ({ visitId, start: 0 })

describe("WN-04 one checker judges every plan", () => {
  const day: DayToPlan = {
    vehicles: [
      {
        ...van,
        pauses: Int32Array.from([700, 720]),
        busy: Int32Array.from([800, 820]),
        closing: 900,
        capacity: 1,
      },
    ],
    visits: [
      { ...visit, bufferAfter: 15, latest: 900, load: 1 },
      { ...visit, id: 2, point: 2, latest: 900, load: 1, closed: Int32Array.from([600, 610]) },
      { ...visit, id: 3, skills: [4], vehicleIds: [2], earliest: 500, latest: 520, crew: 2, leadIds: [2] },
    ],
    tables: [line([0, 5, 12])],
  }
  const plan = (...stops: [visitId: number, start: number][]): DayPlan => ({
    routes: [{ vehicleId: 1, stops: stops.map(([visitId, start]) => ({ visitId, start })) }],
    unplanned: [1, 2, 3].filter((id) => !stops.some(([visitId]) => visitId === id)),
  })
  const kinds = (made: DayPlan) => checkPlan(day, made).map(({ kind }) => kind)

  it("finds nothing in a plan that holds", () => {
    expect(kinds(plan([1, 485]))).toEqual([])
    expect(kinds(plan())).toEqual([])
  })

  it("finds each way to break one", () => {
    const found: Record<(typeof planFaultKinds)[number], DayPlan> = {
      unknown: { routes: [], unplanned: [1, 2, 3, 4] },
      twice: { routes: [], unplanned: [1, 1, 2, 3] },
      lost: { routes: [], unplanned: [1, 2] },
      too_early: plan([3, 485]),
      too_late: plan([3, 560]),
      skill: plan([3, 510]),
      other_vehicle: plan([3, 510]),
      pause: plan([1, 650]),
      busy: plan([1, 730]),
      leg: plan([1, 485], [2, 551]),
      buffer: plan([1, 485], [2, 559]),
      way_out: plan([1, 484]),
      way_home: plan([1, 836]),
      capacity: plan([1, 485], [2, 560]),
      closed: plan([2, 605]),
      crew: plan([3, 510]),
      lead: plan([3, 510]),
    }
    for (const kind of planFaultKinds)
      expect([kind, kinds(found[kind])]).toEqual([kind, expect.arrayContaining([kind])])
  })
})

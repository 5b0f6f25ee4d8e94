/** An appointment may move or not: it keeps its length, and the parts that staff do not change. */
import { describe, expect, it } from "vitest"
import type { Appointment } from "../../../../domain/model/appointment.ts"
import { Refusal } from "../../../../domain/model/errors.ts"
import type { LoadedSchedules } from "../../../../domain/model/schedules.ts"
import {
  judgeMove,
  lengthsOf,
  type MovingWish,
  serviceAddressOfMove,
} from "../../../../domain/rules/booking/judge-move.ts"
import { at, pairs } from "../availability/story.ts"
import { ana, ben, company, harbour, loaded, now, request, sam, visit } from "./loaded.ts"

const nine = at("2027-03-01 09:00")
const iso = (minute: number) => new Date(minute * 60_000).toISOString()

/** Sam's appointment with Ana at Downtown, an hour and a half long. */
const appointment = {
  id: 44,
  provider_id: 1,
  location_id: 1,
  address: null,
  latitude: null,
  longitude: null,
  start_at: new Date(nine * 60_000),
  blocks: [{ start_time: iso(nine), end_time: iso(nine + 90) }],
} as unknown as Appointment

const wish: MovingWish = {
  now,
  startMinute: nine + 60,
  providerId: null,
  locationId: null,
  durationMinutes: null,
  endMs: null,
  overrideEligibility: false,
}

function outcome(wished: Partial<MovingWish> = {}, changes: Partial<LoadedSchedules> = {}): string {
  const result = judgeMove(loaded(changes), appointment, { ...wish, ...wished })
  if (result instanceof Refusal) return result.field ? `${result.code} ${result.field}` : result.code
  const { provider, location, blocks } = result
  const [block] = blocks
  return `${provider.name} at ${location.name} ${block!.start - nine}–${block!.end - nine}`
}

describe("a move", () => {
  it("TQ-02 keeps length, provider and location", () => {
    expect(outcome()).toBe("Ana at Downtown 60–150")
    expect(outcome({ endMs: (nine + 150) * 60_000 })).toBe("Ana at Downtown 60–150")
    expect(outcome({ endMs: (nine + 120) * 60_000 })).toBe("end_time_mismatch end_time")
    // The hours end at noon, and it is longer than the type by now.
    expect(outcome({ startMinute: nine + 120 })).toBe("time_not_offered")
  })

  it("DS-14 takes another length, which hours and neighbours bound; where it stays, the grid does not", () => {
    expect(outcome({ durationMinutes: 30 })).toBe("Ana at Downtown 60–90")
    expect(outcome({ durationMinutes: 125 })).toBe("time_not_offered")
    const days = [...appointment.blocks, { start_time: iso(nine + 1_440), end_time: iso(nine + 1_500) }]
    const several = { ...appointment, blocks: days } as Appointment
    expect(judgeMove(loaded(), several, { ...wish, durationMinutes: 30 })).toMatchObject({
      code: "length_fixed",
    })
    const present = { ...appointment, start_at: new Date((nine + 7) * 60_000) } as Appointment
    const stays = { ...wish, startMinute: nine + 7 }
    expect(judgeMove(loaded(), present, stays)).toMatchObject({ code: "time_not_offered" })
    expect(judgeMove(loaded(), present, { ...stays, durationMinutes: 170 })).toMatchObject({
      blocks: [{ start: nine + 7, end: nine + 177 }],
    })
    expect(judgeMove(loaded(), present, { ...stays, durationMinutes: 175 })).toMatchObject({
      code: "time_not_offered",
    })
    const busy = loaded({ customer_busy: [[7, nine + 60, nine + 90]] })
    expect(judgeMove(busy, present, { ...stays, durationMinutes: 120 })).toMatchObject({
      code: "customer_busy",
    })
  })

  it("DS-14 finds the longest length by halves", () => {
    for (const most of [5, 10, 55, 60, 1_435, 1_440]) {
      let asked = 0
      const lengths = lengthsOf((minutes) => {
        asked += 1
        return minutes <= most
      })
      expect(lengths).toEqual({ shortest: 5, longest: most })
      expect(asked).toBeLessThan(12)
    }
    expect(lengthsOf(() => false)).toBeNull()
  })

  it("TQ-02 goes to another provider and location when staff say so", () => {
    const both = { providers: [ana, ben] }
    expect(outcome({ providerId: 2 }, both)).toBe("Ben at Downtown 60–150")
    expect(outcome({ providerId: 2 }, { ...both, knows_provider: false })).toBe("not_found provider_id")
    expect(outcome({}, { knows_provider: false })).toBe("Ana at Downtown 60–150")
    expect(outcome({ locationId: 2 }, { knows_location: false })).toBe("not_found location_id")
    expect(outcome({ locationId: 2 })).toBe("time_not_offered")
    const hours = ana.hours.map((each) => ({ ...each, locationId: 2 }))
    const elsewhere = { locations: [harbour], providers: [{ ...ana, hours }] }
    // Nine to twelve in New York is eight to eleven in Chicago.
    expect(outcome({ locationId: 2, startMinute: nine }, elsewhere)).toBe("Ana at Harbour 0–90")
    expect(outcome({ locationId: 2 }, elsewhere)).toBe("time_not_offered")
    expect(outcome({}, elsewhere)).toBe("time_not_offered")
  })

  it("TQ-02 is not bound by an assignment, nor by the provider and location of its request", () => {
    const assigned = {
      company: { ...company, provider_assignment: "per_customer" as const },
      customer: { ...sam, assigned_provider_id: 2 },
      providers: [ana, ben],
      request: { ...request, provider_id: 2, location_id: 2, status: "scheduled" as const },
    }
    expect(outcome({}, assigned)).toBe("Ana at Downtown 60–150")
  })

  it("TQ-02 stays within the dates of its request, unless staff say so", () => {
    const asked = { request: { ...request, latest_date: "2027-02-28" } }
    expect(outcome({}, asked)).toBe("time_not_offered")
    expect(outcome({ overrideEligibility: true }, asked)).toBe("Ana at Downtown 60–150")
    expect(outcome({}, { request: { ...request, earliest_date: "2027-03-02" } })).toBe("time_not_offered")
  })

  it("TQ-02 is refused where somebody else is booked, and for a type that is gone", () => {
    const busy = { ...ana, busy: pairs(["2027-03-01 11:00", "2027-03-01 11:30"]) }
    expect(outcome({}, { providers: [busy] })).toBe("time_not_offered")
    expect(outcome({}, { type: null })).toBe("type_not_bookable")
    expect(outcome({}, { type: { ...visit, active: false } })).toBe("Ana at Downtown 60–150")
  })
})

describe("the address of a move", () => {
  const address = {
    line1: "1 Elm",
    line2: null,
    city: "Chicago",
    state: "IL",
    postal_code: "60601",
    country: "US",
  }
  const booked = { ...appointment, address, latitude: 41.88, longitude: -87.63 } as Appointment

  it("TQ-02 is the customer's on file, else the one that was booked", () => {
    expect(serviceAddressOfMove(loaded({ customer: { ...sam, address } }), booked)).toBeNull()
    expect(serviceAddressOfMove(loaded(), booked)).toEqual({
      point: { latitude: 41.88, longitude: -87.63 },
      postalCode: "60601",
      country: "US",
    })
    expect(serviceAddressOfMove(loaded({ customer: null }), { ...booked, latitude: null })).toEqual({
      point: null,
      postalCode: "60601",
      country: "US",
    })
    expect(serviceAddressOfMove(loaded(), appointment)).toBeNull()
  })
})

it("TQ-02 a move says whether its own location takes no more, or the one that was wished", () => {
  const said = (wished: Partial<MovingWish>) =>
    (judgeMove(loaded({ locations: [] }), appointment, { ...wish, ...wished }) as Refusal).message
  expect(said({})).toMatch(/^This location no longer/)
  expect(said({ locationId: 1 })).toMatch(/^That location/)
})

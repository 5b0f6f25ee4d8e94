/** A wished time may be booked or not, and one reason is said first. */
import { describe, expect, it } from "vitest"
import { Refusal } from "../../../../domain/model/errors.ts"
import type { LoadedSchedules } from "../../../../domain/model/schedules.ts"
import { type BookingWish, judgeBooking } from "../../../../domain/rules/booking/judge-booking.ts"
import { at, pairs } from "../availability/story.ts"
import { ana, ben, company, downtown, harbour, loaded, now, request, sam, visit } from "./loaded.ts"

/** Monday, 1 March 2027, nine o'clock in Chicago. */
const nine = at("2027-03-01 09:00")

const wish: BookingWish = {
  now,
  customerId: 3,
  typeId: 2,
  providerId: 1,
  locationId: 1,
  startMinute: nine,
  endMs: null,
  requestId: null,
  durationOptionId: null,
  overrideEligibility: false,
  answers: {},
  mayLeaveQuestionsOpen: false,
  mayLeaveFilesOpen: false,
}

function judged(wished: Partial<BookingWish> = {}, changes: Partial<LoadedSchedules> = {}) {
  return judgeBooking(loaded(changes), { ...wish, ...wished })
}

/** The refusal's code, with the field where it names one; or the blocks that are booked. */
function outcome(wished: Partial<BookingWish> = {}, changes: Partial<LoadedSchedules> = {}): string {
  const result = judged(wished, changes)
  if (result instanceof Refusal) return result.field ? `${result.code} ${result.field}` : result.code
  return result.blocks.map(({ start, end }) => `${start - nine}–${end - nine}`).join(" ")
}

describe("a booking", () => {
  it("TQ-02 needs records that are there, and an active type", () => {
    expect(outcome()).toBe("0–60")
    expect(outcome({}, { customer: null })).toBe("not_found customer_id")
    expect(outcome({}, { type: null })).toBe("not_found appointment_type_id")
    expect(outcome({}, { knows_provider: false })).toBe("not_found provider_id")
    expect(outcome({}, { knows_location: false })).toBe("not_found location_id")
    expect(outcome({ requestId: 7 })).toBe("not_found scheduling_request_id")
    expect(outcome({}, { type: { ...visit, active: false } })).toBe("type_not_bookable")
  })

  it("TQ-02 is as long as the type, the option or the request, and an end that was sent has to agree", () => {
    expect(outcome({ durationOptionId: 1 })).toBe("0–120")
    expect(outcome({ durationOptionId: 2 })).toBe("invalid_input duration_option_id")
    const asked = { request: { ...request, block_minutes: [90] } }
    expect(outcome({ requestId: 7 }, asked)).toBe("0–90")
    expect(outcome({ endMs: (nine + 60) * 60_000 })).toBe("0–60")
    expect(outcome({ endMs: (nine + 90) * 60_000 })).toBe("end_time_mismatch end_time")
    expect(outcome({ endMs: (nine + 90) * 60_000, requestId: 7 }, asked)).toBe("0–90")
  })

  it("TQ-02 of a type by request needs one, unless staff say so", () => {
    const byRequest = { type: { ...visit, kind: "by_request" as const } }
    expect(outcome({}, byRequest)).toBe("request_needed")
    expect(outcome({ overrideEligibility: true }, byRequest)).toBe("0–60")
    expect(outcome({}, { ...byRequest, open_request: request })).toBe("0–60")
    expect(outcome({ requestId: 7 }, { ...byRequest, request })).toBe("0–60")
  })

  it("TQ-02 names a request of the same customer and type that is open, or that staff take late", () => {
    expect(outcome({ requestId: 7 }, { request: { ...request, customer_id: 4 } })).toBe(
      "request_mismatch scheduling_request_id",
    )
    expect(outcome({ requestId: 7 }, { request: { ...request, appointment_type_id: 5 } })).toBe(
      "request_mismatch scheduling_request_id",
    )
    expect(outcome({ requestId: 7 }, { request: { ...request, status: "scheduled" } })).toBe(
      "request_not_open",
    )
    const over = { request: { ...request, latest_date: "2027-02-20" } }
    expect(outcome({ requestId: 7 }, over)).toBe("request_not_open")
    expect(outcome({ requestId: 7, overrideEligibility: true }, over)).toBe("0–60")
    const closed = { request: { ...request, status: "cancelled" as const } }
    expect(outcome({ requestId: 7, overrideEligibility: true }, closed)).toBe("request_not_open")
  })

  it("TQ-02 is refused at a time that is not free, and within the notice", () => {
    const busy = { ...ana, busy: pairs(["2027-03-01 09:30", "2027-03-01 10:30"]) }
    expect(outcome({}, { providers: [busy] })).toBe("time_not_offered")
    expect(outcome({ startMinute: nine + 30 })).toBe("time_not_offered")
    expect(outcome({ startMinute: nine + 240 })).toBe("time_not_offered")
    const late = { type: { ...visit, min_notice_minutes: 60 } }
    expect(outcome({ now: (nine - 61) * 60_000 }, late)).toBe("0–60")
    expect(outcome({ now: (nine - 59) * 60_000 }, late)).toBe("time_not_offered")
  })

  it("TQ-02 names the customer's own appointment at that time, where no rule stands in the way", () => {
    const own = { customer_busy: [[44, nine + 30, nine + 90]] as const }
    const refusal = judged({}, own)
    expect(refusal).toMatchObject({ code: "customer_busy", details: { appointment_id: 44 } })
    expect(outcome({}, { customer_busy: [[44, nine + 60, nine + 120]] })).toBe("0–60")
    expect(outcome({}, { ...own, type: { ...visit, customer_overlap: true } })).toBe("0–60")
    expect(outcome({ overrideEligibility: true }, own)).toBe("0–60")
    // The appointment may be with this very provider, who is busy by it.
    const busy = { ...ana, busy: pairs(["2027-03-01 09:30", "2027-03-01 10:30"]) }
    expect(outcome({}, { ...own, providers: [busy] })).toBe("customer_busy")
    expect(outcome({ startMinute: nine + 30 }, own)).toBe("time_not_offered")
  })

  it("TQ-02 without a location is at the first where the provider has the time", () => {
    const anywhere = { locationId: null }
    const result = judged(anywhere, { locations: [harbour, downtown] })
    expect(result).toMatchObject({ location: { id: 1 } })
    // Of two refusals the one about the time is said, not that the provider does not work at the other place.
    const later = { ...anywhere, startMinute: nine + 30 }
    expect(outcome(later, { locations: [harbour, downtown] })).toBe("time_not_offered")
    expect(outcome({ locationId: 9 })).toBe("time_not_offered")
  })

  it("TQ-02 is with an active provider who offers the type, and with the assigned one", () => {
    expect(outcome({ providerId: 2 }, { providers: [ana] })).not.toBe("0–60")
    const assigned = {
      company: { ...company, provider_assignment: "per_customer" as const },
      customer: { ...sam, assigned_provider_id: 2 },
      providers: [ana, ben],
    }
    expect(outcome({ providerId: 2 }, assigned)).toBe("0–60")
    expect(outcome({ providerId: 1 }, assigned)).not.toBe("0–60")
  })

  it("TQ-02 at the customer's place needs an address that the location serves", () => {
    const type = { ...visit, place: "at_customer" as const }
    const served = { ...downtown, service_area: { kind: "postal_codes" as const, codes: ["60601"] } }
    const living = (postal_code: string) => ({
      ...sam,
      latitude: 41.88,
      longitude: -87.63,
      address_accuracy: "exact" as never,
      address: { line1: "1 Elm", line2: null, city: "Chicago", state: "IL", postal_code, country: "US" },
    })
    expect(outcome({}, { type, locations: [served] })).toBe("address_needed")
    expect(outcome({}, { type, locations: [served], customer: living("60601") })).toBe("0–60")
    expect(outcome({}, { type, locations: [served], customer: living("10001") })).toBe("out_of_service_area")
    expect(
      outcome({ overrideEligibility: true }, { type, locations: [served], customer: living("10001") }),
    ).toBe("0–60")
  })
})

it("TQ-02 a request fits by the day of the company's zone, where neither names a location that is there", () => {
  // Nine in the morning in Chicago on 1 March; the request ends the day before.
  const ended = { ...request, latest_date: "2027-02-28" }
  const attached = (open_request: typeof request) => {
    const result = judged({ locationId: 99 }, { open_request, locations: [downtown] })
    return result instanceof Refusal ? result.code : result.request?.id
  }
  expect(attached(ended)).toBe("time_not_offered")
  expect(attached(request)).toBe("time_not_offered")
})

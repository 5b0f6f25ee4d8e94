/** The requirements of a new scheduling request. */
import { describe, expect, it } from "vitest"
import type { LoadedSchedules } from "../../../../domain/model/schedules.ts"
import { type RequestWish, whyNoRequest } from "../../../../domain/rules/requests/new-request.ts"
import { company, loaded, now, sam, visit } from "../booking/loaded.ts"

const wish: RequestWish = {
  now,
  customerId: 3,
  typeId: 2,
  earliestDate: null,
  latestDate: "2027-03-31",
  locationId: null,
  providerId: null,
  blockMinutes: null,
}

function refused(wished: Partial<RequestWish>, changes: Partial<LoadedSchedules> = {}, zones = ["UTC"]) {
  const refusal = whyNoRequest(loaded(changes), { ...wish, ...wished }, zones)
  return refusal && `${refusal.code} ${refusal.field}`
}

describe("a new request", () => {
  it("TQ-02 needs a customer and an active type that are there", () => {
    expect(refused({})).toBeNull()
    expect(refused({}, { customer: null })).toBe("not_found customer_id")
    expect(refused({}, { type: null })).toBe("not_found appointment_type_id")
    expect(refused({}, { type: { ...visit, active: false } })).toBe("type_not_bookable appointment_type_id")
  })

  it("TQ-02 has dates in order, of which one is yet to come", () => {
    expect(refused({ earliestDate: "2027-03-31" })).toBeNull()
    expect(refused({ earliestDate: "2027-04-01" })).toBe("invalid_input earliest_date")
    expect(refused({ latestDate: "2027-02-22" })).toBeNull()
    expect(refused({ latestDate: "2027-02-21" })).toBe("invalid_input latest_date")
    // It is still the 21st in Pago Pago, which could serve it.
    const lateInUtc = { latestDate: "2027-02-21", now: Date.UTC(2027, 1, 22, 10) }
    expect(refused(lateInUtc, {}, ["UTC", "Pacific/Pago_Pago"])).toBeNull()
    expect(refused(lateInUtc, {}, ["UTC"])).toBe("invalid_input latest_date")
  })

  it("TQ-02 wishes for a location that is there and offers the type", () => {
    expect(refused({ locationId: 1 })).toBeNull()
    expect(refused({ locationId: 2 })).toBe("invalid_input location_id")
    expect(refused({ locationId: 2 }, { knows_location: false })).toBe("not_found location_id")
    expect(refused({}, { knows_location: false })).toBeNull()
  })

  it("TQ-02 wishes for a provider who is there and offers the type", () => {
    expect(refused({ providerId: 1 })).toBeNull()
    expect(refused({ providerId: 2 })).toBe("invalid_input provider_id")
    expect(refused({ providerId: 1 }, { knows_provider: false })).toBe("not_found provider_id")
    expect(refused({}, { knows_provider: false })).toBeNull()
  })

  it("TQ-02 wishes for no other provider than the one who is assigned, where the company assigns", () => {
    const assigns = { ...company, provider_assignment: "per_customer" as const }
    const toBen = { ...sam, assigned_provider_id: 2 }
    const toAna = { ...sam, assigned_provider_id: 1 }
    expect(refused({ providerId: 1 }, { company: assigns, customer: toBen })).toBe(
      "invalid_input provider_id",
    )
    expect(refused({ providerId: 1 }, { company: assigns, customer: toAna })).toBeNull()
    expect(refused({ providerId: 1 }, { company: assigns })).toBeNull()
    expect(refused({ providerId: 1 }, { customer: toBen })).toBeNull()
  })
})

/** Why a provider may not be booked at a place at all: each reason with the records that cause it, and no other reason. */
import { describe, expect, it } from "vitest"
import type { ExplainedLocation, ExplainedSchedules } from "../../../../domain/model/schedules.ts"
import {
  type EligibilityQuestion,
  whyNotEligible,
} from "../../../../domain/rules/availability/explain-eligibility.ts"
import { loaded as loadedOf, downtown as place, visit } from "../booking/loaded.ts"
import { ana, downtown, search } from "./story.ts"

const here: ExplainedLocation = { ...place, active: true, isOfType: true }

const explained = (changes: Partial<NonNullable<ExplainedSchedules["explained"]>> = {}) => ({
  plan: ana,
  active: true,
  offersType: true,
  timeOff: [],
  occupying: [],
  freshBusy: [],
  ...changes,
})

function reasons(
  changes: Partial<EligibilityQuestion> = {},
  loadedChanges: Partial<ExplainedSchedules> = {},
): string[] {
  const question: EligibilityQuestion = {
    loaded: { ...loadedOf(), explained: explained(), explainedLocations: [here], ...loadedChanges },
    input: search(),
    provider: ana,
    location: downtown,
    requestId: null,
    lacksRequest: false,
    asksLive: true,
    ...changes,
  }
  return whyNotEligible(question).map(
    ({ code, causes }) =>
      `${code}: ${causes.map(({ kind, id, value }) => [kind, id, value].filter((each) => each !== undefined).join(" ")).join(", ")}`,
  )
}

describe("a provider at a place", () => {
  it("TQ-02 may be booked where nothing speaks against it", () => {
    expect(reasons()).toEqual([])
  })

  it("TQ-02 is not, when one of the records is switched off or does not offer the type", () => {
    const off = { type: { ...visit, active: false } }
    expect(reasons({}, off)).toEqual(["type_inactive: appointment_type 1"])
    expect(reasons({ input: search({ moves: true }) }, off)).toEqual([])
    expect(reasons({}, { explained: explained({ active: false }) })).toEqual([
      "provider_inactive: provider 1",
    ])
    expect(reasons({}, { explained: explained({ offersType: false }) })).toEqual([
      "not_offered_by_provider: provider 1",
    ])
    expect(reasons({}, { explainedLocations: [{ ...here, active: false }] })).toEqual([
      "location_inactive: location 1",
    ])
    expect(reasons({}, { explainedLocations: [{ ...here, isOfType: false }] })).toEqual([
      "not_offered_at_location: location 1",
    ])
    expect(reasons({ lacksRequest: true })).toEqual(["request_needed: customer 3"])
    expect(reasons({ lacksRequest: true }, { customer: null })).toEqual(["request_needed: customer"])
  })

  it("TQ-02 is not, when somebody else is assigned or asked for", () => {
    expect(reasons({ input: search({ assignedProviderId: 1 }) })).toEqual([])
    expect(reasons({ input: search({ assignedProviderId: 2 }) })).toEqual(["assigned_to_another: provider 2"])
    const request = { earliestDay: null, latestDay: 99_999, locationId: 2, providerId: 2 }
    expect(reasons({ input: search({ request }), requestId: 7 })).toEqual([
      "request_provider: scheduling_request 7, provider 2",
      "request_location: scheduling_request 7, location 2",
    ])
    const same = { ...request, locationId: 1, providerId: 1 }
    expect(reasons({ input: search({ request: same }), requestId: 7 })).toEqual([])
    expect(reasons({ input: search({ request: { ...request, locationId: null } }) })).toEqual([
      "request_provider: scheduling_request, provider 2",
    ])
  })

  it("TQ-02 is not, when a calendar was not read; a booking asks it live", () => {
    const calendars = [{ id: 5, provider_id: 1, writes: false, last_read_at: null, failing_since: null }]
    expect(reasons({ asksLive: false }, { calendars })).toEqual(["calendar_unread: calendar 5"])
    expect(reasons({ asksLive: true }, { calendars })).toEqual([])
  })
})

describe("a visit at the customer's", () => {
  const type = { ...search().type, place: "at_customer" as const }
  const point = { latitude: 41.9, longitude: -87.6 }
  const address = { point, postalCode: "60601", country: "US" }
  const visitTo = (
    serviceAddress: typeof address | null,
    serviceArea: EligibilityQuestion["location"]["serviceArea"] = { kind: "anywhere" },
    more: Partial<EligibilityQuestion["input"]> = {},
  ) => ({
    input: search({ type, serviceAddress, ...more }),
    location: { ...downtown, serviceArea },
  })

  it("TQ-02 needs an address inside the area, unless staff say so", () => {
    const codes = { kind: "postal_codes" as const, codes: ["10001"] }
    expect(reasons(visitTo(address))).toEqual([])
    expect(reasons(visitTo(null))).toEqual(["no_address: customer 3"])
    expect(reasons(visitTo(address, codes))).toEqual(["out_of_service_area: location 1"])
    expect(reasons(visitTo(address, codes, { overrideEligibility: true }))).toEqual([])
    expect(reasons({ input: search({ serviceAddress: null }) })).toEqual([])
  })

  it("TQ-02 cannot tell without the middle of a radius, and then the place is to blame", () => {
    const radius = { kind: "radius" as const, km: 10 }
    const { input } = visitTo(address)
    expect(reasons({ input, location: { ...downtown, serviceArea: radius, point: null } })).toEqual([
      "no_address: location 1",
    ])
    const unplaced = { ...address, point: null } as never
    expect(reasons(visitTo(unplaced, radius))).toEqual(["no_address: customer 3"])
  })

  it("TQ-02 is too far beyond the provider's own distance, which is said in kilometres", () => {
    const provider = { ...ana, maxTravelKm: 1, startPoint: downtown.point! }
    expect(reasons({ ...visitTo(address), provider })).toEqual(["too_far: provider 1 3"])
    expect(reasons({ ...visitTo(address), provider: { ...provider, maxTravelKm: 30 } })).toEqual([])
  })
})

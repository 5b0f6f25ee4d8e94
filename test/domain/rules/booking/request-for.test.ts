/** The request that a booking belongs to. */
import { describe, expect, it } from "vitest"
import type { LoadedSchedules } from "../../../../domain/model/schedules.ts"
import { type BookingWish, requestFor } from "../../../../domain/rules/booking/judge-booking.ts"

const [ana, ben] = [11, 12]
const [downtown, harbour] = [21, 22]

const asked = {
  id: 7,
  customer_id: 3,
  appointment_type_id: 2,
  status: "open",
  earliest_date: null as string | null,
  latest_date: "2027-03-31",
  location_id: null as number | null,
  provider_id: null as number | null,
  block_minutes: null as number[] | null,
}

const wish: BookingWish = {
  now: Date.UTC(2027, 2, 1, 12),
  customerId: 3,
  typeId: 2,
  providerId: ana,
  locationId: downtown,
  startMinute: Date.UTC(2027, 2, 10, 16) / 60_000,
  endMs: null,
  requestId: null,
  durationOptionId: null,
  overrideEligibility: false,
  answers: {},
  mayLeaveQuestionsOpen: false,
  mayLeaveFilesOpen: false,
}

/** The customer's open request with these fields, if the wish is taken for it. */
function takenFor(fields: Partial<typeof asked>, own: Partial<BookingWish> = {}) {
  const loaded = {
    company: { timezone: "America/Chicago" },
    locations: [downtown, harbour].map((id) => ({ id, timezone: "America/Chicago" })),
    type: { block_minutes: [60] },
    open_request: { ...asked, ...fields },
    request: { ...asked, ...fields },
  }
  return requestFor(loaded as unknown as LoadedSchedules, { ...wish, ...own }, null)
}

describe("a booking that names no request", () => {
  it("TQ-06 is for the open request of its provider or of any, and for none of another provider", () => {
    expect(takenFor({})).toMatchObject({ id: 7 })
    expect(takenFor({ provider_id: ana })).toMatchObject({ id: 7, provider_id: ana })
    expect(takenFor({ provider_id: ben })).toBeNull()
  })

  it("RQ-14 is for none at another place, of other dates, of another length or that has ended", () => {
    expect(takenFor({ location_id: downtown })).toMatchObject({ id: 7 })
    expect(takenFor({ location_id: harbour })).toBeNull()
    expect(takenFor({ earliest_date: "2027-03-10", latest_date: "2027-03-10" })).toMatchObject({ id: 7 })
    expect(takenFor({ earliest_date: "2027-03-11" })).toBeNull()
    expect(takenFor({ latest_date: "2027-03-09" })).toBeNull()
    expect(takenFor({ block_minutes: [60] })).toMatchObject({ id: 7 })
    expect(takenFor({ block_minutes: [90] })).toBeNull()
    expect(takenFor({ status: "cancelled" })).toBeNull()
  })
})

describe("a booking that names a request", () => {
  it("RQ-14 is refused for another customer's or type's, and for one that is not open", () => {
    expect(takenFor({ provider_id: ben }, { requestId: 7 })).toMatchObject({ id: 7 })
    expect(takenFor({ customer_id: 4 }, { requestId: 7 })).toMatchObject({ code: "request_mismatch" })
    expect(takenFor({ appointment_type_id: 5 }, { requestId: 7 })).toMatchObject({ code: "request_mismatch" })
    expect(takenFor({ status: "cancelled" }, { requestId: 7 })).toMatchObject({ code: "request_not_open" })
  })

  it("RQ-14 is taken by staff for one whose dates are over, but not for one that has ended", () => {
    const late = { latest_date: "2027-02-27" }
    expect(takenFor(late, { requestId: 7 })).toMatchObject({ code: "request_not_open" })
    expect(takenFor(late, { requestId: 7, overrideEligibility: true })).toMatchObject({ id: 7 })
    expect(
      takenFor({ ...late, status: "expired" }, { requestId: 7, overrideEligibility: true }),
    ).toMatchObject({ code: "request_not_open" })
  })
})

import { describe, expect, it } from "vitest"
import type { RequestStatus, SchedulingRequest } from "../../../../domain/model/scheduling-request.ts"
import { requestAfterCancel } from "../../../../domain/rules/requests/request-state.ts"

const noonOfMarch10 = Date.UTC(2026, 2, 10, 12)

const request = (status: RequestStatus, latest_date = "2026-03-31"): SchedulingRequest => ({
  id: 7,
  customer_id: 3,
  appointment_type_id: 2,
  status,
  earliest_date: null,
  made_on: null,
  latest_date,
  external_ref: null,
  metadata: null,
  location_id: null,
  provider_id: null,
  block_minutes: null,
  duration_label: null,
  link_version: 1,
  link_key_id: "a",
  link_random: null,
  version: 1,
  created_at: new Date(noonOfMarch10),
  updated_at: new Date(noonOfMarch10),
})

const otherOpen = (latest_date: string, zones = ["America/New_York"]) => ({
  request: request("open", latest_date),
  zones,
})

describe("a request whose appointment is cancelled", () => {
  it("RQ-08 opens again", () => {
    expect(requestAfterCancel(request("scheduled"), null, noonOfMarch10)).toEqual({
      status: "open",
      expires: null,
    })
  })

  it("RQ-08 opens again after its dates are over: the sweep expires it, with its event", () => {
    expect(requestAfterCancel(request("scheduled", "2026-03-01"), null, noonOfMarch10).status).toBe("open")
  })

  it("RQ-09 is cancelled when the customer has another open request of the type", () => {
    expect(requestAfterCancel(request("scheduled"), otherOpen("2026-03-10"), noonOfMarch10)).toEqual({
      status: "cancelled",
      expires: null,
    })
  })

  it("RQ-08 opens again when the other open request's dates are over; that one expires first", () => {
    const other = otherOpen("2026-03-09")
    expect(requestAfterCancel(request("scheduled"), other, noonOfMarch10)).toEqual({
      status: "open",
      expires: other.request,
    })
  })

  it("RQ-09 is cancelled as long as the other one's last day goes on in any zone that serves it", () => {
    const other = otherOpen("2026-03-09", ["America/New_York", "Pacific/Pago_Pago"])
    const morningInNewYork = Date.UTC(2026, 2, 10, 10)
    expect(requestAfterCancel(request("scheduled"), other, morningInNewYork).status).toBe("cancelled")
  })

  it.each(["open", "cancelled", "expired"] as const)("stays %s when it was not scheduled", (status) => {
    expect(requestAfterCancel(request(status), otherOpen("2026-03-09"), noonOfMarch10)).toEqual({
      status,
      expires: null,
    })
  })
})

import { expect, it } from "vitest"
import type { Wording } from "../../../../domain/model/agent/say.ts"
import { sayOptions, spokenSlot } from "../../../../domain/model/agent/slots.ts"

const wording: Wording = {
  language: "en",
  now: Date.parse("2027-03-01T12:00:00.000Z"),
  companyZone: "America/Chicago",
  namesLocation: true,
}

const slotAt = (start_time: string, location_id: number, location_name: string) => ({
  provider_id: 1,
  provider_name: "Ana Ruiz",
  location_id,
  location_name,
  timezone: "America/Chicago",
  start_time,
  end_time: start_time,
  blocks: [{ start_time, end_time: start_time }],
})
const late = slotAt("2027-03-03T16:00:00.000Z", 1, "Downtown")
const early = slotAt("2027-03-02T15:00:00.000Z", 1, "Downtown")
const uptown = slotAt("2027-03-02T18:00:00.000Z", 2, "Uptown")
const options = (...slots: (typeof late)[]) =>
  sayOptions(
    slots.map((slot) => spokenSlot(slot, wording)),
    wording,
  )

it("TR-44 says options in the order of time, with the place of each where there are several", () => {
  expect(options(late, uptown, early)).toEqual({
    location: null,
    times:
      "Tuesday, March 2 at 9 AM at Downtown; Tuesday, March 2 at noon at Uptown or " +
      "Wednesday, March 3 at 10 AM at Downtown",
  })
})

it("TR-44 says a place that all options share once", () => {
  expect(options(late, early)).toEqual({
    location: "Downtown",
    times: "Tuesday, March 2 at 9 AM or Wednesday, March 3 at 10 AM",
  })
})

/** CL-07: what the customers' pages make of the sessions of a class. */
import { expect, it } from "vitest"
import { noticeOf } from "../../pages/shared/notice-of.ts"
import { openingsByDay } from "../../pages/shared/times/openings.ts"
import { mostSeats, seatsWanted } from "../../pages/shared/times/seats.ts"
import { learnClocks } from "../../pages/shared/zones.ts"

learnClocks({ "America/Los_Angeles": [{ from: "2027-01-01T00:00:00.000Z", offsetMinutes: -480 }] })

const at = { locationId: 1, locationName: "Ballard", timezone: "America/Los_Angeles" }
const [startTime, endTime] = ["2027-03-03T16:00:00.000Z", "2027-03-03T16:50:00.000Z"]
const slot = (sessionId: number, seatsLeft: number) => ({
  ...{ startTime, endTime, blocks: [{ startTime, endTime }], sessionId, seatsLeft },
})
const answer = {
  providers: [
    { ...at, providerId: 1, providerName: "Yui", slots: [slot(1, 3)] },
    { ...at, providerId: 2, providerName: "Lena", slots: [slot(2, 8)] },
  ],
} as unknown as Parameters<typeof openingsByDay>[0][0]

it("CL-07 two sessions at one time stand each for itself, where free times would be one", () => {
  const openings = openingsByDay([answer], () => true, null).get("2027-03-03")!
  expect(openings.map(({ providerName, seatsLeft }) => [providerName, seatsLeft])).toEqual([
    ["Yui", 3],
    ["Lena", 8],
  ])
})

it("CL-07 as many seats can be chosen as are left, and no more than one booking takes", () => {
  expect([mostSeats({}), mostSeats({ seatsLeft: 3 }), mostSeats({ seatsLeft: 90 })]).toEqual([0, 3, 20])
  expect(seatsWanted({ seats: 5 }, { seatsLeft: 3 })).toBe(3)
  expect(seatsWanted({ seats: 1 }, { seatsLeft: 0 })).toBe(1)
})

it("CL-07 who wants more seats than are left reads so, and of a full class that it is taken", () => {
  const failed = (details: object) =>
    noticeOf({ code: "slot_taken", details, retryAfterSeconds: null, outcomeUnknown: false }).code
  expect([failed({ seatsLeft: 2 }), failed({ seatsLeft: 0 }), failed({})]).toEqual([
    "few_seats",
    "slot_taken",
    "slot_taken",
  ])
})

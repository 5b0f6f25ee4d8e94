import { afterEach, expect, it } from "vitest"
import {
  blocksByWallClock,
  clockOffsets,
  proposalByWallClock,
} from "../../../../domain/rules/booking/wall-clock.ts"
import { isoOfMinute } from "../../../../domain/time/dates.ts"
import { useZoneData } from "../../../../domain/time/zone-table.ts"

afterEach(() => useZoneData(null))

const zone = "America/New_York"
const minuteAt = (instant: string) => Date.parse(instant) / 60_000

/** An appointment with an hour from each instant, booked by the bundled rules. */
function booked(...starts: string[]) {
  const minutes = starts.map((start) => ({ start: minuteAt(start), end: minuteAt(start) + 60 }))
  const blocks = minutes.map(({ start, end }) => ({
    start_time: isoOfMinute(start),
    end_time: isoOfMinute(end),
  }))
  return { timezone: zone, blocks, clock_offsets: clockOffsets(zone, minutes) }
}

/** From 2027 on the clocks stay on summer time. */
const summerForGood = {
  source: "a law of the tests",
  version: null,
  names: [zone],
  canonical: (name: string) => name,
  periodsOf: () => ({
    starts: [Number.NEGATIVE_INFINITY],
    offsets: [-14_400],
    abbreviations: ["EDT"],
  }),
}

it("TR-26 under the rules of its booking an appointment stays, at the second of two like hours too", () => {
  const secondHalfPastOne = "2027-11-07T06:30:00.000Z"
  expect(blocksByWallClock(booked("2027-07-01T13:00:00.000Z"))).toBeNull()
  expect(blocksByWallClock(booked(secondHalfPastOne))).toBeNull()
})

it("TR-26 under new rules each day keeps its wall-clock time and its length; a day that they leave alone stays", () => {
  const winterDay = "2027-11-08T14:00:00.000Z"
  const summerDay = "2027-11-05T13:00:00.000Z"
  const job = booked(summerDay, winterDay)
  useZoneData(summerForGood)
  expect(blocksByWallClock(job)).toEqual([
    { start: minuteAt(summerDay), end: minuteAt(summerDay) + 60 },
    { start: minuteAt(winterDay) - 60, end: minuteAt(winterDay) },
  ])
})

it("FX-03 a proposed window keeps the wall-clock time of its plan too, with the hour that it is narrowed to", () => {
  const start = "2027-11-08T14:00:00.000Z"
  const proposal = {
    ...booked(start),
    ...{ index: 0, start_time: start, end_time: "2027-11-08T15:00:00.000Z" },
    ...{ provider: { id: 1, name: "Ana" }, location: { id: 2, name: "Downtown" } },
    occupied: [{ resourceId: 1, ...{ start: minuteAt(start) + 10, end: minuteAt(start) + 30 } }].map(
      (time) => ({
        ...time,
        ...{ jobStart: time.start, jobEnd: time.end, isLead: true },
      }),
    ),
    planned: {
      work_minutes: 20,
      planned_start: "2027-11-08T14:10:00.000Z",
      narrowed: { start_time: start, end_time: "2027-11-08T15:00:00.000Z" },
    },
  } as unknown as Parameters<typeof proposalByWallClock>[0]
  useZoneData(summerForGood)
  expect(proposalByWallClock(proposal)).toMatchObject({
    start_time: "2027-11-08T13:00:00.000Z",
    occupied: [{ start: minuteAt(start) - 50, end: minuteAt(start) - 30 }],
    planned: {
      work_minutes: 20,
      planned_start: "2027-11-08T13:10:00.000Z",
      narrowed: { start_time: "2027-11-08T13:00:00.000Z", end_time: "2027-11-08T14:00:00.000Z" },
    },
  })
})

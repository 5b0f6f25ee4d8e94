/** The part of a board's day that stands on a sheet. */
import { expect, it } from "vitest"
import { classesOn, visitsOn } from "../../console/day-sheet/on-sheet.ts"

type Board = Parameters<typeof visitsOn>[0]

const day = "2027-03-02"
const at = (id: number, start_time: string, more: object = {}) => ({
  ...{ id, status: "scheduled", provider_id: 1, location_id: 1, start_time, blocks: [{ start_time }] },
  ...more,
})
const others = { providers: [{ id: 1 }, { id: 2 }] }

const board = {
  locations: [
    { id: 1, timezone: "America/Chicago" },
    { id: 2, timezone: "Asia/Tokyo" },
  ],
  appointments: [
    at(1, "2027-03-02T16:00:00.000Z"),
    at(2, "2027-03-02T17:00:00.000Z", others),
    at(3, "2027-03-02T18:00:00.000Z", { status: "cancelled" }),
    at(4, "2027-03-03T16:00:00.000Z"),
    at(5, "2027-03-01T23:00:00.000Z", { location_id: 2 }),
  ],
  sessions: [
    at(11, "2027-03-02T20:00:00.000Z", others),
    at(12, "2027-03-02T21:00:00.000Z", { status: "cancelled" }),
    at(13, "2027-03-03T20:00:00.000Z"),
    at(14, "2027-03-01T22:00:00.000Z", { location_id: 2 }),
  ],
} as unknown as Board

it("DS-18 CL-07 a day's sheet holds the visits and classes of the place's day, also of who comes beside, and nothing cancelled", () => {
  const of = (providerId: number | null, locationId: number | null) => {
    const whose = { date: day, providerId, locationId }
    return [visitsOn(board, whose), classesOn(board, whose)]
  }
  expect(of(null, null)).toEqual([
    [1, 2, 5],
    [11, 14],
  ])
  expect(of(1, 1)).toEqual([[1, 2], [11]])
  expect(of(2, null)).toEqual([[2], [11]])
  expect(of(3, null)).toEqual([[], []])
  expect(visitsOn({ ...board, appointments: [] }, { date: day, providerId: null, locationId: null })).toEqual(
    [],
  )
})

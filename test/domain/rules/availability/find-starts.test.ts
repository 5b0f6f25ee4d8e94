import { expect, it } from "vitest"
import type { SearchInput } from "../../../../domain/model/availability.ts"
import { blocksOf } from "../../../../domain/rules/availability/blocks.ts"
import { findStarts } from "../../../../domain/rules/availability/find-starts.ts"
import { isoOfMinute } from "../../../../domain/time/dates.ts"
import { ana, at, day, downtown, hours, offered, pairs, search, visit } from "./story.ts"

const allWeek = [1, 2, 3, 4, 5, 6, 7]

function withAna(changes: Partial<typeof ana>, others: Partial<SearchInput> = {}): SearchInput {
  return search({ ...others, providers: [{ ...ana, ...changes }] })
}

function instants(input: SearchInput): string[] {
  return [...findStarts(input, { provider: input.providers[0]!, location: input.locations[0]! }).starts].map(
    (m) => isoOfMinute(m),
  )
}

it("SL-02 the last slot ends exactly at closing", () => {
  expect(offered(search())).toEqual(["09:00", "10:00", "11:00"])
  expect(offered(search({ type: { ...visit, blockMinutes: [61] } }))).toEqual(["09:00", "10:00"])
})

it("SL-02 an override replaces the weekly hours of its date, and an empty one closes it", () => {
  const open = { locationId: 1, day: day("2027-03-01"), intervals: [{ startMinute: 840, endMinute: 960 }] }
  expect(offered(withAna({ overrides: [open] }))).toEqual(["14:00", "15:00"])
  expect(offered(withAna({ overrides: [{ ...open, intervals: [] }] }))).toEqual([])
  expect(offered(withAna({ overrides: [{ ...open, locationId: 2 }] }))).toEqual(["09:00", "10:00", "11:00"])
})

it("SL-02 time off wins over an override, and the grid begins anew when it ends", () => {
  const overrides = [
    { locationId: 1, day: day("2027-03-01"), intervals: [{ startMinute: 480, endMinute: 780 }] },
  ]
  const timeOff = pairs(["2027-03-01 08:00", "2027-03-01 09:20"], ["2027-03-01 11:00", "2027-03-01 11:30"])
  expect(offered(withAna({ overrides, timeOff }))).toEqual(["09:20", "11:30"])
})

it("SL-02 hours that touch or overlap are one working interval with one grid", () => {
  const touching = [...hours([1], "09:00", "10:30"), ...hours([1], "10:30", "12:00")]
  expect(offered(withAna({ hours: touching }))).toEqual(["09:00", "10:00", "11:00"])
})

it("SL-02 busy time with buffers: a job may end where the next begins, its buffers may not reach in", () => {
  const busy = pairs(["2027-03-01 10:00", "2027-03-01 10:30"])
  expect(offered(withAna({ busy }))).toEqual(["09:00", "11:00"])
  const after = { ...visit, bufferAfterMinutes: 1 }
  expect(offered(withAna({ busy }, { type: after }))).toEqual(["11:00"])
  const before = { ...visit, bufferBeforeMinutes: 31 }
  expect(offered(withAna({ busy }, { type: before }))).toEqual(["09:00"])
})

it("SL-02 buffers may lie outside the hours and inside time off", () => {
  const type = { ...visit, bufferBeforeMinutes: 120, bufferAfterMinutes: 120 }
  const timeOff = pairs(["2027-03-01 07:00", "2027-03-01 09:00"])
  expect(offered(withAna({ timeOff }, { type }))).toEqual(["09:00", "10:00", "11:00"])
})

it("SL-02 busy time before opening still keeps its distance from a buffer", () => {
  const busy = pairs(["2027-03-01 08:00", "2027-03-01 08:45"])
  const type = { ...visit, bufferBeforeMinutes: 30 }
  expect(offered(withAna({ busy }, { type }))).toEqual(["10:00", "11:00"])
})

it("SL-02 notice counts to the second, and a start right at its end is offered", () => {
  const type = { ...visit, minNoticeMinutes: 120 }
  const eightSharp = at("2027-03-01 08:00") * 60_000
  expect(offered(search({ type, now: eightSharp }))).toEqual(["10:00", "11:00"])
  expect(offered(search({ type, now: eightSharp + 1 }))).toEqual(["11:00"])
})

it("SL-02 the booking window counts local dates from today", () => {
  const type = { ...visit, bookingWindowDays: 7 }
  const lateOnTheDayBefore = at("2027-02-21 23:59") * 60_000
  expect(offered(search({ type, now: lateOnTheDayBefore }))).toEqual([])
  expect(offered(search({ type, now: lateOnTheDayBefore + 60_000 }))).toHaveLength(3)
})

it("SL-02 a full day is closed by the daily limit, the next is not", () => {
  const typeStarts = Int32Array.of(at("2027-03-01 09:00"), at("2027-03-01 23:30"))
  const type = { ...visit, dailyLimit: 2 }
  const twoDays = { type, endDay: day("2027-03-03") }
  expect(offered(withAna({ typeStarts }, twoDays))).toEqual(["+1 09:00", "+1 10:00", "+1 11:00"])
  expect(offered(withAna({ typeStarts }, { type: { ...visit, dailyLimit: 3 } }))).toHaveLength(3)
})

it("SL-02 a request's dates bind, the first and the last included", () => {
  const week = { firstDay: day("2027-03-01"), endDay: day("2027-03-06") }
  const dates = { earliestDay: day("2027-03-02"), latestDay: day("2027-03-03") }
  const request = { ...dates, locationId: null, providerId: null }
  const found = offered(search({ ...week, request }))
  expect(found.map((clock) => clock.slice(0, 2))).toEqual(["+1", "+1", "+1", "+2", "+2", "+2"])
})

it("BK-10 staff judgement lifts notice, window and request dates, but nobody books the past", () => {
  const type = { ...visit, minNoticeMinutes: 10_000, bookingWindowDays: 0 }
  const request = { earliestDay: null, latestDay: day("2027-02-25"), locationId: null, providerId: null }
  const now = at("2027-03-01 09:30") * 60_000
  expect(offered(search({ type, request, now }))).toEqual([])
  expect(offered(search({ type, request, now, overrideEligibility: true }))).toEqual(["10:00", "11:00"])
})

it("SL-03 the skipped hour: hours that begin in it begin an hour later, and hours inside it vanish", () => {
  const night = {
    firstDay: day("2027-03-14"),
    endDay: day("2027-03-15"),
    type: { ...visit, blockMinutes: [30] },
  }
  expect(instants(withAna({ hours: hours([7], "02:30", "05:30") }, night))).toEqual([
    "2027-03-14T08:30:00.000Z",
    "2027-03-14T09:30:00.000Z",
  ])
  expect(instants(withAna({ hours: hours([7], "02:00", "03:00") }, night))).toEqual([])
})

it("SL-03 the grid steps in elapsed time over the skipped hour", () => {
  const night = { firstDay: day("2027-03-14"), endDay: day("2027-03-15") }
  expect(offered(withAna({ hours: hours([7], "00:30", "05:30") }, night))).toEqual([
    "00:30",
    "01:30",
    "03:30",
    "04:30",
  ])
})

it("SL-03 the repeated hour: hours begin in the first, and both are worked", () => {
  const night = { firstDay: day("2026-11-01"), endDay: day("2026-11-02"), now: 0, overrideEligibility: true }
  expect(instants(withAna({ hours: hours([7], "01:00", "03:00") }, night))).toEqual([
    "2026-11-01T06:00:00.000Z",
    "2026-11-01T07:00:00.000Z",
    "2026-11-01T08:00:00.000Z",
  ])
})

it("SL-03 hours over midnight belong to the date they begin on; each slot to the date it starts on", () => {
  const overnight = { hours: hours([7], "22:00", "02:00") }
  const sunday = { firstDay: day("2027-02-28"), endDay: day("2027-03-01") }
  expect(offered(withAna(overnight, sunday))).toEqual(["22:00", "23:00"])
  expect(offered(withAna(overnight))).toEqual(["00:00", "01:00"])
})

it("SL-03 hours that end when they begin last a whole day", () => {
  expect(
    offered(withAna({ hours: hours([1], "09:00", "09:00") }, { endDay: day("2027-03-03") })),
  ).toHaveLength(24)
})

it("SL-03 knows the quarter hours of Kathmandu and the half hour of Lord Howe", () => {
  const inKathmandu = search({ locations: [{ ...downtown, zone: "Asia/Kathmandu" }] })
  expect(instants(inKathmandu)[0]).toBe("2027-03-01T03:15:00.000Z")
  const onLordHowe = withAna(
    { hours: hours([7], "01:00", "04:00") },
    {
      locations: [{ ...downtown, zone: "Australia/Lord_Howe" }],
      firstDay: day("2027-04-04"),
      endDay: day("2027-04-05"),
    },
  )
  expect(offered(onLordHowe)).toEqual(["01:00", "01:30", "02:30"])
})

it("SL-09 open day and night, on a grid that does not divide the day, every range gives the same times", () => {
  const open = withAna(
    { hours: hours(allWeek, "00:00", "00:00") },
    { type: { ...visit, slotIntervalMinutes: 50 } },
  )
  const week = instants({ ...open, endDay: day("2027-03-08") })
  const daily = [0, 1, 2, 3, 4, 5, 6].flatMap((i) =>
    instants({ ...open, firstDay: open.firstDay + i, endDay: open.firstDay + i + 1 }),
  )
  expect(week).toEqual(daily)
})

it("SL-09 open without a pause for a week, the grid begins anew at the very midnight that ends it", () => {
  const timeOff = pairs(["2027-02-20 00:00", "2027-03-01 00:00"])
  const nextMonday = { firstDay: day("2027-03-08"), endDay: day("2027-03-09") }
  const type = { ...visit, slotIntervalMinutes: 50 }
  const open = withAna({ hours: hours(allWeek, "00:00", "00:00"), timeOff }, { ...nextMonday, type })
  expect(offered(open).slice(0, 2)).toEqual(["00:00", "00:50"])
})

it("SL-04 the blocks of a job are the next working days at the same local time, days off passed over", () => {
  const type = { ...visit, blockMinutes: [120, 60] }
  const friday = { type, firstDay: day("2027-03-12"), endDay: day("2027-03-13") }
  expect(offered(search(friday))).toEqual(["09:00", "10:00"])
  const blocks = blocksOf({ type, providers: [ana] }, ana, downtown, at("2027-03-12 10:00"))!
  expect(blocks.map(({ start, end }) => [isoOfMinute(start), isoOfMinute(end)])).toEqual([
    ["2027-03-12T16:00:00.000Z", "2027-03-12T18:00:00.000Z"],
    ["2027-03-15T15:00:00.000Z", "2027-03-15T16:00:00.000Z"],
  ])
})

it("SL-04 a busy working day rules the start out; a day off is passed over", () => {
  const type = { ...visit, blockMinutes: [60, 60] }
  const busy = pairs(["2027-03-02 10:00", "2027-03-02 10:01"])
  expect(offered(withAna({ busy }, { type }))).toEqual(["09:00", "11:00"])
  const timeOff = pairs(["2027-03-02 00:00", "2027-03-03 00:00"])
  expect(offered(withAna({ busy, timeOff }, { type }))).toEqual(["09:00", "10:00", "11:00"])
})

it("SL-04 a daily limit counts on every day of the job", () => {
  const type = { ...visit, blockMinutes: [60, 60], dailyLimit: 1 }
  expect(offered(withAna({ typeStarts: Int32Array.of(at("2027-03-02 09:00")) }, { type }))).toEqual([])
})

it("SL-04 only the first day is bound by range and request", () => {
  const type = { ...visit, blockMinutes: [60, 60, 60], bookingWindowDays: 7 }
  const request = { earliestDay: null, latestDay: day("2027-03-01"), locationId: null, providerId: null }
  expect(offered(search({ type, request }))).toEqual(["09:00", "10:00", "11:00"])
})

it("TR-18 a short day rules the start out, or is passed over where the type skips short days", () => {
  const type = { ...visit, blockMinutes: [120, 120] }
  // Monday is open from nine to twelve as every day, Tuesday until ten only.
  const timeOff = pairs(["2027-03-02 10:00", "2027-03-03 00:00"])
  expect(offered(withAna({ timeOff }, { type }))).toEqual([])
  const skipping = { ...type, skipShortDays: true }
  expect(offered(withAna({ timeOff }, { type: skipping }))).toEqual(["09:00", "10:00"])
  const blocks = blocksOf(
    { type: skipping, providers: [ana] },
    { ...ana, timeOff },
    downtown,
    at("2027-03-01 09:00"),
  )!
  expect(blocks.map(({ start }) => isoOfMinute(start).slice(0, 10))).toEqual(["2027-03-01", "2027-03-03"])

  const busy = pairs(["2027-03-03 09:00", "2027-03-03 09:30"])
  expect(offered(withAna({ timeOff, busy }, { type: skipping }))).toEqual(["10:00"])
  const shortUntil = (date: string) => ({ timeOff: pairs(["2027-03-02 10:00", `${date} 00:00`]) })
  expect(offered(withAna(shortUntil("2027-03-15"), { type: skipping }))).toHaveLength(2)
  const short = { hours: [...hours([1], "09:00", "12:00"), ...hours([2, 3, 4, 5], "09:00", "10:00")] }
  expect(
    offered(
      withAna({ ...short, timeOff: pairs(["2027-03-08 00:00", "2027-03-16 00:00"]) }, { type: skipping }),
    ),
  ).toEqual([])
})

it("SL-04 the next working day is looked for fourteen days ahead, no further", () => {
  const type = { ...visit, blockMinutes: [60, 60] }
  const offUntil = (date: string) => ({ timeOff: pairs(["2027-03-02 00:00", `${date} 00:00`]) })
  expect(offered(withAna(offUntil("2027-03-15"), { type }))).toHaveLength(3)
  const mondays = { hours: hours([1], "09:00", "12:00"), ...offUntil("2027-03-16") }
  expect(offered(withAna(mondays, { type }))).toEqual([])
})

it("SL-04 a job whose own buffers collide is not offered", () => {
  const type = { ...visit, blockMinutes: [60, 60], bufferBeforeMinutes: 720, bufferAfterMinutes: 660 }
  expect(offered(search({ type }))).toHaveLength(3)
  expect(offered(search({ type: { ...type, bufferAfterMinutes: 661 } }))).toEqual([])
})

it("SL-08 an appointment that is being moved is not in its own way once it is left out of busy time", () => {
  const own = pairs(["2027-03-01 09:00", "2027-03-01 12:00"])
  expect(offered(withAna({ busy: own }))).toEqual([])
  expect(offered(withAna({ busy: new Int32Array(0) }, { type: { ...visit, blockMinutes: [180] } }))).toEqual([
    "09:00",
  ])
})

import { expect, it } from "vitest"
import { fillDays, fillDaysAtRandom } from "../../../../bench/quality/random-days.ts"
import type { SearchInput, TypePlan } from "../../../../domain/model/availability.ts"
import { isOffered, nextAvailable, searchSlots } from "../../../../domain/rules/availability/find-slots.ts"
import { withoutClutter } from "../../../../domain/rules/availability/without-clutter.ts"
import { minuteToLocal } from "../../../../domain/time/local-time.ts"
import { ana, at, ben, CHICAGO, day, hours, offered, pairs, search, visit, WEEKDAYS } from "./story.ts"

const packed: TypePlan = { ...visit, starts: "packed" }
const allDay = { ...ana, hours: hours(WEEKDAYS, "09:00", "17:00") }
const meeting = (from: string, until: string) => pairs([`2027-03-01 ${from}`, `2027-03-01 ${until}`])

it("EX-05 offers besides the grid the start after busy time and the one that ends before it", () => {
  const busy = meeting("12:20", "13:10")
  const providers = [{ ...allDay, busy }]
  expect(offered(search({ type: packed, providers }))).toEqual([
    ...["09:00", "10:00", "11:00", "11:20", "13:10", "14:00", "15:00", "16:00"],
  ])
  expect(offered(search({ providers }))).not.toContain("11:20")
})

it("EX-05 keeps the buffers and whole five minutes beside busy time at odd minutes", () => {
  const type = { ...packed, bufferBeforeMinutes: 10, bufferAfterMinutes: 20 }
  const providers = [{ ...allDay, busy: meeting("12:22", "13:13") }]
  expect(offered(search({ type, providers }))).toEqual([
    ...["09:00", "10:00", "11:00", "13:25", "14:00", "15:00", "16:00"],
  ])
})

it("EX-05 offers the start that the buffer leaves behind what has just ended", () => {
  const now = Date.parse("2027-03-01T14:45:00Z")
  const type = { ...packed, bufferBeforeMinutes: 30, minNoticeMinutes: 0 }
  const providers = [{ ...allDay, busy: meeting("08:00", "08:40") }]
  expect(offered(search({ now, type, providers })).slice(0, 2)).toEqual(["09:10", "10:00"])
})

it("EX-05 offers no packed start in a gap that is too short, closed, or before the notice ends", () => {
  const busy = pairs(["2027-03-01 09:00", "2027-03-01 10:10"], ["2027-03-01 11:05", "2027-03-01 11:20"])
  expect(offered(search({ type: packed, providers: [{ ...ana, busy }] }))).toEqual([])
  const soon = { now: Date.parse("2027-03-01T14:30:00Z"), type: { ...packed, minNoticeMinutes: 120 } }
  const early = { ...allDay, busy: meeting("09:00", "10:10") }
  expect(offered(search({ ...soon, providers: [early] }))[0]).toBe("11:00")
})

it("EX-06 a job of several days may begin right after busy time", () => {
  const type = { ...packed, blockMinutes: [120, 60] }
  const providers = [{ ...allDay, busy: meeting("09:00", "10:10") }]
  const starts = offered(search({ type, providers }))
  expect(starts).toContain("10:10")
  const nextDay = pairs(["2027-03-01 09:00", "2027-03-01 10:10"], ["2027-03-02 10:30", "2027-03-02 11:30"])
  expect(offered(search({ type, providers: [{ ...allDay, busy: nextDay }] }))).not.toContain("10:10")
})

it("EX-06 the next available time, and what can be booked, may be packed", () => {
  const busy = pairs(["2027-03-01 09:00", "2027-03-01 10:40"], ["2027-03-01 11:40", "2027-03-01 12:00"])
  const input = search({ type: packed, providers: [{ ...ana, busy }] })
  const next = nextAvailable(input, day("2027-03-01"), day("2027-03-06"))
  expect(minuteToLocal(CHICAGO, next!.start).minuteOfDay).toBe(10 * 60 + 40)
  expect(isOffered(input, ana.id, 1, next!.start)).toBe(true)
  expect(isOffered(input, ana.id, 1, next!.start + 5)).toBe(false)
})

it("EX-06 recommends the times that cost no other job", () => {
  const input = search({ type: packed, providers: [{ ...ana, busy: meeting("09:00", "09:40") }] })
  expect(clocks(searchSlots(input).recommended)).toEqual(["09:40", "11:00"])
  const type = { ...packed, slotIntervalMinutes: 15 }
  const quarters = search({ type, providers: [{ ...ana, busy: meeting("09:00", "09:58") }] })
  expect(clocks(searchSlots(quarters).recommended)).toEqual(["10:00", "11:00"])
})

it("EX-05 shows customers one of two times that are minutes apart, and always the recommended", () => {
  const type = { ...packed, slotIntervalMinutes: 30 }
  const shown = (input: SearchInput) =>
    withoutClutter(type, searchSlots(input)).offered.map(({ starts }) =>
      clocks(starts.map((start) => ({ start }))),
    )
  const busy = meeting("09:00", "09:40")
  const one = search({ type, providers: [{ ...ana, busy }] })
  expect(offered(one)).toEqual(["09:40", "10:00", "10:30", "11:00"])
  expect(shown(one)).toEqual([["09:40", "10:30", "11:00"]])
  // Ben has ten o'clock free, so that the list of both stays on the grid; what is recommended of Ana stays too.
  const two = search({ type, providers: [{ ...ana, busy: meeting("09:00", "09:40") }, ben] })
  const recommended = searchSlots(two).recommended.map(({ provider, start }) => `${provider.name} ${start}`)
  expect(recommended).not.toContain(`Ana ${at("2027-03-01 09:40")}`)
  expect(shown(two)[0]).toEqual(["10:00", "10:30", "11:00"])
})

it.each([60, 45, 90])("EX-05 filled greedily, random days sell all that %i-minute jobs can", (minutes) => {
  const packedDays = fillDays(minutes, "packed", 60, 7)
  expect(packedDays.minutes / packedDays.ideal).toBeGreaterThanOrEqual(0.995)
  const gridDays = fillDays(minutes, "grid", 60, 7)
  expect(gridDays.minutes).toBeLessThan(packedDays.minutes)
})

function clocks(slots: readonly { start: number }[]): string[] {
  return slots.map(({ start }) => {
    const { minuteOfDay } = minuteToLocal(CHICAGO, start)
    return `${String(Math.floor(minuteOfDay / 60)).padStart(2, "0")}:${String(minuteOfDay % 60).padStart(2, "0")}`
  })
}

it("RE-07 shows packed starts alone, and recommends among them", () => {
  const type: TypePlan = { ...packed, starts: "packed_only", slotIntervalMinutes: 15 }
  const input = search({ type, providers: [{ ...allDay, busy: meeting("12:20", "13:10") }] })
  const all = searchSlots(input)
  const shown = withoutClutter(type, all)
  expect(clocks(shown.offered.flatMap(({ starts }) => starts.map((start) => ({ start }))))).toEqual([
    ...["09:00", "11:20", "13:10", "16:00"],
  ])
  const recommended = clocks(all.recommended)
  expect(["09:00", "11:20", "13:10", "16:00"]).toEqual(expect.arrayContaining(recommended))
  // A hidden start can be booked.
  expect(isOffered(input, ana.id, 1, at("2027-03-01 10:15"))).toBe(true)
})

it("RE-07 shows the grid of dates without a packed start", () => {
  const always = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
    ...{ locationId: 1, weekday, startMinute: 0, endMinute: 0 },
  }))
  const type: TypePlan = { ...packed, starts: "packed_only", slotIntervalMinutes: 240 }
  const input = search({ type, providers: [{ ...ana, hours: always }] })
  const [found] = withoutClutter(type, searchSlots(input)).offered
  expect(found!.starts.length).toBeGreaterThan(2)
})

it("RE-07 loses no time that could be sold, whichever start customers take", () => {
  for (const mix of [[60], [45], [90], [30, 60], [45, 90]]) {
    const { minutes, ideal } = fillDaysAtRandom(mix, "packed_only", 24, 20_270_314)
    expect(1 - minutes / ideal).toBeLessThan(0.015)
  }
})

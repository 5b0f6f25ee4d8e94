import { expect, it } from "vitest"
import type { ProviderPlan, SearchInput } from "../../../../domain/model/availability.ts"
import { searchSlots } from "../../../../domain/rules/availability/find-slots.ts"
import { fullDays, fullDaysSteps } from "../../../../domain/rules/availability/page-days.ts"
import { dateOfDay } from "../../../../domain/time/dates.ts"
import { ana, at, day, hours, pairs, search, visit, WEEKDAYS } from "./story.ts"

/** The week of Monday, March 1: Ana works from nine to twelve, an hour for each visit. */
const week = { firstDay: day("2027-03-01"), endDay: day("2027-03-08") }

function full(changes: Partial<ProviderPlan> = {}, others: Partial<SearchInput> = {}): string[] {
  const input = search({ ...week, ...others, providers: [{ ...ana, ...changes }] })
  return fullDays(input, searchSlots(input).offered).flatMap(({ days }) => days.map(dateOfDay))
}

it("a day without times left is full; one with a time left, a weekend and a day off are not", () => {
  expect(full()).toEqual([])
  const busy = pairs(
    ["2027-03-02 09:00", "2027-03-02 12:00"],
    ["2027-03-03 09:00", "2027-03-03 11:00"],
    ["2027-03-06 09:00", "2027-03-06 12:00"],
  )
  expect(full({ busy })).toEqual(["2027-03-02"])
  const timeOff = pairs(["2027-03-02 00:00", "2027-03-03 00:00"])
  expect(full({ busy, timeOff })).toEqual([])
})

it("a day is full when what is left is too short, and when the daily limit is reached", () => {
  const busy = pairs(["2027-03-04 09:30", "2027-03-04 11:30"])
  expect(full({ busy })).toEqual(["2027-03-04"])
  const typeStarts = Int32Array.of(at("2027-03-05 09:00"))
  expect(full({ typeStarts }, { type: { ...visit, dailyLimit: 1 } })).toEqual(["2027-03-05"])
})

it("hours that are too short for the visit, too soon, or too far ahead make no day full", () => {
  const busy = pairs(["2027-03-01 00:00", "2027-03-08 00:00"])
  expect(full({ busy, hours: hours(WEEKDAYS, "09:00", "09:45") })).toEqual([])
  const tuesdayNoon = at("2027-03-02 12:00") * 60_000
  expect(full({ busy }, { now: tuesdayNoon })).toEqual(["2027-03-03", "2027-03-04", "2027-03-05"])
  const type = { ...visit, bookingWindowDays: 1 }
  expect(full({ busy }, { now: tuesdayNoon, type })).toEqual(["2027-03-03"])
})

it("a job of several days finds a start full when one of its further days is taken", () => {
  const type = { ...visit, blockMinutes: [180, 180] }
  const busy = pairs(["2027-03-03 09:00", "2027-03-03 12:00"])
  expect(full({ busy }, { type })).toEqual(["2027-03-02", "2027-03-03"])
})

it("FX-12 which days are full is found in a step for each provider", () => {
  const providers = Array.from({ length: 50 }, (_, i) => ({ ...ana, id: i + 1 }))
  const input = search({ ...week, providers })
  const steps = fullDaysSteps(input, searchSlots(input).offered)
  let count = 0
  while (!steps.next().done) count += 1
  expect(count).toBe(50)
})

it("a day of several locations is full where nothing is left, whoever made the input that is compared", () => {
  const input = search({ ...week, providers: [ana] })
  const { offered } = searchSlots(search({ ...week, providers: [{ ...ana }] }))
  const copied = offered.map((entry) => ({ ...entry, location: { ...entry.location } }))
  expect(fullDays(input, copied)).toEqual([])
})

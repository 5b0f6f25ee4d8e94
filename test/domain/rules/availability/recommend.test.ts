import { expect, it } from "vitest"
import type { SearchInput } from "../../../../domain/model/availability.ts"
import { searchSlots } from "../../../../domain/rules/availability/find-slots.ts"
import { recommendChoicesSteps } from "../../../../domain/rules/availability/recommend-choices.ts"
import { finished } from "../../../../domain/rules/availability/steps.ts"
import { isoOfMinute } from "../../../../domain/time/dates.ts"
import { ana, at, ben, day, hours, pairs, search, visit, WEEKDAYS } from "./story.ts"

const week = { firstDay: day("2027-03-01"), endDay: day("2027-03-06") }
const allDay = { ...ana, hours: hours(WEEKDAYS, "09:00", "17:00") }

/** Chicago is six hours behind UTC in this week. */
function recommended(input: SearchInput): string[] {
  return searchSlots(input).recommended.map(({ start, provider }) => {
    return `${provider.name} ${isoOfMinute(start - 360).slice(5, 16)}`
  })
}

it("SL-05 recommends five times at most, two of one day, the earliest days first", () => {
  expect(recommended(search({ ...week }))).toEqual([
    "Ana 03-01T09:00",
    "Ana 03-01T10:00",
    "Ana 03-02T09:00",
    "Ana 03-02T10:00",
    "Ana 03-03T09:00",
  ])
})

it("SL-05 recommends both halves of the day when there are both", () => {
  const found = recommended(search({ ...week, providers: [allDay] }))
  expect(found).toEqual([
    "Ana 03-01T09:00",
    "Ana 03-01T10:00",
    "Ana 03-02T09:00",
    "Ana 03-02T10:00",
    "Ana 03-03T12:00",
  ])
})

it("SL-05 on a single day one of the two is after noon", () => {
  expect(recommended(search({ providers: [allDay] }))).toEqual(["Ana 03-01T09:00", "Ana 03-01T12:00"])
})

it("SL-05 prefers a time that leaves no gap too short to sell", () => {
  const busy = pairs(["2027-03-01 09:00", "2027-03-01 09:30"])
  const type = { ...visit, slotIntervalMinutes: 15 }
  expect(recommended(search({ type, providers: [{ ...ana, busy }] }))[0]).toBe("Ana 03-01T09:30")
  const lunch = pairs(["2027-03-01 11:15", "2027-03-01 12:00"])
  expect(recommended(search({ type, providers: [{ ...ana, busy: lunch }] }))).toEqual([
    "Ana 03-01T09:00",
    "Ana 03-01T10:15",
  ])
})

it("SL-05 prefers the provider who has less to do that day, and offers a time once", () => {
  const busy = pairs(["2027-03-01 13:00", "2027-03-01 16:00"])
  expect(recommended(search({ providers: [{ ...ana, busy }, ben] }))).toEqual([
    "Ben 03-01T09:00",
    "Ben 03-01T10:00",
  ])
})

it("SL-05 ties go to the earlier start, then the lower provider id", () => {
  expect(recommended(search({ providers: [ben, ana] }))).toEqual(["Ana 03-01T09:00", "Ana 03-01T10:00"])
})

it("SL-05 a job at the customer goes beside another in the neighbourhood, if that saves more than it delays", () => {
  const serviceAddress = { point: { latitude: 42.3, longitude: -87.63 }, postalCode: null, country: null }
  const nearby = { latitude: 42.31, longitude: -87.63 }
  const job = { start: at("2027-03-02 10:00"), end: at("2027-03-02 11:00"), ...nearby }
  const busy = Int32Array.of(job.start, job.end)
  const type = { ...visit, place: "at_customer" as const }
  const input = search({ ...week, type, serviceAddress, providers: [{ ...ana, busy, jobs: [job] }] })
  expect(recommended(input).slice(0, 2)).toEqual(["Ana 03-02T09:00", "Ana 03-02T11:00"])
  expect(recommended({ ...input, type: visit })[0]).toBe("Ana 03-01T09:00")
})

it("SL-05 finds the day that saves the drive though it comes after five others", () => {
  const serviceAddress = { point: { latitude: 42.32, longitude: -87.63 }, postalCode: null, country: null }
  const nearby = { latitude: 42.321, longitude: -87.63 }
  const job = { start: at("2027-03-07 15:00"), end: at("2027-03-07 16:00"), ...nearby }
  const closed = { locationId: 1, day: day("2027-03-02"), intervals: [] }
  const everyDay = { ...ana, hours: hours([...WEEKDAYS, 6, 7], "09:00", "17:00"), overrides: [closed] }
  const providers = [{ ...everyDay, jobs: [job], busy: Int32Array.of(job.start, job.end) }]
  const type = { ...visit, place: "at_customer" as const }
  const input = search({
    firstDay: week.firstDay,
    endDay: day("2027-03-10"),
    type,
    serviceAddress,
    providers,
  })
  expect(recommended(input)).toEqual([
    "Ana 03-01T09:00",
    "Ana 03-01T10:00",
    "Ana 03-03T09:00",
    "Ana 03-03T10:00",
    "Ana 03-07T12:00",
  ])
})

it("SL-05 counts waiting from the request's earliest date", () => {
  const request = {
    earliestDay: day("2027-03-03"),
    latestDay: day("2027-03-05"),
    locationId: null,
    providerId: null,
  }
  expect(recommended(search({ ...week, request }))[0]).toBe("Ana 03-03T09:00")
})

it("SL-05 the same input gives the same answer, in a month of a hundred providers too", () => {
  const providers = Array.from({ length: 100 }, (_, i) => ({ ...allDay, id: 100 - i, name: `P${100 - i}` }))
  const input = search({ ...week, endDay: day("2027-04-01"), providers })
  expect(recommended(input)).toEqual(recommended(input))
  expect(recommended(input)[0]).toBe("P1 03-01T09:00")
})

it("MD-13 never recommends the time that the moved appointment has", () => {
  const present = { providerId: ana.id, locationId: 1, start: at("2027-03-01 09:00") }
  expect(recommended(search({ ...week, moves: true, present }))[0]).toBe("Ana 03-01T10:00")
  expect(recommended(search({ ...week, present: { ...present, locationId: 2 } }))[0]).toBe("Ana 03-01T09:00")
})

it("MD-11 finds the best of each location, each provider and both, and nothing where there is no choice", () => {
  const input = search({ ...week, providers: [ana, ben] })
  const choices = finished(recommendChoicesSteps(input, searchSlots(input).offered))
  const said = choices.map(({ providerId, best }) => [
    providerId,
    isoOfMinute(best[0]!.start - 360).slice(5, 16),
  ])
  expect(said).toEqual([
    [ana.id, "03-01T09:00"],
    [ben.id, "03-01T09:00"],
  ])
  for (const { providerId, best } of choices)
    expect(best.map(({ provider }) => provider.id)).toEqual(Array(3).fill(providerId))
  const alone = search({ ...week })
  expect(finished(recommendChoicesSteps(alone, searchSlots(alone).offered))).toEqual([])
})

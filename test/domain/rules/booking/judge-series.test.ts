/** WL-06: each occurrence is judged as a booking of its own. Ana works on weekdays from nine to twelve in Chicago. */
import { expect, it } from "vitest"
import { Refusal } from "../../../../domain/model/errors.ts"
import type { Every } from "../../../../domain/model/series.ts"
import { finished } from "../../../../domain/rules/availability/steps.ts"
import { judgeSeries, type SeriesWish } from "../../../../domain/rules/booking/judge-series.ts"
import { isRepeatingEvent } from "../../../../domain/rules/booking/series-as-set.ts"
import { occurrencesOf } from "../../../../domain/rules/booking/series-occurrences.ts"
import { at, CHICAGO } from "../availability/story.ts"
import * as story from "./loaded.ts"

const booking = {
  now: story.now,
  customerId: 3,
  typeId: 2,
  providerId: story.ana.id,
  locationId: 1,
  startMinute: at("2027-03-01 09:00"),
  endMs: null,
  requestId: null,
  durationOptionId: null,
  overrideEligibility: false,
  answers: {},
  mayLeaveQuestionsOpen: false,
  mayLeaveFilesOpen: true,
}

function judge(
  loaded = story.loaded(),
  {
    every = { unit: "weeks", number: 1 } as Every,
    count = 4,
    start = booking.startMinute,
    ...more
  }: Partial<SeriesWish & { every: Every; count: number; start: number }> = {},
) {
  const occurrences = occurrencesOf(CHICAGO, start, every, { count })
  const wish = { chosen: new Map(), passesWindow: false, calendarBusy: new Set<number>() }
  const judged = finished(
    judgeSeries(loaded, { ...wish, ...more, booking: { ...booking, startMinute: start }, occurrences }),
  )
  if (judged instanceof Refusal) throw judged
  return judged.occurrences
}

const told = (occurrences: ReturnType<typeof judge>) =>
  occurrences.map((one) => (one.outcome === "conflict" ? one.reason : one.outcome))

it("WL-06 customers fit within the booking window, and staff pass it", () => {
  const loaded = story.loaded({ type: { ...story.visit, booking_window_days: 20 } })
  expect(told(judge(loaded))).toEqual(["free", "free", "booking_window", "booking_window"])
  expect(told(judge(loaded, { passesWindow: true }))).toEqual(["free", "free", "free", "free"])
})

it("WL-06 an occurrence is judged with those before it in their places: daily limit, and its own length", () => {
  const limited = story.loaded({ type: { ...story.visit, daily_limit: 1 } })
  const [monday] = occurrencesOf(CHICAGO, booking.startMinute, { unit: "days", number: 1 }, { count: 1 })
  const chosen = new Map([[1, monday!.start + 60]])
  const every: Every = { unit: "days", number: 1 }
  expect(told(judge(limited, { every, chosen, count: 3 }))).toEqual(["free", "daily_limit", "free"])
  expect(told(judge(story.loaded(), { every, chosen: new Map([[1, monday!.start]]), count: 3 }))).toEqual([
    "free",
    "taken",
    "free",
  ])
  expect(told(judge(story.loaded(), { every, chosen: new Map([[1, null]]), count: 3 }))).toEqual([
    "free",
    "left_out",
    "free",
  ])
})

it("WL-06 a request opens its type for the whole series, and only the first appointment has it", () => {
  const type = { ...story.visit, kind: "by_request" as const }
  const judged = judge(story.loaded({ type, open_request: story.request }))
  expect(told(judged)).toEqual(["free", "free", "free", "free"])
  expect(judged.map((one) => one.outcome === "free" && one.judged.request?.id)).toEqual([
    7,
    undefined,
    undefined,
    undefined,
  ])
  expect(() => judge(story.loaded({ type }))).toThrow(
    "This type is booked through a scheduling request only.",
  )
})

it("WL-06 what calendars rule out is a conflict of that occurrence alone", () => {
  const second = at("2027-03-08 09:00")
  expect(told(judge(story.loaded(), { calendarBusy: new Set([second]) }))).toEqual([
    "free",
    "taken",
    "free",
    "free",
  ])
})

it("WL-06 a repeating rule is used only where it says what was booked", () => {
  const weekly: Every = { unit: "weeks", number: 1 }
  const monthly: Every = { unit: "months", number: 1 }
  const asSet = (every: Every, more = {}) =>
    isRepeatingEvent(CHICAGO, every, judge(story.loaded(), { every, ...more }))
  expect(asSet(weekly)).toBe(true)
  expect(asSet(weekly, { chosen: new Map([[1, null]]) })).toBe(true)
  expect(asSet(weekly, { chosen: new Map([[0, null]]) })).toBe(false)
  expect(asSet(weekly, { chosen: new Map([[1, at("2027-03-08 10:00")]]) })).toBe(false)
  expect(asSet(monthly, { start: at("2027-03-01 09:00"), passesWindow: true })).toBe(true)
  expect(asSet(monthly, { start: at("2027-03-31 09:00"), passesWindow: true })).toBe(false)
})

it("SE-02 others get their turn between any two occurrences", () => {
  const occurrences = occurrencesOf(CHICAGO, booking.startMinute, { unit: "days", number: 1 }, { count: 104 })
  const wish = {
    booking,
    occurrences,
    chosen: new Map(),
    passesWindow: true,
    calendarBusy: new Set<number>(),
  }
  expect([...judgeSeries(story.loaded(), wish)]).toHaveLength(104)
})

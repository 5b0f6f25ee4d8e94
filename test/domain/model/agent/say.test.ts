import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  sayBlocks,
  sayDay,
  sayList,
  sayOption,
  sayTime,
  todayIn,
  type Wording,
} from "../../../../domain/model/agent/say.ts"
import { dayOfDate } from "../../../../domain/time/dates.ts"
import { drawn } from "../../../support/trials.ts"

const now = Date.parse("2027-03-01T12:00:00.000Z")
const wording: Wording = { now, companyZone: null, namesLocation: false }
const at = (...starts: string[]) => starts.map((start_time) => ({ start_time }))
const zones = [
  "America/Chicago",
  "Asia/Kathmandu",
  "Australia/Lord_Howe",
  "Pacific/Apia",
  "UTC",
  "Europe/Paris",
]

describe("times said aloud", () => {
  it("AG-15 names the weekday always, and the time without its zeros in front", () => {
    expect(sayBlocks(at("2027-03-02T20:00:00.000Z"), "America/Chicago", wording)).toBe(
      "Tuesday, March 2 at 2:00 PM",
    )
    expect([0, 5, 60, 719, 720, 725, 780, 1_439].map(sayTime)).toEqual([
      ...["12:00 AM", "12:05 AM", "1:00 AM", "11:59 AM", "12:00 PM", "12:05 PM", "1:00 PM", "11:59 PM"],
    ])
  })

  it("AG-14 names every day of a job over several days, and the year when it is another", () => {
    const chicago = "America/Chicago"
    const days = ["2027-03-12T15:00:00.000Z", "2027-03-15T14:00:00.000Z", "2027-03-16T14:00:00.000Z"]
    expect(sayBlocks(at(...days), chicago, wording)).toBe(
      "Friday, March 12; Monday, March 15 and Tuesday, March 16, each day at 9:00 AM",
    )
    expect(sayBlocks(at("2027-12-31T15:00:00.000Z", "2028-01-03T15:00:00.000Z"), chicago, wording)).toBe(
      "Friday, December 31 and Monday, January 3, 2028, each day at 9:00 AM",
    )
    expect(sayBlocks(at("2028-01-03T15:00:00.000Z", "2028-01-04T15:00:00.000Z"), chicago, wording)).toBe(
      "Monday, January 3 and Tuesday, January 4, 2028, each day at 9:00 AM",
    )
  })

  it("TR-44 says a job over several days that is offered as one option, with its last day where days lie between", () => {
    const chicago = "America/Chicago"
    const option = (...starts: string[]) => sayOption(at(...starts), chicago, wording)
    const [thursday, friday] = ["2027-03-04T14:00:00.000Z", "2027-03-05T14:00:00.000Z"]
    expect(option(thursday, friday)).toBe("two days from Thursday, March 4, at 8 AM")
    expect(option(thursday, friday, "2027-03-08T14:00:00.000Z")).toBe(
      "three days from Thursday, March 4, at 8 AM, ending Monday, March 8",
    )
    expect(option("2027-12-31T14:30:00.000Z", "2028-01-01T14:30:00.000Z")).toBe(
      "two days from Friday, December 31, at 8:30 AM",
    )
    expect(option(thursday)).toBe("Thursday, March 4 at 8:00 AM")
    const inDenver = { ...wording, companyZone: "America/Denver" }
    expect(sayOption(at(thursday, friday), chicago, inDenver)).toBe(
      "two days from Thursday, March 4, at 8 AM Central Time",
    )
  })

  it("AG-15 names the place's zone where its clocks and the company's differ at that time, and only there", () => {
    const said = (start: string, zone: string) =>
      sayBlocks(at(start), zone, { ...wording, companyZone: "America/Denver" })
    expect(said("2027-03-02T20:00:00.000Z", "America/Chicago")).toBe(
      "Tuesday, March 2 at 2:00 PM Central Time",
    )
    expect(said("2027-03-02T20:00:00.000Z", "America/Denver")).toBe("Tuesday, March 2 at 1:00 PM")
    // Phoenix keeps Denver's time in winter.
    expect(said("2027-03-02T20:00:00.000Z", "America/Phoenix")).toBe("Tuesday, March 2 at 1:00 PM")
    expect(said("2027-07-01T20:00:00.000Z", "America/Phoenix")).toMatch(
      /^Thursday, July 1 at 1:00 PM Mountain /,
    )
  })

  it("says each day's own time where a clock change moved one", () => {
    const night = at("2027-03-13T08:30:00.000Z", "2027-03-14T08:30:00.000Z")
    expect(sayBlocks(night, "America/Chicago", wording)).toBe(
      "Saturday, March 13 at 2:30 AM and Sunday, March 14 at 3:30 AM",
    )
  })

  it("AG-15 says what Temporal's calendar says, in every zone", () => {
    const minutes = fc.integer({ min: 0, max: 80 * 365 * 1_440 })
    fc.assert(
      fc.property(minutes, fc.constantFrom(...zones), (minute, zone) => {
        const instant = Temporal.Instant.fromEpochMilliseconds(minute * 60_000)
        const local = instant.toZonedDateTimeISO(zone)
        const said = sayBlocks(at(new Date(minute * 60_000).toISOString()), zone, {
          ...wording,
          now: minute * 60_000,
        })
        const format = (options: object) => local.toLocaleString("en-US", options)
        const weekday = format({ weekday: "long" })
        const month = format({ month: "long" })
        const time = format({ hour: "numeric", minute: "2-digit", hour12: true }).replace("\u202f", " ")
        expect(said).toBe(`${weekday}, ${month} ${local.day} at ${time}`)
      }),
      drawn(800, 20_270_301),
    )
  })
})

describe("today", () => {
  it("is the company's own, not UTC's", () => {
    const late = Date.parse("2027-03-02T03:00:00.000Z")
    expect(todayIn("America/Chicago", late)).toEqual({
      today: "2027-03-01",
      today_say: "Monday, March 1, 2027",
      timezone: "America/Chicago",
    })
    expect(todayIn("Asia/Tokyo", late).today).toBe("2027-03-02")
  })
})

describe("lists and dates", () => {
  it("reads as somebody would say it", () => {
    expect([sayList([]), sayList(["a"]), sayList(["a", "b"]), sayList(["a", "b", "c"], "or", "; ")]).toEqual([
      "",
      "a",
      "a and b",
      "a; b or c",
    ])
    expect(sayDay(dayOfDate("2028-02-29")!)).toBe("Tuesday, February 29")
  })
})

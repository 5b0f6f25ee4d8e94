import { describe, expect, it } from "vitest"
import type { Locale } from "../../domain/contracts/customer-pages.ts"
import { formatsFor } from "../../pages/shared/formats.ts"
import { clipRange, maxSearchDays, missingRanges } from "../../pages/shared/times/ranges.ts"
import {
  dateForKey,
  firstWeekdayOf,
  lastShown,
  startOfWeek,
  turnedTo,
  weeksFrom,
} from "../../pages/shared/times/weeks.ts"
import { hasClock, isOnDevice, learnClocks, wallClock } from "../../pages/shared/zones.ts"
import { addDays, addMonths, daysIn, weekdayOf } from "../../ui/dates.ts"
import { learnClocksOf } from "./clocks.ts"

describe("dates", () => {
  it("counts over months, years, leap days and clock changes", () => {
    expect(addDays("2028-02-28", 1)).toBe("2028-02-29")
    expect(addDays("2027-03-13", 2)).toBe("2027-03-15")
    expect(addDays("2027-01-01", -1)).toBe("2026-12-31")
    expect(addMonths("2026-12", 1)).toBe("2027-01")
    expect(daysIn("2028-02")).toBe(29)
    expect([weekdayOf("2027-03-01"), weekdayOf("2027-03-07")]).toEqual([1, 7])
  })
})

describe("five weeks", () => {
  it("start on the week's first day and never change in number", () => {
    expect(startOfWeek("2027-03-01", 7)).toBe("2027-02-28")
    expect(startOfWeek("2027-03-01", 1)).toBe("2027-03-01")
    const weeks = weeksFrom("2027-02-28")
    expect(weeks.map((week) => week.length)).toEqual([7, 7, 7, 7, 7])
    expect([weeks[0]![0], weeks[4]![6]]).toEqual(["2027-02-28", lastShown("2027-02-28")])
    expect(lastShown("2027-02-28")).toBe("2027-04-03")
  })

  it("are turned until they show a date, without an overlap", () => {
    expect(turnedTo("2027-04-03", "2027-02-28")).toBe("2027-02-28")
    expect(turnedTo("2027-04-04", "2027-02-28")).toBe("2027-04-04")
    expect(turnedTo("2027-02-27", "2027-02-28")).toBe("2027-01-24")
  })

  it("moves by the keys of a grid", () => {
    const from = (key: string, date = "2027-03-31") => dateForKey(key, date, 7)
    expect(from("ArrowRight")).toBe("2027-04-01")
    expect(from("ArrowUp")).toBe("2027-03-24")
    expect(from("Home")).toBe("2027-03-28")
    expect(from("End")).toBe("2027-04-03")
    expect(from("PageUp")).toBe("2027-02-28")
    expect(from("PageDown")).toBe("2027-04-30")
    expect(from("a")).toBeNull()
  })

  it("TR-53 start on the day of the visitor's country, else of their language", () => {
    const starts = (locale: Locale, ...regions: (string | null)[]) =>
      regions.map((region) => firstWeekdayOf(locale, region))
    expect(starts("en", null, "US", "CA", "GB")).toEqual([7, 7, 7, 1])
    expect(starts("fr", null, "CA", "FR")).toEqual([1, 7, 1])
    expect(starts("es", null, "MX", "US", "ES")).toEqual([1, 7, 7, 1])
  })

  it("TR-53 have times of twelve or twenty-four hours, as the visitor's country writes them", () => {
    learnClocks({ UTC: [{ from: "2020-01-01T00:00:00.000Z", offsetMinutes: 0 }] })
    const two = (locale: Locale, region: string) =>
      formatsFor(locale, region).time("2027-03-01T14:05:00.000Z", "UTC").replace(/\s/g, " ")
    expect(two("fr", "CA")).toBe("14 h 05")
    expect(two("fr", "FR")).toBe("14:05")
    expect(two("es", "MX")).toBe("2:05 p.m.")
    expect(two("es", "US")).toBe("2:05 p.m.")
    expect(two("es", "ES")).toBe("14:05")
    expect(two("en", "US")).toBe("2:05 PM")
  })
})

describe("ranges to search", () => {
  const march = { startDate: "2027-03-01", endDate: "2027-04-01" }

  it("asks for what is not known, and only within the bookable dates", () => {
    expect(clipRange(march, { firstDate: "2027-03-10", lastDate: "2027-03-20" })).toEqual({
      startDate: "2027-03-10",
      endDate: "2027-03-21",
    })
    expect(clipRange(march, { firstDate: "2027-05-01", lastDate: "2027-05-20" })).toBeNull()
    expect(missingRanges(march, [march])).toEqual([])
    expect(missingRanges(march, [{ startDate: "2027-03-05", endDate: "2027-03-10" }])).toEqual([
      { startDate: "2027-03-01", endDate: "2027-03-05" },
      { startDate: "2027-03-10", endDate: "2027-04-01" },
    ])
  })

  it("never asks for more days at once than a search takes", () => {
    const pieces = missingRanges({ startDate: "2027-02-28", endDate: "2027-04-04" }, [])
    expect(pieces).toHaveLength(2)
    for (const { startDate, endDate } of pieces) {
      expect(addDays(startDate, maxSearchDays) >= endDate).toBe(true)
    }
  })
})

describe("wall clocks", () => {
  it("follow the zone through clock changes and odd offsets", () => {
    learnClocksOf("America/Chicago", "Asia/Kathmandu")
    expect(wallClock("2027-03-14T07:59:00.000Z", "America/Chicago")).toEqual({
      date: "2027-03-14",
      hour: 1,
      offsetMinutes: -360,
    })
    expect(wallClock("2027-03-14T08:00:00.000Z", "America/Chicago").hour).toBe(3)
    expect(wallClock("2027-03-01T18:30:00.000Z", "Asia/Kathmandu")).toEqual({
      date: "2027-03-02",
      hour: 0,
      offsetMinutes: 345,
    })
  })

  it("PG-10 the hour that is there twice names its clock, alone and in a span, and no other hour does", () => {
    learnClocksOf("America/New_York")
    const at = (hour: string) => formatsFor("en").time(`2027-11-07T${hour}:30:00.000Z`, "America/New_York")
    expect(["04", "05", "06", "07"].map(at)).toEqual([
      "12:30\u00a0AM",
      "1:30\u00a0AM\u00a0EDT",
      "1:30\u00a0AM\u00a0EST",
      "2:30\u00a0AM",
    ])
    const span = { startTime: "2027-11-07T05:30:00.000Z", endTime: "2027-11-07T06:30:00.000Z" }
    expect(formatsFor("en").timeRange(span, "America/New_York").replace(/\s/g, " ")).toBe(
      "1:30 AM EDT – 1:30 AM EST",
    )
    expect(formatsFor("en").time("2027-03-14T06:30:00.000Z", "America/New_York")).toBe("1:30\u00a0AM")
  })

  it("TR-25 show what the server says, whatever rules the browser has", () => {
    learnClocksOf("America/Winnipeg")
    const nineOClock = "2026-12-02T14:00:00.000Z"
    expect(wallClock(nineOClock, "America/Winnipeg")).toMatchObject({ date: "2026-12-02", hour: 9 })
    const formats = formatsFor("en")
    expect(formats.time(nineOClock, "America/Winnipeg")).toBe("9:00\u00a0AM")
    // This browser has another rule for Winnipeg, by which it would be Central Time.
    expect(formats.zone("America/Winnipeg", nineOClock)).toBe("Winnipeg Time")
    learnClocksOf("America/Chicago")
    expect(formats.zone("America/Chicago", nineOClock)).toBe("Central Time")
  })

  it("TR-25 are refused for a zone that the server has not spoken of", () => {
    expect(hasClock("Europe/Rome")).toBe(false)
    expect(() => wallClock("2027-03-01T12:00:00.000Z", "Europe/Rome")).toThrow("No clock for Europe/Rome")
  })

  it("are the device's own where both show the same at every instant", () => {
    const device = Intl.DateTimeFormat().resolvedOptions().timeZone
    learnClocksOf(device, "Pacific/Marquesas")
    const summerAndWinter = ["2027-01-05T12:00:00.000Z", "2027-07-05T12:00:00.000Z"]
    expect(isOnDevice(summerAndWinter, device)).toBe(true)
    expect(isOnDevice(summerAndWinter, "Pacific/Marquesas")).toBe(false)
  })
})

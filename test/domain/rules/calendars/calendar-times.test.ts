/** Dates, times and durations as calendars write them; examples of RFC 5545 where it has one. */
import { describe, expect, it } from "vitest"
import {
  periodsOf,
  readDuration,
  readOffset,
  readTime,
  timesOf,
} from "../../../../domain/rules/calendars/calendar-times.ts"
import type { Property } from "../../../../domain/rules/calendars/components.ts"
import { UnreadableCalendar } from "../../../../domain/rules/calendars/unreadable-calendar.ts"

const wall = (iso: string) => Date.parse(`${iso}Z`) / 1_000
const property = (value: string, zone?: string) =>
  ({ value, params: new Map(zone ? [["TZID", zone]] : []) }) as unknown as Property

describe("a calendar's time", () => {
  it("TQ-05 is a date, a wall time or one of UTC", () => {
    expect(readTime("19970714", "X")).toEqual({ wall: wall("1997-07-14T00:00:00"), isDate: true, zone: "X" })
    expect(readTime("19980118T230000", "X")).toEqual({
      wall: wall("1998-01-18T23:00:00"),
      isDate: false,
      zone: "X",
    })
    expect(readTime(" 19980119T070000Z ", "X")).toMatchObject({
      wall: wall("1998-01-19T07:00:00"),
      zone: "UTC",
    })
    expect(readTime("19980119T0705", null)).toMatchObject({ wall: wall("1998-01-19T07:05:00"), zone: null })
    // A leap second is the one before it.
    expect(readTime("19970630T235960Z", null).wall).toBe(wall("1997-06-30T23:59:59"))
  })

  it("CW-04 is read in every spelling that says one instant", () => {
    const instant = wall("2026-12-07T16:00:00")
    for (const text of [
      "20261207T160000.000Z",
      "20261207t160000z",
      "20261207T100000-0600",
      "20261207T100000-06:00",
      "2026-12-07T16:00:00Z",
      "2026-12-07T16:00:00.5Z",
    ])
      expect(readTime(text, "X"), text).toEqual({ wall: instant, isDate: false, zone: "UTC" })
    const midnight = { wall: wall("2026-12-08T00:00:00"), isDate: false, zone: "X" }
    expect(readTime("20261207T240000", "X")).toEqual(midnight)
    expect(readTime("20131210Z", null)).toEqual({
      wall: wall("2013-12-10T00:00:00"),
      isDate: true,
      zone: null,
    })
  })

  it("TQ-05 that does not exist is refused", () => {
    for (const text of ["", "19970229", "19971301", "19970132", "00000101", "19970101T236000"])
      expect(() => readTime(text, null), text).toThrow(UnreadableCalendar)
    for (const text of ["1997-0714", "19970714T", "19970714T07", "x19970714", "19970714T070000ZZ"])
      expect(() => readTime(text, null), text).toThrow(UnreadableCalendar)
  })

  it("TQ-05 stands in lists, beside periods and empty values", () => {
    const list = property("19970714,,19970715T100000/PT1H,19970716", "X")
    expect(timesOf(list).map((time) => time.wall)).toEqual([
      wall("1997-07-14T00:00:00"),
      wall("1997-07-16T00:00:00"),
    ])
    expect(periodsOf(list)).toEqual([
      {
        start: { wall: wall("1997-07-15T10:00:00"), isDate: false, zone: "X" },
        end: { days: 0, seconds: 3_600 },
      },
    ])
    const [explicit] = periodsOf(property("19970101T180000Z/19970102T070000Z"))
    expect(explicit).toMatchObject({ end: { wall: wall("1997-01-02T07:00:00"), zone: "UTC" } })
  })
})

describe("a calendar's duration", () => {
  it("TQ-05 has nominal days beside exact seconds", () => {
    expect(readDuration("P15DT5H0M20S")).toEqual({ days: 15, seconds: 18_020 })
    expect(readDuration("P7W")).toEqual({ days: 49, seconds: 0 })
    expect(readDuration("+PT1H30M")).toEqual({ days: 0, seconds: 5_400 })
    expect(readDuration("P1WT1M")).toEqual({ days: 7, seconds: 60 })
  })

  it("CW-04 has its T where programs put it, and fractions", () => {
    expect(readDuration("PT1W")).toEqual({ days: 7, seconds: 0 })
    expect(readDuration("P1H")).toEqual({ days: 0, seconds: 3_600 })
    expect(readDuration("P1D2H")).toEqual({ days: 1, seconds: 7_200 })
    expect(readDuration("pt0.5h")).toEqual({ days: 0, seconds: 1_800 })
  })

  it("CW-04 lies before its start when it is negative, and is refused when it is none", () => {
    expect(readDuration("-P1DT1H")).toEqual({ days: 1, seconds: 3_600, isNegative: true })
    for (const text of ["", "1H", "P", "PT", "P1M", "PT1X", "P1D2"])
      expect(() => readDuration(text), text).toThrow()
  })
})

describe("a zone's offset", () => {
  it("TQ-05 counts seconds to either side of UTC", () => {
    expect(readOffset("+0530")).toBe(19_800)
    expect(readOffset("-0500")).toBe(-18_000)
    expect(readOffset("-023015")).toBe(-9_015)
    expect(readOffset("+5:30")).toBe(19_800)
    expect(readOffset("-05")).toBe(-18_000)
    for (const text of ["0530", "+5:3", "x", ""])
      expect(() => readOffset(text), text).toThrow(UnreadableCalendar)
  })
})

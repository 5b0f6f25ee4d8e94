import { describe, expect, it } from "vitest"
import {
  minutesBetween,
  overrideClash,
  weeklyClash,
} from "../../../domain/rules/availability/clashing-hours.ts"
import { dayOfDate } from "../../../domain/time/dates.ts"

const now = Date.parse("2027-03-01T12:00:00Z") / 60_000
const at = (locationId: number, weekday: number, startHour: number, endHour: number) => ({
  locationId,
  weekday,
  startMinute: startHour * 60,
  endMinute: endHour * 60,
})

describe("weeklyClash", () => {
  const zones = new Map([
    [1, "America/Chicago"],
    [2, "America/Phoenix"],
    [3, "Asia/Kathmandu"],
  ])

  it("knows that Phoenix and Chicago are one hour apart in winter, and two in summer", () => {
    const morning = at(1, 1, 9, 10)
    expect(weeklyClash([morning, at(2, 1, 8, 9)], zones, now)).toEqual({ index: 1, otherIndex: 0 })
    expect(weeklyClash([morning, at(2, 1, 7, 8)], zones, now)).toEqual({ index: 1, otherIndex: 0 })
    expect(weeklyClash([morning, at(2, 1, 9, 10)], zones, now)).toBeNull()
    expect(weeklyClash([morning, at(2, 1, 6, 7)], zones, now)).toBeNull()
  })

  it("sees an overlap from one end of the week to the other, in zones half a day apart", () => {
    expect(weeklyClash([at(1, 7, 20, 21), at(3, 1, 7, 8)], zones, now)).not.toBeNull()
    expect(weeklyClash([at(1, 7, 20, 21), at(3, 1, 10, 11)], zones, now)).toBeNull()
  })

  it("lets hours touch, and takes an equal start and end as a whole day", () => {
    expect(weeklyClash([at(1, 1, 9, 12), at(1, 1, 12, 9)], zones, now)).toBeNull()
    expect(weeklyClash([at(1, 1, 9, 9), at(1, 2, 9, 9), at(1, 7, 9, 9)], zones, now)).toBeNull()
    expect(weeklyClash([at(1, 1, 9, 9), at(1, 1, 9, 9)], zones, now)).not.toBeNull()
    expect(minutesBetween(540, 540)).toBe(1440)
    expect(minutesBetween(1320, 120)).toBe(240)
  })
})

describe("overrideClash", () => {
  const zones = new Map([
    [1, "America/Chicago"],
    [2, "America/Chicago"],
  ])
  const on = (locationId: number, date: string, startHour: number, endHour: number) => ({
    locationId,
    day: dayOfDate(date)!,
    intervals: [{ startMinute: startHour * 60, endMinute: endHour * 60 }],
  })
  const firstDay = dayOfDate("2027-03-01")!

  it("sees the hours that the other location carries over from the evening before", () => {
    const night = [at(1, 7, 22, 6)]
    expect(overrideClash([on(2, "2027-03-15", 5, 8)], night, zones, firstDay)).toMatchObject({ index: 0 })
    expect(overrideClash([on(2, "2027-03-15", 6, 8)], night, zones, firstDay)).toBeNull()
  })

  it("leaves dates alone that are over", () => {
    const monday = [at(1, 1, 9, 17)]
    expect(overrideClash([on(2, "2027-02-22", 9, 10)], monday, zones, firstDay)).toBeNull()
    expect(overrideClash([on(2, "2027-03-01", 9, 10)], monday, zones, firstDay)).not.toBeNull()
  })

  it("judges by the dated hours of the other location where there are some", () => {
    const monday = [at(1, 1, 9, 17)]
    const closed = { locationId: 1, day: dayOfDate("2027-03-15")!, intervals: [] }
    expect(overrideClash([closed, on(2, "2027-03-15", 9, 10)], monday, zones, firstDay)).toBeNull()
  })
})

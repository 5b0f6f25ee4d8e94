import { expect, it } from "vitest"
import { dayOfDate } from "../../src/time/dates.ts"
import { isoOfMinute } from "../../src/time/instants.ts"
import { localToMinute, minutesOfDays, minuteToLocal } from "../../src/time/local-time.ts"
import { isZone, zoneName, zoneTable } from "../../src/time/zone-table.ts"
import { checkZone, transitionsOf, type ZoneCheck } from "./zone-check.ts"

const HOUR = 60
const zones = Intl.supportedValuesOf("timeZone")
const from = Date.UTC(2020, 0, 1) / 60_000
const until = Date.UTC(2030, 0, 1) / 60_000

function instant(zone: string, date: string, hour: number, minute = 0): string {
  return isoOfMinute(localToMinute(zone, dayOfDate(date)!, hour * HOUR + minute))
}

it("SL-03 agrees with Temporal around every clock change of every zone for ten years", {
  timeout: 60_000,
}, () => {
  const check: ZoneCheck = { tried: 0, wrong: [], wrongCount: 0 }
  for (const zone of zones) {
    for (const transition of transitionsOf(zone, from, until)) {
      checkZone(zone, transition - 26 * HOUR, transition + 26 * HOUR, 30, check)
      checkZone(zone, transition - 2, transition + 3, 1, check)
    }
    checkZone(zone, from, until, 45 * 24 * HOUR + 7, check)
  }
  expect(check.wrong).toEqual([])
  expect(check.tried).toBeGreaterThan(300_000)
})

it("SL-03 a wall time that the clock skips moves forward by the gap", () => {
  expect(instant("America/New_York", "2027-03-14", 2, 30)).toBe("2027-03-14T07:30:00.000Z")
  expect(instant("Australia/Lord_Howe", "2026-10-04", 2, 15)).toBe("2026-10-03T15:45:00.000Z")
})

it("SL-03 of a wall time that comes twice the first counts", () => {
  expect(instant("America/New_York", "2026-11-01", 1, 30)).toBe("2026-11-01T05:30:00.000Z")
  expect(instant("Australia/Lord_Howe", "2027-04-04", 1, 45)).toBe("2027-04-03T14:45:00.000Z")
})

it("SL-03 knows offsets of 45 and 30 minutes", () => {
  expect(instant("Asia/Kathmandu", "2027-01-01", 9)).toBe("2027-01-01T03:15:00.000Z")
  expect(instant("Pacific/Chatham", "2027-07-01", 9)).toBe("2027-06-30T20:15:00.000Z")
  expect(instant("America/St_Johns", "2027-01-01", 9)).toBe("2027-01-01T12:30:00.000Z")
})

it("goes back from a minute to the date and time that the clock shows", () => {
  const minute = localToMinute("America/New_York", dayOfDate("2027-03-14")!, 3 * HOUR)
  expect(minuteToLocal("America/New_York", minute)).toEqual({
    day: dayOfDate("2027-03-14"),
    minuteOfDay: 180,
  })
  expect(minuteToLocal("America/New_York", minute - 1)).toEqual({
    day: dayOfDate("2027-03-14"),
    minuteOfDay: 119,
  })
})

it("gives the minutes of a date that comes twice as two pairs", () => {
  const day = dayOfDate("2006-10-28")!
  const minutes = minutesOfDays(zoneTable("America/St_Johns"), day, day + 1)
  expect([...minutes].map(isoOfMinute)).toEqual([
    "2006-10-28T02:30:00.000Z",
    "2006-10-29T02:30:00.000Z",
    "2006-10-29T02:31:00.000Z",
    "2006-10-29T03:30:00.000Z",
  ])
})

it("gives no minutes for a date that a zone left out", () => {
  const day = dayOfDate("2011-12-30")!
  expect(minutesOfDays(zoneTable("Pacific/Apia"), day, day + 1)).toHaveLength(0)
})

it("answers beyond the table, before 1970 and after 2100, as Temporal does", () => {
  const check: ZoneCheck = { tried: 0, wrong: [], wrongCount: 0 }
  for (const zone of ["America/New_York", "Europe/Paris", "Asia/Kathmandu"]) {
    checkZone(zone, Date.UTC(2099, 11, 1) / 60_000, Date.UTC(2101, 0, 1) / 60_000, 24 * HOUR + 13, check)
    checkZone(zone, -50 * 24 * HOUR, 50 * 24 * HOUR, 10 * HOUR + 1, check)
  }
  expect(check.wrong).toEqual([])
})

it("mends the case of a zone's name, and leaves a link the name that was given", () => {
  const names = [
    ...Intl.supportedValuesOf("timeZone"),
    ...[
      "US/Eastern",
      "Asia/Calcutta",
      "Asia/Kolkata",
      "Europe/Kiev",
      "Etc/GMT+5",
      "GB-Eire",
      "EST5EDT",
      "UTC",
    ],
  ]
  for (const name of names) {
    expect([name, name.toLowerCase(), name.toUpperCase()].map(zoneName)).toEqual([name, name, name])
  }
  expect(["Mars/Olympus", "+05:30", ""].map(zoneName)).toEqual([null, null, null])
})

it("refuses what is no IANA zone", () => {
  expect(["America/New_York", "america/new_york", "UTC", "Asia/Kathmandu"].every(isZone)).toBe(true)
  const refused = [
    "",
    "+05:30",
    "-08",
    "Mars/Olympus",
    "America/New_York ",
    "T12:00Z",
    "2020-01-01T00:00Z[UTC]",
    "\0",
  ]
  expect(refused.filter(isZone)).toEqual([])
  expect(() => zoneTable("Mars/Olympus")).toThrow(RangeError)
})

import { readFileSync } from "node:fs"
import { join } from "node:path"
import { afterEach, expect, it } from "vitest"
import { dayOfDate, isoOfMinute } from "../../../domain/time/dates.ts"
import {
  localToMinute,
  minutesOfDays,
  minuteToLocal,
  zoneAbbreviation,
} from "../../../domain/time/local-time.ts"
import { tzifPeriods } from "../../../domain/time/tzif.ts"
import type { ZoneData } from "../../../domain/time/zone-data.ts"
import { isZone, useZoneData, zoneDataInUse, zoneName, zoneTable } from "../../../domain/time/zone-table.ts"
import { shareOf, shareOfNumber } from "../../support/trials.ts"
import { checkAroundChanges, checkZone, newCheck, temporalClock } from "./zone-check.ts"
import { oracleVersion, readOracle } from "./zone-oracle.ts"

const HOUR = 60
const oracle = readOracle()

afterEach(() => useZoneData(null))

function instant(zone: string, date: string, hour: number, minute = 0): string {
  return isoOfMinute(localToMinute(zone, dayOfDate(date)!, hour * HOUR + minute))
}

const minuteAt = (iso: string) => Date.parse(iso) / 60_000

it("TR-25 SL-03 agrees with zdump around every clock change of every zone from 2006 to 2036", () => {
  expect(zoneDataInUse()).toEqual({ source: "moment-timezone", version: oracleVersion })
  const check = newCheck()
  for (const zone of shareOf(oracle.names)) checkAroundChanges(oracle, zone, check)
  expect(check.wrong).toEqual([])
  expect(oracle.names.length).toBeGreaterThan(590)
  expect(check.tried).toBeGreaterThan(shareOfNumber(1_000_000))
})

it("TR-25 knows that Manitoba's clocks stay where they are from November 2026 on", () => {
  expect(instant("America/Winnipeg", "2026-12-02", 9)).toBe("2026-12-02T14:00:00.000Z")
  expect(zoneAbbreviation("America/Winnipeg", minuteAt("2026-12-02T14:00Z"))).toBe("EST")
  expect(zoneAbbreviation("America/Winnipeg", minuteAt("2026-10-01T14:00Z"))).toBe("CDT")
  expect(zoneAbbreviation("America/Sao_Paulo", minuteAt("2026-10-01T14:00Z"))).toBeNull()
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

it("TR-25 goes on by the last rule for as long as dates have four digits, as Temporal does", () => {
  const check = newCheck()
  for (const zone of [
    "America/New_York",
    "Europe/Paris",
    "Asia/Kathmandu",
    "Pacific/Chatham",
    "Europe/Dublin",
  ]) {
    for (const year of [1921, 1944, 1970, 2038, 2100, 2499, 2500, 2501, 2899, 2900, 9998]) {
      const from = Date.UTC(year, 0, 1) / 60_000
      checkZone(temporalClock, zone, [from, from + 366 * 24 * HOUR, 5 * HOUR + 1], check)
    }
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
    "constructor",
    "\0",
  ]
  expect(refused.filter(isZone)).toEqual([])
  expect(() => zoneTable("Mars/Olympus")).toThrow(RangeError)
})

/** Files as `zic` made them for Debian: summer time below zero, changes before midnight, lists up to 2086, names of digits. */
const tzifZones = [
  ...["America/Winnipeg", "America/New_York", "America/Havana", "America/Nuuk", "Africa/Casablanca"],
  ...[
    "Antarctica/Troll",
    "Asia/Gaza",
    "Asia/Jerusalem",
    "Asia/Kathmandu",
    "Europe/Dublin",
    "Pacific/Chatham",
  ],
]

const ofFiles: ZoneData = {
  source: "files of the tests",
  version: oracleVersion,
  names: tzifZones,
  canonical: (name) => name,
  periodsOf: (name) =>
    tzifZones.includes(name) ? tzifPeriods(readFileSync(join(import.meta.dirname, "zoneinfo", name))) : null,
}

it("TR-25 reads TZif files, and goes on by the rule of their last line", () => {
  const changes = (zone: string, after: number) => {
    const { utcStarts, offsetMinutes, abbreviations } = zoneTable(zone)
    return Array.from(offsetMinutes, (offset, i) => `${utcStarts[i]} ${offset} ${abbreviations[i]}`).filter(
      (_, i) => utcStarts[i + 1]! > after,
    )
  }
  const since = Date.UTC(1990, 0, 1) / 60_000
  const packed = tzifZones.map((zone) => changes(zone, since))
  useZoneData(ofFiles)
  expect(zoneDataInUse().source).toBe("files of the tests")
  expect(tzifZones.map((zone) => changes(zone, since))).toEqual(packed)
  expect(packed.flat().length).toBeGreaterThan(6_000)
})

it("TR-25 a name that the operator's files lack keeps the rules of the zone that it links to", () => {
  const noSummer = { starts: [Number.NEGATIVE_INFINITY], offsets: [-18_000], abbreviations: ["EST"] }
  useZoneData({
    ...ofFiles,
    names: ["America/New_York"],
    periodsOf: (name) => (name === "America/New_York" ? noSummer : null),
  })
  expect(instant("US/Eastern", "2027-07-01", 12)).toBe("2027-07-01T17:00:00.000Z")
  expect(instant("Europe/Paris", "2027-07-01", 12)).toBe("2027-07-01T10:00:00.000Z")
})

it("refuses a file that is no TZif file", () => {
  expect(() => tzifPeriods(Buffer.from("# version 2026f"))).toThrow(RangeError)
})

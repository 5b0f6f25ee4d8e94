/** The zone in an invitation by the two readings that MS-OXCICAL 2.1.3.1.1.19.2 permits, of every IANA zone. */
import ICAL from "ical.js"
import bundled from "moment-timezone/data/packed/latest.json" with { type: "json" }
import { describe, expect, it } from "vitest"
import { type ItipEvent, itipText } from "../../../../domain/rules/mails/itip.ts"
import { minuteToLocal, offsetsBetween } from "../../../../domain/time/local-time.ts"
import { packedZones } from "../../../../domain/time/packed-zones.ts"
import { shareOf, shareOfNumber } from "../../../support/trials.ts"

const zones = shareOf(packedZones(bundled, "moment-timezone").names)

const eventOf = (timezone: string, starts: readonly number[], minutes = 60): ItipEvent => ({
  ...{ method: "REQUEST", uid: "a1@book.example", sequence: 0, updatedAt: new Date("2027-03-01T12:00:00Z") },
  ...{ timezone, summary: "Check", description: null, location: null },
  blocks: starts.map((start) => ({
    start_time: new Date(start * 60_000).toISOString(),
    end_time: new Date((start + minutes) * 60_000).toISOString(),
  })),
  organizer: { name: "Harbour Heating", address: "mail@harbour.example" },
  attendee: { name: "Sam Poe", address: "sam@example.com" },
})

interface Part {
  wall: number
  from: number
  to: number
  rule: string | null
}

const wallOf = (text: string) =>
  Date.parse(text.replace(/(....)(..)(..)T(..)(..)(..)/, "$1-$2-$3T$4:$5:$6Z")) / 60_000
const offsetOf = (text: string) =>
  Number(`${text[0]}1`) * (Number(text.slice(1, 3)) * 60 + Number(text.slice(3, 5)))

/** The observances of one name, in the order of the file. */
function partsOf(text: string, name: string): Part[] {
  return [...text.matchAll(new RegExp(`BEGIN:${name}\r\n(.*?)END:${name}`, "gs"))].map(([, body]) => {
    const value = (property: string) => new RegExp(`^${property}:(.*)$`, "m").exec(body!)?.[1]?.trim() ?? ""
    return {
      wall: wallOf(value("DTSTART")),
      from: offsetOf(value("TZOFFSETFROM")),
      to: offsetOf(value("TZOFFSETTO")),
      rule: value("RRULE") || null,
    }
  })
}

/** The moment of a year at which a part begins, as a yearly rule: by its RRULE, else on its date. */
const onsets = new Map<string, number>()
function onsetOf(part: Part, year: number): number {
  const key = `${part.rule} ${part.wall} ${part.from} ${year}`
  const known = onsets.get(key) ?? findOnset(part, year)
  onsets.set(key, known)
  return known
}

function findOnset({ wall, from, rule }: Part, year: number): number {
  const start = new Date(wall * 60_000)
  if (rule === null) {
    const at = Date.UTC(
      year,
      start.getUTCMonth(),
      start.getUTCDate(),
      start.getUTCHours(),
      start.getUTCMinutes(),
    )
    return at / 60_000 - from
  }
  const iterator = ICAL.Recur.fromString(rule).iterator(
    ICAL.Time.fromData({
      year: start.getUTCFullYear(),
      month: start.getUTCMonth() + 1,
      day: start.getUTCDate(),
      hour: start.getUTCHours(),
      minute: start.getUTCMinutes(),
      second: 0,
    }),
  )
  for (let at = iterator.next(); at; at = iterator.next())
    if (at.year === year) return Date.UTC(at.year, at.month - 1, at.day, at.hour, at.minute) / 60_000 - from
  throw new Error("No onset")
}

/** The offset at a moment by one STANDARD and one DAYLIGHT. */
function offsetBy(parts: readonly Part[], minute: number): number {
  const year = new Date(minute * 60_000).getUTCFullYear()
  const changes = parts.flatMap((part) =>
    [year - 1, year, year + 1].map((each) => ({ at: onsetOf(part, each), to: part.to })),
  )
  return changes.filter(({ at }) => at <= minute).sort((a, b) => b.at - a.at)[0]!.to
}

const readings = {
  largest: (parts: Part[]) => parts.toSorted((a, b) => b.wall - a.wall).slice(0, 1),
  first: (parts: Part[]) => parts.slice(0, 1),
}

const realOffset = (zone: string, minute: number) =>
  offsetsBetween(zone, minute, minute + 1)[0]!.offsetMinutes

function expectRight(zone: string, text: string, minutes: readonly number[]): void {
  for (const [name, chosen] of Object.entries(readings)) {
    const parts = [...chosen(partsOf(text, "STANDARD")), ...chosen(partsOf(text, "DAYLIGHT"))]
    for (const minute of minutes)
      expect(offsetBy(parts, minute), `${zone} ${name} ${new Date(minute * 60_000).toISOString()}`).toBe(
        realOffset(zone, minute),
      )
  }
}

const noon = (year: number, day: number) => Date.UTC(year, 0, day, 12) / 60_000

describe("CW-10 the zone of an invitation", () => {
  it("CW-10 is right by both readings on the days of the appointment, in every IANA zone", () => {
    for (const zone of zones) {
      for (const day of [3, 75, 91, 185, 303, 320]) {
        const starts = [noon(2027, day), noon(2027, day + 1)]
        expectRight(zone, itipText(eventOf(zone, starts)), starts)
      }
    }
  })

  it("CW-10 has one STANDARD and one DAYLIGHT with their rules where they repeat, right for ten years", () => {
    let withRules = 0
    for (const zone of zones) {
      const text = itipText(eventOf(zone, [noon(2027, 185)]))
      const [standard, daylight] = [partsOf(text, "STANDARD"), partsOf(text, "DAYLIGHT")]
      expect(standard.length, zone).toBe(1)
      expect(daylight.length, zone).toBeLessThan(2)
      if (standard[0]!.rule === null) continue
      withRules += 1
      const days = Array.from({ length: 522 }, (_, week) => noon(2027, 1 + week * 7))
      expectRight(zone, text, days)
    }
    expect(withRules).toBeGreaterThan(shareOfNumber(150))
    for (const zone of [
      "America/Chicago",
      "Europe/London",
      "Europe/Dublin",
      "Australia/Sydney",
      "America/Santiago",
      "Asia/Jerusalem",
    ])
      expect(itipText(eventOf(zone, [noon(2027, 185)])), zone).toContain("RRULE:FREQ=YEARLY")
  })
})

/** The invitation as a program reads it that takes one STANDARD and one DAYLIGHT of a zone that it does not know by its name. */
function daysBy(chosen: (parts: Part[]) => Part[], zone: string, text: string): string[] {
  const unfolded = text.replaceAll("\r\n ", "")
  const parts = [...chosen(partsOf(unfolded, "STANDARD")), ...chosen(partsOf(unfolded, "DAYLIGHT"))]
  const utc = (wall: number) => {
    const found = parts.map(({ to }) => wall - to).find((at) => offsetBy(parts, at) === wall - at)
    return new Date(found! * 60_000).toISOString()
  }
  const events = [...unfolded.matchAll(/BEGIN:VEVENT\r\n(.*?)END:VEVENT/gs)].map(([, body]) => body!)
  const walls = (body: string, property: string) =>
    (new RegExp(`^${property};TZID=${RegExp.escape(zone)}:(.*)$`, "m").exec(body)?.[1] ?? "")
      .split(",")
      .filter(Boolean)
      .map(wallOf)
  const [master, ...overrides] = events as [string, ...string[]]
  const count = Number(/COUNT=(\d+)/.exec(master)?.[1] ?? 1)
  const [first] = walls(master, "DTSTART") as [number]
  const away = new Set([
    ...walls(master, "EXDATE"),
    ...overrides.flatMap((one) => walls(one, "RECURRENCE-ID")),
  ])
  const planned = Array.from({ length: count }, (_, day) => first + day * 1_440).filter((at) => !away.has(at))
  return [...planned, ...overrides.flatMap((one) => walls(one, "DTSTART"))].map(utc).sort()
}

describe("CW-10 a job over several days", () => {
  it("CW-10 is on its days by both readings, in every IANA zone and around each change of its clocks", () => {
    let changing = 0
    for (const zone of zones) {
      const changes = offsetsBetween(zone, noon(2027, 1), noon(2027, 366)).slice(1)
      if (changes.length > 0) changing += 1
      for (const middle of [noon(2027, 120), ...changes.map(({ start }) => start)]) {
        // At one time of the day in UTC, so that a change of the clocks moves it there, and the last one at another time.
        const starts = [-5, -1, 1, 6].map((days) => middle + days * 1_440 + (days === 6 ? 150 : 0))
        const text = itipText(eventOf(zone, starts))
        const right = starts.map((start) => new Date(start * 60_000).toISOString())
        for (const [name, chosen] of Object.entries(readings))
          expect(daysBy(chosen, zone, text), `${zone} ${name} ${right[0]}`).toEqual(right)
      }
    }
    expect(changing).toBeGreaterThan(shareOfNumber(150))
  })

  const zone = "America/Chicago"
  const at = (iso: string) => Date.parse(`${iso}Z`) / 60_000

  it("CW-10 is a rule with the days between left out, and never an RDATE", () => {
    const text = itipText(
      eventOf(zone, [at("2027-03-10T15:00"), at("2027-03-11T15:00"), at("2027-03-16T14:00")]),
    )
    expect(text).toContain("RRULE:FREQ=DAILY;INTERVAL=1;COUNT=7")
    expect(text.replaceAll("\r\n ", "")).toContain(
      "EXDATE;TZID=America/Chicago:20270312T090000,20270313T090000,20270314T090000,20270315T090000",
    )
    expect(text).not.toContain("RDATE")
    expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(1)
  })

  it("CW-10 is read by an independent library as its days, one at another time included", () => {
    const starts = [at("2027-03-10T15:00"), at("2027-03-12T15:00"), at("2027-03-15T20:00")]
    const calendar = new ICAL.Component(ICAL.parse(itipText(eventOf(zone, starts))))
    const [master, ...overrides] = calendar.getAllSubcomponents("vevent").map((each) => new ICAL.Event(each))
    for (const override of overrides) master!.relateException(override)
    const days = master!.iterator()
    const read: number[] = []
    for (let next = days.next(); next; next = days.next())
      read.push(master!.getOccurrenceDetails(next).startDate.toJSDate().getTime() / 60_000)
    expect(read).toEqual(starts)
    expect(minuteToLocal(zone, starts[2]!).minuteOfDay).toBe(15 * 60)
  })
})

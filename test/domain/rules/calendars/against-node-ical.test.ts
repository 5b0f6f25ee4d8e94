/** Recurring rules with exceptions, expanded beside an independent library. The seed is printed with the differences. */
import ical, { type VEvent } from "node-ical"
import { describe, expect, it } from "vitest"
import { busyTimes } from "../../../../domain/rules/calendars/busy-times.ts"
import { UnreadableCalendar } from "../../../../domain/rules/calendars/unreadable-calendar.ts"
import { normalized } from "../../../../domain/time/intervals.ts"
import { type Dice, diceFrom } from "../../../../service/host/demo/dice.ts"
import { seedsFrom } from "../../../support/trials.ts"

const seeds = seedsFrom(107, 200)
const windowStart = Date.UTC(2027, 0, 1)
const windowEnd = Date.UTC(2028, 0, 1)
const zones = ["America/New_York", "Europe/Berlin", "Asia/Kolkata", "Australia/Sydney"]
const weekdays = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]

const pick = <T>(dice: Dice, from: readonly T[]) => from[dice.between(0, from.length - 1)]!
const two = (value: number) => String(value).padStart(2, "0")
const several = (dice: Dice, from: readonly string[], most: number) =>
  [...new Set(Array.from({ length: dice.between(1, most) }, () => pick(dice, from)))].join(",")

/** One of the shapes that calendar programs write, and some that they can read. */
function randomRule(dice: Dice): string {
  const interval = dice.between(1, 3)
  const ordinal = pick(dice, [1, 2, 3, 4, -1])
  const shapes = [
    `FREQ=DAILY;INTERVAL=${interval}`,
    `FREQ=DAILY;BYDAY=${several(dice, weekdays, 5)}`,
    `FREQ=DAILY;BYMONTH=${dice.between(1, 6)},${dice.between(7, 12)}`,
    `FREQ=WEEKLY;INTERVAL=${interval};BYDAY=${several(dice, weekdays, 4)};WKST=${pick(dice, ["MO", "SU"])}`,
    `FREQ=WEEKLY;INTERVAL=${interval}`,
    `FREQ=MONTHLY;INTERVAL=${interval};BYMONTHDAY=${dice.between(1, 28)}`,
    `FREQ=MONTHLY;BYMONTHDAY=-${dice.between(1, 5)}`,
    "FREQ=MONTHLY;BYMONTHDAY=31",
    `FREQ=MONTHLY;BYDAY=${ordinal}${pick(dice, weekdays)}`,
    `FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=${pick(dice, [1, 2, -1, -2])}`,
    `FREQ=YEARLY;BYMONTH=${dice.between(1, 12)};BYDAY=${ordinal}${pick(dice, weekdays)}`,
    `FREQ=YEARLY;BYYEARDAY=${dice.between(1, 365)},-${dice.between(1, 200)}`,
    "FREQ=YEARLY",
    `FREQ=YEARLY;BYWEEKNO=${dice.between(2, 50)};BYDAY=${pick(dice, weekdays)}`,
    `FREQ=HOURLY;INTERVAL=${dice.between(5, 30)}`,
  ]
  const end = pick(dice, [
    "",
    "",
    `;COUNT=${dice.between(3, 400)}`,
    `;UNTIL=2027${two(dice.between(1, 12))}15T120000Z`,
  ])
  return pick(dice, shapes) + end
}

interface Written {
  rule: string
  zone: string
  start: string
  minutes: number
}

const wallText = (wall: number) => new Date(wall).toISOString().slice(0, 19).replace(/[-:]/g, "")

/** The event begins with an occurrence of its rule: of others RFC 5545 does not say what they mean. */
function randomEvent(dice: Dice): Written {
  const rule = randomRule(dice)
  // Hours are counted on the clock here and by what has passed there: the same where clocks do not change.
  const zone = rule.includes("HOURLY") ? "Asia/Kolkata" : pick(dice, zones)
  const day = Date.UTC(dice.between(2019, 2026), dice.between(0, 11), dice.between(1, 28))
  // Not between one and four at night, where the libraries read skipped hours differently.
  const start = wallText(day + dice.between(5, 22) * 3_600_000 + dice.between(0, 3) * 900_000)
  const written = { rule, zone, start, minutes: dice.between(1, 8) * 15 }
  const endless = fileOf({ ...written, rule: rule.replace(/;(COUNT|UNTIL)=.*/, "") })
  const within = (days: number) => theirs(endless, day, day + days * 86_400_000)[0]
  const first = within(10) ?? within(400)
  const begin = first ? localText(first.start, zone) : start
  const isOverBefore = (/UNTIL=(\w+)/.exec(rule)?.[1] ?? "9") < begin
  return { ...written, start: begin, rule: isOverBefore ? rule.replace(/;UNTIL=.*/, "") : rule }
}

const fileOf = ({ rule, zone, start, minutes }: Written, more: string[] = [], exceptions: string[] = []) =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "BEGIN:VEVENT",
    "UID:one@example.com",
    "DTSTAMP:20260101T000000Z",
    `DTSTART;TZID=${zone}:${start}`,
    `DURATION:PT${minutes}M`,
    `RRULE:${rule}`,
    ...more,
    "END:VEVENT",
    ...exceptions,
    "END:VCALENDAR",
    "",
  ].join("\r\n")

/** Some of the occurrences left out, one added, some moved, shortened or cancelled. */
function withExceptions(dice: Dice, written: Written): string {
  const walls = theirs(fileOf(written)).map(({ start }) => localText(start, written.zone))
  const chosen = walls.filter(() => dice.between(1, 12) === 1)
  const more = chosen.filter((_, i) => i % 3 === 0).map((at) => `EXDATE;TZID=${written.zone}:${at}`)
  const exceptions = chosen
    .filter((_, i) => i % 3 === 1)
    .flatMap((at, i) => [
      "BEGIN:VEVENT",
      "UID:one@example.com",
      "DTSTAMP:20260101T000000Z",
      `RECURRENCE-ID;TZID=${written.zone}:${at}`,
      `DTSTART:${wallText(Date.UTC(2027, 6, 1) + (dice.between(0, 2_000) * 60 + i) * 60_000)}Z`,
      "DURATION:PT10M",
      "END:VEVENT",
    ])
  return fileOf(written, more, exceptions)
}

function localText(at: Date, zone: string): string {
  const local = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone)
  return local.toPlainDateTime().toString({ smallestUnit: "second" }).replace(/[-:]/g, "")
}

function theirs(
  file: string,
  from = windowStart - 3 * 86_400_000,
  to = windowEnd,
): { start: Date; end: Date }[] {
  const events = Object.values(ical.sync.parseICS(file)).filter(
    (part): part is VEvent => part?.type === "VEVENT",
  )
  return events.flatMap((event) =>
    ical.expandRecurringEvent(event, { from: new Date(from), to: new Date(to), expandOngoing: true }),
  )
}

function theirBusy(file: string): number[] {
  const clip = (at: Date) => Math.min(Math.max(at.getTime(), windowStart), windowEnd) / 60_000
  const pairs = theirs(file)
    .sort((a, b) => a.start.getTime() - b.start.getTime())
    .flatMap(({ start, end }) => [clip(start), clip(end)])
  return [...normalized(Int32Array.from(pairs))]
}

function ourBusy(file: string): number[] {
  const reading = { zone: "UTC", isZoneSet: true, owner: null, isOurs: () => false }
  const window = { startMinute: windowStart / 60_000, endMinute: windowEnd / 60_000 }
  const busy = busyTimes([file], { ...window, ...reading })
  if (busy instanceof UnreadableCalendar) throw busy
  return [...busy]
}

describe("repetition", () => {
  it(`SL-02 rules with exceptions are busy at the same times as an independent library says`, () => {
    let repeated = 0
    let excepted = 0
    for (const seed of seeds) {
      const dice = diceFrom(seed)
      const file = withExceptions(dice, randomEvent(dice))
      const busy = ourBusy(file)
      expect(busy, `seed ${seed}\n${file}`).toEqual(theirBusy(file))
      if (busy.length > 2) repeated += 1
      if (/EXDATE|RECURRENCE-ID/.test(file)) excepted += 1
    }
    // A test of empty lists would prove nothing.
    expect(repeated).toBeGreaterThan(seeds.length * 0.5)
    expect(excepted).toBeGreaterThan(seeds.length * 0.3)
  })
})

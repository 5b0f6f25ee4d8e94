/** Situations out of public trackers, written by hand as small files: when each keeps its owner busy. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import type { ReceivedMail } from "../../../../domain/model/received-mail.ts"
import { busyTimes, type CalendarReading } from "../../../../domain/rules/calendars/busy-times.ts"
import { UnreadableCalendar } from "../../../../domain/rules/calendars/unreadable-calendar.ts"
import { readAnswer } from "../../../../domain/rules/mails/read-answer.ts"

const minute = (instant: string) => Date.parse(`${instant}:00Z`) / 60_000

const december: CalendarReading = {
  startMinute: minute("2026-12-07T00:00"),
  endMinute: minute("2026-12-19T00:00"),
  zone: "America/Chicago",
  isZoneSet: true,
  owner: "ana@example.test",
  isOurs: () => false,
}

const textOf = (file: string) => readFileSync(join(import.meta.dirname, "cases", file), "utf8")

/** As `09T16:00/17:00`, in UTC, of December 2026. */
function busy(files: readonly string[]): string[] {
  const pairs = busyTimes(files.map(textOf), december)
  if (pairs instanceof UnreadableCalendar) throw pairs
  const shown = (at: number) => new Date(at * 60_000).toISOString().slice(8, 16)
  return Array.from({ length: pairs.length / 2 }, (_, i) => {
    const [start, end] = [shown(pairs[2 * i]!), shown(pairs[2 * i + 1]!)]
    return `${start}/${end.slice(0, 2) === start.slice(0, 2) ? end.slice(3) : end}`
  })
}

const days = (from: number, to: number, time: (day: string) => string) =>
  Array.from({ length: to - from + 1 }, (_, i) => time(String(from + i).padStart(2, "0")))

/** The file, what is busy, and the line of the requirements that it shows. */
const cases: [file: string, busy: string[], line: string][] = [
  ["windows-display-name.ics", ["09T02:00/05:00"], "CW-01"],
  ["windows-name-undefined.ics", ["09T18:00/19:00"], "CW-01"],
  ["dtend-and-duration.ics", ["09T16:00/17:00"], "CW-04"],
  ["leading-spaces.ics", ["09T16:00/17:00"], "CW-03"],
  ["event-without-vcalendar.ics", ["09T16:00/17:00"], "CW-03"],
  ["old-version-beside-new.ics", ["09T20:00/21:00"], "CW-04"],
  ["rdate-utc-across-dst.ics", ["09T16:00/17:00"], "CW-04"],
  ["free-event-with-count-minus-one.ics", [], "CW-02"],
  ["empty-rrule.ics", [], "CW-02"],
  ["broken-event-of-2011.ics", ["09T16:00/17:00"], "CW-02"],
  ["swapped-start-end.ics", ["09T16:00/17:00"], "CW-04"],
  ["whole-day-instance-moved-by-exchange.ics", ["16T06:00/18T06:00"], "CW-04"],
  ["xwr-utc-whole-day.ics", ["09T06:00/10T06:00"], "CW-05"],
  ["apple-travel-time.ics", ["09T18:00/20:00"], "CW-06"],
  ["plain-hour.ics", ["09T18:00/19:00"], "CW-02"],
  ["pending-whole-day-invitation.ics", ["09T06:00/10T06:00"], "CW-06"],
  [
    "cancelled-instance-and-odd-one.ics",
    days(7, 18, (day) => `${day}T16:00/17:00`).filter((time) => !time.startsWith("09")),
    "CW-04",
  ],
]

it("CW-07 an answer to an invitation is read by the same reader: Outlook's proposal is at the hour that its zone says", () => {
  const mail = textOf("outlook-counter-display-name.eml")
  const file = mail.slice(mail.indexOf("BEGIN:VCALENDAR"), mail.indexOf("--b1--"))
  const zone = '"(UTC-06:00) Central Time (US & Canada), Mexico"'
  const definition = /BEGIN:VTIMEZONE.*?END:VTIMEZONE\s*/s
  const undefinedZone = (name: string) => file.replace(definition, "").replaceAll(zone, name)
  for (const text of [
    file,
    undefinedZone(zone),
    undefinedZone("Central Standard Time"),
    undefinedZone('"Central Standard Time 1"'),
    undefinedZone("UTC-05:00"),
    undefinedZone("America/Chicago"),
  ])
    expect(answerIn(text)).toMatchObject({ kind: "proposal", startMs: Date.UTC(2027, 6, 6, 19) })
  expect(answerIn(`\r\n  ${file}`), "with blanks before it").toMatchObject({ kind: "proposal" })
  expect(answerIn(undefinedZone("CST")), "of a zone that is not known").toBeNull()
})

const answerIn = (text: string) =>
  readAnswer({
    from: "counter@example.test",
    automatic: "no",
    references: "",
    text: null,
    calendars: [text],
  } as unknown as ReceivedMail)

describe("a file of the public cases", () => {
  it.each(cases.map(([file, right, line]) => [line, file, right] as const))(
    "%s %s is busy when it says so",
    (_line, file, right) => {
      expect(busy([file])).toEqual(right)
    },
  )

  it("CW-01 two objects of one collection define one zone's name differently", () => {
    const files = ["same-zone-name-a.ics", "same-zone-name-b.ics"]
    expect(busy(files)).toEqual(["09T15:00/16:00", "09T17:00/18:00"])
    expect(busy(files.toReversed())).toEqual(["09T15:00/16:00", "09T17:00/18:00"])
  })
})

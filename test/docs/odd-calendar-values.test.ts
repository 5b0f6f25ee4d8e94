/** The table of odd values in docs/calendars.md: each of its rows is read so, and no row stands there without a proof. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { type BusyReading, readBusyTimes } from "../../domain/rules/calendars/busy-times.ts"
import { UnreadableCalendar } from "../../domain/rules/calendars/unreadable-calendar.ts"

const guide = readFileSync(join(import.meta.dirname, "../../docs/calendars.md"), "utf8")
const minuteOf = (instant: string) => Date.parse(`${instant}Z`) / 60_000

const file = (...lines: string[]) =>
  ["BEGIN:VCALENDAR", "BEGIN:VEVENT", "UID:a", ...lines, "END:VEVENT", "END:VCALENDAR"].join("\n")

function read(text: string): BusyReading {
  const reading = readBusyTimes([text], {
    ...{ startMinute: minuteOf("2026-12-01T00:00"), endMinute: minuteOf("2027-01-01T00:00") },
    ...{ zone: "America/Chicago", isZoneSet: true, owner: null, isOurs: () => false },
  })
  if (reading instanceof UnreadableCalendar) throw reading
  return reading
}

/** As `09T16:00/09T17:00`, in UTC, of December 2026. */
function busyIn(text: string): string {
  const { busy } = read(text)
  const shown = (minute: number) => new Date(minute * 60_000).toISOString().slice(8, 16)
  return Array.from(
    { length: busy.length / 2 },
    (_, i) => `${shown(busy[2 * i]!)}/${shown(busy[2 * i + 1]!)}`,
  ).join(" ")
}

const start = "DTSTART:20261207T160000Z"
const hour = [start, "DTEND:20261207T170000Z"]
const plain = "07T16:00/07T17:00"
const third = "08T16:00/08T17:00 09T16:00/09T17:00"
const newer = ["SEQUENCE:2", ...hour, "RRULE:FREQ=DAILY;COUNT=2", "EXDATE:20261208T160000Z"]
const older = ["SEQUENCE:1", "RECURRENCE-ID:20261208T160000Z", "DTSTART:20261210T160000Z", "DURATION:PT1H"]
const wholeDay = (...lines: string[]) => file("DTSTART;VALUE=DATE:20261207", ...lines)

/** By the first cell of a row: files and when they are busy, each of what the row names. */
const proofs: Record<string, [text: string, busy: string][]> = {
  "`DTEND` beside `DURATION`": [[file(...hour, "DURATION:PT5H"), plain]],
  "an end before its start, a negative `DURATION`": [
    [file("DTSTART:20261207T170000Z", "DTEND:20261207T160000Z"), plain],
    [file("DTSTART:20261207T170000Z", "DURATION:-PT1H"), plain],
  ],
  "`DTEND:`, `RRULE:`, `UNTIL=` without a value": [
    [file(start, "DTEND:", "DURATION:PT1H"), plain],
    [file(...hour, "RRULE:"), plain],
    [file(...hour, "RRULE:FREQ=DAILY;UNTIL=;COUNT=3"), `${plain} ${third}`],
  ],
  "`COUNT` below 1": [
    [file(...hour, "RRULE:FREQ=DAILY;COUNT=0"), plain],
    [file(...hour, "RRULE:FREQ=DAILY;COUNT=-1;UNTIL=20261209T160000Z"), `${plain} ${third}`],
  ],
  "`T240000`": [[file("DTSTART:20261207T230000Z", "DTEND:20261207T240000Z"), "07T23:00/08T00:00"]],
  "`20261207T160000.000Z`, `20261207t160000z`, `20261207T100000-0600`, `2026-12-07T16:00:00Z`": [
    "20261207T160000.000Z",
    "20261207t160000z",
    "20261207T100000-0600",
    "2026-12-07T16:00:00Z",
  ].map((text): [string, string] => [file(`DTSTART:${text}`, "DURATION:PT1H"), plain]),
  "`RDATE:20131210Z`": [[file("DTSTART;VALUE=DATE:20131210", "RDATE:20261207Z"), "07T06:00/08T06:00"]],
  "`PT1W`, `P1H`": [
    [file(start, "DURATION:PT1W"), "07T16:00/14T16:00"],
    [file(start, "DURATION:P1H"), plain],
  ],
  "`EXDATE` or `RECURRENCE-ID` with a time, of an event of whole days": [
    [wholeDay("RRULE:FREQ=DAILY;COUNT=2", "EXDATE;TZID=Europe/Berlin:20261208T000000"), "07T06:00/08T06:00"],
    [
      wholeDay(
        ...["RRULE:FREQ=DAILY;COUNT=2", "END:VEVENT", "BEGIN:VEVENT", "UID:a"],
        ...["RECURRENCE-ID;TZID=Europe/Berlin:20261208T000000", "DTSTART;VALUE=DATE:20261220"],
      ),
      "07T06:00/08T06:00 20T06:00/21T06:00",
    ],
  ],
  "`RDATE`, `EXDATE` in UTC": [
    [file("DTSTART;TZID=America/Chicago:20261006T100000", "DURATION:PT1H", "RDATE:20261207T160000Z"), plain],
    [
      file(
        ...["DTSTART;TZID=America/Chicago:20261207T100000", "DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=2"],
        "EXDATE:20261208T160000Z",
      ),
      plain,
    ],
  ],
  "`EXDATE` with a date, of a series with times": [
    [file(...hour, "RRULE:FREQ=DAILY;COUNT=2", "EXDATE;VALUE=DATE:20261208"), plain],
  ],
  "`INTERVAL=0`, `BYMONTHDAY=0` and other parts that say nothing that can be": [
    [file(...hour, "RRULE:FREQ=DAILY;INTERVAL=0;COUNT=3"), `${plain} ${third}`],
    [file(...hour, "RRULE:FREQ=MONTHLY;BYMONTHDAY=0;UNTIL=20261209T160000Z"), `${plain} ${third}`],
    [file(...hour, "RRULE:FREQ=WEEKLY;BYDAY=XX;UNTIL=20261209T160000Z"), `${plain} ${third}`],
  ],
  "`TZID` beside a date": [[file("DTSTART;VALUE=DATE;TZID=Asia/Tokyo:20261207"), "07T06:00/08T06:00"]],
  "`TZID=US-Eastern`, `/vendor/America/New_York`": [
    [file("DTSTART;TZID=US-Eastern:20261207T110000", "DURATION:PT1H"), plain],
    [file("DTSTART;TZID=/vendor/America/New_York:20261207T110000", "DURATION:PT1H"), plain],
  ],
  "an exception of an older version than its series, of a date that the series no longer has": [
    [file(...newer, "END:VEVENT", "BEGIN:VEVENT", "UID:a", ...older), plain],
  ],
  "a missing or misspelled `END:VCALENDAR` after whole events": [
    [file(...hour).replace("\nEND:VCALENDAR", ""), plain],
    [file(...hour).replace("END:VCALENDAR", "END:VCALENDER"), plain],
  ],
  "blank lines within a file, also before a continuation": [
    [
      file(...hour)
        .replaceAll("\n", "\n\n")
        .replace("DTEND:", "DTEND\n\n :"),
      plain,
    ],
  ],
}

const widened = /is widened/

it("CW-04 each odd value that the docs' table names is read as its row says, and no row is without a proof", () => {
  const [, table = ""] = guide.split("### What is odd")
  const rows = [...table.split("\n\n")[1]!.matchAll(/^\| (.+?) \| (.+?) \|$/gm)]
    .map(([, odd, says]) => [odd!, says!] as const)
    .filter(([odd]) => odd !== "in the calendar")
  expect(rows.map(([odd]) => odd)).toEqual(Object.keys(proofs))
  for (const [odd, says] of rows) {
    for (const [text, busy] of proofs[odd]!) {
      expect(busyIn(text), `${odd}\n${text}`).toBe(busy)
      expect(read(text).unclear.length > 0, `${odd}: named by its line`).toBe(widened.test(says))
    }
  }
  const cut = file(...hour).split("END:VEVENT")[0]!
  expect(() => read(cut), "cut off within an event").toThrow("ends too early")
})

/**
 * Cases that the trial of public calendar files met (`npm run chaos -- --only calendars`), written by hand as small files:
 * when each keeps its owner busy, by RFC 5545 and by the agreement of two independent readers.
 */
import { describe, expect, it } from "vitest"
import { type BusyReading, readBusyTimes } from "../../../../domain/rules/calendars/busy-times.ts"
import { UnreadableCalendar } from "../../../../domain/rules/calendars/unreadable-calendar.ts"

const at = (instant: string) => Date.parse(`${instant}Z`) / 60_000

const march = {
  ...{ startMinute: at("2027-03-01T00:00"), endMinute: at("2027-04-01T00:00"), zone: "America/Chicago" },
  ...{ isZoneSet: true, owner: null, isOurs: () => false },
}

function read(text: string): BusyReading {
  const reading = readBusyTimes([text], march)
  if (reading instanceof UnreadableCalendar) throw reading
  return reading
}

/** As `09T16:00/17:00`, in UTC, of March 2027. */
function shown({ busy }: BusyReading): string[] {
  const text = (minute: number) => new Date(minute * 60_000).toISOString().slice(8, 16)
  return Array.from({ length: busy.length / 2 }, (_, i) => {
    const [start, end] = [text(busy[2 * i]!), text(busy[2 * i + 1]!)]
    return `${start}/${end.slice(0, 2) === start.slice(0, 2) ? end.slice(3) : end}`
  })
}

const event = (lines: string) => `BEGIN:VEVENT\n${lines.trim().replace(/\n\s*/g, "\n")}\nEND:VEVENT\n`
const file = (...events: string[]) =>
  `BEGIN:VCALENDAR\nVERSION:2.0\n${events.map(event).join("")}END:VCALENDAR\n`

const hour = "DTSTART:20270309T160000Z\nDTEND:20270309T170000Z"
const plain = ["09T16:00/17:00"]

/** Every third week from Monday 1 March for a day, as its newer version says. */
const newer = (more: string) => `
  UID:s\nSEQUENCE:3\nDTSTART;VALUE=DATE:20270301\nDTEND;VALUE=DATE:20270302\n${more}`
const older = (replaced: string, date: string) => `
  UID:s\nSEQUENCE:2\nRECURRENCE-ID;VALUE=DATE:${replaced}\nDTSTART;VALUE=DATE:${date}`
const day = (date: number) => {
  // Chicago's clocks go forward on the fourteenth.
  const two = (value: number) => String(value).padStart(2, "0")
  const midnight = (of: number) => `${two(of)}T0${of > 14 ? 5 : 6}:00`
  return `${midnight(date)}/${midnight(date + 1)}`
}

const rows: [what: string, text: string, busy: string[]][] = [
  // Versions.
  [
    "an older exception of a date that the newer series leaves out is gone",
    file(newer("RRULE:FREQ=WEEKLY;COUNT=3\nEXDATE;VALUE=DATE:20270308"), older("20270308", "20270310")),
    [day(1), day(15)],
  ],
  [
    "an older exception of a date behind the newer series' end is gone",
    file(newer("RRULE:FREQ=WEEKLY;UNTIL=20270310"), older("20270315", "20270317")),
    [day(1), day(8)],
  ],
  [
    "an older exception of a date that the newer series still has counts",
    file(newer("RRULE:FREQ=WEEKLY;COUNT=2"), older("20270308", "20270310")),
    [day(1), day(10)],
  ],
  [
    "an exception of the same version counts though its date is left out",
    file(
      newer("RRULE:FREQ=WEEKLY;COUNT=2\nEXDATE;VALUE=DATE:20270308"),
      older("20270308", "20270310").replace(":2", ":3"),
    ),
    [day(1), day(10)],
  ],
  [
    "an older exception of a date that the newer series adds counts",
    file(newer("RDATE;VALUE=DATE:20270322"), older("20270322", "20270324")),
    [day(1), day(24)],
  ],
  [
    "an older exception of a time that the newer series leaves out in UTC is gone",
    file(
      "UID:t\nSEQUENCE:1\nDTSTART;TZID=Europe/Berlin:20270309T100000\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=3\nEXDATE:20270310T090000Z",
      "UID:t\nSEQUENCE:0\nRECURRENCE-ID;TZID=Europe/Berlin:20270310T100000\nDTSTART:20270312T090000Z\nDURATION:PT1H",
    ),
    ["09T09:00/10:00", "11T09:00/10:00"],
  ],
  [
    "an older version beside the newer one",
    file(`UID:v\nSEQUENCE:0\n${hour}`, `UID:v\nSEQUENCE:1\n${hour.replaceAll("0309", "0310")}`),
    ["10T16:00/17:00"],
  ],
  // Files.
  ["the last line is missing", file(hour).replace("END:VCALENDAR\n", ""), plain],
  ["the last line is misspelled", file(hour).replace("END:VCALENDAR", "END:VCALENDARD"), plain],
  [
    "line ends are doubled, also before a continuation",
    file(hour).replace("DTEND:", "DTEND\n :").replaceAll("\n", "\r\n\r\n"),
    plain,
  ],
  [
    "a blank stands behind the names of parts",
    file(hour).replace("BEGIN:VEVENT", "BEGIN:VEVENT ").replace("END:VEVENT", "END:VEVENT "),
    plain,
  ],
  [
    "two calendars in one file",
    file(hour) + file(hour.replaceAll("0309", "0310")),
    ["09T16:00/17:00", "10T16:00/17:00"],
  ],
  [
    "tasks, journals and alarms stand beside",
    file(hour).replace(
      "END:VCALENDAR",
      "BEGIN:VTODO\nDUE:20270310T160000Z\nEND:VTODO\nBEGIN:VJOURNAL\nDTSTART:20270311T160000Z\nEND:VJOURNAL\nEND:VCALENDAR",
    ),
    plain,
  ],
  [
    "an alarm within has a duration of its own",
    file(`${hour}\nBEGIN:VALARM\nTRIGGER:-PT15M\nDURATION:PT5H\nREPEAT:2\nEND:VALARM`),
    plain,
  ],
  ["lines without a colon stand between", file(`X-NOTHING\n${hour}\nand some text`), plain],
  [
    "events of the same rank under one UID all count",
    file(`UID:w\n${hour}`, `UID:w\n${hour.replaceAll("0309", "0310")}`),
    ["09T16:00/17:00", "10T16:00/17:00"],
  ],
  // Whole days.
  [
    "a whole day that ends on the day itself",
    file("DTSTART;VALUE=DATE:20270309\nDTEND;VALUE=DATE:20270309"),
    [day(9)],
  ],
  ["a whole day of no duration", file("DTSTART;VALUE=DATE:20270309\nDURATION:PT0S"), [day(9)]],
  ["a whole day without its VALUE", file("DTSTART:20270309"), [day(9)]],
  [
    "a whole day of a duration in days",
    file("DTSTART;VALUE=DATE:20270309\nDURATION:P2D"),
    ["09T06:00/11T06:00"],
  ],
  [
    "a whole day names a zone, which is for times alone",
    file("DTSTART;VALUE=DATE;TZID=Asia/Tokyo:20270309\nDTEND;VALUE=DATE;TZID=Asia/Tokyo:20270310"),
    [day(9)],
  ],
  ["a whole day names a zone that is not known", file("DTSTART;VALUE=DATE;TZID=My Zone:20270309"), [day(9)]],
  ["a whole day across the clock change", file("DTSTART;VALUE=DATE:20270314"), ["14T06:00/15T05:00"]],
  // Zones.
  [
    "US-Eastern, as the standard's own examples wrote it",
    file("DTSTART;TZID=US-Eastern:20270309T110000\nDURATION:PT1H"),
    plain,
  ],
  ["America-New_York", file("DTSTART;TZID=America-New_York:20270309T110000\nDURATION:PT1H"), plain],
  [
    "a vendor's name of one word",
    file("DTSTART;TZID=/Mozilla.org/BasicTimezones/GMT:20270309T160000\nDURATION:PT1H"),
    plain,
  ],
  [
    "a vendor's name of two words",
    file(
      "DTSTART;TZID=/freeassociation.sourceforge.net/Tzfile/America/New_York:20270309T110000\nDURATION:PT1H",
    ),
    plain,
  ],
  [
    "Exchange's text with a slash between its cities",
    file('DTSTART;TZID="(GMT-08.00) Pacific Time (US & Canada)/Tijuana":20270309T080000\nDURATION:PT1H'),
    plain,
  ],
  ["an IANA name in lower case", file("DTSTART;TZID=europe/lisbon:20270309T160000\nDURATION:PT1H"), plain],
  [
    "start and end in different zones",
    file("DTSTART;TZID=America/New_York:20270309T110000\nDTEND;TZID=Europe/Berlin:20270309T180000"),
    plain,
  ],
  ["a floating time", file("DTSTART:20270309T100000\nDTEND:20270309T110000"), plain],
  // Repetition.
  [
    "EXDATE of dates in a series of times",
    file(
      "DTSTART:20270309T160000Z\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=3\nEXDATE;VALUE=DATE:20270310,20270311",
    ),
    plain,
  ],
  [
    "EXDATE of a date with a zone that is not known",
    file(
      "DTSTART:20270309T160000Z\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=2\nEXDATE;VALUE=DATE;TZID=My Zone:20270310",
    ),
    plain,
  ],
  [
    "a start that is none of its rule's days takes time beside them",
    file(`${hour}\nRRULE:FREQ=WEEKLY;BYDAY=WE;UNTIL=20270317T160000Z`),
    [...plain, "10T16:00/17:00", "17T16:00/17:00"],
  ],
  [
    "blanks and commas escaped within BYDAY",
    file(`${hour}\nRRULE:FREQ=WEEKLY;BYDAY=TU, WE;UNTIL=20270310T235959Z`),
    [...plain, "10T16:00/17:00"],
  ],
  [
    "two rules",
    file(`${hour}\nRRULE:FREQ=WEEKLY;COUNT=2\nRRULE:FREQ=DAILY;COUNT=2`),
    [...plain, "10T16:00/17:00", "16T16:00/17:00"],
  ],
  [
    "RDATE of periods, by end and by duration",
    file(`${hour}\nRDATE;VALUE=PERIOD:20270311T160000Z/20270311T180000Z,20270312T160000Z/PT3H`),
    [...plain, "11T16:00/18:00", "12T16:00/19:00"],
  ],
  [
    "the last weekday of the month",
    file("DTSTART:20270129T160000Z\nDURATION:PT1H\nRRULE:FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1"),
    ["31T16:00/17:00"],
  ],
  [
    "an exception that moves one occurrence out of the month",
    file(
      `UID:m\n${hour}\nRRULE:FREQ=DAILY;COUNT=2`,
      "UID:m\nRECURRENCE-ID:20270310T160000Z\nDTSTART:20270410T160000Z\nDURATION:PT1H",
    ),
    plain,
  ],
  [
    "a change of all that follows",
    file(
      `UID:f\n${hour}\nRRULE:FREQ=DAILY;COUNT=4`,
      "UID:f\nRECURRENCE-ID;RANGE=THISANDFUTURE:20270311T160000Z\nDTSTART:20270311T180000Z\nDURATION:PT30M",
    ),
    [...plain, "10T16:00/17:00", "11T18:00/18:30", "12T18:00/18:30"],
  ],
  [
    "a rule of 1970 is entered where the window begins",
    file(
      "DTSTART;TZID=America/Chicago:19700106T100000\nDURATION:PT1H\nRRULE:FREQ=WEEKLY;UNTIL=20270310T000000Z",
    ),
    ["02T16:00/17:00", "09T16:00/17:00"],
  ],
  ["a swapped start and end", file("DTSTART:20270309T170000Z\nDTEND:20270309T160000Z"), plain],
]

describe("CW-08 files out of public packages, written by hand", () => {
  it("CW-08 are forty and more", () => {
    expect(rows.length).toBeGreaterThanOrEqual(40)
    expect(new Set(rows.map(([, text]) => text)).size).toBe(rows.length)
  })

  it.each(rows)("CW-08 %s", (_what, text, busy) => {
    const reading = read(text)
    expect(shown(reading)).toEqual(busy)
    expect(reading.unclear).toEqual([])
  })

  it("CW-08 a file that is cut off within an event, or before its first, is unreadable", () => {
    const whole = file(hour)
    const zone = "BEGIN:VTIMEZONE\nTZID:X\nEND:VTIMEZONE\n"
    for (const text of [
      whole.slice(0, whole.indexOf("END:VEVENT")),
      "BEGIN:VCALENDAR\nVERSION:2.0\n",
      `BEGIN:VCALENDAR\n${zone}`,
      `BEGIN:VCALENDAR\n${event(hour)}${zone}BEGIN:VEVENT\n`,
    ])
      expect(() => read(text), text).toThrow("ends too early")
  })
})

import { describe, expect, it } from "vitest"
import { busyTimes, type CalendarReading } from "../../../../domain/rules/calendars/busy-times.ts"
import { calendarLimits, UnreadableCalendar } from "../../../../domain/rules/calendars/unreadable-calendar.ts"

const minute = (instant: string) => Date.parse(`${instant}:00Z`) / 60_000

const inSpring: CalendarReading = {
  startMinute: minute("2027-03-01T00:00"),
  endMinute: minute("2027-04-01T00:00"),
  zone: "America/Chicago",
  isZoneSet: false,
  owner: "ana@example.com",
  isOurs: (uid) => uid.startsWith("ours"),
}

const fileOf = (...lines: string[]) =>
  ["BEGIN:VCALENDAR", "VERSION:2.0", ...lines, "END:VCALENDAR"].join("\r\n")
const eventOf = (...lines: string[]) => ["BEGIN:VEVENT", "UID:one", ...lines, "END:VEVENT"]

/** Busy times as `03-02T15:00/16:00`, in UTC. */
function busy(file: string, own: Partial<CalendarReading> = {}): string[] {
  const pairs = busyTimes([file], { ...inSpring, ...own })
  if (pairs instanceof UnreadableCalendar) throw pairs
  const shown = (at: number) => new Date(at * 60_000).toISOString()
  return Array.from({ length: pairs.length / 2 }, (_, i) => {
    const [start, end] = [shown(pairs[2 * i]!), shown(pairs[2 * i + 1]!)]
    const isOneDay = start.slice(0, 10) === end.slice(0, 10)
    return `${start.slice(5, 16)}/${isOneDay ? end.slice(11, 16) : end.slice(5, 16)}`
  })
}

const one = (...lines: string[]) => busy(fileOf(...eventOf(...lines)))

describe("SL-02 an event", () => {
  it("is read in UTC, in a zone, and without one in the calendar's own", () => {
    expect(one("DTSTART:20270302T150000Z", "DTEND:20270302T160000Z")).toEqual(["03-02T15:00/16:00"])
    expect(one("DTSTART;TZID=Europe/Paris:20270302T150000", "DURATION:PT90M")).toEqual(["03-02T14:00/15:30"])
    expect(one("DTSTART:20270302T150000", "DURATION:PT1H")).toEqual(["03-02T21:00/22:00"])
    const feed = fileOf("X-WR-TIMEZONE:Asia/Tokyo", ...eventOf("DTSTART:20270302T150000", "DURATION:PT1H"))
    expect(busy(feed)).toEqual(["03-02T06:00/07:00"])
  })

  it("takes whole days from midnight to midnight of the calendar's zone, a clock change between them or not", () => {
    expect(one("DTSTART;VALUE=DATE:20270302", "DTEND;VALUE=DATE:20270303")).toEqual([
      "03-02T06:00/03-03T06:00",
    ])
    expect(one("DTSTART;VALUE=DATE:20270314")).toEqual(["03-14T06:00/03-15T05:00"])
    expect(one("DTSTART;VALUE=DATE:20270313", "DURATION:P2D")).toEqual(["03-13T06:00/03-15T05:00"])
  })

  it("TQ-06 TQ-05 is read by the calendar's own zone where the feed names one that is none", () => {
    const event = eventOf("DTSTART:20270302T150000", "DURATION:PT1H")
    for (const name of ["Nowhere/Land", "", "Central Time", "(UTC-06:00)"]) {
      expect(busy(fileOf(`X-WR-TIMEZONE:${name}`, ...event)), name).toEqual(["03-02T21:00/22:00"])
    }
    expect(busy(fileOf("X-WR-TIMEZONE: Asia/Tokyo ", ...event))).toEqual(["03-02T06:00/07:00"])
  })

  it("TQ-06 TQ-05 of many days that repeats and began before the dates that are looked at still counts in them", () => {
    expect(one("DTSTART:20270120T060000Z", "DURATION:P20D", "RRULE:FREQ=MONTHLY")).toEqual([
      "03-01T00:00/03-12T06:00",
      "03-20T06:00/04-01T00:00",
    ])
    expect(one("DTSTART;VALUE=DATE:20270215", "DTEND;VALUE=DATE:20270304")).toEqual([
      "03-01T00:00/03-04T06:00",
    ])
  })

  it("counts whole minutes that it touches, and nothing when it has no length", () => {
    expect(one("DTSTART:20270302T150030Z", "DTEND:20270302T150110Z")).toEqual(["03-02T15:00/15:02"])
    expect(one("DTSTART:20270302T150000Z")).toEqual([])
  })

  it("does not count when it is free, cancelled, declined by the owner or written by us", () => {
    const when = ["DTSTART:20270302T150000Z", "DURATION:PT1H"]
    expect(one(...when, "TRANSP:TRANSPARENT")).toEqual([])
    expect(one(...when, "X-MICROSOFT-CDO-BUSYSTATUS:FREE")).toEqual([])
    expect(one(...when, "STATUS:CANCELLED")).toEqual([])
    expect(one(...when, 'ATTENDEE;CN="Ruiz; Ana";PARTSTAT=DECLINED:mailto:Ana@Example.com')).toEqual([])
    expect(one(...when, "ATTENDEE;PARTSTAT=DECLINED:mailto:ben@example.com")).toEqual(["03-02T15:00/16:00"])
    expect(busy(fileOf("BEGIN:VEVENT", "UID:ours-7", ...when, "END:VEVENT"))).toEqual([])
  })

  it("is read in a zone that only the file knows", () => {
    const zone = [
      "BEGIN:VTIMEZONE",
      "TZID:Harbour Time",
      "BEGIN:STANDARD",
      "DTSTART:19701101T020000",
      "TZOFFSETFROM:-0130",
      "TZOFFSETTO:-0230",
      "RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU",
      "END:STANDARD",
      "BEGIN:DAYLIGHT",
      "DTSTART:19700308T020000",
      "TZOFFSETFROM:-0230",
      "TZOFFSETTO:-0130",
      "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU",
      "END:DAYLIGHT",
      "END:VTIMEZONE",
    ]
    const at = (time: string) =>
      busy(fileOf(...zone, ...eventOf(`DTSTART;TZID=Harbour Time:${time}`, "DURATION:PT1H")))
    expect(at("20270302T090000")).toEqual(["03-02T11:30/12:30"])
    expect(at("20270316T090000")).toEqual(["03-16T10:30/11:30"])
    expect(at("20270314T023000"), "a skipped time moves forward").toEqual(["03-14T05:00/06:00"])
  })
})

describe("SL-02 an event that repeats", () => {
  const weekly = [
    "DTSTART;TZID=America/Chicago:20270302T090000",
    "DURATION:PT1H",
    "RRULE:FREQ=WEEKLY;COUNT=4",
  ]
  const moved = (at: string, ...lines: string[]) =>
    eventOf(`RECURRENCE-ID;TZID=America/Chicago:${at}`, ...lines)

  it("keeps its wall-clock time over a clock change", () => {
    expect(one(...weekly)).toEqual([
      "03-02T15:00/16:00",
      "03-09T15:00/16:00",
      "03-16T14:00/15:00",
      "03-23T14:00/15:00",
    ])
  })

  it("leaves out, adds, moves and cancels single occurrences", () => {
    const file = fileOf(
      ...eventOf(
        ...weekly,
        "EXDATE;TZID=America/Chicago:20270309T090000",
        "RDATE:20270310T150000Z",
        "RDATE;VALUE=PERIOD:20270311T150000Z/PT30M",
      ),
      ...moved("20270316T090000", "DTSTART:20270317T180000Z", "DURATION:PT2H"),
      ...moved("20270323T090000", "DTSTART:20270323T140000Z", "DURATION:PT1H", "STATUS:CANCELLED"),
    )
    expect(busy(file)).toEqual([
      "03-02T15:00/16:00",
      "03-10T15:00/16:00",
      "03-11T15:00/15:30",
      "03-17T18:00/20:00",
    ])
  })

  it("follows a change for this and all that come after", () => {
    const later = [
      "RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=America/Chicago:20270316T090000",
      "DTSTART;TZID=America/Chicago:20270316T110000",
      "DURATION:PT30M",
    ]
    expect(busy(fileOf(...eventOf(...weekly), ...eventOf(...later)))).toEqual([
      "03-02T15:00/16:00",
      "03-09T15:00/16:00",
      "03-16T16:00/16:30",
      "03-23T16:00/16:30",
    ])
  })

  it("counts an exception whose series the file does not hold", () => {
    const file = fileOf(...moved("20270316T090000", "DTSTART:20270317T180000Z", "DURATION:PT1H"))
    expect(busy(file)).toEqual(["03-17T18:00/19:00"])
  })

  it("ends with UNTIL, the day and the instant included", () => {
    const daily = ["DTSTART:20270302T150000Z", "DURATION:PT1H"]
    const two = ["03-02T15:00/16:00", "03-03T15:00/16:00"]
    expect(one(...daily, "RRULE:FREQ=DAILY;UNTIL=20270303T150000Z")).toEqual(two)
    expect(one(...daily, "RRULE:FREQ=DAILY;UNTIL=20270303")).toEqual(two)
  })
})

describe("published free and busy times", () => {
  it("count as they stand, free ones not", () => {
    const file = fileOf(
      "BEGIN:VFREEBUSY",
      "FREEBUSY;FBTYPE=BUSY:20270302T150000Z/PT1H,20270303T150000Z/20270303T170000Z",
      "FREEBUSY;FBTYPE=FREE:20270304T150000Z/PT1H",
      "END:VFREEBUSY",
    )
    expect(busy(file)).toEqual(["03-02T15:00/16:00", "03-03T15:00/17:00"])
  })
})

describe("a file that means harm", () => {
  const start = "DTSTART:19700101T000000Z"

  it("is refused when it repeats without end, and costs little when it never repeats", () => {
    for (const rule of [
      "FREQ=SECONDLY",
      "FREQ=SECONDLY;COUNT=999999999",
      "FREQ=MINUTELY;BYSECOND=1,2,3,4,5,6,7,8,9,10,11,12",
    ]) {
      expect(() => one(start, "DURATION:PT1S", `RRULE:${rule}`), rule).toThrow(UnreadableCalendar)
    }
    expect(one(start, "DURATION:PT1H", "RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30")).toEqual([])
    expect(one(start, "DURATION:PT1H", "RRULE:FREQ=DAILY;INTERVAL=1000000000")).toEqual([])
  })

  it("is refused when many small repetitions come to a large one", () => {
    const many = Array.from({ length: 3_000 }, (_, i) => [
      "BEGIN:VEVENT",
      `UID:${i}`,
      start,
      "DURATION:PT1H",
      "RRULE:FREQ=HOURLY",
      "END:VEVENT",
    ])
    expect(() => busy(fileOf(...many.flat()))).toThrow(UnreadableCalendar)
  })

  it("is refused when it is too large, too deep, cut off or no calendar", () => {
    const deep = Array.from({ length: 20 }, () => "BEGIN:VALARM")
    expect(() => busy(fileOf(...deep))).toThrow("too deep")
    expect(() => busy("X".repeat(calendarLimits.characters + 1))).toThrow("too large")
    expect(() => busy("BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1")).toThrow("ends too early")
    expect(() => busy("<html>Please sign in</html>")).toThrow("not an iCalendar file")
  })

  it("CW-02 is read with the event widened when a time or rule is none: what can't be understood is not guessed", () => {
    const duration = "DURATION:PT1H"
    expect(one("DTSTART:20270230T090000Z", duration)[0], "the month").toMatch(/^03-01T00:00/)
    expect(one("DTSTART:20270302T250000Z", duration), "the day, in any zone").toHaveLength(1)
    expect(one("DTSTART:tomorrow", duration), "at any time").toEqual(["03-01T00:00/04-01T00:00"])
    for (const rule of ["FREQ=FORTNIGHTLY", "RSCALE=CHINESE;FREQ=YEARLY"]) {
      expect(one(start, duration, `RRULE:${rule}`), rule).toEqual(["03-01T00:00/04-01T00:00"])
    }
    for (const rule of ["FREQ=DAILY;INTERVAL=0", "FREQ=WEEKLY;BYDAY=XX"]) {
      expect(one(start, duration, `RRULE:${rule}`), rule).toHaveLength(31)
    }
  })
})

describe("TQ-05 a rule that counts from the end", () => {
  const year = { startMinute: minute("2026-01-01T00:00"), endMinute: minute("2028-01-01T00:00") }
  const days = (rule: string) =>
    busy(fileOf(...eventOf("DTSTART:20250106T120000Z", "DURATION:PT1H", `RRULE:${rule}`)), year).map((each) =>
      each.slice(0, 5),
    )

  it("finds the last weeks of years that have 53 and 52 of them", () => {
    // The last week of 2026 is its 53rd, from 28 December on; that of 2027 is its 52nd.
    expect(days("FREQ=YEARLY;BYWEEKNO=-1;BYDAY=MO")).toEqual(["12-28", "12-27"])
    expect(days("FREQ=YEARLY;BYWEEKNO=53;BYDAY=MO")).toEqual(["12-28"])
    expect(days("FREQ=YEARLY;BYWEEKNO=1;BYDAY=TH")).toEqual(["01-01", "01-07"])
  })

  it("finds the last days of months and years, and the last of a weekday", () => {
    expect(days("FREQ=YEARLY;BYYEARDAY=-1")).toEqual(["12-31", "12-31"])
    expect(days("FREQ=MONTHLY;BYMONTHDAY=-1;UNTIL=20260501T000000Z")).toEqual([
      "01-31",
      "02-28",
      "03-31",
      "04-30",
    ])
    expect(days("FREQ=YEARLY;BYDAY=-1FR")).toEqual(["12-25", "12-31"])
    expect(days("FREQ=YEARLY;BYMONTH=2;BYDAY=-1FR")).toEqual(["02-27", "02-26"])
  })
})

describe("TQ-02 what repeats", () => {
  it("began years before the dates that are looked at, by whichever unit, with gaps", () => {
    const tenDays = [
      "DAILY;INTERVAL=10",
      "HOURLY;INTERVAL=240",
      "MINUTELY;INTERVAL=14400",
      "SECONDLY;INTERVAL=864000",
    ]
    for (const rule of tenDays) {
      const found = one("DTSTART:20200101T150000Z", "DURATION:PT1H", `RRULE:FREQ=${rule}`)
      expect(found, rule).toEqual(["03-05T15:00/16:00", "03-15T15:00/16:00", "03-25T15:00/16:00"])
    }
    const weekly = one("DTSTART:20200106T150000Z", "DURATION:PT1H", "RRULE:FREQ=WEEKLY;INTERVAL=4")
    expect(weekly).toEqual(["03-22T15:00/16:00"])
  })

  it("was changed for all that follows, twice: the later change counts from its own date on", () => {
    const event = eventOf("DTSTART:20270302T150000Z", "DURATION:PT1H", "RRULE:FREQ=WEEKLY;COUNT=4")
    const from = (date: string, hour: string) =>
      eventOf(
        `RECURRENCE-ID;RANGE=THISANDFUTURE:${date}T150000Z`,
        `DTSTART:${date}T${hour}0000Z`,
        "DURATION:PT1H",
      )
    const [first, second] = [from("20270309", "17"), from("20270323", "19")]
    const moved = ["03-02T15:00/16:00", "03-09T17:00/18:00", "03-16T17:00/18:00", "03-23T19:00/20:00"]
    // Whichever the file names first.
    expect(busy(fileOf(...event, ...first, ...second))).toEqual(moved)
    expect(busy(fileOf(...event, ...second, ...first))).toEqual(moved)
  })

  it("names more values in a list than there are different ones: it is no calendar", () => {
    const list = (count: number) => Array.from({ length: count }, () => "MO").join(",")
    const rule = (count: number) =>
      one("DTSTART:20270301T150000Z", "DURATION:PT1H", `RRULE:FREQ=WEEKLY;COUNT=1;BYDAY=${list(count)}`)
    expect(rule(1_000)).toEqual(["03-01T15:00/16:00"])
    expect(() => rule(1_001)).toThrow(UnreadableCalendar)
  })
})

it("TQ-02 a zone's name is read out of a path, also one of three parts, and an event that is none counts for nothing", () => {
  const zone = "/mozilla.org/20050126_1/America/Argentina/Buenos_Aires"
  expect(one(`DTSTART;TZID=${zone}:20270302T150000`, "DURATION:PT1H")).toEqual(["03-02T18:00/19:00"])
  const without = ["BEGIN:VEVENT", "UID:two", "SUMMARY:No time", "END:VEVENT"]
  const event = eventOf("DTSTART:20270302T150000Z", "DURATION:PT1H")
  expect(busy(fileOf(...without, ...event))).toEqual(["03-02T15:00/16:00"])
})

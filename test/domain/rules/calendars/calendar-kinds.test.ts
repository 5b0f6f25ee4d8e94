/** Whole kinds of what programs write: every Windows name, every spelling of an offset, every order of versions, every odd value. */
import { describe, expect, it } from "vitest"
import {
  type BusyReading,
  type CalendarReading,
  readBusyTimes,
} from "../../../../domain/rules/calendars/busy-times.ts"
import exchangeNames from "../../../../domain/rules/calendars/exchange-names.json" with { type: "json" }
import { UnreadableCalendar } from "../../../../domain/rules/calendars/unreadable-calendar.ts"
import { windowsZones, windowsZonesVersion } from "../../../../domain/rules/calendars/zone-names.ts"
import { wallToMinute } from "../../../../domain/time/local-time.ts"
import { zoneTable } from "../../../../domain/time/zone-table.ts"

const at = (instant: string) => Date.parse(`${instant}Z`) / 60_000

const december: CalendarReading = {
  startMinute: at("2026-12-01T00:00"),
  endMinute: at("2027-01-01T00:00"),
  zone: "America/Chicago",
  isZoneSet: true,
  owner: "ana@example.test",
  isOurs: () => false,
}

const calendar = (...lines: string[]) =>
  ["BEGIN:VCALENDAR", "VERSION:2.0", ...lines, "END:VCALENDAR"].join("\r\n")
const event = (...lines: string[]) => ["BEGIN:VEVENT", "UID:one", ...lines, "END:VEVENT"]

function read(texts: string | string[], own: Partial<CalendarReading> = {}): BusyReading {
  const reading = readBusyTimes([texts].flat(), { ...december, ...own })
  if (reading instanceof UnreadableCalendar) throw reading
  return reading
}

/** As `09T16:00/17:00`, in UTC. */
function shown({ busy }: BusyReading): string[] {
  const text = (minute: number) => new Date(minute * 60_000).toISOString().slice(8, 16)
  return Array.from({ length: busy.length / 2 }, (_, i) => {
    const [start, end] = [text(busy[2 * i]!), text(busy[2 * i + 1]!)]
    return `${start}/${end.slice(0, 2) === start.slice(0, 2) ? end.slice(3) : end}`
  })
}

const one = (...lines: string[]) => read(calendar(...event(...lines)))
const busyOf = (...lines: string[]) => shown(one(...lines))

const instantIn = (zone: string, wall: string) => wallToMinute(zoneTable(zone), at(wall))

const hourIn = (tzid: string) =>
  one(`DTSTART;TZID=${tzid}:20261209T100000`, `DTEND;TZID=${tzid}:20261209T110000`)

describe("CW-01 a zone's name", () => {
  it("CW-01 is every Windows name of the CLDR table, quoted, escaped, with a number or a blank behind, in any case", () => {
    expect(windowsZonesVersion).toMatch(/^\d+/)
    expect(Object.keys(windowsZones).length).toBeGreaterThan(130)
    for (const [name, iana] of Object.entries(windowsZones)) {
      const start = instantIn(iana, "2026-12-09T10:00")
      const spellings = [
        name,
        `"${name}"`,
        `${name} `,
        ` ${name}`,
        name.toLowerCase(),
        name.replaceAll(".", "\\."),
      ]
      const numbered = /^UTC/.test(name) ? [] : [`${name} 1`, `"${name} 2"`]
      for (const spelling of [...spellings, ...numbered]) {
        const { busy, unclear } = hourIn(spelling)
        expect([...busy], spelling).toEqual([start, start + 60])
        expect(unclear, spelling).toEqual([])
      }
    }
  })

  it("CW-01 is every text that Exchange shows, with its offset before it, however that is written", () => {
    for (const [name, texts] of Object.entries(exchangeNames)) {
      const zone = windowsZones[name as keyof typeof windowsZones]!
      const start = instantIn(zone, "2026-12-09T10:00")
      const offset = at("2026-12-09T10:00") - start
      const size = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60].map((part) =>
        String(part).padStart(2, "0"),
      )
      const written = `${offset < 0 ? "-" : "+"}${size.join(":")}`
      // The text carries the other offset for a zone with its summer in December.
      const isSummer =
        instantIn(zone, "2026-06-09T10:00") - at("2026-06-09T10:00") > start - at("2026-12-09T10:00")
      if (isSummer) continue
      for (const prefix of [`(UTC${written})`, `(GMT${written})`, `(UTC${written.replace(":", ".")})`]) {
        const { busy, unclear } = hourIn(`"${prefix} ${texts.join(", ")}"`)
        expect([...busy], `${prefix} ${texts.join(", ")}`).toEqual([start, start + 60])
        expect(unclear).toEqual([])
      }
    }
  })

  it("CW-01 is an offset in each of its spellings, also without quotes around its colon", () => {
    for (const [offset, busy] of [
      [
        ["GMT-0600", "UTC-06:00", "UTC-6", "-0600", "-06:00", "(UTC-06:00)", "GMT -06.00", "UTC−06:00"],
        "09T16:00/17:00",
      ],
      [["GMT+0530", "UTC+05:30", "+0530", "(GMT+05:30)", "UTC+5:30"], "09T04:30/05:30"],
      [["UTC", "GMT", "Z", "(UTC)", "UTC+00:00", "GMT-0", "tzone://Microsoft/Utc"], "09T10:00/11:00"],
    ] as const) {
      for (const name of offset) {
        expect(shown(hourIn(name)), name).toEqual([busy])
        expect(shown(hourIn(`"${name}"`)), name).toEqual([busy])
      }
    }
  })

  it("CW-01 is IANA's with blanks, in a path, with another's number, and without the cities that are not known", () => {
    for (const name of [
      "America/New York",
      "america/new_york",
      "/mozilla.org/20050126_1/America/New_York",
      "/freeassociation.sourceforge.net/Tzfile/America/New_York",
      "America/New_York-2",
      "(UTC-05:00) Eastern Time",
      "Eastern Time (US & Canada)",
      "(GMT-05:00) Eastern Time (US &amp\\; Canada)",
    ])
      expect(shown(hourIn(`"${name}"`)), name).toEqual(["09T15:00/16:00"])
    expect(shown(hourIn('"(UTC+01:00) Amsterdam, Berlin, Bern, Rom, Stockholm, Wien"'))).toEqual([
      "09T09:00/10:00",
    ])
  })

  it("CW-01 CW-02 that says nothing is unknown: the event takes all that it can mean, and its line is named", () => {
    for (const name of [
      "CST",
      "PST",
      "IST",
      "Customized Time Zone",
      "tzone://Microsoft/Custom",
      "America/Chicgo",
    ]) {
      const reading = hourIn(name)
      expect(shown(reading), name).toEqual(["08T20:00/09T23:00"])
      expect(reading.unclear[0], name).toEqual({
        uid: "one",
        line: 5,
        text: `DTSTART;TZID=${name}:20261209T100000`,
      })
    }
    // The offset of a zone that is not known is that of its winter.
    expect(shown(hourIn('"(UTC-06:00) Somewhere"'))).toEqual(["09T15:00/17:00"])
  })

  const defined = (name: string, offset: string) => [
    ...["BEGIN:VTIMEZONE", `TZID:${name}`, "BEGIN:STANDARD", "DTSTART:16010101T000000"],
    ...[`TZOFFSETFROM:${offset}`, `TZOFFSETTO:${offset}`, "END:STANDARD", "END:VTIMEZONE"],
  ]

  it("CW-01 is the file's own definition of it, quoted here and escaped there, of each VCALENDAR alone", () => {
    for (const [inZone, inEvent] of [
      ["A\\, B", '"A, B"'],
      ["A\\, B", "A\\, B"],
      ["A, B ", '"A,  B"'],
      ['"A, B"', "A, B"],
      ["CST", "CST"],
    ] as const) {
      const file = calendar(
        ...defined(inZone, "+0900"),
        ...event(`DTSTART;TZID=${inEvent}:20261209T100000`, "DURATION:PT1H"),
      )
      expect(shown(read(file)), `${inZone} ${inEvent}`).toEqual(["09T01:00/02:00"])
    }
    const of = (uid: string, offset: string) =>
      calendar(
        ...defined("Mine", offset),
        ...["BEGIN:VEVENT", `UID:${uid}`, "DTSTART;TZID=Mine:20261209T100000", "DURATION:PT1H", "END:VEVENT"],
      )
    const both = ["09T01:00/02:00", "09T15:00/16:00"]
    expect(shown(read([of("a", "+0900"), of("b", "-0500")])), "two texts").toEqual(both)
    expect(shown(read(`${of("a", "+0900")}\r\n${of("b", "-0500")}`)), "two in one text").toEqual(both)
    const without = calendar(...event("DTSTART;TZID=Mine:20261209T100000", "DURATION:PT1H"))
    expect(shown(read([of("a", "+0900"), without])), "none for the other").toEqual(["08T20:00/09T23:00"])
  })

  it("CW-01 whose definition can't be read stands for what it says itself", () => {
    const file = (name: string) =>
      calendar(...defined(name, "nine"), ...event(`DTSTART;TZID=${name}:20261209T100000`, "DURATION:PT1H"))
    expect(shown(read(file("Tokyo Standard Time")))).toEqual(["09T01:00/02:00"])
    expect(shown(read(file("Mine")))).toEqual(["08T20:00/09T23:00"])
  })

  it("CW-01 a thousand objects with definitions of their own stay within the budget", () => {
    const texts = Array.from({ length: 1_000 }, (_, i) =>
      calendar(
        ...["BEGIN:VTIMEZONE", `TZID:Zone ${i}X`],
        ...["BEGIN:STANDARD", "DTSTART:16010101T020000", "TZOFFSETFROM:-0500", "TZOFFSETTO:-0600"],
        ...["RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=11", "END:STANDARD"],
        ...["BEGIN:DAYLIGHT", "DTSTART:16010101T020000", "TZOFFSETFROM:-0600", "TZOFFSETTO:-0500"],
        ...["RRULE:FREQ=YEARLY;BYDAY=2SU;BYMONTH=3", "END:DAYLIGHT", "END:VTIMEZONE"],
        ...[
          "BEGIN:VEVENT",
          `UID:${i}`,
          `DTSTART;TZID=Zone ${i}X:20261209T100000`,
          "DURATION:PT1H",
          "END:VEVENT",
        ],
      ),
    )
    expect(shown(read(texts))).toEqual(["09T16:00/17:00"])
  })
})

describe("CW-02 an event whose time can't be placed", () => {
  const other = event("DTSTART:20261220T160000Z", "DTEND:20261220T170000Z").with(1, "UID:other")
  const beside = (...lines: string[]) => shown(read(calendar(...event(...lines), ...other)))

  it("CW-02 takes the widest span that it can mean, and what is read of the others counts", () => {
    for (const [lines, right] of [
      [["DTSTART:20261209T990000Z", "DURATION:PT1H"], "08T10:00/10T15:00"],
      [["DTSTART:20261209T100000Z", "DTEND:20261209T9900Z"], "09T10:00/10T14:00"],
      [["DTSTART:20260999T990000Z", "DTEND:20261202T120000Z"], "01T00:00/02T12:00"],
      [["DTSTART:never", "DTEND:20261202T120000Z"], "01T00:00/02T12:00"],
      [["DTSTART", "DTEND:20261202T120000Z"], "01T00:00/02T12:00"],
      [['DTSTART;TZID="America/Chicago:20261209T100000', "DTEND:20261209T170000Z"], "08T10:00/09T17:00"],
    ] as const) {
      expect(beside(...lines), lines[0]).toEqual([right, "20T16:00/17:00"])
    }
    expect(beside("DTSTART:never"), "at any time").toEqual(["01T00:00/00:00"])
  })

  it("CW-02 never matters where it is free, cancelled or over, however broken it is", () => {
    const broken = ["DTSTART:never", "DTEND:20300101T000000Z", "RRULE:FREQ=OFTEN", "RDATE:soon", "EXDATE:x"]
    for (const word of ["TRANSP:TRANSPARENT", "STATUS:CANCELLED", "X-MICROSOFT-CDO-BUSYSTATUS:FREE"]) {
      const reading = read(calendar(...event(...broken, word), ...other))
      expect([shown(reading), reading.unclear], word).toEqual([["20T16:00/17:00"], []])
    }
    for (const lines of [
      ["DTSTART:2011317T080000Z", "DTEND:20110317T090000Z"],
      ["DTSTART:20110399T080000Z", "DURATION:PT1H"],
      ["DTSTART:20110317T080000Z", "DURATION:soon"],
      ["DTSTART:20110317T080000Z", "DURATION:PT1H", "RRULE:FREQ=OFTEN;UNTIL=20120101T000000Z"],
      ["DTSTART;TZID=CST:20110317T080000", "DURATION:PT1H"],
    ]) {
      const reading = read(calendar(...event(...lines), ...other))
      expect([shown(reading), reading.unclear, reading.widened], lines[0]).toEqual([
        ["20T16:00/17:00"],
        [],
        0,
      ])
    }
  })

  it("CW-02 is named by its line, and how many there are is counted", () => {
    const many = Array.from({ length: 12 }, (_, i) => [
      ...[
        "BEGIN:VEVENT",
        `UID:${i}`,
        `DTSTART;TZID=CST:202612${String(i + 10)}T100000`,
        "DURATION:PT1H",
        "END:VEVENT",
      ],
    ])
    const reading = read(calendar(...many.flat()))
    expect(reading.widened).toBe(12)
    expect(reading.unclear[1]).toEqual({ uid: "1", line: 10, text: "DTSTART;TZID=CST:20261211T100000" })
  })

  it("CW-02 a rule that is not understood repeats at any time from its start on, until its end", () => {
    const start = ["DTSTART:20261205T100000Z", "DURATION:PT1H"]
    expect(busyOf(...start, "RRULE:FREQ=OFTEN")).toEqual(["05T10:00/01T00:00"])
    expect(busyOf(...start, "RRULE:FREQ=OFTEN;UNTIL=20261206T000000Z")).toEqual(["05T10:00/07T15:00"])
  })
})

describe("CW-03 a text", () => {
  it("CW-03 that is no calendar is unreadable, never an empty one", () => {
    for (const text of [
      "",
      " \r\n\r\n",
      "<!doctype html><html><pre>\nBEGIN:VCALENDAR\nEND:VCALENDAR\n</pre></html>",
      '{"error": "sign in"}',
      "[]",
      "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ana\r\nEND:VCARD\r\n",
      "BEGIN:VTIMEZONE\r\nTZID:X\r\nEND:VTIMEZONE\r\n",
      "Please sign in",
    ])
      expect(readBusyTimes([text], december), text).toBeInstanceOf(UnreadableCalendar)
  })

  it("CW-03 may begin with blanks, blank lines and a byte order mark, and break its lines in any way", () => {
    const file = calendar(...event("DTSTART:20261209T160000Z", "DTEND:2026\r\n 1209T17\r\n\t0000Z"))
    for (const before of ["", "  ", "\r\n\r\n", "\uFEFF", "\n \t\n\uFEFF  "]) {
      for (const end of ["\r\n", "\n", "\r", "\r\r\n"]) {
        const text = before + file.replaceAll("\r\n", end)
        expect(shown(read(text)), JSON.stringify([before, end])).toEqual(["09T16:00/17:00"])
      }
    }
  })

  it("CW-03 in which a part is not ended, or ended twice, loses no event", () => {
    const [first, second] = ["09", "10"].map((day) => [`DTSTART:202612${day}T160000Z`, "DURATION:PT1H"]) as [
      string[],
      string[],
    ]
    const both = ["09T16:00/17:00", "10T16:00/17:00"]
    for (const lines of [
      ["BEGIN:VEVENT", "UID:1", ...first, "BEGIN:VEVENT", "UID:2", ...second, "END:VEVENT"],
      [
        "BEGIN:VEVENT",
        "UID:1",
        ...first,
        "BEGIN:VALARM",
        "END:VEVENT",
        "BEGIN:VEVENT",
        "UID:2",
        ...second,
        "END:VEVENT",
      ],
      [
        "BEGIN:VEVENT",
        "UID:1",
        ...first,
        "END:VEVENT",
        "END:VEVENT",
        "BEGIN:VEVENT",
        "UID:2",
        ...second,
        "END:VEVENT",
      ],
    ])
      expect(shown(read(calendar(...lines)))).toEqual(both)
  })
})

describe("CW-04 versions", () => {
  const version = (hour: number, sequence: number | null, stamp: string | null, ...more: string[]) =>
    event(
      `DTSTART:20261209T${String(hour).padStart(2, "0")}0000Z`,
      "DURATION:PT30M",
      ...(sequence === null ? [] : [`SEQUENCE:${sequence}`]),
      ...(stamp === null ? [] : [`DTSTAMP:${stamp}`]),
      ...more,
    )

  it("CW-04 in every order the highest SEQUENCE counts, then the newest DTSTAMP", () => {
    const versions = [
      version(1, null, null),
      version(2, 0, "20261101T000000Z"),
      version(3, 1, "20261105T000000Z"),
      version(4, 2, "20261102T000000Z"),
      version(5, 2, "20261103T000000Z"),
    ]
    for (const order of permutations(versions)) {
      expect(shown(read(calendar(...order.flat())))).toEqual(["09T05:00/05:30"])
      expect(shown(read(order.map((each) => calendar(...each))))).toEqual(["09T05:00/05:30"])
    }
  })

  it("CW-04 in every order those of one occurrence count by themselves, and a cancelled one frees it", () => {
    const series = event(
      "DTSTART:20261208T160000Z",
      "DURATION:PT1H",
      "RRULE:FREQ=DAILY;COUNT=3",
      "SEQUENCE:5",
    )
    const moved = (hour: string, sequence: number, ...more: string[]) =>
      event(
        "RECURRENCE-ID:20261209T160000Z",
        `DTSTART:20261209T${hour}0000Z`,
        "DURATION:PT1H",
        `SEQUENCE:${sequence}`,
        ...more,
      )
    const rest = ["08T16:00/17:00", "10T16:00/17:00"]
    for (const order of permutations([series, moved("18", 0), moved("20", 1)]))
      expect(shown(read(calendar(...order.flat())))).toEqual([rest[0], "09T20:00/21:00", rest[1]])
    for (const order of permutations([series, moved("18", 0), moved("20", 1, "STATUS:CANCELLED")]))
      expect(shown(read(calendar(...order.flat())))).toEqual(rest)
  })

  it("CW-04 of the same rank all count, and an answer to an invitation is none", () => {
    const tied = [version(1, 1, "20261101T000000Z"), version(3, 1, "20261101T000000Z")]
    expect(shown(read(calendar(...tied.flat())))).toEqual(["09T01:00/01:30", "09T03:00/03:30"])
    const request = calendar("METHOD:REQUEST", ...version(1, 0, "20261101T000000Z"))
    const reply = calendar("METHOD:REPLY", ...event("DTSTART:20261209T010000Z", "DTSTAMP:20261102T000000Z"))
    expect(shown(read([reply, request]))).toEqual(["09T01:00/01:30"])
  })

  it("CW-04 METHOD:CANCEL takes the event away, with what was changed in it before", () => {
    const series = event(
      "DTSTART:20261208T160000Z",
      "DURATION:PT1H",
      "RRULE:FREQ=DAILY;COUNT=3",
      "SEQUENCE:1",
    )
    const moved = event(
      "RECURRENCE-ID:20261209T160000Z",
      "DTSTART:20261209T200000Z",
      "DURATION:PT1H",
      "SEQUENCE:1",
    )
    const cancel = calendar("METHOD:CANCEL", ...event("DTSTART:20261208T160000Z", "SEQUENCE:2"))
    for (const order of permutations([calendar("METHOD:REQUEST", ...series, ...moved), cancel]))
      expect(shown(read(order))).toEqual([])
  })
})

describe("CW-04 each odd value", () => {
  const hour = ["DTSTART:20261209T160000Z", "DTEND:20261209T170000Z"]
  const plain = ["09T16:00/17:00"]
  const daily = ["09T16:00/17:00", "10T16:00/17:00", "11T16:00/17:00"]

  it.each([
    ["an empty RRULE", [...hour, "RRULE:"], plain],
    ["COUNT=0", [...hour, "RRULE:FREQ=DAILY;COUNT=0"], plain],
    ["COUNT=-1", [...hour, "RRULE:FREQ=DAILY;COUNT=-1"], plain],
    ["COUNT=-1 beside UNTIL", [...hour, "RRULE:FREQ=DAILY;COUNT=-1;UNTIL=20261211T160000Z"], daily],
    ["UNTIL= beside COUNT", [...hour, "RRULE:FREQ=DAILY;UNTIL=;COUNT=3"], daily],
    ["an UNTIL in lower case", [...hour, "RRULE:freq=daily;until=20261211t160000z"], daily],
    ["UNTIL at 24 o'clock", [...hour, "RRULE:FREQ=DAILY;UNTIL=20261211T240000Z"], daily],
    ["an empty DTEND", ["DTSTART:20261209T160000Z", "DTEND:", "DURATION:PT1H"], plain],
    ["an empty DURATION", [...hour, "DURATION:"], plain],
    ["DTEND beside a DURATION of nothing", [...hour, "DURATION:PT0S"], plain],
    ["an empty EXDATE and RDATE", [...hour, "EXDATE:", "RDATE:"], plain],
    ["an end before its start", ["DTSTART:20261209T170000Z", "DTEND:20261209T160000Z"], plain],
    ["a negative duration", ["DTSTART:20261209T170000Z", "DURATION:-PT1H"], plain],
    [
      "days that end before they start",
      ["DTSTART;VALUE=DATE:20261210", "DTEND;VALUE=DATE:20261209"],
      ["09T06:00/11T06:00"],
    ],
    ["T240000", ["DTSTART:20261209T230000Z", "DTEND:20261209T240000Z"], ["09T23:00/10T00:00"]],
    ["fractions", ["DTSTART:20261209T160000.000Z", "DTEND:20261209T170000.123Z"], plain],
    ["offsets", ["DTSTART:20261209T100000-0600", "DTEND:20261209T180000+01:00"], plain],
    ["lower case", ["dtstart:20261209t160000z", "dtend:20261209t170000z"], plain],
    ["a week with a T", ["DTSTART:20261209T160000Z", "DURATION:PT1W"], ["09T16:00/16T16:00"]],
    [
      "a date with a Z",
      ["DTSTART;VALUE=DATE:20131210", "RRULE:FREQ=YEARLY;COUNT=1", "RDATE:20261209Z"],
      ["09T06:00/10T06:00"],
    ],
    ["a date that is written as a midnight", ["DTSTART;VALUE=DATE:20261209T000000Z"], ["09T06:00/10T06:00"]],
    [
      "RDATE in UTC",
      ["DTSTART;TZID=America/Chicago:20261006T100000", "DURATION:PT1H", "RDATE:20261209T160000Z"],
      plain,
    ],
    [
      "EXDATE in UTC",
      [
        "DTSTART;TZID=America/Chicago:20261006T100000",
        "DURATION:PT1H",
        "RRULE:FREQ=WEEKLY;COUNT=11",
        "EXDATE:20261201T160000Z,20261215T160000Z",
      ],
      ["08T16:00/17:00"],
    ],
    [
      "EXDATE of a whole day with a time",
      [
        "DTSTART;VALUE=DATE:20261209",
        "RRULE:FREQ=DAILY;COUNT=3",
        "EXDATE:20261210T000000Z",
        "EXDATE;TZID=Asia/Tokyo:20261211T000000",
      ],
      ["09T06:00/10T06:00"],
    ],
    [
      "EXDATE of a whole day by the midnight of another zone in UTC",
      ["DTSTART;VALUE=DATE:20261209", "RRULE:FREQ=DAILY;COUNT=3", "EXDATE:20261209T230000Z,20261211T080000Z"],
      ["09T06:00/10T06:00"],
    ],
    ["travel time before it", [...hour, "X-APPLE-TRAVEL-DURATION;VALUE=DURATION:PT45M"], ["09T15:15/17:00"]],
  ] as [string, string[], string[]][])("CW-04 %s is read by the table", (_what, lines, right) => {
    const reading = one(...lines)
    expect(shown(reading)).toEqual(right)
    expect(reading.unclear).toEqual([])
  })

  it.each([
    ["INTERVAL=0", "FREQ=DAILY;INTERVAL=0;COUNT=3", daily],
    ["BYMONTHDAY=0 beside another", "FREQ=MONTHLY;BYMONTHDAY=0,9", plain],
    ["BYMONTHDAY=0 alone, which can mean any day", "FREQ=MONTHLY;BYMONTHDAY=0;UNTIL=20261211T160000Z", daily],
    ["BYDAY=XX", "FREQ=WEEKLY;BYDAY=XX;UNTIL=20261211T160000Z", daily],
    ["an UNTIL that is none", "FREQ=DAILY;UNTIL=soon;COUNT=3", daily],
  ] as [string, string, string[]][])("CW-04 %s is left out and the event widened", (_what, rule, right) => {
    const reading = one(...hour, `RRULE:${rule}`)
    expect(shown(reading)).toEqual(right)
    expect(reading.unclear.map(({ text }) => text)).toEqual([`RRULE:${rule}`])
  })

  it("CW-04 EXDATE or RDATE that can't be read takes nothing away, and is named", () => {
    const series = [...hour, "RRULE:FREQ=DAILY;COUNT=3"]
    for (const line of ["EXDATE:soon", "EXDATE;TZID=CST:20261210T160000", "EXDATE:20261210T9900Z"]) {
      const reading = one(...series, line)
      expect([shown(reading), reading.unclear[0]?.text], line).toEqual([daily, line])
    }
    expect(busyOf(...hour, "RDATE:20261220T990000Z")).toEqual([...plain, "19T10:00/21T15:00"])
  })
})

it("CW-05 the zone that was set counts before the one that the file names", () => {
  const file = calendar("X-WR-TIMEZONE:Asia/Tokyo", ...event("DTSTART;VALUE=DATE:20261209"))
  expect(shown(read(file))).toEqual(["09T06:00/10T06:00"])
  expect(shown(read(file, { isZoneSet: false }))).toEqual(["08T15:00/09T15:00"])
  const windows = calendar("X-WR-TIMEZONE:Tokyo Standard Time", ...event("DTSTART;VALUE=DATE:20261209"))
  expect(shown(read(windows, { isZoneSet: false }))).toEqual(["08T15:00/09T15:00"])
})

it("CW-06 an invitation without an answer keeps its owner busy, unless the calendar says otherwise", () => {
  const invited = (partstat: string) =>
    calendar(
      ...event("DTSTART:20261209T160000Z", "DURATION:PT1H", `ATTENDEE${partstat}:mailto:Ana@example.test`),
    )
  for (const partstat of ["", ";PARTSTAT=NEEDS-ACTION", ";PARTSTAT=needs-action"]) {
    expect(shown(read(invited(partstat))), partstat).toEqual(["09T16:00/17:00"])
    expect(shown(read(invited(partstat), { unansweredBlocks: false })), partstat).toEqual([])
  }
  for (const partstat of [";PARTSTAT=ACCEPTED", ";PARTSTAT=TENTATIVE"])
    expect(shown(read(invited(partstat), { unansweredBlocks: false })), partstat).toEqual(["09T16:00/17:00"])
  expect(shown(read(invited(";PARTSTAT=DECLINED")))).toEqual([])
})

function permutations<Value>(values: readonly Value[]): Value[][] {
  if (values.length < 2) return [[...values]]
  return values.flatMap((value, i) => permutations(values.toSpliced(i, 1)).map((rest) => [value, ...rest]))
}

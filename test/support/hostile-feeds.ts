/** Calendar files of at most a megabyte that are made to cost their reader time or memory. */

const times = (count: number, one: (index: number) => string, separator = "") =>
  Array.from({ length: count }, (_, index) => one(index)).join(separator)

const file = (parts: string) => `BEGIN:VCALENDAR\r\n${parts}END:VCALENDAR\r\n`

const event = (lines: string, uid = "hostile") => `BEGIN:VEVENT\r\nUID:${uid}\r\n${lines}\r\nEND:VEVENT\r\n`

const rule = (text: string) => `DTSTART:19700101T000000Z\r\nDURATION:PT1M\r\nRRULE:${text}`

const all = (from: number, to: number) => times(to - from + 1, (index) => String(from + index), ",")

/** A date and time that no other index has. */
const moment = (index: number) => {
  const at = new Date(Date.UTC(1990, 0, 1) + index * 3_600_000).toISOString()
  return `${at.slice(0, 19).replace(/[-:]/g, "")}`
}

const zone = (id: string, lines: string) =>
  `BEGIN:VTIMEZONE\r\nTZID:${id}\r\nBEGIN:STANDARD\r\nDTSTART:16010101T000000\r\nTZOFFSETFROM:+0100\r\nTZOFFSETTO:+0200\r\n${lines}END:STANDARD\r\nEND:VTIMEZONE\r\n`

const everyDay = "BYDAY=MO,TU,WE,TH,FR,SA,SU"
const everySecond = `BYHOUR=${all(0, 23)};BYMINUTE=${all(0, 59)};BYSECOND=${all(0, 59)}`

export const hostileFeeds: Readonly<Record<string, () => string>> = {
  "a rule of every minute with 5,001 equal positions": () =>
    file(event(rule(`FREQ=MINUTELY;COUNT=1000000000;BYSETPOS=${times(5_001, () => "1", ",")}`))),
  "a yearly rule for every second of every day": () =>
    file(event(rule(`FREQ=YEARLY;${everyDay};${everySecond}`))),
  "a daily rule that names one hour 300,000 times": () =>
    file(event(rule(`FREQ=DAILY;COUNT=1000000000;BYHOUR=${times(300_000, () => "0", ",")}`))),
  "a daily rule that names one day of the week 300,000 times": () =>
    file(event(rule(`FREQ=DAILY;COUNT=1000000000;BYDAY=${times(300_000, () => "MO", ",")}`))),
  "every day of the year by every list that there is": () =>
    file(
      times(900, (index) =>
        event(
          rule(
            `FREQ=YEARLY;COUNT=100000;BYYEARDAY=${all(1, 366)};BYWEEKNO=${all(1, 53)};BYMONTHDAY=${all(1, 31)};BYSETPOS=${all(1, 366)}`,
          ).slice(0, 1_000),
          `e${index}`,
        ),
      ),
    ),
  "a rule of every second for a day that never comes": () =>
    file(event(rule("FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30"))),
  "a yearly rule for a day that never comes": () =>
    file(times(8_000, (index) => event(rule("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30"), `e${index}`))),
  "20,000 rules in one event": () =>
    file(
      event(
        times(20_000, () => rule("FREQ=DAILY;BYHOUR=1,2,3").split("\r\n").at(-1)!, "\r\n") +
          "\r\nDTSTART:19700101T000000Z\r\nDURATION:PT1M",
      ),
    ),
  "thousands of events in a zone of 40,000 changes": () =>
    file(
      zone("Made Up", `RDATE:${times(40_000, moment, ",")}\r\n`) +
        times(3_500, (index) => event(`DTSTART;TZID=Made Up:19700101T000000\r\nDURATION:PT1M`, `e${index}`)),
    ),
  "thousands of zones that nobody knows": () =>
    file(
      times(8_000, (index) => event(`DTSTART;TZID=/${"x/".repeat(20)}${index}:20270301T000000`, `e${index}`)),
    ),
  "thousands of zones that change every second": () =>
    file(
      times(2_000, (index) => zone(`Z${index}`, "RRULE:FREQ=SECONDLY\r\n")) +
        times(2_000, (index) =>
          event(`DTSTART;TZID=Z${index}:20270301T000000\r\nDURATION:PT1M`, `e${index}`),
        ),
    ),
  "one series 10,000 times, with as many exceptions": () =>
    file(
      times(5_000, () => event("DTSTART:20270301T000000Z\r\nDURATION:PT1M")) +
        times(5_000, () => event("DTSTART:20270301T000000Z\r\nRECURRENCE-ID:20270301T000000Z")),
    ),
  "60,000 added and 40,000 left-out dates in one event": () =>
    file(
      event(
        `DTSTART:19900101T000000\r\nDURATION:PT1M\r\nRDATE:${times(40_000, moment, ",")}\r\nEXDATE:${times(20_000, moment, ",")}`,
      ),
    ),
  "a series changed for good 3,000 times": () =>
    file(
      event(rule("FREQ=HOURLY")) +
        times(3_000, (index) =>
          event(
            `DTSTART:${moment(index)}Z\r\nDURATION:PT1M\r\nRECURRENCE-ID;RANGE=THISANDFUTURE:${moment(index)}Z`,
          ),
        ),
    ),
  "30,000 empty events": () => file(times(30_000, () => "BEGIN:VEVENT\r\nEND:VEVENT\r\n")),
  "one line of a megabyte of parameters": () =>
    file(event(`DTSTART${";A=B".repeat(240_000)}:20270301T000000Z`)),
  "a megabyte of folded lines": () => file(event(`DESCRIPTION:${"\r\n x".repeat(240_000)}`)),
  "40,000 events of a century each": () =>
    file(
      times(
        12_000,
        () => "BEGIN:VEVENT\r\nDTSTART:20000101\r\nDTEND:21000101\r\nRRULE:FREQ=DAILY\r\nEND:VEVENT\r\n",
      ),
    ),
}

const multistatus = (inner: string) =>
  `<?xml version="1.0"?><d:multistatus xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav">${inner}</d:multistatus>`

const properties = (inner: string) =>
  `<d:response><d:href>/</d:href><d:propstat><d:prop>${inner}</d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>`

const within = (depth: number, open: (index: number) => string) => times(depth, open) + "</a>".repeat(depth)

/** The hostile answers of a CalDAV server. */
export const hostileAnswers: Readonly<Record<string, () => string>> = {
  "140,000 elements within each other": () =>
    multistatus(properties(`<d:resourcetype>${within(140_000, () => "<a>")}</d:resourcetype>`)),
  "names declared within names": () =>
    multistatus(properties(within(30_000, (index) => `<a xmlns:x${index}="u">`))),
  "names declared 30,000 times on one element": () =>
    multistatus(
      properties(
        `<a ${times(30_000, (index) => `xmlns:n${index}="u" `)}${times(15_000, (index) => `n${index}:x="1" `)}/>`,
      ),
    ),
  "elements that never close": () => multistatus(properties("<a>".repeat(300_000))),
  "8,000 empty answers": () => multistatus(properties("").repeat(7_000)),
  "a hostile feed in it": () =>
    multistatus(
      properties(
        `<c:calendar-data>${hostileFeeds["a rule of every minute with 5,001 equal positions"]!()}</c:calendar-data>`,
      ),
    ),
}

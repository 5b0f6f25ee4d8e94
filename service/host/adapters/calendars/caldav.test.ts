/** A CalDAV server's answers at the wrong moment, played by a local server; the real one is in test/calendars. */
import { expect, it } from "vitest"
import { newEventText } from "../../../../domain/rules/calendars/own-event.ts"
import {
  accountOf,
  copy,
  problemOf,
  question,
  shown,
  soon,
} from "../../../../test/support/calendar-account.ts"
import { calendars, playCalendarServer, server } from "../../../../test/support/played-server.ts"

playCalendarServer()

const account = () =>
  accountOf({ kind: "caldav", url: `${server.url}/ana/work`, username: "ana", password: "hush" })
const requests = () =>
  server.asked
    .splice(0)
    .map(({ method, headers }) =>
      [method, headers["if-match"] ?? headers["if-none-match"]].filter(Boolean).join(" "),
    )

const theirs = newEventText({ ...copy, sequence: 4 }).replace("END:VEVENT", "DESCRIPTION:Mine\r\nEND:VEVENT")

it("BK-09 an ETag conflict is settled by reading again, as often as others are quicker", async () => {
  let version = 1
  server.tell(({ method, headers }) => {
    if (method === "GET") return { headers: { etag: `"${version}"` }, body: theirs }
    // Somebody writes between our reading and our writing, twice.
    if (version < 3) version += 1
    return headers["if-match"] === `"${version}"`
      ? { status: 204, headers: { etag: '"9"' } }
      : { status: 412 }
  })
  const known = { remoteId: `${server.url}/ana/work/${copy.id}.ics`, etag: '"1"' }
  expect(await calendars.put(account(), copy, known, soon())).toEqual({
    remoteId: known.remoteId,
    etag: '"9"',
  })
  const written = server.asked.at(-1)!.body
  expect(written).toContain("DESCRIPTION:Mine")
  expect(written, "later than theirs").toContain("SEQUENCE:5")
  expect(requests()).toEqual(["GET", 'PUT "1"', "GET", 'PUT "2"', "GET", 'PUT "3"'])
})

it("BK-09 an event is taken away only as it was known, and read again where it was changed", async () => {
  server.tell(({ method, headers }) => {
    if (method === "GET") return { headers: { etag: '"2"' }, body: theirs }
    return { status: headers["if-match"] === '"2"' ? 204 : 412 }
  })
  const known = { remoteId: `${server.url}/ana/work/${copy.id}.ics`, etag: '"1"' }
  expect(await problemOf(calendars.remove(account(), known, soon()))).toBeNull()
  expect(requests()).toEqual(['DELETE "1"', "GET", 'DELETE "2"'])
  server.tell({ status: 404 })
  expect(await problemOf(calendars.remove(account(), known, soon()))).toBeNull()
})

it("reads answers whatever prefixes they use, and leaves out what was not found", async () => {
  const data = newEventText({ ...copy, id: "theirs" })
  server.tell({
    status: 207,
    body: `<?xml version="1.0"?><x:multistatus xmlns:x="DAV:" xmlns:y="urn:ietf:params:xml:ns:caldav">
<x:response><x:href>/a.ics</x:href><x:propstat><x:prop><y:calendar-data>${data}</y:calendar-data></x:prop><x:status>HTTP/1.1 200 OK</x:status></x:propstat></x:response>
<x:response><x:href>/b.ics</x:href><x:propstat><x:prop><y:calendar-data/></x:prop><x:status>HTTP/1.1 404 Not Found</x:status></x:propstat></x:response>
</x:multistatus>`,
  })
  expect(shown(await calendars.read(account(), { ...question, isLive: true }, soon()))).toEqual([
    "03-02T15:00/16:00",
  ])
})

it("takes for a problem what is no answer of a calendar", async () => {
  const bomb =
    '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "bb">]><multistatus xmlns="DAV:">&b;</multistatus>'
  for (const [told, problem] of [
    [{ status: 207, body: bomb }, "unreadable"],
    [{ status: 207, body: "<multistatus xmlns='DAV:'>" }, "unreadable"],
    [{ status: 207, body: "no xml" }, "unreadable"],
    [{ status: 200, body: "<html/>" }, "unreadable"],
    [{ status: 301, headers: { location: "/elsewhere" } }, "redirect"],
    [{ status: 401 }, "credentials"],
    [{ status: 403 }, "permission"],
  ] as const) {
    server.tell(told)
    expect(await problemOf(calendars.read(account(), question, soon())), JSON.stringify(told)).toEqual({
      problem,
    })
  }
})

/** The answer to a REPORT with one object for each text. */
const objects = (...texts: string[]) => ({
  status: 207,
  body: `<?xml version="1.0"?><d:multistatus xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav">${texts
    .map(
      (text, index) =>
        `<d:response><d:href>/${index}.ics</d:href><d:propstat><d:prop><c:calendar-data><![CDATA[${text}]]></c:calendar-data></d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>`,
    )
    .join("")}</d:multistatus>`,
})
const object = (...lines: string[]) => ["BEGIN:VCALENDAR", ...lines, "END:VCALENDAR", ""].join("\r\n")
const customized = (uid: string, offset: string) =>
  object(
    ...["BEGIN:VTIMEZONE", "TZID:Customized Time Zone", "BEGIN:STANDARD", "DTSTART:16010101T000000"],
    ...[`TZOFFSETFROM:${offset}`, `TZOFFSETTO:${offset}`, "END:STANDARD", "END:VTIMEZONE"],
    ...["BEGIN:VEVENT", `UID:${uid}`, "DTSTART;TZID=Customized Time Zone:20270302T100000"],
    ...["DURATION:PT1H", "END:VEVENT"],
  )
const live = { ...question, isLive: true }

it("CW-01 each object's own definition of a zone's name counts, in whatever order they come", async () => {
  const both = [customized("a", "-0500"), customized("b", "-0700")]
  for (const texts of [both, both.toReversed()]) {
    server.tell(objects(...texts))
    expect(shown(await calendars.read(account(), live, soon()))).toEqual([
      "03-02T15:00/16:00",
      "03-02T17:00/18:00",
    ])
  }
})

it("CW-02 what can't be placed is named by the line of its own object, and the others count", async () => {
  const odd = object(
    ...["BEGIN:VEVENT", "UID:odd", "DTSTART;TZID=CST:20270304T100000", "DURATION:PT1H", "END:VEVENT"],
  )
  server.tell(objects(customized("a", "-0500"), odd))
  const reading = await calendars.read(account(), live, soon())
  expect(shown(reading)).toEqual(["03-02T15:00/16:00", "03-03T20:00/03-04T23:00"])
  expect(reading).toMatchObject({
    unclear: { events: 1, lines: [{ uid: "odd", line: 4, text: "DTSTART;TZID=CST:20270304T100000" }] },
  })
})

it("CW-06 an invitation that its owner has not answered is a choice of the calendar", async () => {
  const asking = object(
    ...["BEGIN:VEVENT", "UID:asked", "DTSTART:20270302T150000Z", "DURATION:PT1H"],
    ...["ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:ana@example.com", "END:VEVENT"],
  )
  server.tell(objects(asking))
  const read = (unansweredBlocks: boolean) => calendars.read({ ...account(), unansweredBlocks }, live, soon())
  expect(shown(await read(true))).toEqual(["03-02T15:00/16:00"])
  expect(shown(await read(false))).toEqual([])
})

/** What a CalDAV server may answer at the wrong moment, played by a local server; the real one is in test/calendars. */
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

/** WN-08: a day that breaks, from what is proposed to what customers hear. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest"
import { startLocalServer } from "../../test/support/local-server.ts"
import { presentManageLink } from "../../test/support/manage-link.ts"
import { ownNumber } from "../../test/support/outreach.ts"
import { startService, type TestService } from "../../test/support/service.ts"
import {
  make,
  makeCustomer,
  makeLocation,
  makeProvider,
  makeType,
  nextNumber,
  put,
  type Story,
  tellStory,
  weekdays,
} from "../../test/support/story.ts"
import { type PlayedCarrier, playCarrier } from "../../test/support/texts.ts"
import { calendarReads } from "../calendars/read-calendars.worker.ts"
import { sendTexts } from "../messages/messages.worker.ts"
import { workOff } from "../platform/queue/loop.ts"

/** Monday noon in Austin. */
const noon = "2027-03-01T18:00:00.000Z"

let service: TestService
let story: Story
let carrier: PlayedCarrier
beforeAll(async () => {
  carrier = playCarrier()
  service = await startService({ book: true, texts: carrier, platformSmsNumber: "+15005550006", now: noon })
  story = await tellStory(service)
  await make(service, "/channels", { kind: "sms", phone: ownNumber })
})
afterAll(() => service.stop())
beforeEach(() => service.clock.set(noon))

type Fields = Record<string, unknown>
const api = (method: string, path: string, body?: Fields) => service.api(method as "POST", path, body)

interface Team {
  typeId: number
  locationId: number
  anaId: number
  benId: number
}

/** An Ana and a Ben of the test's own at a location of its own, who work 9 to 17, 15 to 23 UTC. */
async function newTeam(fields: Fields = {}, travel: Fields = {}): Promise<Team> {
  const locationId = await makeLocation(service, { name: "Uptown" })
  const typeId = await makeType(service, { name: "Service", provider_choice: false, ...fields })
  const works = { appointment_type_ids: [typeId], weekly_hours: weekdays(locationId), ...travel }
  const anaId = await makeProvider(service, { name: "Ana Ruiz", ...works })
  const benId = await makeProvider(service, { name: "Ben Okafor", ...works })
  return { typeId, locationId, anaId, benId }
}

const newCustomer = (fields: Fields = {}) => makeCustomer(service, { phone: nextNumber(), ...fields })

const at = (km: number) =>
  newCustomer({
    address: {
      ...{ line1: "2 Oak Ave", city: "Austin", state: "TX", postal_code: "78702", country: "US" },
      ...{ latitude: 30.27 + km / 111.195, longitude: -97.74 },
    },
  })

interface Booked {
  id: number
  customerId: number
}

async function book(team: Team, providerId: number, hour: string, more: Fields = {}): Promise<Booked> {
  const customerId = (more.customer_id as number | undefined) ?? (await newCustomer())
  const { id } = await make(service, "/appointments", {
    ...{ customer_id: customerId, appointment_type_id: team.typeId, provider_id: providerId },
    ...{ location_id: team.locationId, start_time: `2027-03-02T${hour}:00.000Z`, ...more },
  })
  return { id, customerId }
}

const day = { from: "2027-03-02T06:00:00.000Z", to: "2027-03-03T06:00:00.000Z" }
const ill = (providerId: number, more: Fields = {}) => ({
  provider_id: providerId,
  ...day,
  reason: "the flu",
  ...more,
})

interface Row {
  appointment_id: number
  outcome: string
  reason: string | null
  applied: string | null
  proposed: { start_time: string; provider: { id: number } } | null
  alternatives: { start_time: string }[]
}

async function propose(body: Fields) {
  const { status, body: answer } = await api("POST", "/disruptions", body)
  expect([status, answer.error]).toEqual([201, undefined])
  return answer.data as { id: number; version: number; proposals: Row[]; counts: Fields }
}

const short = ({ appointment_id, outcome, reason, proposed }: Row) => [
  appointment_id,
  reason ?? outcome,
  proposed && [proposed.start_time.slice(5, 16), proposed.provider.id],
]
const read = async ({ id }: Booked) => (await api("GET", `/appointments/${id}`)).body.data

async function textsAfter(work: () => Promise<unknown>): Promise<string[]> {
  await sendTexts(service.context)
  carrier.sent.length = 0
  await work()
  await sendTexts(service.context)
  return carrier.sent.map(({ body }) => body)
}

it("WN-08 a provider is ill: the start stays with somebody else where it can, and only then is nobody told", async () => {
  const team = await newTeam()
  const stays = await book(team, team.anaId, "16:00")
  const moves = await book(team, team.anaId, "18:00")
  await book(team, team.benId, "18:00")
  const proposed = await propose(ill(team.anaId))
  expect(proposed.proposals.map(short)).toEqual([
    [stays.id, "kept", ["03-02T16:00", team.benId]],
    [moves.id, "told", [expect.stringMatching(/^03-02T1[79]:00$/), team.benId]],
  ])
  expect(proposed.counts).toEqual({ kept: 1, told: 1, unplaced: 0, left: 0 })
  // Nothing has happened yet.
  expect((await read(stays)).provider.id).toBe(team.anaId)
  const path = `/disruptions/${proposed.id}`
  const preview = await api("POST", `${path}/messages`, { appointment_id: moves.id })
  const silent = await api("POST", `${path}/messages`, { appointment_id: stays.id })
  expect(silent.body.data).toEqual({ texts: [], events: [] })
  const texts = await textsAfter(async () => {
    const { status, body } = await api("POST", `${path}/apply`, { if_version: proposed.version })
    expect([status, body.error]).toEqual([200, undefined])
    expect(body.data.proposals.map(({ applied }: Row) => applied)).toEqual(["done", "done"])
    // Once more changes nothing and sends nothing.
    expect((await api("POST", `${path}/apply`, {})).body.data).toEqual(body.data)
  })
  expect(texts).toEqual([preview.body.data.texts[0].body])
  expect(texts[0]).toContain("has moved to")
  expect(texts.join()).not.toContain("flu")
  expect(await read(stays)).toMatchObject({
    provider: { id: team.benId },
    start_time: "2027-03-02T16:00:00.000Z",
  })
  const off = await api("GET", `/providers/${team.anaId}/time-off`)
  expect(off.body.data).toMatchObject([{ start: day.from, end: day.to, reason: "the flu" }])
})

it("WN-08 a customer who chose the person hears that somebody else comes", async () => {
  const team = await newTeam({ provider_choice: true })
  const named = await book(team, team.anaId, "16:00")
  const { id, proposals } = await propose(ill(team.anaId))
  expect(proposals.map(short)).toEqual([[named.id, "told", ["03-02T16:00", team.benId]]])
  const texts = await textsAfter(() => api("POST", `/disruptions/${id}/apply`, {}))
  expect(texts).toEqual([expect.stringContaining("is now with Ben Okafor")])
})

it("WN-08 those who cannot be placed are asked to choose, and their link holds them to no notice", async () => {
  const team = await newTeam({ booking_window_days: 1, cancel_notice_minutes: 2_880 })
  await put(service, `/providers/${team.benId}`, { active: false })
  const customerId = await newCustomer()
  const alone = await book(team, team.anaId, "16:00", { customer_id: customerId })
  const { manage_url } = await read(alone)
  const { id, proposals } = await propose(ill(team.anaId))
  expect(proposals.map(short)).toEqual([[alone.id, "none_free", null]])
  const preview = await api("POST", `/disruptions/${id}/messages`, { appointment_id: alone.id })
  const texts = await textsAfter(() => api("POST", `/disruptions/${id}/apply`, {}))
  expect(texts).toEqual([expect.stringContaining(`Please choose another time: ${manage_url}`)])
  expect(preview.body.data.texts[0].body).toBe(texts[0])
  const link = await presentManageLink(service, alone.id)
  const cancelled = await link.cancel()
  expect(cancelled.status).toBe(200)
})

it("WN-08 a promised window is kept with somebody else, and the rest of the day is planned around it", async () => {
  const travel = { travel: { speed_kmh: 60, road_factor: 1, setup_minutes: 0 } }
  const team = await newTeam({ place: "at_customer", promise: { kind: "window", minutes: 120 } }, travel)
  const hits: Booked[] = []
  for (const [hour, km] of [
    ["15:00", 3],
    ["17:00", 5],
    ["19:00", 2],
  ] as const)
    hits.push(await book(team, team.anaId, hour, { customer_id: await at(km), keep_provider: true }))
  const own = await book(team, team.benId, "15:00", { customer_id: await at(4) })
  for (const { id } of hits)
    expect((await api("GET", `/appointments/${id}`)).body.data.provider.id).toBe(team.anaId)
  const before = await propose(ill(team.anaId))
  // They were promised Ana, so they hear of Ben.
  expect(before.proposals.map(({ outcome }) => outcome)).toEqual(["told", "told", "told"])
  const texts = await textsAfter(() => api("POST", `/disruptions/${before.id}/apply`, {}))
  expect(texts).toHaveLength(3)
  for (const hit of hits) expect((await read(hit)).provider.id).toBe(team.benId)
  expect((await read(own)).provider.id).toBe(team.benId)
  // Ben breaks down in turn: no other provider is there, so the windows move to the next day with room.
  const next = await propose(ill(team.benId))
  expect(
    next.proposals.every(({ outcome, proposed }) => outcome === "told" && proposed!.start_time > day.to),
  ).toBe(true)
})

it("WN-08 windows without a person who was named stay, and their customers hear nothing", async () => {
  const team = await newTeam({ place: "at_customer", promise: { kind: "window", minutes: 240 } })
  const hits: Booked[] = []
  for (const hour of ["15:00", "15:00", "19:00"])
    hits.push(await book(team, team.anaId, hour, { customer_id: await at(2) }))
  const plans = await Promise.all(hits.map(read))
  const anas = plans.filter(({ provider }) => provider.id === team.anaId)
  const { id, proposals } = await propose(ill(team.anaId))
  expect(proposals.map(({ outcome }) => outcome)).toEqual(anas.map(() => "kept"))
  const texts = await textsAfter(() => api("POST", `/disruptions/${id}/apply`, {}))
  expect(texts).toEqual([])
  for (const hit of hits) {
    const now = await read(hit)
    expect(now.provider.id).toBe(team.benId)
    expect(now.window).toEqual(plans.find((one) => one.id === hit.id).window)
    expect(now.version).toBe(1)
  }
})

it("WN-08 staff look, change and confirm: what they set is kept, the rest is worked out around it", async () => {
  const team = await newTeam()
  const [first, second, third] = await Promise.all(
    ["15:00", "16:00", "17:00"].map((hour) => book(team, team.anaId, hour)),
  )
  const { id } = await propose(ill(team.anaId))
  const set = await api("PUT", `/disruptions/${id}`, {
    choices: [
      {
        appointment_id: first!.id,
        action: "move",
        provider_id: team.benId,
        start_time: "2027-03-02T16:00:00.000Z",
      },
      { appointment_id: third!.id, action: "leave" },
    ],
  })
  expect(set.status).toBe(200)
  expect(set.body.data.proposals.map(short)).toEqual([
    [first!.id, "told", ["03-02T16:00", team.benId]],
    [second!.id, "told", [expect.stringMatching(/T1[57]:00$/), team.benId]],
    [third!.id, "left", null],
  ])
  const meets = await api("PUT", `/disruptions/${id}`, {
    choices: [first!, second!].map((one) => ({
      ...{
        appointment_id: one.id,
        action: "move",
        provider_id: team.benId,
        start_time: "2027-03-02T18:00:00.000Z",
      },
    })),
  })
  expect([meets.status, meets.body.error.field]).toEqual([400, "choices[1]"])
  const old = await api("POST", `/disruptions/${id}/apply`, { if_version: 1 })
  expect([old.status, old.body.error.code]).toEqual([409, "version_conflict"])
  const texts = await textsAfter(() => api("POST", `/disruptions/${id}/apply`, { if_version: 2 }))
  expect(texts).toHaveLength(2)
  expect((await read(third!)).provider.id).toBe(team.anaId)
  const late = await api("PUT", `/disruptions/${id}`, { choices: [] })
  expect([late.status, late.body.error.code]).toEqual([409, "disruption_applied"])
})

it("WN-08 a day that changed meanwhile is worked out anew, and who answered meanwhile drops out", async () => {
  const team = await newTeam()
  const [first, second] = await Promise.all(["15:00", "16:00"].map((hour) => book(team, team.anaId, hour)))
  const { id } = await propose(ill(team.anaId))
  await book(team, team.benId, "15:00")
  const outdated = await api("POST", `/disruptions/${id}/apply`, {})
  expect([outdated.status, outdated.body.error.code]).toEqual([409, "disruption_outdated"])
  // All or none: the other one has not moved either.
  expect((await read(second!)).provider.id).toBe(team.anaId)
  await api("PUT", `/disruptions/${id}`, { choices: [] })
  expect((await api("POST", `/appointments/${second!.id}/cancel`, {})).status).toBe(200)
  const texts = await textsAfter(async () => {
    const { body } = await api("POST", `/disruptions/${id}/apply`, {})
    expect(body.data.proposals.map(({ applied }: Row) => applied)).toEqual(["done", "changed"])
  })
  expect(texts).toHaveLength(1)
  expect((await read(first!)).provider.id).toBe(team.benId)
})

it("WN-08 a location that closes at two is closed to booking from then on, and nobody else's hours", async () => {
  const team = await newTeam()
  const early = await book(team, team.anaId, "16:00")
  const late = await book(team, team.anaId, "21:00")
  const closing = { location_id: team.locationId, from: "2027-03-02T20:00:00.000Z", to: day.to }
  const { id, proposals } = await propose(closing)
  expect(proposals.map(({ appointment_id, outcome }) => [appointment_id, outcome])).toEqual([
    [late.id, "told"],
  ])
  await api("POST", `/disruptions/${id}/apply`, {})
  expect((await read(early)).start_time).toBe("2027-03-02T16:00:00.000Z")
  const off = await api("GET", `/providers/${team.benId}/time-off`)
  expect(off.body.data).toMatchObject([
    { start: "2027-03-02T20:00:00.000Z", end: "2027-03-02T23:00:00.000Z" },
  ])
  const others = await api("GET", `/providers/${story.anaId}/time-off`)
  expect(others.body.data).toEqual([])
  const listed = await api("GET", "/disruptions?open=true")
  expect(listed.body.data.map((one: { id: number }) => one.id)).not.toContain(id)
  expect((await api("GET", `/disruptions/${id}`)).body.data.applied_at).not.toBeNull()
})

it("FX-21 a provider who offers no type any more has a day that breaks as any other: what is booked is proposed for others", async () => {
  const team = await newTeam()
  const booked = await book(team, team.anaId, "16:00")
  await put(service, `/providers/${team.anaId}`, { appointment_type_ids: [] })
  const made = await propose(ill(team.anaId))
  expect(made.proposals.map(short)).toEqual([[booked.id, "kept", ["03-02T16:00", team.benId]]])
  const { status } = await api("POST", `/disruptions/${made.id}/apply`, { if_version: made.version })
  expect(status).toBe(200)
  expect((await read(booked)).provider.id).toBe(team.benId)
})

it("WN-08 a calendar that does not answer moves nobody", async () => {
  const team = await newTeam()
  const hit = await book(team, team.anaId, "16:00")
  const { id } = await propose(ill(team.anaId))
  const feed = await startLocalServer()
  await make(service, `/providers/${team.benId}/calendars`, { kind: "ics", url: feed.url })
  await service.context.db.query("UPDATE provider_calendar SET last_read_at = $1", [new Date(noon)])
  feed.tell({ status: 500 })
  const refused = await api("POST", `/disruptions/${id}/apply`, {})
  expect([refused.status, refused.body.error.code]).toEqual([503, "calendar_unavailable"])
  expect((await read(hit)).provider.id).toBe(team.anaId)
  await feed.stop()
})

it("FX-10 a broken day with windows is applied by what its plan takes, whatever private time lies beside it in a window", async () => {
  const team = await newTeam({ place: "at_customer", promise: { kind: "window", minutes: 120 } })
  const hit = await book(team, team.anaId, "15:00", { customer_id: await at(2) })
  const { provider } = await read(hit)
  // A customer who was promised another person hears of it.
  const told = await book(team, provider.id, "17:00", { customer_id: await at(2), keep_provider: true })
  const other = provider.id === team.anaId ? team.benId : team.anaId
  const feed = await startLocalServer()
  const text = ["BEGIN:VCALENDAR", "BEGIN:VEVENT", "UID:1", "DTSTAMP:20270101T000000Z"]
  text.push("DTSTART:20270302T150000Z", "DTEND:20270302T153000Z", "SUMMARY:Dentist", "END:VEVENT")
  text.push("BEGIN:VEVENT", "UID:2", "DTSTAMP:20270101T000000Z", "SUMMARY:School")
  text.push("DTSTART:20270302T181500Z", "DTEND:20270302T184500Z", "END:VEVENT")
  // No validator: it is read anew each time.
  feed.tell({
    headers: { "content-type": "text/calendar" },
    body: [...text, "END:VCALENDAR", ""].join("\r\n"),
  })
  await make(service, `/providers/${other}/calendars`, { kind: "ics", url: feed.url })
  await workOff(service.context, calendarReads(service.context))
  const { id, proposals } = await propose(ill(provider.id))
  expect(proposals.map(({ outcome, proposed }) => [outcome, proposed?.provider.id])).toEqual([
    ["kept", other],
    ["told", other],
  ])
  feed.asked.length = 0
  const applied = await api("POST", `/disruptions/${id}/apply`, {})
  expect([applied.status, applied.body.error]).toEqual([200, undefined])
  expect(feed.asked.length).toBeGreaterThan(0)
  const after = await read(hit)
  expect([after.provider.id, after.version]).toEqual([other, 1])
  expect(after.planned_start >= "2027-03-02T15:30:00.000Z").toBe(true)
  const afterTold = await read(told)
  expect([afterTold.provider.id, afterTold.window]).toEqual([
    ...[other, { start_time: "2027-03-02T17:00:00.000Z", end_time: "2027-03-02T19:00:00.000Z" }],
  ])
  await feed.stop()
})

it("WN-08 nobody's provider, location, disruption and appointment", async () => {
  const codeOf = async (path: string, body: Fields) => (await api("POST", path, body)).body.error?.code
  const { id } = await propose(ill(story.anaId))
  expect([
    await codeOf("/disruptions", ill(404_404)),
    await codeOf("/disruptions", { location_id: 404_404, ...day }),
    await codeOf("/disruptions/404404/apply", {}),
    await codeOf(`/disruptions/${id}/messages`, { appointment_id: 404_404 }),
  ]).toEqual(Array(4).fill("not_found"))
  expect(await codeOf("/disruptions", { ...day, provider_id: 1, location_id: 1 })).toBe("invalid_input")
  expect(await codeOf("/disruptions", { provider_id: 1, from: day.to, to: day.from })).toBe("invalid_input")
})

it("WN-08 of a whole team at one hour, each keeps their provider at the next start, since all do not ask for the same few", async () => {
  const team = await newTeam()
  const works = { appointment_type_ids: [team.typeId], weekly_hours: weekdays(team.locationId) }
  const others = await Promise.all(
    Array.from({ length: 10 }, (_, i) => makeProvider(service, { name: `Sam ${i}`, ...works })),
  )
  const ids = [team.anaId, team.benId, ...others]
  const booked = await Promise.all(ids.map((id) => book(team, id, "17:00")))
  const { proposals } = await propose({ location_id: team.locationId, ...day, reason: "a burst pipe" })
  const right = booked.map(({ id }, i) => [id, "told", ["03-03T15:00", ids[i]]])
  expect(proposals.map(short)).toEqual(expect.arrayContaining(right))
  expect(proposals).toHaveLength(right.length)
})

it("WN-08 CL-07 a provider who is ill gives classes too: each that still stands is named with its seats, until it is moved or cancelled", async () => {
  const team = await newTeam({ name: "Yoga", seats: 12, min_notice_minutes: 0 })
  const given = { appointment_type_id: team.typeId, location_id: team.locationId }
  const putOnBoard = (start_time: string, ...provider_ids: number[]) =>
    make(service, "/class-sessions", { ...given, start_time, provider_ids })
  await putOnBoard("2027-03-02T16:00:00.000Z", team.anaId)
  await putOnBoard("2027-03-02T18:00:00.000Z", team.benId, team.anaId)
  await putOnBoard("2027-03-02T20:00:00.000Z", team.benId)
  await putOnBoard("2027-03-03T16:00:00.000Z", team.anaId)
  const seat = await book(team, team.anaId, "16:00", { seats: 3 })

  const { id, proposals, ...made } = await propose(ill(team.anaId))
  expect(proposals).toEqual([])
  const named = (of: object) =>
    (of as { sessions?: Fields[] }).sessions?.map(({ start_time, seats_taken }) => [start_time, seats_taken])
  expect(named(made)).toEqual([
    ["2027-03-02T16:00:00.000Z", 3],
    ["2027-03-02T18:00:00.000Z", 0],
  ])
  const closes = await propose({ location_id: team.locationId, ...day })
  expect(named(closes)).toHaveLength(3)

  const [first, second] = (made as { sessions?: { id: number }[] }).sessions!
  await put(service, `/class-sessions/${first!.id}`, { provider_ids: [team.benId] })
  expect((await read(seat)).provider.id).toBe(team.benId)
  const readAgain = async () => named((await api("GET", `/disruptions/${id}`)).body.data)
  expect(await readAgain()).toEqual([["2027-03-02T18:00:00.000Z", 0]])
  expect((await api("POST", `/disruptions/${id}/apply`, {})).status).toBe(200)
  expect((await service.api("DELETE", `/class-sessions/${second!.id}`)).status).toBe(200)
  expect(await readAgain()).toBeUndefined()
})

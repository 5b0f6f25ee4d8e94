/**
 * PM-10, CB-06: a change that a user of the console takes back within seconds leaves no trace; one that stands is announced
 * once.
 */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest"
import { openEventSource } from "../../test/support/event-source.ts"
import { ownNumber } from "../../test/support/outreach.ts"
import { type Answer, startService, type TestService } from "../../test/support/service.ts"
import {
  make,
  makeCustomer,
  makeProvider,
  makeType,
  nextNumber,
  put,
  type Story,
  tellAnew,
  tellStory,
  weekdays,
} from "../../test/support/story.ts"
import { type PlayedCarrier, playCarrier } from "../../test/support/texts.ts"
import { seedFrom, trials } from "../../test/support/trials.ts"
import { makeUser, signedIn } from "../../test/support/users.ts"
import { sendTexts } from "../messages/messages.worker.ts"
import { workOff } from "../platform/queue/loop.ts"
import { waitingCancels } from "./cancel-after-waiting.worker.ts"
import { untoldChanges } from "./tell-changes.worker.ts"

const noon = "2027-03-01T18:00:00.000Z"
const start_time = "2027-03-04T16:00:00.000Z"
const later = "2027-03-04T18:00:00.000Z"

let service: TestService
let harbour: Story
let story: Story
let token: string
let carrier: PlayedCarrier
const mails: string[] = []
beforeAll(async () => {
  carrier = playCarrier()
  service = await startService({
    texts: carrier,
    mails: {
      from: "appointments@mail.example",
      staysHere: false,
      send: async ({ subject }) => {
        mails.push(subject)
        return { kind: "sent", carrierId: null }
      },
    },
    platformSmsNumber: "+15005550006",
    now: noon,
  })
  harbour = await tellStory(service)
  await make(service, "/channels", { kind: "sms", phone: ownNumber })
  await put(service, "/company", { mail: {} })
  token = await signedIn(service, (await makeUser(service)).email)
})
afterAll(() => service.stop())
/** A customer and an Ana of the test's own. */
beforeEach(async () => {
  service.clock.set(noon)
  story = await tellAnew(service, harbour, nextNumber())
  await put(service, `/customers/${story.customerId}`, { email: `sam${story.customerId}@customer.example` })
})
/** The waiting announcements of a test go out before the next one begins. */
afterEach(async () => {
  service.clock.set("2027-03-01T23:00:00.000Z")
  await tellDue()
  carrier.sent.length = 0
  mails.length = 0
})

const byKey = (path: string, body: object = {}): Promise<Answer> => service.api("POST", path, body)
const byUser = (path: string, body: object = {}): Promise<Answer> =>
  service.api("POST", path, body, { key: token })
const codeOf = ({ body }: Answer): string => body.error?.code ?? "none"
const undo = ({ body }: Answer) => byUser(`/undo/${body.data.undo.token}`)
const read = async (path: string) => (await service.api("GET", path)).body.data
const tellDue = async () => {
  await workOff(service.context, untoldChanges(service.context))
  await workOff(service.context, waitingCancels(service.context))
  await sendTexts(service.context)
}
const held = { hold_messages_seconds: 10 }

const wish = (fields: object = {}) => ({
  customer_id: story.customerId,
  appointment_type_id: story.typeId,
  provider_id: story.anaId,
  start_time,
  ...fields,
})
/** The path of a booked appointment whose own confirmation has gone. */
async function booked(fields: object = {}): Promise<string> {
  const { id } = await make(service, "/appointments", wish(fields))
  await sendTexts(service.context)
  carrier.sent.length = 0
  mails.length = 0
  return `/appointments/${id}`
}
const bookedByOther = async (fields: object) =>
  codeOf(await byKey("/appointments", wish({ customer_id: await makeCustomer(service), ...fields })))

async function events(): Promise<string[]> {
  const all: { type: string; data: { customer: { id: number } } }[] = (await service.events()).body.data
  return all.filter(({ data }) => data.customer?.id === story.customerId).map(({ type }) => type)
}

/** The allocations of the appointment, and that nothing else is kept. */
const allocations = async (path: string) => {
  const id = Number(path.split("/")[2])
  return {
    own: await service.context.db.query(
      `SELECT id, resource_id, start_minute, end_minute, job_start_minute, job_end_minute, lead, pinned, part FROM allocation
       WHERE company_id = $1 AND appointment_id = $2 AND active ORDER BY id`,
      [service.companyId, id],
    ),
    kept: await service.context.db.query(
      `SELECT h.id, k.resource_id, d.due_at FROM appointment a JOIN hold h ON h.company_id = $1 AND h.customer_id = a.customer_id
         AND h.kind = 'undo'
       LEFT JOIN allocation k ON k.company_id = $1 AND k.hold_id = h.id
       LEFT JOIN undo_due d ON d.company_id = $1 AND d.hold_id = h.id
       WHERE a.company_id = $1 AND a.id = $2`,
      [service.companyId, id],
    ),
  }
}
/** All that is to be as it was before. */
const all = async (path: string) => {
  const { updated_at, ...appointment } = await read(path)
  return { appointment, ...(await allocations(path)), events: await events() }
}
const untold = () => expect([carrier.sent, mails]).toEqual([[], []])

it("PM-10 CB-06 a move taken back leaves no event and no message, and everything is as before", async () => {
  const path = await booked()
  const before = await all(path)
  const moved = await byUser(`${path}/reschedule`, { start_time: later, ...held })
  expect([moved.status, moved.body.data.undo.until]).toEqual([200, "2027-03-01T18:00:10.000Z"])
  expect((await read(path)).start_time).toBe(later)
  // Other customers get neither the kept time nor the taken one.
  expect(await bookedByOther({ start_time })).toBe("slot_taken")
  expect(await bookedByOther({ start_time: later })).toBe("slot_taken")
  service.clock.advanceMs(9_999)
  await tellDue()
  expect(await events()).toEqual(["appointment.created"])
  untold()
  const back = await undo(moved)
  expect([back.status, back.body.data.appointments[0].start_time]).toEqual([200, start_time])
  expect(await all(path)).toEqual(before)
  service.clock.advanceMs(60_000)
  await tellDue()
  untold()
  expect(await bookedByOther({ start_time: later })).toBe("none")
  // A second press finds nothing to take back.
  expect(codeOf(await undo(moved))).toBe("too_late")
})

it("PM-10 a move that nobody takes back is told once, at its end, and what it left is free then", async () => {
  const path = await booked()
  const moved = await byUser(`${path}/reschedule`, { start_time: later, ...held })
  service.clock.advanceMs(10_000)
  expect(codeOf(await undo(moved))).toBe("too_late")
  await tellDue()
  await tellDue()
  expect(await events()).toEqual(["appointment.created", "appointment.rescheduled"])
  expect([carrier.sent.length, mails.length]).toEqual([1, 1])
  const { data } = (await service.events()).body.data.at(-1)
  expect([data.previous.start_time, data.appointment.start_time]).toEqual([start_time, later])
  expect((await service.events()).body.data.at(-1).occurred_at).toBe("2027-03-01T18:00:00.001Z")
  expect((await allocations(path)).kept).toEqual([])
  expect(await bookedByOther({ start_time })).toBe("none")
  expect(codeOf(await undo(moved))).toBe("too_late")
})

it("PM-10 a length, a person and a move that meets its own old time come back", async () => {
  const path = await booked()
  for (const change of [
    { start_time, duration_minutes: 90 },
    { start_time, duration_minutes: 30 },
    { start_time: "2027-03-04T16:30:00.000Z" },
    { start_time: "2027-03-04T15:30:00.000Z", duration_minutes: 120 },
    { start_time, provider_id: story.benId },
  ]) {
    const before = await all(path)
    const moved = await byUser(`${path}/reschedule`, { ...change, override_eligibility: true, ...held })
    expect([change, moved.status, moved.body.data.undo?.token.length]).toEqual([change, 200, 37])
    expect(await bookedByOther({ start_time })).toBe("slot_taken")
    expect((await undo(moved)).status).toBe(200)
    expect([change, await all(path)]).toEqual([change, before])
  }
  service.clock.advanceMs(60_000)
  await tellDue()
  untold()
})

it("PM-10 a cancel taken back leaves no trace, and one that is not is told at its end", async () => {
  const path = await booked()
  const before = await all(path)
  const cancelled = await byUser(`${path}/cancel`, { ...held, reason: "called" })
  expect(cancelled.body.data).toMatchObject({
    cancels_at: "2027-03-01T18:00:10.000Z",
    undo: { until: "2027-03-01T18:00:10.000Z" },
  })
  expect(await bookedByOther({ start_time })).toBe("slot_taken")
  expect((await undo(cancelled)).body.data.appointments[0].cancels_at).toBeNull()
  expect(await all(path)).toEqual(before)
  expect(codeOf(await undo(cancelled))).toBe("too_late")
  const again = await byUser(`${path}/cancel`, held)
  service.clock.advanceMs(10_000)
  expect(codeOf(await undo(again))).toBe("too_late")
  await tellDue()
  expect((await read(path)).status).toBe("cancelled")
  expect(await events()).toEqual(["appointment.created", "appointment.cancelled"])
  expect([carrier.sent.length, mails.length]).toEqual([1, 1])
})

it("PM-10 a seat of a class keeps its seat in the session that it left until the move is told", async () => {
  const typeId = await makeType(service, { name: "Yoga", seats: 1, min_notice_minutes: 0 })
  await put(service, `/providers/${story.anaId}`, { appointment_type_ids: [story.typeId, typeId] })
  const given = { appointment_type_id: typeId, location_id: story.locationId, provider_ids: [story.anaId] }
  const sessions: number[] = []
  for (const at of [start_time, later]) {
    const made = await make(service, "/class-sessions", { ...given, start_time: at })
    sessions.push((made.sessions as { id: number }[])[0]!.id)
  }
  const seats = () =>
    Promise.all(sessions.map(async (id) => (await read(`/class-sessions/${id}`)).seats_left))
  const seat = { appointment_type_id: typeId, start_time }
  const path = await booked(seat)
  const before = await all(path)
  const moved = await byUser(`${path}/reschedule`, { start_time: later, ...held })
  expect([moved.status, await seats()]).toEqual([200, [0, 0]])
  expect((await undo(moved)).status).toBe(200)
  expect([await all(path), await seats()]).toEqual([before, [0, 1]])
  await byUser(`${path}/reschedule`, { start_time: later, ...held })
  service.clock.advanceMs(10_000)
  await tellDue()
  expect([await seats(), await events()]).toEqual([
    [1, 0],
    ["appointment.created", "appointment.rescheduled"],
  ])
})

it("PM-10 another change of the same appointment tells first what waits, and ends the undo", async () => {
  const changes: [string, (path: string) => Promise<Answer>, string[]][] = [
    // To where it was: what is kept is free for its own next move.
    ["a move back", (path) => byUser(`${path}/reschedule`, { start_time }), ["appointment.rescheduled"]],
    ["a held move", (path) => byUser(`${path}/reschedule`, { start_time, ...held }), []],
    ["a cancel", (path) => byKey(`${path}/cancel`), ["appointment.cancelled"]],
    ["a held cancel", (path) => byUser(`${path}/cancel`, held), []],
    [
      "an answer",
      (path) => service.api("PUT", `${path}/attendance`, { attendance: "coming" }),
      ["appointment.attendance_changed"],
    ],
  ]
  for (const [what, change, then] of changes) {
    story = await tellAnew(service, harbour, nextNumber())
    const path = await booked()
    const moved = await byUser(`${path}/reschedule`, { start_time: later, ...held })
    expect([what, (await change(path)).status]).toEqual([what, 200])
    expect([what, await events()]).toEqual([
      what,
      ["appointment.created", "appointment.rescheduled", ...then],
    ])
    expect([what, codeOf(await undo(moved))]).toEqual([what, "too_late"])
    const times = (await service.events()).body.data
      .filter(({ data }: { data: { customer: { id: number } } }) => data.customer?.id === story.customerId)
      .map(({ occurred_at }: { occurred_at: string }) => occurred_at)
    expect([what, times]).toEqual([what, times.toSorted()])
  }
})

it("PM-10 CB-06 a swap is taken back as a whole, and one that stands is told to each alone, once", async () => {
  const other = await makeCustomer(service, { phone: nextNumber() })
  const [a, b] = [
    await booked(),
    await booked({ customer_id: other, provider_id: story.benId, start_time: later }),
  ]
  const ids = [a, b].map((path) => Number(path.split("/")[2]))
  const pair = { a: ids[0], b: ids[1] }
  const before = [await all(a), await all(b)]
  expect(codeOf(await byKey("/appointments/swap", { ...pair, ...held }))).toBe("invalid_input")
  const swapped = await byUser("/appointments/swap", { ...pair, ...held })
  expect([swapped.status, swapped.body.data.undo?.until]).toEqual([200, "2027-03-01T18:00:10.000Z"])
  expect([(await read(a)).start_time, (await read(b)).start_time]).toEqual([later, start_time])
  service.clock.advanceMs(9_999)
  await tellDue()
  untold()
  const back = await undo(swapped)
  expect([back.status, back.body.data.appointments.length]).toEqual([200, 2])
  expect([await all(a), await all(b)]).toEqual(before)
  service.clock.advanceMs(60_000)
  await tellDue()
  untold()
  expect((await byUser("/appointments/swap", { ...pair, ...held })).status).toBe(200)
  service.clock.advanceMs(10_000)
  await tellDue()
  await tellDue()
  expect(carrier.sent.length).toBe(2)
  const told: { type: string; data: { appointment: { id: number } } }[] = (await service.events()).body.data
  const moves = told.filter(({ type }) => type === "appointment.rescheduled").slice(-2)
  expect(moves.map(({ data }) => data.appointment.id).sort()).toEqual(ids.toSorted())
})

it("PM-10 notes that are written meanwhile stay when the move is taken back", async () => {
  const path = await booked()
  const moved = await byUser(`${path}/reschedule`, { start_time: later, ...held })
  await put(service, path, { notes: "Ring twice" })
  expect((await undo(moved)).body.data.appointments[0]).toMatchObject({ notes: "Ring twice", start_time })
})

it("PM-10 the undo ends with the start, old or new", async () => {
  const path = await booked({ start_time: "2027-03-01T21:00:00.000Z" })
  service.clock.set("2027-03-01T20:59:55.000Z")
  const moved = await byUser(`${path}/reschedule`, { start_time: later, ...held })
  expect(moved.body.data.undo.until).toBe("2027-03-01T21:00:00.000Z")
  const cancelled = await byUser(`${await booked({ start_time: "2027-03-04T19:00:00.000Z" })}/cancel`, held)
  expect(cancelled.body.data.undo.until).toBe("2027-03-01T21:00:05.000Z")
})

it("PM-10 all of a series and of a group come back together, and are told by one message", async () => {
  const made = await byKey("/series", { ...wish(), every: { days: 1 }, count: 2 })
  const ids: number[] = made.body.data.appointments.map(({ id }: { id: number }) => id)
  await sendTexts(service.context)
  carrier.sent.length = 0
  const before = await Promise.all(ids.map((id) => all(`/appointments/${id}`)))
  const shift = { start_time: "2027-03-04T16:30:00.000Z", scope: "all", ...held }
  const moved = await byUser(`/appointments/${ids[0]}/reschedule`, shift)
  expect(moved.status).toBe(200)
  expect((await undo(moved)).body.data.appointments).toHaveLength(2)
  expect(await Promise.all(ids.map((id) => all(`/appointments/${id}`)))).toEqual(before)
  await byUser(`/appointments/${ids[0]}/reschedule`, shift)
  expect(carrier.sent).toEqual([])
  service.clock.advanceMs(10_000)
  await tellDue()
  expect(carrier.sent).toHaveLength(1)
  expect((await events()).filter((type) => type === "appointment.rescheduled")).toHaveLength(2)
})

it("PM-10 rooms come back with the appointment, and nobody is given a room that is kept", async () => {
  const rooms: number[] = []
  for (const name of ["Room 1", "Room 2"])
    rooms.push(
      (
        await make(service, "/resources", {
          name,
          kind: "room",
          group: "Rooms",
          location_id: story.locationId,
        })
      ).id,
    )
  const typeId = await makeType(service, {
    name: "Check",
    min_notice_minutes: 0,
    needs: { providers: 1, resources: [{ group: "Rooms", count: 1 }] },
  })
  const hours = { appointment_type_ids: [typeId], weekly_hours: weekdays(story.locationId) }
  const [ana, ben] = [
    await makeProvider(service, { name: "Ana", ...hours }),
    await makeProvider(service, { name: "Ben", ...hours }),
  ]
  const path = await booked({ appointment_type_id: typeId, provider_id: ana })
  const before = await all(path)
  const moved = await byUser(`${path}/reschedule`, { start_time: later, ...held })
  const other = wish({
    customer_id: await makeCustomer(service),
    appointment_type_id: typeId,
    provider_id: ben,
  })
  const taken = await make(service, "/appointments", other)
  const left = before.appointment.resources[0].id
  expect((taken.resources as { id: number }[])[0]!.id).toBe(rooms.find((id) => id !== left))
  expect((await undo(moved)).status).toBe(200)
  expect(await all(path)).toEqual(before)
})

it("PM-10 a text that was on its way says what stands once it is decided", async () => {
  const { id } = await make(service, "/appointments", wish())
  carrier.sent.length = 0
  const path = `/appointments/${id}`
  const moved = await byUser(`${path}/reschedule`, { start_time: later, ...held })
  await sendTexts(service.context)
  expect(carrier.sent).toEqual([])
  await undo(moved)
  service.clock.advanceMs(2_000)
  await sendTexts(service.context)
  expect(carrier.sent).toHaveLength(1)
  expect(carrier.sent[0]!.body).toContain("10:00")
})

it("PM-10 a key, a link and a test company tell at once: a key is refused in a sentence", async () => {
  const path = await booked()
  for (const way of ["reschedule", "cancel"]) {
    const refused = await byKey(`${path}/${way}`, {
      ...(way === "cancel" ? {} : { start_time: later }),
      ...held,
    })
    expect([way, refused.status, refused.body.error.field]).toEqual([way, 400, "hold_messages_seconds"])
    expect(refused.body.error.message).toContain("signed in to the console")
  }
  const zero = await byUser(`${path}/reschedule`, { start_time: later, hold_messages_seconds: 0 })
  expect(zero.body.data.undo).toBeUndefined()
  await tellDue()
  expect([carrier.sent.length, await events()]).toEqual([
    1,
    ["appointment.created", "appointment.rescheduled"],
  ])
  expect(codeOf(await byUser("/undo/nothing"))).toBe("too_late")
  expect(codeOf(await byUser(`${path}/reschedule`, { start_time, hold_messages_seconds: 11 }))).toBe(
    "invalid_input",
  )
})

it("PM-10 DX-04 boards hear at once of a held move and of its undo, without an event", async () => {
  const path = await booked()
  const source = openEventSource({
    url: () => `${service.apiUrl}/api/v1/events/stream`,
    headers: { authorization: `Bearer ${service.key}` },
  })
  await source.opened()
  const moved = await byUser(`${path}/reschedule`, { start_time: later, ...held })
  await expect.poll(() => source.changes()).toBe(1)
  await undo(moved)
  await expect.poll(() => source.changes()).toBe(2)
  expect(source.received).toEqual([])
  source.close()
})

it("PM-10 whatever is taken back, in whatever order, leaves no event and no message", async () => {
  const path = await booked()
  const other = await booked({
    customer_id: await makeCustomer(service),
    start_time: "2027-03-04T20:00:00.000Z",
  })
  const before = await all(path)
  let seed = seedFrom(11)
  const draw = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((seed / 2_147_483_648) * below)
  }
  let met = 0
  for (let trial = 0; trial < trials(320); trial += 1) {
    const at = new Date(Date.parse("2027-03-04T15:00:00.000Z") + draw(14) * 1_800_000).toISOString()
    const change =
      draw(6) === 0
        ? await byUser(`${path}/cancel`, held)
        : await byUser(`${path}/reschedule`, {
            start_time: at,
            ...(draw(3) === 0 ? { provider_id: story.benId } : {}),
            ...(draw(3) === 0 ? { duration_minutes: 30 + 15 * draw(6) } : {}),
            override_eligibility: true,
            ...held,
          })
    if (change.status !== 200 || !change.body.data.undo) continue
    met += 1
    service.clock.advanceMs(draw(9_000))
    if (draw(4) === 0) await tellDue()
    expect([trial, (await undo(change)).status]).toEqual([trial, 200])
    expect([trial, await all(path)]).toEqual([trial, before])
  }
  expect(met).toBeGreaterThan(trials(320) / 3)
  service.clock.advanceMs(60_000)
  await tellDue()
  untold()
  expect((await read(other)).start_time).toBe("2027-03-04T20:00:00.000Z")
})

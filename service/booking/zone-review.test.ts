/** FX-03: new zone rules under all that can be booked: each keeps its wall-clock time, whole, and nothing ends because of it. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest"
import { useZoneData } from "../../domain/time/zone-table.ts"
import { startService, type TestService } from "../../test/support/service.ts"
import { makeCustomer, makeLocation, makeProvider, makeType, weekdays } from "../../test/support/story.ts"
import { listFreezing } from "../ledger/plans.sql.ts"
import { narrowWindows } from "../plans/narrow.ts"
import { listShifted, moveShifted } from "./review-zones.ts"

type Data = ReturnType<typeof JSON.parse>

const now = "2026-11-30T12:00:00.000Z"
/** Manitoba's winter before its clocks stayed where they are: an hour behind what it has now, so that all moves an hour back. */
const untilLastYear = {
  source: "rules of last year",
  version: null,
  names: ["America/Winnipeg"],
  canonical: (name: string) => name,
  periodsOf: (name: string) =>
    name === "America/Winnipeg"
      ? { starts: [Number.NEGATIVE_INFINITY], offsets: [-21_600], abbreviations: ["CST"] }
      : null,
}

let service: TestService
let locationId: number
beforeAll(async () => {
  service = await startService({ now })
  locationId = await makeLocation(service, {
    timezone: "America/Winnipeg",
    address: { line1: "1 Main St", city: "Winnipeg", state: "MB", postal_code: "R3C 4T3", country: "CA" },
    latitude: 49.9,
    longitude: -97.14,
  })
})
beforeEach(() => {
  service.clock.set(now)
  useZoneData(untilLastYear)
})
afterEach(() => useZoneData(null))
afterAll(() => service.stop())

const plain = { min_notice_minutes: 0, booking_window_days: 365 }
/** Two days later, by the clock of Winnipeg under the rules of then. */
const at = (hour: number, date = "2026-12-02") => `${date}T${String(hour + 6).padStart(2, "0")}:00:00.000Z`
const now9 = (hour: number, date?: string) => at(hour - 1, date)
const read = async (path: string): Promise<Data> => (await service.api("GET", path)).body.data
const post = async (path: string, body: object = {}): Promise<Data> => {
  const { status, body: answer } = await service.api("POST", path, body)
  expect([status < 300, answer.error]).toEqual([true, undefined])
  return answer.data
}

async function typeWith(
  fields: object,
  provider: object = {},
): Promise<{ typeId: number; providerId: number }> {
  const typeId = await makeType(service, { ...plain, ...fields })
  const weekly_hours = weekdays(locationId, "06:00", "20:00")
  const offers = { name: "Ana Ruiz", appointment_type_ids: [typeId], weekly_hours, ...provider }
  return { typeId, providerId: await makeProvider(service, offers) }
}

const booking = async (of: { typeId: number; providerId: number }, start_time: string, more: object = {}) =>
  post("/appointments", {
    ...{ customer_id: await makeCustomer(service), appointment_type_id: of.typeId },
    ...{ provider_id: of.providerId, location_id: locationId, start_time, ...more },
  })

/** By new rules: what is listed, by id, and what becomes of it. */
async function review() {
  useZoneData(null)
  const shifted = await listShifted(service.context, service.companyId)
  const outcomes = await moveShifted(service.context, shifted)
  const idOf = (one: (typeof shifted)[number]) => {
    if ("session" in one) return one.session.id
    if ("hold" in one) return one.hold.id
    return "offer" in one ? one.offer.id : one.appointment.id
  }
  const of = (kind: string) => shifted.filter((one) => kind in one).map(idOf)
  const [sessions, appointments, holds, offers] = ["session", "appointment", "hold", "offer"].map(of)
  return {
    ...{ sessions: sessions!, appointments: appointments!, holds, offers },
    outcomeOf: (id: number) => outcomes.get(shifted.find((one) => idOf(one) === id)!),
    outcomes: [...outcomes.values()],
    left: (await listShifted(service.context, service.companyId)).length,
  }
}

const rowsOf = (column: "appointment_id" | "session_id" | "hold_id", id: number) =>
  service.context.db.query<Data>(
    `SELECT resource_id AS who, job_start_minute - $3::int AS start, job_end_minute - job_start_minute AS minutes, lead, pinned
     FROM allocation WHERE company_id = $1 AND ${column} = $2 AND active ORDER BY job_start_minute, resource_id`,
    [service.companyId, id, Date.parse(now) / 60_000],
  )
const anHourBack = (rows: Data[]) => rows.map((row) => ({ ...row, start: row.start - 60 }))

it("FX-03 two visits in one promised window keep their window, their planned and their narrowed time, and take no more than before", async () => {
  const address = {
    ...{ line1: "2 Main St", city: "Winnipeg", state: "MB", postal_code: "R3C 4T3", country: "CA" },
    ...{ latitude: 49.9, longitude: -97.14 },
  }
  const of = await typeWith({ place: "at_customer", promise: { kind: "window", minutes: 240 } })
  const visits: Data[] = []
  for (let i = 0; i < 2; i += 1) {
    const customer_id = await makeCustomer(service, { address })
    visits.push(await booking(of, at(10), { customer_id }))
  }
  service.clock.set("2026-12-02T04:00:00.000Z")
  expect((await narrowWindows(service.context, service.companyId)).length).toBe(2)
  const before = await Promise.all(visits.map(({ id }) => read(`/appointments/${id}`)))
  const rows = await Promise.all(visits.map(({ id }) => rowsOf("appointment_id", id)))
  const { appointments, outcomeOf, left } = await review()
  expect(appointments.toSorted()).toEqual(visits.map(({ id }) => id))
  expect([...visits.map(({ id }) => outcomeOf(id)), left]).toEqual(["moved", "moved", 0])
  const earlier = (instant: string) => new Date(Date.parse(instant) - 3_600_000).toISOString()
  for (const [i, { id }] of visits.entries()) {
    const after = await read(`/appointments/${id}`)
    const was = before[i]
    expect(after.window).toEqual({ start_time: now9(10), end_time: now9(14) })
    expect(after.planned_start).toBe(earlier(was.planned_start))
    expect(after.narrowed_window.start_time).toBe(earlier(was.narrowed_window.start_time))
    expect(after.narrowed_window.end_time).toBe(earlier(was.narrowed_window.end_time))
    expect(await rowsOf("appointment_id", id)).toEqual(anHourBack(rows[i]!))
  }
})

it("FX-03 a day is fixed at its hour by our own zone rules, whatever rules PostgreSQL has", async () => {
  useZoneData(null)
  const address = {
    ...{ line1: "2 Main St", city: "Winnipeg", state: "MB", postal_code: "R3C 4T3", country: "CA" },
    ...{ latitude: 49.9, longitude: -97.14 },
  }
  const of = await typeWith({ place: "at_customer", promise: { kind: "window", minutes: 120 } })
  const { id } = await booking(of, now9(10, "2026-12-08"), {
    customer_id: await makeCustomer(service, { address }),
  })
  // 18:00 on the day before is 23:00 UTC by the new rules, and an hour later by the old ones.
  service.clock.set("2026-12-07T22:59:00.000Z")
  expect(await narrowWindows(service.context, service.companyId)).toEqual([])
  expect(await listFreezing(service.context.db, service.clock.now())).toEqual([service.companyId])
  service.clock.set("2026-12-07T23:00:00.000Z")
  expect(await narrowWindows(service.context, service.companyId)).toEqual([id])
})

it("FX-03 a class is listed and moves with its seats, its people and its rooms, and raises one event for each seat", async () => {
  const of = await typeWith({ name: "Yoga", seats: 4 })
  const room = await post("/resources", {
    name: "Hall",
    kind: "room",
    group: "Halls",
    location_id: locationId,
  })
  const { sessions } = await post("/class-sessions", {
    ...{ appointment_type_id: of.typeId, provider_ids: [of.providerId], location_id: locationId },
    ...{ start_time: at(16), resource_ids: [room.id], repeat: { every_weeks: 1, count: 2 } },
  })
  const seat = await booking(of, at(16), { seats: 2 })
  const rows = await rowsOf("session_id", sessions[0].id)
  const found = await review()
  expect(found.sessions).toEqual(sessions.map(({ id }: Data) => id))
  expect([...found.sessions.map(found.outcomeOf), found.left]).toEqual(["moved", "moved", 0])
  expect(await read(`/class-sessions/${sessions[0].id}`)).toMatchObject({
    ...{ start_time: now9(16), seats_taken: 2, version: 2 },
  })
  expect(await rowsOf("session_id", sessions[0].id)).toEqual(anHourBack(rows))
  expect((await read(`/appointments/${seat.id}`)).start_time).toBe(now9(16))
  const events = (await service.events("limit=100&type=appointment.rescheduled")).body.data
  expect(events.filter(({ data }: Data) => data.appointment.id === seat.id)).toHaveLength(1)
})

it("FX-03 a pending time moves with the times that are proposed for it, and is confirmed at the time that was asked for", async () => {
  const of = await typeWith({ confirmation: "staff", answer_within_minutes: 1_440, unanswered: "decline" })
  const [asked, proposed] = [await booking(of, at(10)), await booking(of, at(12))]
  await post(`/appointments/${proposed.id}/propose`, {
    times: [{ start_time: at(15) }, { start_time: at(17) }],
  })
  const rows = await rowsOf("appointment_id", proposed.id)
  const { outcomeOf, left } = await review()
  expect([outcomeOf(asked.id), outcomeOf(proposed.id), left]).toEqual(["moved", "moved", 0])
  expect(await rowsOf("appointment_id", proposed.id)).toEqual(anHourBack(rows))
  const confirmed = await post(`/appointments/${asked.id}/confirm`)
  expect([confirmed.status, confirmed.start_time]).toEqual(["scheduled", now9(10)])
  const { proposals } = await read(`/appointments/${proposed.id}`)
  expect(proposals.map(({ start_time }: Data) => start_time)).toEqual([now9(15), now9(17)])
  const taken = await post(`/appointments/${proposed.id}/confirm`, { proposal_id: proposals[1].id })
  expect([taken.status, taken.start_time]).toEqual(["scheduled", now9(17)])
  expect((await rowsOf("appointment_id", proposed.id)).map(({ start }) => start)).toEqual([
    rows.at(-1)!.start - 60,
  ])
})

it("FX-03 a job over several days moves all its days with their rooms, or none of them", async () => {
  const needs = { providers: 1, resources: [{ group: "Bays", count: 1 }] }
  const bay = await post("/resources", { name: "Bay", kind: "room", group: "Bays", location_id: locationId })
  const of = await typeWith({ blocks: [120, 60], needs })
  const short = await typeWith({ needs })
  const job = await booking(of, at(10))
  const rows = await rowsOf("appointment_id", job.id)
  expect(rows).toHaveLength(4)
  useZoneData(null)
  // By the new rules another has the room of the second day at the job's wall-clock time.
  const [first, second] = (await read(`/appointments/${job.id}`)).blocks
  const inTheWay = await booking(short, new Date(Date.parse(second.start_time) - 3_600_000).toISOString())
  expect(inTheWay.resources).toMatchObject([{ id: bay.id }])
  const { outcomeOf, left } = await review()
  expect([outcomeOf(job.id), left]).toEqual(["room_taken", 1])
  expect(await rowsOf("appointment_id", job.id)).toEqual(rows)
  expect((await read(`/appointments/${job.id}`)).blocks).toEqual([first, second])
  await post(`/appointments/${inTheWay.id}/cancel`)
  expect((await review()).outcomeOf(job.id)).toBe("moved")
  expect(await rowsOf("appointment_id", job.id)).toEqual(anHourBack(rows))
  expect((await read(`/appointments/${job.id}`)).resources).toMatchObject([{ id: bay.id }])
})

it("FX-03 no entry of the waiting list ends by it, and a series keeps its places", async () => {
  const of = await typeWith({})
  const wish = {
    ...{
      customer_id: await makeCustomer(service),
      appointment_type_id: of.typeId,
      provider_id: of.providerId,
    },
    ...{ location_id: locationId, start_time: at(11, "2026-12-07") },
  }
  const series = await post("/series", { ...wish, every: { days: 1 }, count: 3 })
  const [first] = series.appointments
  const entry = await post("/waiting-entries", {
    customer_id: wish.customer_id,
    appointment_type_id: of.typeId,
    appointment_id: first.id,
    latest_date: "2026-12-31",
  })
  const { outcomeOf } = await review()
  expect(series.appointments.map(({ id }: Data) => outcomeOf(id))).toEqual(["moved", "moved", "moved"])
  expect((await read(`/waiting-entries/${entry.id}`)).state).toBe("waiting")
  const { occurrences } = await read(`/series/${series.series_id}`)
  expect(occurrences.map(({ local_time }: Data) => local_time)).toEqual(["11:00", "11:00", "11:00"])
  expect(occurrences[0].start_time ?? now9(11, "2026-12-07")).toBe(now9(11, "2026-12-07"))
})

it("FX-03 a hold keeps its wall-clock time with its room, unless another has it then", async () => {
  const needs = { providers: 1, resources: [{ group: "Booths", count: 1 }] }
  const booth = { name: "Booth", kind: "room", group: "Booths", location_id: locationId }
  await post("/resources", booth)
  // Longer than the hour by which it moves, so that it would meet itself.
  const of = await typeWith({ needs, duration_minutes: 90 })
  const other = await typeWith({ needs })
  const held = await post("/holds", {
    ...{ appointment_type_id: of.typeId, provider_id: of.providerId, location_id: locationId },
    ...{ start_time: at(10), minutes: 15 },
  })
  const rows = await rowsOf("hold_id", held.id)
  expect(rows).toHaveLength(2)
  useZoneData(null)
  const inTheWay = await booking(other, at(9))
  const refused = await review()
  expect([refused.holds, refused.outcomeOf(held.id), refused.left]).toEqual([[held.id], "room_taken", 1])
  expect(await rowsOf("hold_id", held.id)).toEqual(rows)
  await post(`/appointments/${inTheWay.id}/cancel`)
  const moved = await review()
  expect([moved.outcomeOf(held.id), moved.left]).toEqual(["moved", 0])
  expect(await rowsOf("hold_id", held.id)).toEqual(anHourBack(rows))
  // By the clock on the wall it is the time that was held, and no other customer can have it.
  const taken = await service.api("POST", "/appointments", {
    ...{ customer_id: await makeCustomer(service), appointment_type_id: of.typeId },
    ...{ provider_id: of.providerId, location_id: locationId, start_time: now9(10) },
  })
  expect([taken.status, taken.body.error.code]).toEqual([409, "slot_taken"])
})

it("FX-03 an open offer keeps its wall-clock time, a held one with its hold, and no entry ends by it", async () => {
  const of = await typeWith({})
  const offered = async (start_time: string) => {
    const entry = await post("/waiting-entries", {
      ...{ customer_id: await makeCustomer(service), appointment_type_id: of.typeId },
      latest_date: "2026-12-31",
    })
    const offer = await post(`/waiting-entries/${entry.id}/offers`, {
      ...{ provider_id: of.providerId, location_id: locationId, start_time },
    })
    return { entry, offer }
  }
  const [open, held] = [await offered(at(10)), await offered(at(14))]
  const offers = async () =>
    new Map<number, Data>((await read("/waiting-offers")).map((one: Data) => [one.waiting_entry_id, one]))
  const before = await offers()
  const hold = await post("/holds", {
    ...{ appointment_type_id: of.typeId, provider_id: of.providerId, location_id: locationId },
    ...{ start_time: at(14), minutes: 15 },
  })
  await service.context.db.query(
    "UPDATE waiting_offer SET status = 'held', hold_id = $3 WHERE company_id = $1 AND id = $2",
    [service.companyId, before.get(held.entry.id).id, hold.id],
  )
  const found = await review()
  expect([found.offers, found.holds]).toEqual([[before.get(open.entry.id).id], [hold.id]])
  expect([found.outcomes, found.left]).toEqual([["moved", "moved"], 0])
  const after = await offers()
  const timesOf = ({ start_time, end_time, state }: Data) => [start_time, end_time, state]
  expect(timesOf(after.get(open.entry.id))).toEqual([now9(10), now9(11), "offered"])
  expect(timesOf(after.get(held.entry.id))).toEqual([now9(14), now9(15), "held"])
  for (const { entry } of [open, held])
    expect((await read(`/waiting-entries/${entry.id}`)).state).not.toBe("ended")
  const told = (await service.events("limit=100&type=waiting_entry.offered")).body.data
  const ofOpen = told.filter(({ data }: Data) => data.waiting_entry.id === open.entry.id)
  expect(ofOpen.map(({ data }: Data) => data.offer.start_time)).toEqual([at(10), now9(10)])
})

it("FX-03 a class that was made before its clock was recorded is listed as such, and recorded once it was looked at", async () => {
  const of = await typeWith({ name: "Pilates", seats: 4 })
  const { sessions } = await post("/class-sessions", {
    ...{ appointment_type_id: of.typeId, provider_ids: [of.providerId], location_id: locationId },
    ...{ start_time: at(16, "2026-12-09") },
  })
  await service.context.db.query(
    "UPDATE class_session SET clock_offset = NULL WHERE company_id = $1 AND id = $2",
    [service.companyId, sessions[0].id],
  )
  const found = await review()
  expect([found.sessions, found.outcomes, found.left]).toEqual([[sessions[0].id], ["recorded"], 0])
  expect(await read(`/class-sessions/${sessions[0].id}`)).toMatchObject({
    ...{ start_time: at(16, "2026-12-09"), version: 1 },
  })
})

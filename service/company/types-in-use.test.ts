/** FX-09: a type whose seats, promise, needs or steps change under what is booked of it. */
import { beforeEach, expect, it } from "vitest"
import { service, shareOneStory, story } from "../../test/support/one-story.ts"
import { make, makeCustomer, makeProvider, makeType, weekdays } from "../../test/support/story.ts"

shareOneStory()

type Data = ReturnType<typeof JSON.parse>

const plain = { min_notice_minutes: 0, booking_window_days: 365 }
const start_time = "2027-03-03T16:00:00.000Z"
const read = async (path: string): Promise<Data> => (await service.api("GET", path)).body.data
const change = (id: number, fields: object) => service.api("PUT", `/appointment-types/${id}`, fields)
const outcome = ({ status, body }: Data) => [status, body.error?.code, body.error?.field]

let who: Data
beforeEach(async () => {
  const address = { line1: "1 Main St", city: "Austin", state: "TX", postal_code: "78701", country: "US" }
  who = { customer_id: await makeCustomer(service, { address }), location_id: story.locationId }
})

/** A type that a provider of its own offers, and one appointment of it. */
async function bookedType(
  fields: object = {},
  start = start_time,
): Promise<{ typeId: number; appointment: Data; providerId: number }> {
  const typeId = await makeType(service, { name: "Massage", ...plain, ...fields })
  const providerId = await makeProvider(service, {
    name: "Lena",
    appointment_type_ids: [typeId],
    weekly_hours: weekdays(story.locationId),
  })
  const wish = { ...who, appointment_type_id: typeId, provider_id: providerId, start_time: start }
  return { typeId, appointment: await make(service, "/appointments", wish), providerId }
}

it("FX-09 a class with sessions to come stays a class, and says what stands in the way", async () => {
  const typeId = await makeType(service, { name: "Yoga", seats: 3, ...plain })
  const yui = await makeProvider(service, { name: "Yui", appointment_type_ids: [typeId] })
  const put = { appointment_type_id: typeId, provider_ids: [yui], location_id: story.locationId }
  const { sessions } = (await make(service, "/class-sessions", { ...put, start_time })) as Data
  const refused = await change(typeId, { seats: null })
  expect(outcome(refused)).toEqual([409, "in_use", "seats"])
  expect(refused.body.error.message).toContain("1 session to come")
  const path = `/class-sessions/${sessions[0].id}`
  expect((await service.api("PUT", path, { seats: 4 })).status).toBe(200)
  // Sessions on the board keep their seats, and are counted.
  const more = (await change(typeId, { seats: 5 })).body.data
  expect([more.seats, more.kept]).toMatchObject([5, { appointments: 0, sessions: 1 }])
  expect((await read(path)).seats).toBe(4)
  expect((await service.api("DELETE", path)).status).toBe(200)
  expect(outcome(await change(typeId, { seats: null }))[0]).toBe(200)
})

it("FX-09 a type with appointments to come becomes no class", async () => {
  const { typeId, appointment } = await bookedType()
  expect(outcome(await change(typeId, { seats: 4 }))).toEqual([409, "in_use", "seats"])
  expect((await read(`/appointment-types/${typeId}`)).seats).toBeUndefined()
  await service.api("POST", `/appointments/${appointment.id}/cancel`, {})
  expect(outcome(await change(typeId, { seats: 4 }))[0]).toBe(200)
})

it("FX-09 needs and steps that change leave what is booked as it is, say so, and hold for a move", async () => {
  const { typeId, appointment } = await bookedType()
  await make(service, "/resources", {
    name: "Room 1",
    kind: "room",
    group: "Rooms",
    location_id: story.locationId,
  })
  const needs = { providers: 1, resources: [{ group: "Rooms", count: 1 }] }
  const changed = (await change(typeId, { needs })).body.data
  expect(changed.kept).toMatchObject({ appointments: 1, sessions: 0 })
  expect(changed.kept.message).toContain("keep what they were booked with")
  expect((await change(typeId, { name: "Long massage" })).body.data.kept).toBeUndefined()
  const path = `/appointments/${appointment.id}`
  expect((await read(path)).resources ?? []).toEqual([])
  const later = "2027-03-03T18:00:00.000Z"
  const moved = (await service.api("POST", `${path}/reschedule`, { start_time: later })).body.data
  expect(moved.resources).toMatchObject([{ name: "Room 1" }])
  const steps = [
    { minutes: 20, staffed: true },
    { minutes: 40, staffed: false },
  ]
  expect((await change(typeId, { needs: null, steps })).body.data.kept).toMatchObject({ appointments: 1 })
  expect((await read(path)).resources).toMatchObject([{ name: "Room 1" }])
})

it("FX-09 a promised window that is changed or taken back stays with what is booked, and says so", async () => {
  const window = { kind: "window", minutes: 120 }
  // Windows begin with the working hours, at nine.
  const nine = "2027-03-03T15:00:00.000Z"
  const { typeId, appointment } = await bookedType({ place: "at_customer", promise: window }, nine)
  const path = `/appointments/${appointment.id}`
  const before = await read(path)
  expect(before.window).toEqual({ start_time: nine, end_time: "2027-03-03T17:00:00.000Z" })
  const longer = (await change(typeId, { promise: { kind: "window", minutes: 240 } })).body.data
  expect(longer.kept).toMatchObject({ appointments: 1, sessions: 0 })
  expect(longer.kept.message).toContain("keep what they were booked with")
  expect(await read(path)).toEqual(before)
  const start = (await change(typeId, { promise: { kind: "start" } })).body.data
  expect([start.promise, start.kept.appointments]).toEqual([undefined, 1])
  expect(await read(path)).toEqual(before)
})

it("FX-09 a promise that changes leaves a booked start as it is and says so", async () => {
  const { typeId, appointment } = await bookedType({ place: "at_customer" })
  const before = await read(`/appointments/${appointment.id}`)
  const changed = (await change(typeId, { promise: { kind: "window", minutes: 120 } })).body.data
  expect([changed.promise, changed.kept]).toMatchObject([{ kind: "window" }, { appointments: 1 }])
  expect(await read(`/appointments/${appointment.id}`)).toEqual(before)
})

it("FX-09 a move after the promise has changed gives what the type promises now, and nothing of what it promised then", async () => {
  const [two, four] = [120, 240].map((minutes) => ({ kind: "window", minutes }))
  const nine = "2027-03-03T15:00:00.000Z"
  const { typeId, appointment } = await bookedType({ place: "at_customer", promise: two }, nine)
  const path = `/appointments/${appointment.id}`
  const move = async (start: string) => {
    const preview = await service.api("POST", `${path}/reschedule/preview`, { start_time: start })
    const { status, body } = await service.api("POST", `${path}/reschedule`, { start_time: start })
    expect([preview.status, status, body.error]).toEqual([200, 200, undefined])
    expect(await read(path)).toEqual(body.data)
    return body.data
  }
  const message = async (promise: Data) => (await change(typeId, { promise })).body.data.kept.message
  expect(await message(four)).toContain("One that is moved is promised what the type promises then")
  // The windows of the day are others now: the old one begins none of them.
  const gone = await service.api("POST", `${path}/reschedule`, { start_time: "2027-03-03T17:00:00.000Z" })
  expect([gone.status, gone.body.error?.code]).toEqual([409, "time_not_offered"])
  const afternoon = "2027-03-03T19:00:00.000Z"
  const longer = await move(afternoon)
  expect(longer.window).toEqual({ start_time: afternoon, end_time: "2027-03-03T23:00:00.000Z" })
  expect(longer.work_minutes).toBe(60)

  await message({ kind: "start" })
  expect((await read(path)).window).toEqual(longer.window)
  const start = await move("2027-03-04T16:30:00.000Z")
  expect([start.start_time, start.end_time]).toEqual([
    ...["2027-03-04T16:30:00.000Z", "2027-03-04T17:30:00.000Z"],
  ])
  for (const field of ["window", "planned_start", "planned_provider", "narrowed_window"])
    expect(start[field] ?? null).toBeNull()

  await message(two)
  expect((await read(path)).window ?? null).toBeNull()
  const again = await move("2027-03-05T17:00:00.000Z")
  expect(again.window).toEqual({
    start_time: "2027-03-05T17:00:00.000Z",
    end_time: "2027-03-05T19:00:00.000Z",
  })
  expect(again.work_minutes).toBe(60)
  const events = (await service.events("limit=100&type=appointment.rescheduled")).body.data
  const told = events.filter(({ data }: Data) => data.appointment.id === appointment.id)
  expect(told.map(({ data }: Data) => data.appointment.end_time)).toEqual([
    ...[longer.end_time, start.end_time, again.end_time],
  ])
})

/** CL-07: classes, through the company API: sessions put on the board, searched, booked by seats, moved and cancelled. */
import { beforeAll, expect, it } from "vitest"
import { service, shareOneStory, story } from "../../test/support/one-story.ts"
import { make, makeCustomer, makeProvider, makeType, weekdays } from "../../test/support/story.ts"

shareOneStory()

let yogaId: number
let massageId: number
let yui: number
let lena: number

const plain = { min_notice_minutes: 0, booking_window_days: 365 }

beforeAll(async () => {
  yogaId = await makeType(service, { name: "Yoga", duration_minutes: 50, seats: 3, ...plain })
  massageId = await makeType(service, { name: "Massage", duration_minutes: 60, ...plain })
  const hours = { weekly_hours: weekdays(story.locationId) }
  yui = await makeProvider(service, { name: "Yui", appointment_type_ids: [yogaId, massageId], ...hours })
  lena = await makeProvider(service, { name: "Lena", appointment_type_ids: [yogaId], ...hours })
})

type Data = ReturnType<typeof JSON.parse>

const put = async (path: string, body: object): Promise<Data> => {
  const answer = await service.api("PUT", path, body)
  expect([answer.status, answer.body.error]).toEqual([200, undefined])
  return answer.body.data
}

const post = (path: string, body: object) => service.api("POST", path, body)
const at = (date: string, time: string) => `${date}T${time}:00.000Z`

const putOnBoard = async (start_time: string, more: object = {}): Promise<Data> =>
  (
    await make(service, "/class-sessions", {
      ...{ appointment_type_id: yogaId, provider_ids: [yui], location_id: story.locationId, start_time },
      ...more,
    })
  ).sessions

const search = async (date: string, more: object = {}): Promise<Data[]> => {
  const end_date = new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10)
  const asked = { appointment_type_id: yogaId, start_date: date, end_date, ...more }
  const { status, body } = await post("/slots", asked)
  expect([status, body.error]).toEqual([200, undefined])
  return body.data.providers.flatMap(({ provider_id, slots }: Data) =>
    slots.map((slot: Data) => ({ provider_id, ...slot })),
  )
}

const wish = (customer_id: number, start_time: string, more: object = {}) => ({
  ...{
    customer_id,
    appointment_type_id: yogaId,
    provider_id: yui,
    location_id: story.locationId,
    start_time,
  },
  ...more,
})
const book = async (customer_id: number, start_time: string, more: object = {}): Promise<Data> =>
  make(service, "/appointments", wish(customer_id, start_time, more))
const read = async (id: number): Promise<Data> => (await service.api("GET", `/appointments/${id}`)).body.data
const sessionOf = async (id: number): Promise<Data> =>
  (await service.api("GET", `/class-sessions/${id}`)).body.data
const eventsSince = async (count: number): Promise<Data[]> =>
  (await service.events()).body.data.slice(count).map(({ type, data }: Data) => [type, data.appointment.id])
const eventCount = async () => (await service.events()).body.data.length

it("CL-07 a session is offered with the seats that are left, also outside the hours, and nothing else of the class is", async () => {
  const day = "2027-03-02"
  // Seven in the evening in Austin: the hours end at five.
  const [session] = await putOnBoard(at(day, "01:00").replace(day, "2027-03-03"), { seats: 2 })
  expect(session).toMatchObject({
    seats: 2,
    seats_taken: 0,
    seats_left: 2,
    status: "scheduled",
    repeat_id: null,
  })
  const slots = await search(day)
  expect(slots).toEqual([
    {
      ...{ provider_id: yui, session_id: session.id, seats_left: 2 },
      ...{ start_time: "2027-03-03T01:00:00.000Z", end_time: "2027-03-03T01:50:00.000Z" },
      blocks: [{ start_time: "2027-03-03T01:00:00.000Z", end_time: "2027-03-03T01:50:00.000Z" }],
    },
  ])
  await book(await makeCustomer(service), session.start_time)
  expect(await search(day)).toMatchObject([{ seats_left: 1 }])
  expect(await search(day, { seats: 2 })).toEqual([])
})

it("CL-07 a booking takes one or more seats, and the one that finds too few reads how many are left", async () => {
  const day = "2027-03-04"
  const [session] = await putOnBoard(at(day, "16:00"))
  const booked = await book(await makeCustomer(service), session.start_time, { seats: 2 })
  expect(booked).toMatchObject({
    ...{ session_id: session.id, seats: 2, end_time: at(day, "16:50"), provider: { id: yui } },
  })
  const other = await makeCustomer(service)
  const refused = await post("/appointments", wish(other, session.start_time, { seats: 2 }))
  expect([refused.status, refused.body.error]).toMatchObject([
    409,
    { code: "slot_taken", message: "There is 1 seat left in this class.", details: { seats_left: 1 } },
  ])
  await book(other, session.start_time)
  const full = await post("/appointments", wish(await makeCustomer(service), session.start_time))
  expect(full.body.error).toMatchObject({ code: "slot_taken", message: "This class is full." })
  expect(full.body.error.details.reasons).toMatchObject([
    { code: "session_full", causes: [{ kind: "class_session", id: session.id, value: 0 }] },
  ])
  expect(await search(day)).toEqual([])
  expect(await sessionOf(session.id)).toMatchObject({ seats_taken: 3, seats_left: 0 })
  await post(`/appointments/${booked.id}/cancel`, {})
  expect(await search(day)).toMatchObject([{ seats_left: 2 }])
  const listed = (await service.api("GET", `/appointments?session_id=${session.id}&status=scheduled`)).body
    .data
  expect(listed.map(({ seats }: Data) => seats)).toEqual([1])
})

it("CL-07 nothing but a class takes seats, and a class is neither held, nor in a series, nor one of several types", async () => {
  const [session] = await putOnBoard(at("2027-03-05", "16:00"))
  const customer = await makeCustomer(service)
  const massage = {
    ...wish(customer, at("2027-03-05", "18:00"), { seats: 2 }),
    appointment_type_id: massageId,
  }
  expect((await post("/appointments", massage)).body.error).toMatchObject({ field: "seats" })
  const stepped = { name: "Odd", duration_minutes: 60, seats: 5, place: "at_customer" }
  expect((await post("/appointment-types", stepped)).body.error).toMatchObject({ field: "seats" })
  const series = { ...wish(customer, session.start_time), every: { weeks: 1 }, count: 2 }
  const linked = { ...wish(customer, session.start_time), appointment_type_ids: [yogaId, massageId] }
  for (const [path, body] of [
    ["/series", series],
    ["/appointments", { ...linked, appointment_type_id: undefined }],
  ] as const)
    expect((await post(path, body)).body.error.code).toBe("invalid_input")
  const { customer_id: _, ...time } = wish(customer, session.start_time)
  expect((await post("/holds", { ...time, minutes: 5 })).body.error).toMatchObject({
    field: "appointment_type_id",
  })
})

it("CL-07 a session keeps its providers and rooms from others, and theirs from it", async () => {
  const day = "2027-03-09"
  const studio = (
    await make(service, "/resources", {
      ...{ name: "Studio", kind: "room", group: "Studios", location_id: story.locationId },
    })
  ).id
  const [session] = await putOnBoard(at(day, "16:00"), { provider_ids: [lena, yui], resource_ids: [studio] })
  expect(session).toMatchObject({
    providers: [
      { id: lena, lead: true },
      { id: yui, lead: false },
    ],
    resources: [{ id: studio }],
  })
  const slots = await search(day, { appointment_type_id: massageId })
  const starts = slots.map(({ start_time }) => start_time)
  expect(starts).toContain(at(day, "15:00"))
  for (const time of ["15:30", "16:00", "16:30"]) expect(starts).not.toContain(at(day, time))
  const why = await post("/slots/explain", {
    ...{ appointment_type_id: massageId, provider_id: yui, location_id: story.locationId },
    start_time: at(day, "16:00"),
  })
  expect(why.body.data.starts[0].reasons).toMatchObject([
    { code: "session", causes: [{ kind: "class_session", id: session.id }] },
  ])
  const again = await post("/class-sessions", {
    ...{ appointment_type_id: yogaId, provider_ids: [lena], location_id: story.locationId },
    start_time: at(day, "16:30"),
  })
  expect([again.status, again.body.error.details.conflicts]).toMatchObject([
    409,
    [{ resource_id: lena, name: "Lena", start_time: at(day, "16:30") }],
  ])
  const booked = await book(await makeCustomer(service), session.start_time, { provider_id: lena })
  expect(booked).toMatchObject({ providers: [{ id: lena }, { id: yui }], resources: [{ id: studio }] })
  const used = await service.api("DELETE", `/resources/${studio}`)
  expect(used.body.error.code).toBe("in_use")
  const loft = (
    await make(service, "/resources", {
      ...{ name: "Loft", kind: "room", group: "Lofts", location_id: story.locationId },
    })
  ).id
  await put(`/class-sessions/${session.id}`, { resource_ids: [loft] })
  expect((await read(booked.id)).resources).toMatchObject([{ id: loft }])
})

it("CL-07 a weekly session is put on the board whole or not at all, at one wall-clock time over the change of clocks", async () => {
  const sessions = await putOnBoard(at("2027-03-07", "17:00"), { repeat: { every_weeks: 1, count: 3 } })
  // Austin's clocks go forward on March 14.
  expect(sessions.map(({ start_time }: Data) => start_time)).toEqual([
    ...[at("2027-03-07", "17:00"), at("2027-03-14", "16:00"), at("2027-03-21", "16:00")],
  ])
  expect(new Set(sessions.map(({ repeat_id }: Data) => repeat_id)).size).toBe(1)
  const clash = await post("/class-sessions", {
    ...{ appointment_type_id: yogaId, provider_ids: [yui], location_id: story.locationId },
    ...{ start_time: at("2027-03-14", "16:30"), repeat: { every_weeks: 1, until: "2027-04-04" } },
  })
  expect(clash.body.error.details.conflicts).toHaveLength(2)
  const listed = await service.api("GET", `/class-sessions?repeat_id=${sessions[0].repeat_id}`)
  expect(listed.body.data).toHaveLength(3)
  expect(await search("2027-04-04")).toEqual([])
})

it("CL-07 a moved session moves all who come: each is told once, by one event", async () => {
  const day = "2027-03-10"
  const [session] = await putOnBoard(at(day, "16:00"))
  const ids: number[] = []
  for (let i = 0; i < 3; i++) ids.push((await book(await makeCustomer(service), session.start_time)).id)
  const before = await eventCount()
  const moved = await put(`/class-sessions/${session.id}`, {
    ...{ start_time: at(day, "19:00"), provider_ids: [lena], if_version: session.version },
  })
  expect(moved).toMatchObject({
    provider: { id: lena },
    seats_taken: 3,
    version: 2,
    end_time: at(day, "19:50"),
  })
  expect(await eventsSince(before)).toEqual(ids.map((id) => ["appointment.rescheduled", id]))
  for (const id of ids)
    expect(await read(id)).toMatchObject({
      ...{ start_time: at(day, "19:00"), provider: { id: lena }, version: 2, session_id: session.id },
    })
  // The attendees are read with the session, each by name.
  const { attendees } = await sessionOf(session.id)
  expect(
    attendees.map(({ appointment_id }: Data) => appointment_id).toSorted((a: number, b: number) => a - b),
  ).toEqual(ids)
  expect(attendees[0]).toEqual({
    ...{ appointment_id: expect.any(Number), seats: 1, status: "scheduled", attendance: "unknown" },
    customer: { id: expect.any(Number), name: expect.any(String), phone: null, warning: null },
    notes: null,
  })
  // The time that it left is free again.
  const massages = await search(day, { appointment_type_id: massageId })
  expect(massages.map(({ start_time }) => start_time)).toContain(at(day, "16:00"))
  // More seats concern none of the attendees.
  await put(`/class-sessions/${session.id}`, { seats: 10 })
  expect(await eventCount()).toBe(before + 3)
  expect((await service.api("PUT", `/class-sessions/${session.id}`, { seats: 2 })).body.error).toMatchObject({
    field: "seats",
  })
})

it("CL-07 a cancelled session cancels all who come, frees its time, and takes no more", async () => {
  const day = "2027-03-11"
  const [session] = await putOnBoard(at(day, "16:00"))
  const ids: number[] = []
  for (let i = 0; i < 2; i++) ids.push((await book(await makeCustomer(service), session.start_time)).id)
  const before = await eventCount()
  const cancelled = await service.api("DELETE", `/class-sessions/${session.id}?reason=Flooded`)
  expect(cancelled.body.data).toMatchObject({ status: "cancelled", cancel_reason: "Flooded", seats_left: 0 })
  expect(await eventsSince(before)).toEqual(ids.map((id) => ["appointment.cancelled", id]))
  for (const id of ids)
    expect(await read(id)).toMatchObject({ status: "cancelled", cancel_reason: "Flooded" })
  expect(await search(day)).toEqual([])
  expect((await post("/appointments", wish(await makeCustomer(service), session.start_time))).status).toBe(
    409,
  )
  const twice = await service.api("DELETE", `/class-sessions/${session.id}`)
  expect(twice.body.error.message).toBe("The session is cancelled.")
  // Its time is free for another.
  expect(await putOnBoard(session.start_time)).toHaveLength(1)
})

it("CL-07 a seat moves to another session, with as many seats, and can be taken back after a cancel", async () => {
  const day = "2027-03-12"
  const [early] = await putOnBoard(at(day, "15:00"))
  const [late] = await putOnBoard(at(day, "18:00"))
  const booked = await book(await makeCustomer(service), early.start_time, { seats: 2 })
  await book(await makeCustomer(service), late.start_time, { seats: 2 })
  const offered = async () => {
    const { body } = await post("/slots", {
      ...{ appointment_id: booked.id, start_date: day, end_date: "2027-03-13" },
    })
    return body.data.providers.flatMap(({ slots }: Data) => slots.map(({ start_time }: Data) => start_time))
  }
  expect(await offered()).toEqual([early.start_time])
  const full = await post(`/appointments/${booked.id}/reschedule`, { start_time: late.start_time })
  expect(full.body.error).toMatchObject({ code: "slot_taken", details: { seats_left: 1 } })
  await put(`/class-sessions/${late.id}`, { seats: 6 })
  expect(await offered()).toEqual([early.start_time, late.start_time])
  await post(`/appointments/${booked.id}/reschedule`, { start_time: late.start_time })
  const moved = await read(booked.id)
  expect(moved).toMatchObject({ session_id: late.id, seats: 2, start_time: late.start_time })
  expect(await sessionOf(early.id)).toMatchObject({ seats_taken: 0 })
  expect(await sessionOf(late.id)).toMatchObject({ seats_taken: 4 })
  await post(`/appointments/${booked.id}/cancel`, {})
  await post(`/appointments/${booked.id}/reopen`, {})
  expect(await read(booked.id)).toMatchObject({ status: "scheduled", session_id: late.id })
  expect(await sessionOf(late.id)).toMatchObject({ seats_taken: 4 })
})

it("CL-07 a customer has one place at a time, and a session leaves no calendar of its provider asked", async () => {
  const day = "2027-03-16"
  const [session] = await putOnBoard(at(day, "16:00"))
  const customer = await makeCustomer(service)
  await book(customer, session.start_time)
  const massage = { ...wish(customer, at(day, "16:30")), appointment_type_id: massageId, provider_id: yui }
  const busy = await post("/appointments", massage)
  expect(["customer_busy", "time_not_offered", "slot_taken"]).toContain(busy.body.error.code)
  expect(await search(day, { customer_id: customer })).toEqual([])
  const why = await post("/slots/explain", {
    ...{ appointment_type_id: yogaId, provider_id: yui, location_id: story.locationId, date: day },
    customer_id: customer,
  })
  expect(why.body.data.starts).toMatchObject([{ offered: false, reasons: [{ code: "customer_busy" }] }])
})

it("CL-07 what keeps a session from the board, from a change and from its end is refused by name", async () => {
  const day = "2027-03-18"
  const codeOf = async (method: string, path: string, body?: object) =>
    (await service.api(method, path, body)).body.error?.code
  const body = { appointment_type_id: yogaId, provider_ids: [yui], location_id: story.locationId }
  const start_time = at(day, "16:00")
  const [session] = await putOnBoard(start_time)
  const path = `/class-sessions/${session.id}`
  expect(await codeOf("POST", "/class-sessions", { ...body, start_time })).toBe("slot_taken")
  expect(await codeOf("POST", "/class-sessions", { ...body, start_time, provider_ids: [999] })).toBe(
    "not_found",
  )
  const [other] = await putOnBoard(at(day, "18:00"))
  expect(await codeOf("PUT", path, { start_time: at(day, "18:30") })).toBe("slot_taken")
  expect(await codeOf("PUT", path, { location_id: 999 })).toBe("not_found")
  expect(await codeOf("PUT", path, { seats: 4, if_version: 9 })).toBe("version_conflict")
  expect(await codeOf("DELETE", `${path}?if_version=9`)).toBe("version_conflict")
  expect(await codeOf("DELETE", "/class-sessions/999")).toBe("not_found")
  for (const [fields, field] of [
    [{ provider_ids: [yui, yui] }, "provider_ids[1]"],
    [{ appointment_type_id: massageId }, "appointment_type_id"],
    [{ start_time: "2027-02-01T16:00:00.000Z" }, "start_time"],
    [{ resource_ids: [yui] }, "resource_ids[0]"],
    [{ repeat: { every_weeks: 1, until: day } }, "repeat.until"],
    [{ repeat: { every_weeks: 1, until: "2036-01-01" } }, "repeat.until"],
  ] as const) {
    const sent = { ...body, start_time: at(day, "20:00"), ...fields }
    expect((await post("/class-sessions", sent)).body.error).toMatchObject({ field })
  }
  for (const archived of [`/appointment-types/${yogaId}`, `/providers/${yui}`])
    expect(await codeOf("DELETE", archived)).toBe("in_use")
  await put(`/appointment-types/${yogaId}`, { active: false })
  expect(await codeOf("POST", "/class-sessions", { ...body, start_time: at(day, "20:00") })).toBe(
    "type_not_bookable",
  )
  expect(await codeOf("PUT", path, { seats: 4 })).toBe("type_not_bookable")
  await put(`/appointment-types/${yogaId}`, { active: true })
  await service.api("DELETE", `/class-sessions/${other.id}`)
  expect(await codeOf("PUT", `/class-sessions/${other.id}`, { seats: 4 })).toBe("appointment_not_scheduled")
  expect(await codeOf("DELETE", `/class-sessions/${other.id}`)).toBe("appointment_not_scheduled")
  service.clock.advanceMs(Date.parse(session.start_time) - service.clock.now())
  expect(await codeOf("PUT", path, { seats: 4 })).toBe("appointment_started")
  expect(await codeOf("DELETE", path)).toBe("appointment_started")
})

it("CL-07 time off and closed dates name the classes that they meet, and no other", async () => {
  const lee = await makeProvider(service, {
    ...{ name: "Lee", appointment_type_ids: [yogaId], weekly_hours: weekdays(story.locationId) },
  })
  const given = { provider_ids: [lena, lee] }
  const [met] = await putOnBoard("2027-05-04T16:00:00.000Z", given)
  await putOnBoard("2027-05-05T16:00:00.000Z", given)
  const [gone] = await putOnBoard("2027-05-04T18:00:00.000Z", given)
  await service.api("DELETE", `/class-sessions/${gone.id}`)
  const off = await make(service, `/providers/${lee}/time-off`, {
    ...{ start: "2027-05-04T16:30:00.000Z", end: "2027-05-05T16:00:00.000Z" },
  })
  const closed = await make(service, "/company/time-off", {
    ...{
      start_date: "2027-05-04",
      end_date: "2027-05-04",
      location_ids: [story.locationId],
      reason: "Inventory",
    },
  })
  const idsOf = async (query: string) =>
    (await service.api("GET", `/class-sessions?${query}`)).body.data.map(({ id }: Data) => id)
  expect(await idsOf(`time_off_id=${off.id}`)).toEqual([met.id])
  expect(await idsOf(`company_time_off_id=${closed.id}`)).toEqual([met.id])
  expect((await service.api("GET", "/class-sessions?time_off_id=999999")).status).toBe(404)
})

it("FX-21 a seat whose cancel waits while its session moves is cancelled, and its customer hears of that alone", async () => {
  const start = at("2027-04-06", "15:00")
  const [session] = await putOnBoard(start)
  const [leaving, staying] = [await makeCustomer(service), await makeCustomer(service)]
  const { id } = await make(service, "/appointments", wish(leaving, start))
  const stays = await make(service, "/appointments", wish(staying, start))
  const waiting = await post(`/appointments/${id}/cancel`, { delay_seconds: 60, reason: "called" })
  expect(waiting.body.data.cancels_at).not.toBeNull()
  await put(`/class-sessions/${session.id}`, { start_time: at("2027-04-06", "17:00") })
  const read = async (one: number) => (await service.api("GET", `/appointments/${one}`)).body.data
  expect(await read(id)).toMatchObject({ status: "cancelled", start_time: start, cancel_reason: "called" })
  expect(await read(stays.id as number)).toMatchObject({
    status: "scheduled",
    start_time: at("2027-04-06", "17:00"),
  })
  expect(await service.context.db.query("SELECT 1 FROM cancel_due")).toEqual([])
  const events = (await service.events("limit=100")).body.data
  const own = events.filter(({ data }: Data) => data.appointment?.id === id)
  expect(own.map(({ type }: Data) => type)).toEqual(["appointment.created", "appointment.cancelled"])
  const shown = (await service.api("GET", `/class-sessions/${session.id}`)).body.data
  expect(shown.seats_taken).toBe(1)
})

/** RE-02: when a refusal may say that a time has just been taken. */
import { expect, it } from "vitest"
import { service, shareOneStory, story } from "../../test/support/one-story.ts"
import { make, makeCustomer, makeProvider, makeType, put, weekdays } from "../../test/support/story.ts"

shareOneStory()

type Fields = Record<string, unknown>
const post = (path: string, body?: unknown) => service.api("POST", path, body)
const minutes = (count: number) => service.clock.advanceMs(count * 60_000)
const at = (time: string) => `2027-03-04T${time}:00.000Z`

async function newAna(fields: Fields = {}): Promise<number> {
  return makeProvider(service, {
    name: "Gil Novak",
    appointment_type_ids: [story.typeId],
    weekly_hours: weekdays(story.locationId),
    ...fields,
  })
}

/** For a customer who has no other appointment. */
const bookAt = async (provider_id: number, time: string, fields: Fields = {}) =>
  post("/appointments", {
    customer_id: await makeCustomer(service),
    appointment_type_id: story.typeId,
    provider_id,
    start_time: at(time),
    ...fields,
  })

/** The code, and the codes of the reasons. */
async function refused(answer: Promise<{ status: number; body: Fields }>) {
  const { status, body } = await answer
  const error = body.error as { code: string; details?: { reasons?: { code: string }[] } }
  expect(status).toBe(409)
  return [error.code, ...(error.details?.reasons ?? []).map(({ code }) => code)]
}

it("RE-02 a time is taken for half an hour after it was booked, and not offered from then on", async () => {
  const gil = await newAna()
  expect((await bookAt(gil, "16:00")).status).toBe(201)
  minutes(30)
  expect(await refused(bookAt(gil, "16:30"))).toEqual(["slot_taken", "appointment"])
  minutes(1)
  expect(await refused(bookAt(gil, "16:30"))).toEqual(["time_not_offered", "appointment"])
  const preview = post("/appointments/preview", {
    customer_id: await makeCustomer(service),
    appointment_type_id: story.typeId,
    ...{ provider_id: gil, start_time: at("16:30") },
  })
  expect(await refused(preview)).toEqual(["time_not_offered", "appointment"])
})

it("RE-02 a move within the hours is refused with its reasons, and a moved appointment takes its new time anew", async () => {
  const gil = await newAna()
  const first = (await bookAt(gil, "16:00")).body.data as { id: number }
  const second = (await bookAt(gil, "20:00")).body.data as { id: number }
  minutes(60)
  const move = (time: string, more: Fields = {}) =>
    post(`/appointments/${second.id}/reschedule`, { start_time: at(time), ...more })
  expect(await refused(move("15:30"))).toEqual(["time_not_offered", "appointment"])
  expect(
    await refused(post(`/appointments/${second.id}/reschedule/preview`, { start_time: at("15:30") })),
  ).toEqual(["time_not_offered", "appointment"])
  expect((await post(`/appointments/${first.id}/reschedule`, { start_time: at("18:00") })).status).toBe(200)
  expect(await refused(move("18:30"))).toEqual(["slot_taken", "appointment"])
})

it("RE-02 what was never free is not taken, although something else has just been written", async () => {
  const gil = await newAna()
  expect((await bookAt(gil, "16:00")).status).toBe(201)
  expect(await refused(bookAt(gil, "16:10"))).toEqual(["time_not_offered", "appointment", "off_grid"])
  minutes(31)
  expect((await bookAt(gil, "17:00")).status).toBe(201)
  // One hour from 16:30 meets an old appointment and a new one.
  expect(await refused(bookAt(gil, "16:30"))).toEqual(["time_not_offered", "appointment"])
})

it("RE-02 time off counts from when it was written, and a day that has just been filled is taken", async () => {
  const gil = await newAna()
  const off = { start: at("18:00"), end: at("19:00") }
  await make(service, `/providers/${gil}/time-off`, off)
  expect(await refused(bookAt(gil, "18:00"))).toEqual(["slot_taken", "time_off"])
  minutes(31)
  expect(await refused(bookAt(gil, "18:00"))).toEqual(["time_not_offered", "time_off"])

  const limited = await makeType(service, { name: "One a day", daily_limit: 1 })
  await put(service, `/providers/${gil}`, { appointment_type_ids: [limited] })
  const book = (time: string) => bookAt(gil, time, { appointment_type_id: limited })
  expect((await book("20:00")).status).toBe(201)
  expect(await refused(book("16:00"))).toEqual(["slot_taken", "daily_limit"])
  minutes(31)
  expect(await refused(book("16:00"))).toEqual(["time_not_offered", "daily_limit"])
})

it("RE-02 a packed start beside one booking, taken by another, was offered before", async () => {
  const packed = await makeType(service, { name: "Packed", starts: "packed", slot_interval_minutes: 60 })
  const gil = await newAna({ appointment_type_ids: [packed] })
  const short = await makeType(service, { name: "Short", duration_minutes: 20 })
  await put(service, `/providers/${gil}`, { appointment_type_ids: [packed, short] })
  const book = (typeId: number, time: string) => bookAt(gil, time, { appointment_type_id: typeId })
  expect((await book(short, "16:00")).status).toBe(201)
  expect((await book(packed, "16:20")).status).toBe(201)
  expect(await refused(book(packed, "16:20"))).toEqual(["slot_taken", "appointment"])
})

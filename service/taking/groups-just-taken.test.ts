/** RE-02 of several types in one visit: when a refusal says that their time has just been taken, and what stands in the way. */
import { beforeAll, expect, it } from "vitest"
import { service, shareOneStory, story } from "../../test/support/one-story.ts"
import { make, makeCustomer, makeProvider, makeType, put, weekdays } from "../../test/support/story.ts"

shareOneStory()

type Data = ReturnType<typeof JSON.parse>

let cutId: number
let colourId: number
let dora: number
let emil: number
const day = "2027-03-09"
const at = (time: string, on = day) => `${on}T${time}:00.000Z`
const minutes = (count: number) => service.clock.advanceMs(count * 60_000)
const post = (path: string, body?: unknown) => service.api("POST", path, body)

beforeAll(async () => {
  cutId = await makeType(service, { name: "Cut", duration_minutes: 30 })
  colourId = await makeType(service, { name: "Colour", duration_minutes: 60 })
  const hours = { weekly_hours: weekdays(story.locationId) }
  dora = await makeProvider(service, { name: "Dora", appointment_type_ids: [cutId, colourId], ...hours })
  emil = await makeProvider(service, { name: "Emil", appointment_type_ids: [colourId], ...hours })
})

const group = (time: string, more: object = {}) => ({
  ...{ appointment_type_ids: [cutId, colourId], provider_id: dora, location_id: story.locationId },
  ...{ start_time: at(time), ...more },
})
const partsAt = (first: string, second: string, of = dora) => ({
  parts: [
    { provider_id: dora, start_time: at(first) },
    { provider_id: of, start_time: at(second) },
  ],
})
const bookFor = async (customer_id: number, wish: object) => post("/appointments", { customer_id, ...wish })
const book = async (wish: object) => bookFor(await makeCustomer(service), wish)
const colourOf = async (provider_id: number, time: string) => {
  const one = { appointment_type_id: colourId, provider_id, location_id: story.locationId }
  const { body } = await book({ ...one, start_time: at(time), override_eligibility: true })
  return body.data.id as number
}

/** The code, and the codes of the reasons. */
async function refused(answer: Promise<{ status: number; body: Data }>) {
  const { status, body } = await answer
  expect(status).toBe(409)
  expect(body.error.details.alternatives.length).toBeGreaterThan(0)
  return [body.error.code, ...(body.error.details.reasons ?? []).map(({ code }: Data) => code)]
}

it("RE-02 CL-06 a group's time is taken for half an hour after it was booked, whoever is to do the rest", async () => {
  expect((await book(group("15:00"))).status).toBe(201)
  minutes(30)
  expect(await refused(book(group("15:00")))).toEqual(["slot_taken"])
  const named = group("15:00", partsAt("15:00", "15:30"))
  expect(await refused(book(named))).toEqual(["slot_taken", "appointment"])
  minutes(1)
  expect(await refused(book(group("15:00")))).toEqual(["time_not_offered"])
  expect(await refused(book(named))).toEqual(["time_not_offered", "appointment"])
})

it("RE-02 CL-06 where who does the second has just been booked it is taken; one of old and one of new is not", async () => {
  const one = await colourOf(emil, "18:30")
  const named = group("18:00", partsAt("18:00", "18:30", emil))
  expect(await refused(book(named))).toEqual(["slot_taken", "appointment"])
  // Dora goes on where Emil can't.
  const offered = await book(group("18:00"))
  expect(offered.body.data.appointments.map(({ provider }: Data) => provider.id)).toEqual([dora, dora])
  await post(`/appointments/${offered.body.data.id}/cancel`, {})
  minutes(31)
  const other = await colourOf(dora, "18:30")
  expect(await refused(book(named))).toEqual(["time_not_offered", "appointment"])
  // Emil has been busy for long, and Dora only since now.
  expect(await refused(book(group("18:00")))).toEqual(["slot_taken"])
  minutes(31)
  expect(await refused(book(group("18:00")))).toEqual(["time_not_offered"])
  for (const id of [one, other]) await post(`/appointments/${id}/cancel`, {})
})

it("RE-02 CL-06 what was never offered is not taken, although something else has just been written", async () => {
  const one = await colourOf(dora, "20:30")
  const parts = partsAt("20:10", "20:40")
  expect(await refused(book(group("20:10", parts)))).toEqual(["time_not_offered", "appointment", "off_grid"])
  expect(await refused(book(group("20:10")))).toEqual(["time_not_offered"])
  await post(`/appointments/${one}/cancel`, {})
})

it("RE-02 CL-06 time off and a day's limit count from when they were written", async () => {
  const off = await make(service, `/providers/${dora}/time-off`, { start: at("20:00"), end: at("21:00") })
  expect(await refused(book(group("20:00")))).toEqual(["slot_taken"])
  expect(await refused(book(group("20:00", partsAt("20:00", "20:30"))))).toEqual(["slot_taken", "time_off"])
  expect((await service.api("DELETE", `/providers/${dora}/time-off/${off.id}`)).status).toBe(200)
  await put(service, `/appointment-types/${cutId}`, { daily_limit: 1 })
  await put(service, `/appointment-types/${colourId}`, { daily_limit: 1 })
  const wish = group("16:00", { start_time: at("16:00", "2027-03-11") })
  expect((await book(wish)).status).toBe(201)
  const later = group("20:00", { start_time: at("20:00", "2027-03-11") })
  expect(await refused(book(later))).toEqual(["slot_taken"])
  minutes(31)
  expect(await refused(book(later))).toEqual(["time_not_offered"])
  for (const id of [cutId, colourId]) await put(service, `/appointment-types/${id}`, { daily_limit: null })
})

it("RE-02 CL-06 CL-08 a hold of a group is refused as its booking, and a hold that was made for another counts", async () => {
  const hold = await make(service, "/holds", { ...group("16:30"), minutes: 5 })
  const named = group("16:30", partsAt("16:30", "17:00"))
  expect(await refused(book(named))).toEqual(["slot_taken", "hold"])
  expect(await refused(post("/holds", { ...named, minutes: 5 }))).toEqual(["slot_taken", "hold"])
  expect(await refused(post("/holds", { ...group("16:30"), minutes: 5 }))).toEqual(["slot_taken"])
  await service.api("DELETE", `/holds/${hold.id}`)
})

it("RE-02 CL-06 a group that moves to a time which has just been taken reads so, and its own time is never in its way", async () => {
  const { id } = (await book(group("18:00"))).body.data
  const taken = await colourOf(dora, "20:00")
  const move = (time: string) => post(`/appointments/${id}/reschedule`, { start_time: at(time) })
  expect(await refused(move("19:30"))).toEqual(["slot_taken", "appointment"])
  minutes(31)
  expect(await refused(move("19:30"))).toEqual(["time_not_offered", "appointment"])
  expect((await move("18:30")).status).toBe(200)
  for (const one of [taken, id]) await post(`/appointments/${one}/cancel`, {})
})

it("RE-02 CL-06 a customer's own other appointment is named as with one type, with parts and without", async () => {
  const customer = await makeCustomer(service)
  const own = { appointment_type_id: story.typeId, provider_id: story.anaId, location_id: story.locationId }
  const { id } = (await bookFor(customer, { ...own, start_time: at("18:00") })).body.data
  for (const wish of [group("17:30"), group("17:30", partsAt("17:30", "18:00"))]) {
    const { status, body } = await bookFor(customer, wish)
    expect([status, body.error.code, body.error.details.appointment_id]).toEqual([409, "customer_busy", id])
    expect(body.error.details.alternatives[0].parts).toHaveLength(2)
  }
})

it("RE-02 CL-06 of 12 who want one time one has it, and all others read that it has just been taken", async () => {
  const customers = await Promise.all(Array.from({ length: 12 }, () => makeCustomer(service)))
  const tried = await Promise.all(
    customers.map((customer, i) =>
      bookFor(customer, i % 2 === 0 ? group("21:00") : group("21:00", partsAt("21:00", "21:30"))),
    ),
  )
  const codes = tried.map(({ status, body }) => body.error?.code ?? status)
  // Dora alone does the cut, so no second one begins.
  expect(codes.filter((code) => code === 201)).toHaveLength(1)
  expect(codes.filter((code) => code === "slot_taken")).toHaveLength(11)
})

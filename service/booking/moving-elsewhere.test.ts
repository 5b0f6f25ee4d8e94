/** TR-16: staff move an appointment to another provider or location. */
import { beforeAll, expect, it } from "vitest"
import { openChannels, samsNumber, talk } from "../../test/support/agent.ts"
import { service, shareOneStory, story } from "../../test/support/one-story.ts"
import {
  make,
  makeCustomer,
  makeLocation,
  makeProvider,
  makeType,
  put,
  weekdays,
} from "../../test/support/story.ts"

shareOneStory()

let denverId: number
let cleoId: number
beforeAll(async () => {
  denverId = await makeLocation(service, { name: "Denver", timezone: "America/Denver" })
  const hours = { appointment_type_ids: [story.typeId], weekly_hours: weekdays(denverId) }
  cleoId = await makeProvider(service, { name: "Cleo Park", ...hours })
})

interface Moved {
  id: number
  version: number
}

let booked = 0

/** A service with Ana at nine, on a day of its own: 2 March 2027 and the days after it. */
async function bookWithAna(more: object = {}): Promise<{ id: number; start_time: string; date: string }> {
  booked += 1
  const date = `2027-03-${String([2, 3, 4, 5, 8, 9, 10, 11, 12][booked - 1]).padStart(2, "0")}`
  const start_time = `${date}T15:00:00.000Z`
  const { id } = await make(service, "/appointments", {
    customer_id: story.customerId,
    appointment_type_id: story.typeId,
    provider_id: story.anaId,
    location_id: story.locationId,
    start_time,
    ...more,
  })
  return { id, start_time, date }
}

const move = (id: number, body: object, key = service.key) =>
  service.api("POST", `/appointments/${id}/reschedule`, body, { key })

async function freeAt(start: string, providerId: number, more: object = {}): Promise<boolean> {
  const start_date = start.slice(0, 10)
  const end_date = new Date(Date.parse(start_date) + 86_400_000).toISOString().slice(0, 10)
  const asked = { appointment_type_id: story.typeId, start_date, end_date, provider_id: providerId, ...more }
  const { body } = await service.api("POST", "/slots", asked)
  type Entry = { provider_id: number; slots: { start_time: string }[] }
  return (body.data.providers as Entry[]).some(
    ({ provider_id, slots }) =>
      provider_id === providerId && slots.some(({ start_time }) => start_time === start),
  )
}

it("TR-16 to another provider at the same time: one event, which holds the provider and location before", async () => {
  const { id, start_time } = await bookWithAna()
  const moved = await move(id, { start_time, provider_id: story.benId })
  expect([moved.status, moved.body.data]).toMatchObject([
    200,
    {
      version: 2,
      start_time,
      provider: { id: story.benId, name: "Ben Okafor" },
      location: { id: story.locationId },
    },
  ])
  expect((await service.api("GET", `/appointments/${id}`)).body.data).toEqual(moved.body.data)
  expect([await freeAt(start_time, story.anaId), await freeAt(start_time, story.benId)]).toEqual([
    true,
    false,
  ])

  const { body } = await service.events()
  const events = body.data.filter(({ data }: { data: { appointment: Moved } }) => data.appointment.id === id)
  expect(events.map(({ type }: { type: string }) => type)).toEqual([
    "appointment.created",
    "appointment.rescheduled",
  ])
  expect(events[1].data).toMatchObject({
    appointment: { provider: { id: story.benId, name: "Ben Okafor" } },
    previous: {
      start_time,
      timezone: "America/Chicago",
      provider: { id: story.anaId, name: "Ana Ruiz" },
      location: { id: story.locationId, name: "Downtown" },
    },
  })
})

it("TR-16 to another location with its provider and its clock; the same again moves nothing", async () => {
  const { id, date } = await bookWithAna()
  const there = { start_time: `${date}T16:00:00.000Z`, provider_id: cleoId, location_id: denverId }
  const moved = await move(id, there)
  expect(moved.body.data).toMatchObject({
    timezone: "America/Denver",
    provider: { name: "Cleo Park" },
    location: { id: denverId, name: "Denver" },
    version: 2,
  })
  expect((await move(id, there)).body.data.version).toBe(2)
  expect((await move(id, { start_time: `${date}T17:00:00.000Z` })).body.data).toMatchObject({
    provider: { id: cleoId },
    location: { id: denverId },
    version: 3,
  })
})

it("TR-16 is judged like a booking there: unknown, not offered, taken", async () => {
  const { id, start_time } = await bookWithAna()
  const codeOf = async (body: object) => {
    const { status, body: answer } = await move(id, { start_time, ...body })
    return [status, answer.error?.code, answer.error?.field]
  }
  expect(await codeOf({ provider_id: 999_999 })).toEqual([404, "not_found", "provider_id"])
  expect(await codeOf({ location_id: 999_999 })).toEqual([404, "not_found", "location_id"])
  expect(await codeOf({ location_id: denverId })).toEqual([409, "time_not_offered", undefined])
  expect(await codeOf({ provider_id: cleoId })).toEqual([409, "time_not_offered", undefined])
  const dogId = await makeProvider(service, { name: "Dora", weekly_hours: weekdays(story.locationId) })
  expect(await codeOf({ provider_id: dogId })).toEqual([409, "time_not_offered", undefined])

  await make(service, "/appointments", {
    ...{ customer_id: await makeCustomer(service), appointment_type_id: story.typeId },
    ...{ provider_id: story.benId, location_id: story.locationId, start_time },
  })
  const taken = await move(id, { start_time, provider_id: story.benId })
  expect([taken.status, taken.body.error.code]).toEqual([409, "slot_taken"])
  const { alternatives } = taken.body.error.details
  expect(alternatives).toHaveLength(3)
  for (const { provider_id } of alternatives) expect(provider_id).toBe(story.benId)
  expect((await service.api("GET", `/appointments/${id}`)).body.data).toMatchObject({
    provider: { id: story.anaId },
    version: 1,
  })
})

it("TR-16 staff find the times of the other provider for the appointment, and move it against the assignment", async () => {
  await put(service, "/company", { provider_assignment: "per_customer" })
  await put(service, `/customers/${story.customerId}`, { assigned_provider_id: story.anaId })
  const { id, start_time } = await bookWithAna()
  const at = { appointment_id: id, appointment_type_id: undefined }
  expect(await freeAt(start_time, story.benId, at)).toBe(true)
  expect(await freeAt(start_time, story.benId, { ...at, provider_id: undefined })).toBe(false)
  expect((await move(id, { start_time, provider_id: story.benId })).status).toBe(200)
  await put(service, "/company", { provider_assignment: "none" })
})

it("TR-16 users with a staff role may, callers may not", async () => {
  const password = "a long enough secret of Mia"
  await make(service, "/users", { email: "mia@example.com", name: "Mia", role: "member", password })
  const signedIn = await service.api(
    "POST",
    "/sessions",
    { email: "mia@example.com", password },
    { key: null },
  )
  const { id, start_time } = await bookWithAna()
  const asMia = await move(id, { start_time, provider_id: story.benId }, signedIn.body.data.token)
  expect([asMia.status, asMia.body.data?.provider.id]).toEqual([200, story.benId])

  await openChannels(service)
  const call = await talk(service, samsNumber)
  const refused = await call.tool("PUT", `/appointments/${id}`, {
    start_time,
    provider_id: story.anaId,
  })
  expect(refused.status).toBe(400)
  expect((await service.api("GET", `/appointments/${id}`)).body.data.provider.id).toBe(story.benId)
})

it("TR-16 all days of a job go to the other provider", async () => {
  const typeId = await makeType(service, { name: "Refit", blocks: [120, 120] })
  for (const id of [story.anaId, story.benId]) {
    await put(service, `/providers/${id}`, { appointment_type_ids: [story.typeId, typeId] })
  }
  const start_time = "2027-03-22T14:00:00.000Z"
  const { id } = await make(service, "/appointments", {
    ...{ customer_id: story.customerId, appointment_type_id: typeId },
    ...{ provider_id: story.anaId, location_id: story.locationId, start_time },
  })
  expect((await move(id, { start_time, provider_id: story.benId })).body.data.blocks).toHaveLength(2)
  const secondDay = "2027-03-23T14:00:00.000Z"
  expect([await freeAt(secondDay, story.anaId), await freeAt(secondDay, story.benId)]).toEqual([true, false])
})

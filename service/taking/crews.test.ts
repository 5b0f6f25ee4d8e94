/** CL-04 and CL-05: types that several providers come to at once, and types in steps, through the company API. */
import { beforeAll, expect, it } from "vitest"
import { service, shareOneStory, story } from "../../test/support/one-story.ts"
import { make, makeProvider, makeType, weekdays } from "../../test/support/story.ts"

shareOneStory()

let pairId: number
let colourId: number
let cutId: number
let staff: number[]

beforeAll(async () => {
  const plain = {
    min_notice_minutes: 0,
    booking_window_days: 365,
    public_booking: false,
    customer_overlap: true,
  }
  pairId = await makeType(service, { name: "Piano", duration_minutes: 60, needs: { providers: 2 }, ...plain })
  cutId = await makeType(service, { name: "Cut", duration_minutes: 30, ...plain })
  colourId = await makeType(service, {
    ...plain,
    name: "Colour",
    duration_minutes: 90,
    steps: [
      { name: "Mix", minutes: 30 },
      { name: "Wait", minutes: 30, staffed: false },
      { name: "Wash", minutes: 30 },
    ],
  })
  const hours = {
    appointment_type_ids: [pairId, colourId, cutId],
    weekly_hours: weekdays(story.locationId),
  }
  staff = []
  for (const name of ["Dora", "Emil", "Fay"]) staff.push(await makeProvider(service, { name, ...hours }))
})

type Shown = Record<string, unknown> & { id: number; providers?: { id: number; lead: boolean }[] }

const post = (path: string, body: object) => service.api("POST", path, body)
const bookInput = (typeId: number, providerId: number, start_time: string) => ({
  customer_id: story.customerId,
  appointment_type_id: typeId,
  provider_id: providerId,
  location_id: story.locationId,
  start_time,
})
const book = async (typeId: number, providerId: number, start: string) =>
  (await make(service, "/appointments", bookInput(typeId, providerId, start))) as unknown as Shown

async function startsOf(typeId: number, providerId: number, date: string): Promise<string[]> {
  const end_date = new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10)
  const asked = { appointment_type_id: typeId, provider_id: providerId, start_date: date, end_date }
  const { body } = await post("/slots", asked)
  return body.data.providers.flatMap(({ slots }: { slots: { start_time: string }[] }) =>
    slots.map(({ start_time }) => start_time),
  )
}

const crewOf = ({ providers }: Shown) => providers!.map(({ id }) => id)
const at = (date: string, time: string) => `${date}T${time}:00.000Z`

it("CL-04 the least busy of those who are free comes beside the lead, and each one's time is taken", async () => {
  const [dora, emil, fay] = staff as [number, number, number]
  const day = "2027-03-02"
  await book(cutId, emil, at(day, "20:00"))
  const pair = await book(pairId, dora, at(day, "15:00"))
  expect(pair.providers).toMatchObject([
    { id: dora, name: "Dora", lead: true },
    { id: fay, name: "Fay", lead: false },
  ])
  for (const id of [dora, fay]) expect(await startsOf(cutId, id, day)).not.toContain(at(day, "15:00"))
  expect(await startsOf(cutId, emil, day)).toContain(at(day, "15:00"))
  // Emil has no one beside himself then.
  expect(await startsOf(pairId, emil, day)).not.toContain(at(day, "15:00"))
  const refused = await post("/appointments", bookInput(pairId, emil, at(day, "15:00")))
  expect([refused.status, refused.body.error.code]).toEqual([409, "slot_taken"])
  expect(refused.body.error.details.reasons).toMatchObject([{ code: "crew_short" }])
  const listed = await service.api("GET", `/appointments?provider_id=${fay}`)
  expect(listed.body.data.map(({ id }: Shown) => id)).toContain(pair.id)
})

it("CL-04 a move keeps who is free, takes others for the rest, and staff may say who comes", async () => {
  const [dora, emil, fay] = staff as [number, number, number]
  const day = "2027-03-03"
  const pair = await book(pairId, dora, at(day, "15:00"))
  expect(crewOf(pair)).toEqual([dora, emil])
  await book(cutId, emil, at(day, "17:00"))
  const move = (body: object) => post(`/appointments/${pair.id}/reschedule`, body)
  const moved = await move({ start_time: at(day, "17:00") })
  expect(crewOf(moved.body.data)).toEqual([dora, fay])
  const fixed = await move({ start_time: at(day, "18:00"), provider_ids: [emil, dora] })
  expect(crewOf(fixed.body.data)).toEqual([emil, dora])
  expect(await startsOf(cutId, fay, day)).toContain(at(day, "17:00"))
  const wrong = await move({ start_time: at(day, "18:00"), provider_ids: [emil] })
  expect([wrong.status, wrong.body.error.field]).toEqual([400, "provider_ids"])
  const cancelled = await post(`/appointments/${pair.id}/cancel`, {})
  expect(cancelled.status).toBe(200)
  for (const id of [emil, dora]) expect(await startsOf(cutId, id, day)).toContain(at(day, "18:00"))
})

it("CL-04 one who falls ill makes it understaffed and does not cancel it", async () => {
  const [dora, emil, fay] = staff as [number, number, number]
  const day = "2027-03-04"
  const pair = await book(pairId, dora, at(day, "15:00"))
  expect(pair).not.toHaveProperty("understaffed")
  await post(`/providers/${emil}/time-off`, { start: at(day, "00:00"), end: at("2027-03-05", "00:00") })
  const read = async () => (await service.api("GET", `/appointments/${pair.id}`)).body.data
  expect(await read()).toMatchObject({ status: "scheduled", understaffed: true })
  await post(`/appointments/${pair.id}/reschedule`, {
    start_time: at(day, "15:00"),
    provider_ids: [dora, fay],
  })
  expect(await read()).not.toHaveProperty("understaffed")
})

it("CL-05 in a step without the provider others can book the provider, and not around it", async () => {
  const [dora] = staff as [number]
  const day = "2027-03-08"
  const colour = await book(colourId, dora, at(day, "15:00"))
  expect(colour).toMatchObject({ end_time: at(day, "16:30") })
  expect(colour).not.toHaveProperty("providers")
  const cuts = await startsOf(cutId, dora, day)
  expect(cuts).toContain(at(day, "15:30"))
  for (const time of ["15:00", "16:00"]) expect(cuts).not.toContain(at(day, time))
  await book(cutId, dora, at(day, "15:30"))
  // Another colour would need the provider in the middle of this one.
  expect(await startsOf(colourId, dora, day)).not.toContain(at(day, "15:30"))
})

it("CL-02 32 callers for the last crew: one wins, and the others read why", async () => {
  const [dora, emil, fay] = staff as [number, number, number]
  const day = "2027-03-09"
  await book(cutId, fay, at(day, "15:00"))
  const answers = await Promise.all(
    Array.from({ length: 32 }, (_, i) =>
      post("/appointments", bookInput(pairId, i % 2 === 0 ? dora : emil, at(day, "15:00"))),
    ),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]))
  const rows = await service.context.db.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM allocation a JOIN allocation b ON b.company_id = a.company_id
       AND b.resource_id = a.resource_id AND b.id > a.id AND b.active AND a.active
       AND b.start_minute < a.end_minute AND a.start_minute < b.end_minute`,
  )
  expect(rows[0]!.count).toBe(0)
})

it("CL-04 CL-05 a type says its crew and its steps, and what cannot be is refused", async () => {
  const types = await service.api("GET", `/appointment-types/${colourId}`)
  expect(types.body.data).toMatchObject({
    duration_minutes: 90,
    steps: [{ name: "Mix", minutes: 30, staffed: true }, {}, {}],
  })
  expect(types.body.data).not.toHaveProperty("needs")
  const put = (body: object) => service.api("PUT", `/appointment-types/${colourId}`, body)
  expect((await put({ duration_minutes: 60 })).body.error.field).toBe("steps")
  expect((await put({ steps: [{ minutes: 90, staffed: false }] })).body.error.field).toBe("steps")
  expect((await put({ needs: { providers: 9 } })).body.error.field).toBe("needs.providers")
  const back = await put({ steps: null, needs: { providers: 1 } })
  expect(back.body.data).not.toHaveProperty("steps")
  expect(back.body.data).not.toHaveProperty("needs")
})

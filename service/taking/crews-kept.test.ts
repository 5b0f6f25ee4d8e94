/** CL-04 and CL-05 where time is kept before it is booked, and for many appointments at once: holds, proposed times, series. */
import { beforeAll, expect, it } from "vitest"
import { service, shareOneStory, story } from "../../test/support/one-story.ts"
import { make, makeProvider, makeType, put, weekdays } from "../../test/support/story.ts"

shareOneStory()

const plain = { min_notice_minutes: 0, booking_window_days: 365, customer_overlap: true }
let pairId: number
let cutId: number
let colourId: number
let dora: number
let emil: number
let fay: number

beforeAll(async () => {
  pairId = await makeType(service, { name: "Piano", duration_minutes: 60, needs: { providers: 2 }, ...plain })
  cutId = await makeType(service, { name: "Cut", duration_minutes: 30, ...plain })
  colourId = await makeType(service, {
    ...plain,
    name: "Colour",
    duration_minutes: 90,
    daily_limit: 2,
    confirmation: "staff",
    answer_within_minutes: 1_440,
    unanswered: "decline",
    steps: [
      { name: "Mix", minutes: 30 },
      { name: "Wait", minutes: 30, staffed: false },
      { name: "Wash", minutes: 30 },
    ],
  })
  const hours = {
    appointment_type_ids: [pairId, cutId, colourId],
    weekly_hours: weekdays(story.locationId),
  }
  const named = (name: string) => makeProvider(service, { name, ...hours })
  ;[dora, emil, fay] = [await named("Dora"), await named("Emil"), await named("Fay")]
})

const at = (date: string, time: string) => `${date}T${time}:00.000Z`
const wish = (appointment_type_id: number, provider_id: number, start_time: string) => ({
  ...{ customer_id: story.customerId, location_id: story.locationId },
  ...{ appointment_type_id, provider_id, start_time },
})
const post = (path: string, body: object = {}) => service.api("POST", path, body)
const book = (typeId: number, providerId: number, start: string, more: object = {}) =>
  make(service, "/appointments", { ...wish(typeId, providerId, start), ...more })
const read = async (id: number) => (await service.api("GET", `/appointments/${id}`)).body.data

async function startsOf(typeId: number, providerId: number, date: string): Promise<string[]> {
  const end_date = new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10)
  const asked = { appointment_type_id: typeId, provider_id: providerId, start_date: date, end_date }
  const { body } = await post("/slots", asked)
  return body.data.providers.flatMap(({ slots }: { slots: { start_time: string }[] }) =>
    slots.map(({ start_time }) => start_time),
  )
}

const idsOf = ({ providers }: { providers: { id: number }[] }) => providers.map(({ id }) => id)
/** The providers whom the owner occupies, in the order of ids, with the minutes of the steps. */
const occupiedBy = (column: "appointment_id" | "hold_id", id: number) =>
  service.context.db.query<{ resource: number; part: number; start: number }>(
    `SELECT resource_id AS resource, part, start_minute AS start FROM allocation
     WHERE ${column} = $1 AND active ORDER BY start_minute, resource_id`,
    [id],
  )

it("CL-04 CL-08 a hold keeps the time of all who would come, and becomes the appointment", async () => {
  const start = at("2027-03-02", "15:00")
  await book(cutId, emil, start)
  const hold = await make(service, "/holds", { ...wish(pairId, dora, start), minutes: 5 })
  expect((await occupiedBy("hold_id", hold.id)).map(({ resource }) => resource)).toEqual([dora, fay])
  const taken = await post("/appointments", wish(cutId, fay, start))
  expect([taken.status, taken.body.error.code]).toEqual([409, "slot_taken"])
  const booked = await book(pairId, dora, start, { hold_id: hold.id })
  expect(idsOf(await read(booked.id))).toEqual([dora, fay])
  const rows = await occupiedBy("appointment_id", booked.id)
  expect(rows.map(({ resource }) => resource)).toEqual([dora, fay])
  expect(await occupiedBy("hold_id", hold.id)).toEqual([])
})

it("CL-04 CL-08 one who is held with others is free again when the hold ends", async () => {
  const start = at("2027-03-02", "18:00")
  const hold = await make(service, "/holds", { ...wish(pairId, dora, start), minutes: 5 })
  const [, { resource: other }] = (await occupiedBy("hold_id", hold.id)) as [unknown, { resource: number }]
  expect(await startsOf(cutId, other, "2027-03-02")).not.toContain(start)
  await service.api("DELETE", `/holds/${hold.id}`)
  expect(await startsOf(cutId, other, "2027-03-02")).toContain(start)
})

it("CL-02 CL-08 32 holds of the last crew: one wins, and the others read why", async () => {
  const start = at("2027-03-03", "15:00")
  await book(cutId, fay, start)
  const answers = await Promise.all(
    Array.from({ length: 32 }, (_, i) =>
      post("/holds", { ...wish(pairId, i % 2 === 0 ? dora : emil, start), minutes: 5 }),
    ),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]))
})

it("CL-04 CL-09 a proposed time keeps the whole crew, and the one that the customer takes is booked with it", async () => {
  await put(service, `/appointment-types/${pairId}`, {
    ...{ confirmation: "staff", answer_within_minutes: 1_440, unanswered: "decline" },
  })
  const [day, start] = ["2027-03-04", at("2027-03-04", "15:00")]
  const asked = await book(pairId, dora, start)
  expect(idsOf(await read(asked.id))).toEqual([dora, emil])
  await book(cutId, emil, at(day, "18:00"))
  const proposed = await post(`/appointments/${asked.id}/propose`, {
    times: [{ start_time: at(day, "18:00") }],
  })
  expect(proposed.status).toBe(200)
  expect(await startsOf(cutId, fay, day)).not.toContain(at(day, "18:00"))
  const [proposal] = proposed.body.data.proposals
  const confirmed = await post(`/appointments/${asked.id}/confirm`, { proposal_id: proposal.id })
  expect(idsOf(confirmed.body.data)).toEqual([dora, fay])
  const rows = await occupiedBy("appointment_id", asked.id)
  expect(rows.map(({ resource }) => resource)).toEqual([dora, fay])
  expect(await startsOf(cutId, emil, day)).toContain(at(day, "15:00"))
  await put(service, `/appointment-types/${pairId}`, { confirmation: "none" })
})

it("CL-05 CL-09 a proposed time in steps is counted once a day, and leaves the provider free between the steps", async () => {
  const day = "2027-03-05"
  const asked = await book(colourId, dora, at(day, "15:00"))
  const proposed = await post(`/appointments/${asked.id}/propose`, {
    times: [{ start_time: at(day, "18:00") }],
  })
  const [proposal] = proposed.body.data.proposals
  expect(await startsOf(cutId, dora, day)).toContain(at(day, "18:30"))
  await post(`/appointments/${asked.id}/confirm`, { proposal_id: proposal.id })
  expect((await occupiedBy("appointment_id", asked.id)).map(({ part }) => part)).toEqual([0, 1])
  // The limit is two: one more fits.
  expect(await startsOf(colourId, dora, day)).not.toEqual([])
})

it("CL-04 WL-06 each appointment of a series takes a crew that is locked, and all move with theirs", async () => {
  const first = at("2027-03-08", "15:00")
  await book(cutId, emil, at("2027-03-09", "15:00"))
  const { body } = await post("/series", { ...wish(pairId, dora, first), every: { days: 1 }, count: 2 })
  const ids: number[] = body.data.appointments.map(({ id }: { id: number }) => id)
  const crews = () => Promise.all(ids.map(async (id) => idsOf(await read(id))))
  expect(await crews()).toEqual([
    [dora, emil],
    [dora, fay],
  ])
  await book(cutId, fay, at("2027-03-09", "17:00"))
  const moved = await post(`/appointments/${ids[0]}/reschedule`, {
    start_time: at("2027-03-08", "17:00"),
    scope: "all",
  })
  expect(moved.status).toBe(200)
  expect(await crews()).toEqual([
    [dora, emil],
    [dora, emil],
  ])
})

it("CL-02 CL-04 series and bookings that want the same crew: one wins, and no answer is a fault", async () => {
  const start = at("2027-03-10", "15:00")
  await book(cutId, fay, start)
  const series = { every: { weeks: 1 }, count: 2 }
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, i) => {
      const lead = wish(pairId, i % 2 === 0 ? dora : emil, start)
      return i % 4 < 2 ? post("/series", { ...lead, ...series }) : post("/appointments", lead)
    }),
  )
  expect(answers.filter(({ status }) => status < 300)).toHaveLength(1)
  const codes = new Set(answers.flatMap(({ body }) => (body.error ? [body.error.code] : [])))
  expect([...codes].filter((code) => code !== "slot_taken" && code !== "series_conflict")).toEqual([])
})

it("CL-12 the board says who comes and what is taken, for each of them, and of plain companies nothing more", async () => {
  const board = async (query = "") => (await service.api("GET", `/board?date=2027-03-11${query}`)).body.data
  const { id } = await book(pairId, dora, at("2027-03-11", "15:00"))
  const plainly = await board()
  expect(plainly).not.toHaveProperty("resources")
  expect(plainly.appointments).toMatchObject([{ id, providers: [{ id: dora, lead: true }, { id: emil }] }])
  expect(plainly.appointments[0]).not.toHaveProperty("resources")
  const room = await make(service, "/resources", {
    ...{ name: "Room 1", kind: "room", group: "Rooms", location_id: story.locationId },
    hours: [{ weekday: 4, start: "08:00", end: "18:00" }],
  })
  const ofEmil = await board(`&provider_id=${emil}`)
  expect(ofEmil.appointments).toMatchObject([{ id, resources: [] }])
  expect(ofEmil.resources).toMatchObject([
    {
      id: room.id,
      name: "Room 1",
      kind: "room",
      group: "Rooms",
      location_id: story.locationId,
      active: true,
    },
  ])
  expect(ofEmil.resources[0].hours).toContainEqual({
    ...{ start_time: at("2027-03-11", "14:00"), end_time: "2027-03-12T00:00:00.000Z" },
  })
})

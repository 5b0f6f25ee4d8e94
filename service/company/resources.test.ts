/** Rooms and equipment: set, needed by types, taken by appointments. */
import { expect, it } from "vitest"
import { type Answer, startService, type TestService } from "../../test/support/service.ts"
import {
  make,
  makeCustomer,
  makeProvider,
  makeType,
  put,
  type Story,
  tellStory,
  weekdays,
} from "../../test/support/story.ts"

const nine = "2027-03-03T15:00:00.000Z"
const ten = "2027-03-03T16:00:00.000Z"
const wednesday = "2027-03-03"

interface Clinic {
  service: TestService
  story: Story
  typeId: number
  providerIds: number[]
  [Symbol.asyncDispose](): Promise<void>
}

/** Three providers offer a treatment of an hour, which takes a room. */
async function openClinic(
  needs: object[] = [{ group: "Treatment rooms" }],
  fields: object = {},
): Promise<Clinic> {
  const service = await startService()
  const story = await tellStory(service)
  const typeId = await makeType(service, {
    ...{ name: "Treatment", duration_minutes: 60, slot_interval_minutes: 60, min_notice_minutes: 0 },
    ...{ needs: { resources: needs }, ...fields },
  })
  const providerIds: number[] = []
  for (const name of ["Cleo", "Dan", "Eve"])
    providerIds.push(
      await makeProvider(service, {
        ...{ name, appointment_type_ids: [typeId] },
        weekly_hours: weekdays(story.locationId),
      }),
    )
  return { service, story, typeId, providerIds, [Symbol.asyncDispose]: () => service.stop() }
}

const makeRoom = async ({ service, story }: Clinic, name: string, fields: object = {}): Promise<number> => {
  const room = { name, kind: "room", group: "Treatment rooms", location_id: story.locationId }
  return (await make(service, "/resources", { ...room, ...fields })).id
}

async function book(clinic: Clinic, provider: number, fields: object = {}): Promise<Answer> {
  const { service, story, typeId, providerIds } = clinic
  return service.api("POST", "/appointments", {
    ...{ customer_id: await makeCustomer(service), appointment_type_id: typeId },
    ...{ provider_id: providerIds[provider], location_id: story.locationId, start_time: nine, ...fields },
  })
}

const searchOf = async ({ service, typeId }: Clinic, fields: object = {}): Promise<string[]> => {
  const day = { start_date: wednesday, end_date: "2027-03-04" }
  const { body } = await service.api("POST", "/slots", { appointment_type_id: typeId, ...day, ...fields })
  if (!body.data) throw new Error(JSON.stringify(body))
  return body.data.providers.flatMap(({ slots }: { slots: { start_time: string }[] }) =>
    slots.map(({ start_time }) => start_time),
  )
}

const roomsOf = ({ body }: Answer): string[] =>
  (body.data.resources ?? []).map(({ name }: { name: string }) => name)

it("CL-01 a room has a name, a kind, a group, hours and time off, and is changed and archived", async () => {
  await using clinic = await openClinic()
  const { service, story } = clinic
  const id = await makeRoom(clinic, "Room 1", { turnover_minutes: 15 })
  const read = async () => (await service.api("GET", `/resources/${id}`)).body.data
  expect(await read()).toEqual({
    ...{ id, version: 1, name: "Room 1", kind: "room", group: "Treatment rooms" },
    ...{ location_id: story.locationId, hours: null, turnover_minutes: 15, active: true },
    ...{ updated_at: new Date(service.clock.now()).toISOString(), archived_at: null },
  })
  const hours = [{ weekday: 3, start: "10:00", end: "12:00" }]
  await put(service, `/resources/${id}`, { hours, name: "Room 1a", turnover_minutes: 0, if_version: 1 })
  expect(await read()).toMatchObject({ version: 2, name: "Room 1a", hours, turnover_minutes: 0 })
  const stale = await service.api("PUT", `/resources/${id}`, { name: "Room 1b", if_version: 1 })
  expect([stale.status, stale.body.error.code]).toEqual([409, "version_conflict"])
  const overlapping = [...hours, { weekday: 3, start: "11:00", end: "13:00" }]
  const clash = await service.api("PUT", `/resources/${id}`, { hours: overlapping })
  expect([clash.status, clash.body.error.field]).toEqual([400, "hours[1]"])
  const elsewhere = await service.api("POST", "/resources", {
    ...{ name: "X", kind: "equipment", group: "Lasers", location_id: 404_404 },
  })
  expect([elsewhere.status, elsewhere.body.error.field]).toEqual([404, "location_id"])
  expect(await searchOf(clinic)).toEqual(Array(3).fill([ten, "2027-03-03T17:00:00.000Z"]).flat())

  const off = await make(service, `/resources/${id}/time-off`, {
    start: ten,
    end: "2027-03-03T16:30:00.000Z",
  })
  expect(new Set(await searchOf(clinic))).toEqual(new Set(["2027-03-03T17:00:00.000Z"]))
  expect((await service.api("GET", `/resources/${id}/time-off`)).body.data).toHaveLength(1)
  await service.api("DELETE", `/resources/${id}/time-off/${off.id}`)
  expect(await searchOf(clinic)).toContain(ten)

  const booked = await book(clinic, 0, { start_time: ten })
  expect(roomsOf(booked)).toEqual(["Room 1a"])
  const used = await service.api("DELETE", `/resources/${id}`)
  expect([used.status, used.body.error.code]).toEqual([409, "in_use"])
  await service.api("POST", `/appointments/${booked.body.data.id}/cancel`, {})
  expect((await service.api("DELETE", `/resources/${id}`)).status).toBe(200)
  expect((await service.api("GET", "/resources")).body.data).toEqual([])
  expect(await searchOf(clinic)).toEqual([])
})

it("CL-01 a type that needs nothing shows nothing of it, and one that does says so much out of which group", async () => {
  await using clinic = await openClinic([{ group: "Lasers", count: 2 }, { group: "Treatment rooms" }])
  const { service, story, typeId } = clinic
  const plain = (await service.api("GET", `/appointment-types/${story.typeId}`)).body.data
  expect(Object.keys(plain)).not.toContain("needs")
  const { needs } = (await service.api("GET", `/appointment-types/${typeId}`)).body.data
  expect(needs).toEqual({
    ...{ providers: 1 },
    resources: [
      { group: "Lasers", count: 2 },
      { group: "Treatment rooms", count: 1 },
    ],
  })
  const twice = { resources: [{ group: "Lasers" }, { group: "Lasers" }] }
  const refused = await service.api("PUT", `/appointment-types/${typeId}`, { needs: twice })
  expect([refused.status, refused.body.error.field]).toEqual([400, "needs.resources"])
  const stepless = { resources: [{ group: "Lasers", steps: [0] }] }
  const without = await service.api("PUT", `/appointment-types/${typeId}`, { needs: stepless })
  expect([without.status, without.body.error.field]).toEqual([400, "needs.resources[0].steps"])
  await makeRoom(clinic, "Laser 1", { kind: "equipment", group: "Lasers" })
  await makeRoom(clinic, "Room 1")
  expect(await searchOf(clinic)).toEqual([])
  await makeRoom(clinic, "Laser 2", { kind: "equipment", group: "Lasers" })
  expect(await searchOf(clinic)).toContain(nine)
  expect(roomsOf(await book(clinic, 0))).toEqual(["Laser 1", "Room 1", "Laser 2"])
})

it("CL-02 CL-10 the last room goes to one, the others read its name, and a cancel frees it", async () => {
  await using clinic = await openClinic()
  const { service } = clinic
  await makeRoom(clinic, "Room 1", { turnover_minutes: 30 })
  const first = await book(clinic, 0)
  expect([first.status, roomsOf(first)]).toEqual([201, ["Room 1"]])
  const { id } = first.body.data
  expect((await service.api("GET", `/appointments/${id}`)).body.data.resources).toEqual([
    { id: first.body.data.resources[0].id, name: "Room 1", kind: "room" },
  ])
  // The turnover holds the room at ten, too.
  expect(await searchOf(clinic)).not.toContain(ten)
  const second = await book(clinic, 1)
  expect([second.status, second.body.error.code]).toEqual([409, "slot_taken"])
  expect(second.body.error.details.reasons).toEqual([
    {
      code: "resource_taken",
      message: "Room 1 is not free then.",
      causes: [{ kind: "resource", id: first.body.data.resources[0].id, value: "Room 1" }],
      lift: "Free Room 1 then, or let the type need less.",
    },
  ])
  expect(second.body.error.details.alternatives[0].start_time).toBe("2027-03-03T17:00:00.000Z")
  const cancelled = await service.api("POST", `/appointments/${id}/cancel`, {})
  expect(Object.keys(cancelled.body.data)).not.toContain("resources")
  expect((await book(clinic, 1)).status).toBe(201)
})

it("CL-03 the room whose day is left least torn is taken, and staff choose another, which then stays", async () => {
  await using clinic = await openClinic()
  const { service, story } = clinic
  const [one, two] = [await makeRoom(clinic, "Room 1"), await makeRoom(clinic, "Room 2")]
  expect(roomsOf(await book(clinic, 0))).toEqual(["Room 1"])
  // Right behind the first, so that the other room keeps its whole day.
  const second = await book(clinic, 1, { start_time: ten })
  expect(roomsOf(second)).toEqual(["Room 1"])
  const path = `/appointments/${second.body.data.id}/reschedule`
  const moved = await service.api("POST", path, { start_time: ten, resource_ids: [two] })
  expect([moved.status, roomsOf(moved)]).toEqual([200, ["Room 2"]])
  const third = await book(clinic, 0, { start_time: ten })
  expect(roomsOf(third)).toEqual(["Room 1"])
  // The third was given its room by the rule, so it makes way; what staff chose does not.
  const back = await service.api("POST", path, { start_time: ten, resource_ids: [one] })
  expect([back.status, roomsOf(back)]).toEqual([200, ["Room 1"]])
  const thirdPath = `/appointments/${third.body.data.id}`
  expect(roomsOf(await service.api("GET", thirdPath))).toEqual(["Room 2"])
  const taken = await service.api("POST", `${thirdPath}/reschedule`, { start_time: ten, resource_ids: [one] })
  expect([taken.status, taken.body.error.code]).toEqual([409, "slot_taken"])
  const strange = await service.api("POST", path, { start_time: ten, resource_ids: [story.anaId] })
  expect([strange.status, strange.body.error.field]).toEqual([400, "resource_ids[0]"])
})

it("CL-03 rooms of booked appointments are assigned anew where a start can be had so, and only then", async () => {
  await using clinic = await openClinic(undefined, { duration_minutes: 120 })
  const { service } = clinic
  const morning = [{ weekday: 3, start: "09:00", end: "13:00" }]
  const [early, whole] = [
    await makeRoom(clinic, "Early", { hours: morning }),
    await makeRoom(clinic, "Whole"),
  ]
  const first = await book(clinic, 0)
  expect(roomsOf(first)).toEqual(["Early"])
  const path = `/appointments/${first.body.data.id}/reschedule`
  // The rule alone would never put it there, so a booking puts it back: noon needs the room that is open then.
  await service.context.db.query(
    "UPDATE allocation SET resource_id = $2 WHERE company_id = $1 AND resource_id = $3 AND active",
    [service.companyId, whole, early],
  )
  const eleven = "2027-03-03T17:00:00.000Z"
  const long = await book(clinic, 1, { start_time: "2027-03-03T16:00:00.000Z" })
  expect([long.status, roomsOf(long)]).toEqual([201, ["Early"]])
  expect((await service.api("POST", `/appointments/${long.body.data.id}/cancel`, {})).status).toBe(200)
  const three = await book(clinic, 1, { start_time: "2027-03-03T18:00:00.000Z" })
  expect(roomsOf(three)).toEqual(["Whole"])
  await service.api("POST", path, { start_time: eleven })
  const afterwards = (await service.api("GET", `/appointments/${first.body.data.id}`)).body.data.resources
  expect(afterwards.map(({ name }: { name: string }) => name)).toEqual(["Early"])
})

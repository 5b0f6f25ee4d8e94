/** CL-07 CN-13: how full classes are, by date, location, provider and type, and as a file. */
import { beforeAll, expect, it } from "vitest"
import { service, shareOneStory, story } from "../../test/support/one-story.ts"
import {
  make,
  makeCustomer,
  makeLocation,
  makeProvider,
  makeType,
  weekdays,
} from "../../test/support/story.ts"

shareOneStory()

type Data = ReturnType<typeof JSON.parse>

let yogaId: number
let spinId: number
let maya: number
let noa: number
let tokyoId: number
const march = "from=2027-03-08&to=2027-03-14"

const report = async (more: string): Promise<Data> => {
  const { status, body } = await service.api("GET", `/reports/classes?${march}&${more}`)
  expect([status, body.error]).toEqual([200, undefined])
  return body.data
}
const bookingOf = async (session: Data, seats: number) =>
  make(service, "/appointments", {
    ...{ customer_id: await makeCustomer(service), appointment_type_id: session.appointment_type.id },
    ...{
      provider_id: session.provider.id,
      location_id: session.location.id,
      start_time: session.start_time,
    },
    seats,
  })

beforeAll(async () => {
  yogaId = await makeType(service, { name: "Yoga", seats: 10 })
  spinId = await makeType(service, { name: "Spin", seats: 4 })
  tokyoId = await makeLocation(service, { name: "Tokyo", timezone: "Asia/Tokyo" })
  const hours = { weekly_hours: weekdays(story.locationId) }
  maya = await makeProvider(service, { name: "Maya", appointment_type_ids: [yogaId, spinId], ...hours })
  noa = await makeProvider(service, { name: "Noa", appointment_type_ids: [spinId], ...hours })
  const session = (typeId: number, provider: number, start_time: string, location_id = story.locationId) =>
    make(service, "/class-sessions", {
      ...{ appointment_type_id: typeId, provider_ids: [provider], location_id, start_time },
    }).then(({ sessions }: Data) => sessions[0])
  const yoga = await session(yogaId, maya, "2027-03-08T16:00:00.000Z")
  const booked = await bookingOf(yoga, 3)
  await bookingOf(yoga, 4)
  await service.api("POST", `/appointments/${booked.id}/cancel`, {})
  // Half past eleven in Austin, on the next date by UTC.
  await bookingOf(await session(spinId, noa, "2027-03-10T05:30:00.000Z"), 4)
  // Sunday in Austin, and the Monday after these dates where it is.
  await session(spinId, noa, "2027-03-14T16:00:00.000Z", tokyoId)
  const gone = await session(yogaId, maya, "2027-03-12T16:00:00.000Z")
  await bookingOf(gone, 2)
  await service.api("DELETE", `/class-sessions/${gone.id}`)
})

const figuresOf = ({ sessions, seats, seats_sold, filled, cancelled }: Data) => [
  sessions,
  seats,
  seats_sold,
  filled,
  cancelled,
]

it("CL-07 CN-13 seats sold of seats, on the dates of each location, without what is cancelled", async () => {
  const { rows, total, behind_seconds } = await report("group_by=day")
  expect(behind_seconds).toBe(0)
  expect(rows.map((row: Data) => [row.date.slice(8), ...figuresOf(row)])).toEqual([
    ["08", 1, 10, 4, 0.4, 0],
    ["09", 1, 4, 4, 1, 0],
    ["10", 0, 0, 0, null, 0],
    ["11", 0, 0, 0, null, 0],
    ["12", 0, 0, 0, null, 1],
    ["13", 0, 0, 0, null, 0],
    ["14", 0, 0, 0, null, 0],
  ])
  expect(figuresOf(total)).toEqual([2, 14, 8, 0.5714, 1])
})

it("CL-07 CN-13 by type, provider, location, weekday, and of one of them", async () => {
  const named = async (by: string) =>
    (await report(`group_by=${by}`)).rows.map((row: Data) => [row.name, row.seats_sold, row.seats])
  expect(await named("type")).toEqual([
    ["Spin", 4, 4],
    ["Yoga", 4, 10],
  ])
  expect(await named("provider")).toEqual([
    ["Maya", 4, 10],
    ["Noa", 4, 4],
  ])
  expect(await named("location")).toEqual([["Downtown", 8, 14]])
  const byBoth = (await report("group_by=provider_weekday")).rows
  expect(byBoth.map(({ name, weekday }: Data) => [name, weekday])).toEqual([
    ["Maya", 1],
    ["Maya", 5],
    ["Noa", 2],
  ])
  expect(figuresOf((await report(`appointment_type_id=${spinId}`)).total)).toEqual([1, 4, 4, 1, 0])
  expect(figuresOf((await report(`provider_id=${maya}`)).total)).toEqual([1, 10, 4, 0.4, 1])
  expect(figuresOf((await report(`location_id=${tokyoId}`)).total)).toEqual([0, 0, 0, null, 0])
})

it("CL-07 CN-13 a file has the same rows", async () => {
  const { body, headers } = await service.api("GET", `/reports/classes?${march}&group_by=type`, undefined, {
    headers: { accept: "text/csv" },
  })
  expect(headers.get("content-disposition")).toBe('attachment; filename="classes.csv"')
  expect(body.trimEnd().split("\r\n")).toEqual([
    "id,name,sessions,seats,seats_sold,filled,cancelled",
    `${spinId},Spin,1,4,4,1,0`,
    `${yogaId},Yoga,1,10,4,0.4,1`,
  ])
})

/** DS-14: an appointment is made longer or shorter where it stands, as far as hours and neighbours allow. */
import { beforeEach, expect, it } from "vitest"
import { service, shareOneStory, story } from "../../test/support/one-story.ts"
import type { Answer } from "../../test/support/service.ts"
import { make, makeCustomer, makeType, nextNumber, type Story, tellAnew } from "../../test/support/story.ts"

shareOneStory()

let own: Story
beforeEach(async () => {
  own = await tellAnew(service, story, nextNumber())
})

const post = (path: string, body: object = {}): Promise<Answer> => service.api("POST", path, body)
const codeOf = ({ body }: Answer): string => body.error?.code ?? "none"
const at = (time: string) => `2027-03-04T${time}:00.000Z`

const booked = async (fields: object = {}): Promise<string> => {
  const wish = {
    customer_id: own.customerId,
    appointment_type_id: own.typeId,
    provider_id: own.anaId,
    start_time: at("16:00"),
    ...fields,
  }
  return `/appointments/${(await make(service, "/appointments", wish)).id}`
}
const lengths = async (path: string) => (await service.api("GET", `${path}/lengths`)).body.data

it("DS-14 it may grow to the neighbour or the end of the hours, and a booking of it says the same", async () => {
  const path = await booked()
  // Ana works until 17:00 in Austin.
  const all = { minutes: 60, step_minutes: 5, shortest_minutes: 5, longest_minutes: 420 }
  expect(await lengths(path)).toEqual(all)
  await booked({ customer_id: await makeCustomer(service), start_time: at("18:30") })
  expect(await lengths(path)).toEqual({ ...all, longest_minutes: 150 })

  const start_time = at("16:00")
  const longer = await post(`${path}/reschedule`, { start_time, duration_minutes: 150 })
  expect(longer.body.data).toMatchObject({ start_time, end_time: at("18:30"), version: 2 })
  const refused = await post(`${path}/reschedule`, { start_time, duration_minutes: 155 })
  expect([refused.status, codeOf(refused)]).toEqual([409, "slot_taken"])
  expect(refused.body.error.details.reasons[0].code).toBe("appointment")
  const overlapping = await post("/appointments", {
    customer_id: await makeCustomer(service),
    appointment_type_id: own.typeId,
    provider_id: own.anaId,
    start_time: at("17:30"),
  })
  expect(codeOf(overlapping)).toBe("slot_taken")
  const shorter = await post(`${path}/reschedule`, { start_time, duration_minutes: 45 })
  expect(shorter.body.data.end_time).toBe(at("16:45"))
  // A move to where it is already changes nothing.
  const same = await post(`${path}/reschedule`, { start_time, duration_minutes: 45 })
  expect(same.body.data.version).toBe(3)
  const { data } = (await service.events("type=appointment.rescheduled&order=newest")).body
  expect(data[0].data.previous).toMatchObject({ start_time, end_time: at("18:30") })
  expect(data[0].data.appointment.end_time).toBe(at("16:45"))
})

it("DS-14 it moves and changes its length at once, and a chosen option of another length is no longer named", async () => {
  const appointment_type_id = await makeType(service, {
    duration_options: [{ label: "Long", minutes: 120 }],
  })
  await service.api("PUT", `/providers/${own.anaId}`, { appointment_type_ids: [appointment_type_id] })
  const type = (await service.api("GET", `/appointment-types/${appointment_type_id}`)).body.data
  const duration_option_id = type.duration_options[0].id
  const path = await booked({ appointment_type_id, duration_option_id })
  const moved = await post(`${path}/reschedule`, { start_time: at("18:00"), duration_minutes: 90 })
  expect(moved.body.data).toMatchObject({
    start_time: at("18:00"),
    end_time: at("19:30"),
    duration_option: null,
  })
  const preview = await post(`${path}/reschedule/preview`, { start_time: at("20:00"), duration_minutes: 300 })
  expect(codeOf(preview)).toBe("time_not_offered")
})

it("DS-14 inside the notice it still grows; past its start, or over several days, it does not", async () => {
  const soon = await booked({ start_time: "2027-03-01T18:00:00.000Z" })
  service.clock.set("2027-03-01T17:30:00.000Z")
  const start_time = "2027-03-01T18:00:00.000Z"
  expect((await post(`${soon}/reschedule`, { start_time, duration_minutes: 90 })).status).toBe(200)
  service.clock.set("2027-03-01T18:30:00.000Z")
  expect(codeOf(await service.api("GET", `${soon}/lengths`))).toBe("appointment_started")
  service.clock.set("2027-03-01T12:00:00.000Z")

  const days = await makeType(service, { blocks: [120, 120] })
  await service.api("PUT", `/providers/${own.anaId}`, { appointment_type_ids: [days] })
  const long = await booked({ appointment_type_id: days, start_time: at("15:00") })
  const wish = { start_time: at("15:00"), duration_minutes: 60 }
  expect([
    codeOf(await post(`${long}/reschedule`, wish)),
    codeOf(await post(`${long}/reschedule/preview`, wish)),
    codeOf(await service.api("GET", `${long}/lengths`)),
  ]).toEqual(Array(3).fill("length_fixed"))
  await post(`${long}/cancel`)
  expect(codeOf(await service.api("GET", `${long}/lengths`))).toBe("appointment_not_scheduled")
})

it.each([0, 4, 1_441, 30.5, "60"])("DS-14 a length of %s is none", async (duration_minutes) => {
  const path = await booked()
  const answer = await post(`${path}/reschedule`, { start_time: at("16:00"), duration_minutes })
  expect([answer.status, answer.body.error.field]).toEqual([400, "duration_minutes"])
})

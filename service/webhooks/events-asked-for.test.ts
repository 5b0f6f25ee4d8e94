/** The events that a list of them shows: by types and by when they occurred. */
import { afterAll, beforeAll, expect, it } from "vitest"
import { startService, type TestService } from "../../test/support/service.ts"
import { type Story, tellStory } from "../../test/support/story.ts"
import { book } from "../../test/support/webhooks.ts"

let service: TestService
let story: Story
beforeAll(async () => {
  service = await startService()
  story = await tellStory(service)
})
afterAll(() => service.stop())

const at = () => new Date(service.clock.now()).toISOString()
const typesIn = async (query: string) => {
  const { status, body } = await service.events(`limit=100&${query}`)
  expect([status, body.error]).toEqual([200, undefined])
  return body.data.map(({ type }: { type: string }) => type)
}

it("IN-19 several types at once, and those of a span", async () => {
  const first = await book(service, story, "2027-03-03T15:00:00.000Z")
  service.clock.advanceMs(60_000)
  const from = at()
  const second = await book(service, story, "2027-03-03T17:00:00.000Z")
  await service.api("POST", `/appointments/${first}/cancel`, {})
  service.clock.advanceMs(60_000)
  const to = at()
  await service.api("POST", `/appointments/${second}/reschedule`, { start_time: "2027-03-04T15:00:00.000Z" })

  const two = "types=appointment.cancelled,appointment.rescheduled"
  expect(await typesIn(two)).toEqual(["appointment.cancelled", "appointment.rescheduled"])
  expect(await typesIn(`${two}&order=newest`)).toEqual(["appointment.rescheduled", "appointment.cancelled"])
  expect(await typesIn(`from=${from}&to=${to}`)).toEqual(["appointment.created", "appointment.cancelled"])
  expect(await typesIn(`${two}&from=${to}`)).toEqual(["appointment.rescheduled"])
  expect(await typesIn("type=appointment.cancelled&types=appointment.rescheduled")).toHaveLength(2)
  const wrong = await service.api("GET", "/events?types=appointment.cancelled,appointment.moved")
  expect([wrong.status, wrong.body.error.field]).toEqual([400, "types"])
})

it("IN-19 lists of appointments and of requests take several states", async () => {
  const statuses = async (query: string) =>
    (await service.api("GET", query)).body.data.map(({ status }: { status: string }) => status).sort()
  expect(await statuses("/appointments?statuses=scheduled,cancelled")).toEqual(["cancelled", "scheduled"])
  expect(await statuses("/appointments?status=cancelled")).toEqual(["cancelled"])
  const wish = { customer_id: story.customerId, appointment_type_id: story.typeId, latest_date: "2027-04-30" }
  await service.api("POST", "/scheduling-requests", wish)
  expect(await statuses("/scheduling-requests?statuses=open,scheduled")).toEqual(["open"])
  expect(await statuses("/scheduling-requests?statuses=cancelled,expired")).toEqual([])
  const wrong = await service.api("GET", "/appointments?statuses=scheduled,moved")
  expect([wrong.status, wrong.body.error.field]).toEqual([400, "statuses"])
})

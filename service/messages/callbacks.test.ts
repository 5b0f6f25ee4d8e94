/** Callers' messages to the agent, as staff and their systems work them off. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest"
import { openChannels, samsNumber, strangersNumber, talk } from "../../test/support/agent.ts"
import { type Answer, startService, type TestService } from "../../test/support/service.ts"
import { type Story, tellStory } from "../../test/support/story.ts"
import { makeEndpoint } from "../../test/support/webhooks.ts"
import { upkeep } from "../host/upkeep.worker.ts"

let service: TestService
let story: Story
beforeAll(async () => {
  service = await startService()
  story = await tellStory(service)
  await openChannels(service)
})
beforeEach(() => service.context.db.query("DELETE FROM callback"))
afterAll(() => service.stop())

const left = async (message: string, caller = samsNumber): Promise<Answer> => {
  const answer = await (await talk(service, caller)).tool("POST", "/callbacks", { message })
  expect(answer.status).toBe(201)
  return answer
}
const list = async (query = "") => (await service.api("GET", `/callbacks${query}`)).body
const messages = async (query = "") =>
  (await list(query)).data.map(({ message }: { message: string }) => message)

it("AV-11 callbacks are listed by state and customer, the newest first, a page at a time", async () => {
  for (const message of ["One", "Two", "Three"]) await left(message)
  await left("From nobody we know", strangersNumber)
  expect(await messages()).toEqual(["From nobody we know", "Three", "Two", "One"])
  expect(await messages(`?customer_id=${story.customerId}`)).toEqual(["Three", "Two", "One"])
  const first = await list("?limit=3")
  expect(first.data).toHaveLength(3)
  expect(await messages(`?limit=3&cursor=${first.next_cursor}`)).toEqual(["One"])
})

it("one that is done waits no more, keeps when, and comes back where that was a mistake", async () => {
  await left("Call me")
  await left("Me too")
  const [{ id }] = (await list()).data
  const path = `/callbacks/${id}`
  const marked = (await service.api("PUT", path, { done: true })).body.data
  expect(marked).toMatchObject({ id, status: "done", done_at: new Date(service.clock.now()).toISOString() })
  service.clock.advanceMs(60_000)
  expect((await service.api("PUT", path, { done: true })).body.data).toEqual(marked)
  expect((await service.api("GET", path)).body.data).toEqual(marked)
  expect(await messages("?status=waiting")).toEqual(["Call me"])
  expect(await messages("?status=done")).toEqual(["Me too"])
  const back = await service.api("PUT", path, { done: false })
  expect(back.body.data).toMatchObject({ status: "waiting", done_at: null })
  expect(await messages("?status=waiting")).toEqual(["Me too", "Call me"])
})

it("callbacks are staff's, and their own company's", async () => {
  await left("Call me")
  const [{ id }] = (await list()).data
  const agent = (await service.api("POST", "/api-keys", { name: "Agent", role: "agent" })).body.data.key
  expect((await service.api("GET", "/callbacks", undefined, { key: agent })).status).toBe(403)
  const { key } = await service.anotherCompany()
  expect((await service.api("GET", "/callbacks", undefined, { key })).body.data).toEqual([])
  for (const [method, body] of [["GET"], ["PUT", { done: true }]] as const) {
    expect((await service.api(method, `/callbacks/${id}`, body, { key })).status).toBe(404)
    expect((await service.api(method, "/callbacks/900000", body)).status).toBe(404)
  }
  expect(await messages("?status=waiting")).toEqual(["Call me"])
})

it("AV-11 an endpoint that wants callback.requested gets it, whichever types it follows", async () => {
  const events = ["callback.requested"]
  const { id } = await makeEndpoint(service, { events, appointment_type_ids: [story.typeId] })
  await left("Call me", strangersNumber)
  const deliveries = (await service.api("GET", `/webhook-endpoints/${id}/deliveries`)).body.data
  expect(deliveries).toMatchObject([{ event_type: "callback.requested", status: "pending" }])
  const opened = (await service.api("GET", `/webhook-endpoints/${id}/deliveries/${deliveries[0].id}`)).body
    .data
  const payload = typeof opened.payload === "string" ? JSON.parse(opened.payload) : opened.payload
  expect(payload.data).toMatchObject({
    callback: { phone: strangersNumber, message: "Call me" },
    customer: null,
  })
})

it("a customer's export has their callbacks, and an erasure takes them, with those of before they were one", async () => {
  await left("Before Mia was known", strangersNumber)
  const { id } = (await service.api("POST", "/customers", { name: "Mia Torres", phone: strangersNumber }))
    .body.data
  await left("As a customer", strangersNumber)
  await left("Sam's", samsNumber)
  const { callbacks } = (await service.api("GET", `/customers/${id}/export`)).body.data
  expect(callbacks).toMatchObject([{ message: "As a customer", phone: strangersNumber }])
  expect((await service.api("DELETE", `/customers/${id}?erase=true`)).status).toBe(200)
  expect(await messages()).toEqual(["Sam's"])
  const events = JSON.stringify((await service.events("type=callback.requested&limit=100")).body)
  expect(events).toContain("Sam's")
  for (const gone of ["Before Mia was known", "As a customer"]) expect(events).not.toContain(gone)
})

it("they are kept for 90 days", async () => {
  const begun = service.clock.now()
  await left("Call me")
  service.clock.advanceMs(90 * 86_400_000)
  await upkeep(service.context)
  expect(await messages()).toEqual(["Call me"])
  service.clock.advanceMs(60_000)
  await upkeep(service.context)
  expect(await messages()).toEqual([])
  service.clock.set(new Date(begun).toISOString())
})

it("a test company has callbacks of its own, by its own clock, and they end with it", async () => {
  const { company_id, api_key: key } = (await service.api("POST", "/test-company")).body.data
  const options = { key }
  await service.api("POST", "/test-clock/freeze", undefined, options)
  for (const kind of ["voice", "sms"])
    await service.api("POST", "/channels", { kind, phone: "+15125550190" }, options)
  const called = { called_number: "+15125550190" }
  const call = await talk(service, strangersNumber, called, options)
  await call.tool("POST", "/callbacks", { message: "In the test company" })
  const inTest = async () => (await service.api("GET", "/callbacks", undefined, options)).body.data
  expect(await inTest()).toMatchObject([{ message: "In the test company" }])
  expect(await messages()).toEqual([])
  expect((await service.api("POST", `/test-companies/${company_id}/reset`)).status).toBe(200)
  expect(await inTest()).toEqual([])
})

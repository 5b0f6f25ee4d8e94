/** The provider's own day: whose it is, its order, and what is to be known of each visit. */
import { afterAll, beforeAll, expect, it } from "vitest"
import { startService, type TestService } from "../../test/support/service.ts"
import { make, makeCustomer, makeType, put, type Story, tellStory } from "../../test/support/story.ts"
import { codeOf, makeUser, signedIn } from "../../test/support/users.ts"

let service: TestService
let story: Story
let email: string
let key: string
beforeAll(async () => {
  service = await startService()
  story = await tellStory(service)
  const seat = { role: "provider", provider_id: story.anaId } as const
  email = (await makeUser(service, seat)).email
})
afterAll(() => service.stop())

const book = (fields: object) =>
  make(service, "/appointments", {
    customer_id: story.customerId,
    appointment_type_id: story.typeId,
    provider_id: story.anaId,
    ...fields,
  })
const asAna = (path: string) => service.api("GET", path, undefined, { key })

it("PV-01 PV-02 shows the own visits of the day in their order, with name, number, address and what to know", async () => {
  const repair = await makeType(service, { name: "Repair", place: "at_customer", min_notice_minutes: 0 })
  await put(service, `/providers/${story.anaId}`, { appointment_type_ids: [story.typeId, repair] })
  const address = { line1: "2 Oak Ave", city: "Austin", state: "TX", postal_code: "78702", country: "US" }
  const mia = await makeCustomer(service, {
    name: "Mia Dunn",
    phone: "+15125550177",
    address,
    warning: "Two dogs.",
  })
  const late = await book({ start_time: "2027-03-02T20:00:00.000Z" })
  const visit = { customer_id: mia, appointment_type_id: repair, notes: "Call from the gate." }
  const early = await book({ ...visit, start_time: "2027-03-02T16:00:00.000Z" })
  const gone = await book({ start_time: "2027-03-02T18:00:00.000Z" })
  const other = await makeCustomer(service)
  await book({ provider_id: story.benId, customer_id: other, start_time: "2027-03-02T16:00:00.000Z" })
  const elsewhen = await book({ start_time: "2027-03-03T16:00:00.000Z" })
  service.clock.set("2027-03-02T15:00:00.000Z")
  key = await signedIn(service, email)
  const idsOn = async (query: string) =>
    (await asAna(`/my-day${query}`)).body.data.visits.map(({ id }: { id: number }) => id)
  expect(await idsOn("")).toEqual([early.id, gone.id, late.id])
  expect(await idsOn("?date=2027-03-03")).toEqual([elsewhen.id])
  const { body } = await asAna("/my-day")
  expect(body.data).toMatchObject({ date: "2027-03-02", provider: { id: story.anaId, name: "Ana Ruiz" } })
  expect(body.data.visits[0]).toMatchObject({
    customer: { id: mia, name: "Mia Dunn", phone: "+15125550177", warning: "Two dogs." },
    address,
    notes: "Call from the gate.",
    place: "at_customer",
    window: null,
    planned_start: "2027-03-02T16:00:00.000Z",
  })
  // A provider on the way has to read that it was cancelled; an earlier day's is on no one's way.
  await service.api("POST", `/appointments/${gone.id}/cancel`, {})
  await service.api("POST", `/appointments/${elsewhen.id}/cancel`, {})
  expect(await idsOn("")).toEqual([early.id, gone.id, late.id])
  expect(await idsOn("?date=2027-03-03")).toEqual([])
})

it("PV-01 a seat shows no colleague's day; staff without a seat name whose they read", async () => {
  key = await signedIn(service, email)
  expect(codeOf(await asAna(`/my-day?provider_id=${story.benId}`))).toEqual([404, "not_found"])
  expect((await asAna(`/my-day?provider_id=${story.anaId}`)).status).toBe(200)
  expect(codeOf(await service.api("GET", "/my-day"))).toEqual([400, "invalid_input"])
  const bens = await service.api("GET", `/my-day?provider_id=${story.benId}&date=2027-03-02`)
  expect(bens.body.data.visits).toHaveLength(1)
  expect(codeOf(await service.api("GET", "/my-day?provider_id=404404"))).toEqual([404, "not_found"])
})

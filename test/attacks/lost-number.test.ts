/** A verified visit whose number passes to somebody else: it must not go on as the customer it began for. */
import { afterEach, beforeEach, expect, it } from "vitest"
import { openPublicPage, type Visitor, visitorOf } from "../support/public-page.ts"
import { startService, type TestService } from "../support/service.ts"
import { make, makeCustomer, put, type Story, tellStory } from "../support/story.ts"

let service: TestService
let story: Story
let visitor: Visitor

const samsNumber = "+15125550123"
const newNumber = "+15125550177"

beforeEach(async () => {
  service = await startService({ book: true, trustProxyHops: 1 })
  story = await tellStory(service)
  await openPublicPage(service, story)
  visitor = visitorOf(service)
})
afterEach(() => service.stop())

const noon = () => ({
  typeId: story.typeId,
  providerId: story.anaId,
  locationId: story.locationId,
  startTime: "2027-03-02T18:00:00.000Z",
})
const codeOf = ({ status, error }: { status: number; error?: { code: string } }) => [status, error?.code]
const contactsOf = async () =>
  (await service.api("GET", `/customers/${story.customerId}`)).body.data.contacts as { id: number }[]

const losses: Record<string, () => Promise<void>> = {
  "the company gives the customer another number": () =>
    put(service, `/customers/${story.customerId}`, { phone: newNumber }),
  "the company takes the number away": () => put(service, `/customers/${story.customerId}`, { phone: null }),
  "the contact is changed": async () =>
    put(service, `/customers/${story.customerId}/contacts/${(await contactsOf())[0]!.id}`, {
      phone: newNumber,
    }),
  "the contact is removed": async () => {
    const contact = `/customers/${story.customerId}/contacts/${(await contactsOf())[0]!.id}`
    expect((await service.api("DELETE", contact)).status).toBe(200)
  },
  "the customer is archived": async () => {
    expect((await service.api("DELETE", `/customers/${story.customerId}`)).status).toBe(200)
  },
  "the number passes to another customer": async () => {
    await put(service, `/customers/${story.customerId}`, { phone: newNumber })
    await makeCustomer(service, { name: "Ruth Hale", phone: samsNumber })
  },
}

it.each(Object.entries(losses))("TR-34 the visit ends when %s", async (_what, lose) => {
  await visitor.proves(samsNumber)
  expect((await visitor.visit()).data.customer).toMatchObject({ firstName: "Sam" })
  await lose()
  expect(codeOf(await visitor.visit())).toEqual([401, "visit_expired"])
  expect(codeOf(await visitor.book(noon()))).toEqual([401, "visit_expired"])
  expect(codeOf(await visitor.register({ firstName: "Eve", lastName: "Ill" }))).toEqual([
    401,
    "visit_expired",
  ])
  const { body } = await service.api("GET", "/appointments")
  expect(body.data).toEqual([])
})

it("TR-34 the visit goes on while its number is one of several of the customer's", async () => {
  const contact = { phone: newNumber, label: "work", primary: true }
  await make(service, `/customers/${story.customerId}/contacts`, contact)
  await visitor.proves(samsNumber)
  expect((await visitor.book(noon())).status).toBe(201)
})

it("TR-34 the visit of a number that was registered in it ends the same way", async () => {
  await visitor.proves(newNumber)
  expect((await visitor.register({ firstName: "Ada", lastName: "Byron" })).status).toBe(201)
  const found = await service.api("GET", `/customers?phone=${encodeURIComponent(newNumber)}`)
  await put(service, `/customers/${found.body.data[0].id}`, { phone: null })
  expect(codeOf(await visitor.visit())).toEqual([401, "visit_expired"])
})

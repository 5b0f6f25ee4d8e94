/** A visitor of the public page who tries ids of scheduling requests, to learn which exist and what they are for. */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { openPublicPage, type Visitor, visitorOf } from "../support/public-page.ts"
import { startService, type TestService } from "../support/service.ts"
import { make, makeCustomer, makeType, put, type Story, tellStory } from "../support/story.ts"

const samsNumber = "+15125550123"
const strangersNumber = "+15125550177"
const unknownId = 987_654_321

let service: TestService
let story: Story
/** By request only, so that the page lists it for no other visitor. */
let hiddenTypeId: number
/** Requests that are not Sam's, by what they are. */
let foreign: Record<string, number>

beforeAll(async () => {
  service = await startService({ book: true, trustProxyHops: 1 })
  story = await tellStory(service)
  await openPublicPage(service, story)
  hiddenTypeId = await makeType(service, { name: "Inspection", kind: "by_request" })
  await put(service, `/providers/${story.anaId}`, { appointment_type_ids: [story.typeId, hiddenTypeId] })
  foreign = await makeForeignRequests()
})
afterAll(() => service.stop())

const ask = async (customer_id: number, appointment_type_id: number) => {
  const request = { customer_id, appointment_type_id, latest_date: "2027-03-31" }
  return Number((await make(service, "/scheduling-requests", request)).id)
}

async function makeForeignRequests(): Promise<Record<string, number>> {
  const [ruth, noah, mia] = await Promise.all(
    ["Ruth Hale", "Noah Reed", "Mia Torres"].map((name) => makeCustomer(service, { name })),
  )
  const cancelled = await ask(noah!, story.typeId)
  await service.api("POST", `/scheduling-requests/${cancelled}/cancel`)
  const booked = await ask(mia!, story.typeId)
  await make(service, "/appointments", {
    customer_id: mia,
    appointment_type_id: story.typeId,
    provider_id: story.anaId,
    start_time: "2027-03-03T16:00:00.000Z",
    scheduling_request_id: booked,
  })
  return {
    "open, of a public type": await ask(ruth!, story.typeId),
    "open, of a hidden type": await ask(ruth!, hiddenTypeId),
    cancelled,
    booked,
  }
}

const search = (visitor: Visitor, typeId: number, schedulingRequestId: number) =>
  visitor.slots({ typeId, startDate: "2027-03-02", endDate: "2027-03-03", schedulingRequestId })
const book = (visitor: Visitor, typeId: number, schedulingRequestId: number) =>
  visitor.book({
    typeId,
    providerId: story.anaId,
    locationId: story.locationId,
    startTime: "2027-03-02T18:00:00.000Z",
    schedulingRequestId,
  })

/** The visitor's answer, but for the id of the HTTP request. */
const worded = ({ status, text }: { status: number; text: string }) =>
  `${status} ${text.replace(/req_[\w-]+/, "req")}`

describe("TR-22 a visitor", () => {
  it("TR-22 who is a customer finds no difference between another customer's request and none", async () => {
    const visitor = visitorOf(service)
    await visitor.proves(samsNumber)
    for (const typeId of [story.typeId, hiddenTypeId]) {
      const none = [await search(visitor, typeId, unknownId), await book(visitor, typeId, unknownId)]
      expect(none.map(({ status, error }) => [status, error])).toMatchObject([
        [404, { code: "not_found", field: "schedulingRequestId" }],
        [404, { code: "not_found", field: "schedulingRequestId" }],
      ])
      for (const [what, id] of Object.entries(foreign)) {
        const theirs = [await search(visitor, typeId, id), await book(visitor, typeId, id)]
        expect([what, theirs.map(worded)]).toEqual([what, none.map(worded)])
      }
    }
  })

  it("TR-22 whose number is no customer's, or is not verified, finds none either", async () => {
    const stranger = visitorOf(service)
    await stranger.proves(strangersNumber)
    for (const visitor of [stranger, visitorOf(service)]) {
      const [searched, booked] = [
        worded(await search(visitor, story.typeId, unknownId)),
        worded(await book(visitor, story.typeId, unknownId)),
      ]
      for (const id of Object.values(foreign)) {
        expect(worded(await search(visitor, story.typeId, id))).toBe(searched)
        expect(worded(await book(visitor, story.typeId, id))).toBe(booked)
      }
    }
  })

  it("TR-22 still learns about a request of their own: that it is for something else, or over", async () => {
    const own = await ask(story.customerId, hiddenTypeId)
    const visitor = visitorOf(service)
    await visitor.proves(samsNumber)
    expect((await search(visitor, hiddenTypeId, own)).status).toBe(200)
    expect((await book(visitor, story.typeId, own)).error.code).toBe("request_mismatch")
    await service.api("POST", `/scheduling-requests/${own}/cancel`)
    expect((await book(visitor, hiddenTypeId, own)).error.code).toBe("request_not_open")
  })
})

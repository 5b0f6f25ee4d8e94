/** A customer who waits for a class is offered a seat that becomes free, and takes it at once. */
import { afterEach, beforeEach, expect, it } from "vitest"
import { startService, type TestService } from "../../test/support/service.ts"
import {
  make,
  makeCustomer,
  makeProvider,
  makeType,
  put,
  tellStory,
  weekdays,
} from "../../test/support/story.ts"
import { playCarrier } from "../../test/support/texts.ts"
import {
  byWaitingLink,
  freedRows,
  offerDue,
  sendDue,
  type Waiter,
  waits,
} from "../../test/support/waiting.ts"

const start = "2027-03-10T16:00:00.000Z"
const carrier = playCarrier()

let service: TestService
let typeId: number
let wish: { appointment_type_id: number; provider_id: number; location_id: number; start_time: string }
let sessionId: number
let appointmentId: number

beforeEach(async () => {
  carrier.sent.length = 0
  service = await startService({ book: true, texts: carrier })
  service.clock.set("2027-03-01T16:00:00.000Z")
  const story = await tellStory(service)
  await make(service, "/channels", { kind: "sms", phone: "+15125550199" })
  typeId = await makeType(service, { name: "Yoga", duration_minutes: 50, seats: 1, min_notice_minutes: 0 })
  const hours = { weekly_hours: weekdays(story.locationId) }
  const yui = await makeProvider(service, { name: "Yui", appointment_type_ids: [typeId], ...hours })
  wish = {
    ...{ appointment_type_id: typeId, provider_id: yui, location_id: story.locationId, start_time: start },
  }
  const { provider_id: _, ...session } = wish
  const made = await make(service, "/class-sessions", { ...session, provider_ids: [yui] })
  sessionId = (made.sessions as { id: number }[])[0]!.id
  const customer_id = await makeCustomer(service, { name: "First Comer" })
  appointmentId = (await make(service, "/appointments", { ...wish, customer_id })).id
})
afterEach(() => service.stop())

const stateOf = async ({ entryId }: Waiter) =>
  (await service.api("GET", `/waiting-entries/${entryId}`)).body.data.state
const offerOf = async ({ url }: Waiter) => (await byWaitingLink(service, url)).view.offer
const take = async ({ url }: Waiter, offerId: number) =>
  byWaitingLink(service, url, "POST", "/take", { offerId })

it("WL-01 CL-07 a seat that a cancel frees is offered, shown as one that nobody holds, and taken by one press by the first", async () => {
  const [first, second] = [await waits(service, { typeId }), await waits(service, { typeId })]
  await offerDue(service)
  expect([await stateOf(first), await stateOf(second)]).toEqual(["waiting", "waiting"])
  await service.api("POST", `/appointments/${appointmentId}/cancel`, {})
  await offerDue(service)
  await sendDue(service)
  expect(carrier.sent.at(-1)!.body).toContain("a time is free: Yoga")
  const offers = [await offerOf(first), await offerOf(second)]
  expect(offers).toMatchObject([
    { state: "seat", startTime: start, until: null },
    { state: "seat", startTime: start, until: null },
  ])
  // A seat is not held: pressing holds nothing.
  const held = await byWaitingLink(service, second.url, "POST", "/hold", { offerId: offers[1]!.id })
  expect(held.view.offer).toMatchObject({ state: "seat" })
  expect(await service.context.db.query("SELECT 1 FROM hold")).toEqual([])
  const [taken, late] = await Promise.all([take(first, offers[0]!.id), take(second, offers[1]!.id)])
  expect([taken.status, late.status].toSorted()).toEqual([200, 409])
  const states = [await stateOf(first), await stateOf(second)]
  expect(states.toSorted()).toEqual(["booked", "waiting"])
  const loser = states[0] === "booked" ? second : first
  expect(await offerOf(loser)).toMatchObject({ state: "gone" })
  const session = await service.api("GET", `/class-sessions/${sessionId}`)
  expect(session.body.data).toMatchObject({ seats: 1, seats_taken: 1 })
})

it("WL-02 CL-07 more seats and new sessions are offered, and the offers of a session stay open while it has seats left", async () => {
  const waiters = [
    await waits(service, { typeId }),
    await waits(service, { typeId }),
    await waits(service, { typeId }),
  ]
  await put(service, `/class-sessions/${sessionId}`, { seats: 3 })
  expect((await freedRows(service)).map(({ source }) => source)).toContain("session")
  await offerDue(service)
  const ids = await Promise.all(waiters.map(async (one) => (await offerOf(one))!.id))
  expect((await take(waiters[0]!, ids[0]!)).status).toBe(200)
  expect(await offerOf(waiters[1]!)).toMatchObject({ state: "seat" })
  expect((await take(waiters[1]!, ids[1]!)).status).toBe(200)
  expect(await offerOf(waiters[2]!)).toMatchObject({ state: "gone" })
  const { provider_id, ...session } = wish
  const next = { ...session, start_time: "2027-03-11T16:00:00.000Z", provider_ids: [provider_id] }
  await make(service, "/class-sessions", next)
  await offerDue(service)
  expect(await offerOf(waiters[2]!)).toMatchObject({ state: "seat", startTime: next.start_time })
})

/** FX-08: who keeps a place on the waiting list, and when an open offer is over. */
import { afterEach, beforeEach, expect, it } from "vitest"
import { startService, type TestService } from "../../test/support/service.ts"
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
import { playCarrier } from "../../test/support/texts.ts"
import {
  byWaitingLink,
  type Chair,
  chairStart,
  makeChair,
  offerDue,
  takeChair,
  type Waiter,
  waits,
} from "../../test/support/waiting.ts"
import { leaseFreed } from "../outbox/freed-due.sql.ts"
import { newLease } from "../platform/queue/leases.ts"
import { offerFreed } from "./offer-freed-time.worker.ts"

type Data = ReturnType<typeof JSON.parse>

let service: TestService
let story: Story
beforeEach(async () => {
  service = await startService({ book: true, texts: playCarrier() })
  service.clock.set("2027-03-01T16:00:00.000Z")
  story = await tellStory(service)
})
afterEach(() => service.stop())

const read = async (path: string): Promise<Data> => (await service.api("GET", path)).body.data
const post = async (path: string, body: object = {}): Promise<Data> => {
  const { status, body: answer } = await service.api("POST", path, body)
  expect([status < 300, answer.error]).toEqual([true, undefined])
  return answer.data
}
const entryOf = ({ entryId }: Waiter) => read(`/waiting-entries/${entryId}`)
const offerOf = async ({ url }: Waiter) => (await byWaitingLink(service, url)).view.offer
const cancel = (id: number) => post(`/appointments/${id}/cancel`)
const minutesLater = async (minutes: number) => {
  service.clock.advanceMs(minutes * 60_000)
  return offerDue(service)
}

it("FX-08 joining again keeps the priority that staff gave, and staff may still set another", async () => {
  const chair = await makeChair(service, story)
  const waiter = await waits(service, chair, { priority: 9 })
  const again = {
    customer_id: waiter.customerId,
    appointment_type_id: chair.typeId,
    latest_date: "2027-03-12",
  }
  const same = await service.api("POST", "/waiting-entries", again)
  expect([same.body.data.id, same.body.data.priority]).toEqual([waiter.entryId, 9])
  expect((await service.api("POST", "/waiting-entries", { ...again, priority: 3 })).body.data.priority).toBe(
    3,
  )
})

it("FX-08 a customer who is archived waits for nothing, and is offered nothing", async () => {
  const chair = await makeChair(service, story)
  const waiter = await waits(service, chair)
  expect((await service.api("DELETE", `/customers/${waiter.customerId}`)).status).toBe(200)
  expect((await entryOf(waiter)).state).toBe("withdrawn")
  const ended = (await service.events("limit=100&type=waiting_entry.ended")).body.data
  expect(ended.map(({ data }: Data) => data.waiting_entry.id)).toEqual([waiter.entryId])
  await cancel(chair.appointmentId)
  await offerDue(service)
  expect((await read("/waiting-offers")).length).toBe(0)
})

it("FX-08 a time that was asked for and declined gives the place on the list back, unless its customer takes it back", async () => {
  const confirmed = { confirmation: "staff", answer_within_minutes: 1_440, unanswered: "decline" }
  const chair = await makeChair(service, story, confirmed)
  await cancel(chair.appointmentId)
  const waiter = await waits(service, chair, { priority: 4 })
  const asked = await takeChair(service, chair, waiter.customerId)
  expect((await entryOf(waiter)).state).toBe("booked")
  await post(`/appointments/${asked}/decline`)
  expect(await entryOf(waiter)).toMatchObject({ state: "waiting", priority: 4 })
  const types = (await service.events("limit=100")).body.data.map(({ type }: Data) => type)
  expect(types.filter((type: string) => type.startsWith("waiting_entry."))).toEqual([
    "waiting_entry.created",
    "waiting_entry.ended",
    "waiting_entry.created",
  ])
  const again = await takeChair(service, chair, waiter.customerId)
  const { manage_url } = await read(`/appointments/${again}`)
  const withdrawn = await fetch(`${service.bookUrl}/api/link/appointment`, {
    method: "DELETE",
    headers: { "Content-Type": "application/json", "X-Booking-Token": manage_url.split("/").at(-1) },
    body: "{}",
  })
  expect(withdrawn.status).toBe(200)
  expect((await entryOf(waiter)).state).toBe("booked")
})

/** Another chair of the same type, which is taken on the same Wednesday. */
async function secondChair({ typeId, locationId }: Chair): Promise<Chair> {
  const gilId = await makeProvider(service, {
    name: "Una Roth",
    appointment_type_ids: [typeId],
    weekly_hours: [{ location_id: locationId, weekday: 3, start: "10:00", end: "11:00" }],
  })
  const chair = { typeId, gilId, locationId }
  return { ...chair, appointmentId: await takeChair(service, chair, await makeCustomer(service)) }
}

it("FX-08 an offer whose provider takes time off is over, and its customer is asked about the next time", async () => {
  const chair = await makeChair(service, story)
  const other = await secondChair(chair)
  const waiter = await waits(service, chair)
  await cancel(chair.appointmentId)
  await offerDue(service)
  expect(await offerOf(waiter)).toMatchObject({ state: "free" })
  const first = (await read("/waiting-offers"))[0]
  await make(service, `/providers/${chair.gilId}/time-off`, {
    start: "2027-03-10T06:00:00.000Z",
    end: "2027-03-11T06:00:00.000Z",
  })
  await cancel(other.appointmentId)
  await offerDue(service)
  const offers: Data[] = await read("/waiting-offers")
  const stateOf = (id: number) => offers.find((one) => one.id === id)?.state
  expect(stateOf(first.id)).toBe("expired")
  expect(offers.filter(({ id }) => id !== first.id)).toMatchObject([
    { state: "offered", provider: { id: other.gilId } },
  ])
})

const dayOff = { start: "2027-03-10T06:00:00.000Z", end: "2027-03-11T06:00:00.000Z" }

type Taker = (chair: Chair & { roomId: number }) => Promise<unknown>

const takers: [string, Taker][] = [
  ["time off", ({ gilId }) => make(service, `/providers/${gilId}/time-off`, dayOff)],
  [
    "a closed date",
    () =>
      make(service, "/company/time-off", {
        start_date: "2027-03-10",
        end_date: "2027-03-10",
        reason: "Flood",
      }),
  ],
  [
    "a class",
    async ({ gilId, locationId }) => {
      const typeId = await makeType(service, { name: "Yoga", seats: 4 })
      const other = await makeProvider(service, { name: "Yui", appointment_type_ids: [typeId] })
      expect(other).toBeGreaterThan(0)
      await put(service, `/providers/${gilId}`, { appointment_type_ids: [...(await typesOf(gilId)), typeId] })
      await make(service, "/class-sessions", {
        ...{
          appointment_type_id: typeId,
          location_id: locationId,
          start_time: chairStart,
          provider_ids: [gilId],
        },
      })
    },
  ],
  ["a provider who is off", ({ gilId }) => put(service, `/providers/${gilId}`, { active: false })],
  ["a provider who is archived", ({ gilId }) => remove(`/providers/${gilId}`)],
  ["hours that end", ({ gilId }) => put(service, `/providers/${gilId}/hours`, { weekly_hours: [] })],
  ["a room's time off", ({ roomId }) => make(service, `/resources/${roomId}/time-off`, dayOff)],
  ["a room that is off", ({ roomId }) => put(service, `/resources/${roomId}`, { active: false })],
  ["a room that is archived", ({ roomId }) => remove(`/resources/${roomId}`)],
]

const remove = async (path: string) => expect((await service.api("DELETE", path)).status).toBe(200)
const typesOf = async (id: number): Promise<number[]> => (await read(`/providers/${id}`)).appointment_type_ids

it.each(takers)("FX-08 an open offer ends at once with what took its time: %s", async (_what, take) => {
  const room = { name: "Salon", kind: "room", group: "Salons", location_id: story.locationId }
  const { id: roomId } = await make(service, "/resources", room)
  const chair = await makeChair(service, story, { needs: { resources: [{ group: "Salons", count: 1 }] } })
  const waiter = await waits(service, chair)
  await cancel(chair.appointmentId)
  await offerDue(service)
  const [offer] = await read("/waiting-offers")
  expect(offer.state).toBe("offered")
  await take({ ...chair, roomId })
  await offerDue(service)
  // The row itself, without a search and without another time for its customer.
  const rows = await service.context.db.query("SELECT status, ended_at FROM waiting_offer WHERE id = $1", [
    offer.id,
  ])
  expect(rows).toEqual([{ status: "expired", ended_at: new Date(service.clock.now()) }])
  expect((await entryOf(waiter)).state).toBe("waiting")
})

it("FX-08 what leaves the offer's time free ends nothing", async () => {
  const chair = await makeChair(service, story)
  await waits(service, chair)
  await cancel(chair.appointmentId)
  await offerDue(service)
  await make(service, `/providers/${chair.gilId}/time-off`, {
    start: "2027-03-10T17:00:00.000Z",
    end: "2027-03-11T06:00:00.000Z",
  })
  await put(service, `/providers/${story.anaId}`, { active: false })
  await offerDue(service)
  expect(await read("/waiting-offers")).toMatchObject([{ state: "offered" }])
})

it("FX-08 a visit booked in a promised window ends only the offers that no longer fit", async () => {
  const address = {
    ...{ line1: "2 Oak Ave", city: "Austin", state: "TX", postal_code: "78702", country: "US" },
    ...{ latitude: 30.28, longitude: -97.74 },
  }
  const window = { place: "at_customer", promise: { kind: "window", minutes: 240 } }
  await make(service, "/channels", { kind: "sms", phone: "+15125550199" })
  const typeId = await makeType(service, { name: "Repair", duration_minutes: 60, ...window })
  const vanId = await makeProvider(service, {
    ...{ name: "Van One", appointment_type_ids: [typeId] },
    weekly_hours: [{ location_id: story.locationId, weekday: 3, start: "10:00", end: "14:00" }],
  })
  const book = async () =>
    (
      await make(service, "/appointments", {
        ...{ customer_id: await makeCustomer(service, { address }), appointment_type_id: typeId },
        ...{ provider_id: vanId, location_id: story.locationId, start_time: chairStart },
      })
    ).id
  // The window holds four visits.
  for (const _visit of [1, 2, 3]) await book()
  const last = await book()
  const waiter = await waits(service, { typeId })
  await put(service, `/customers/${waiter.customerId}`, { address })
  await cancel(last)
  const [, second] = [await book(), await book().catch(() => null)]
  expect(second).toBeNull()
  await cancel((await read("/appointments?status=scheduled"))[0].id)
  await cancel((await read("/appointments?status=scheduled"))[0].id)
  await offerDue(service)
  expect(await read("/waiting-offers")).toMatchObject([{ state: "offered" }])
  // One more fits beside the offer, and the next one does not.
  await book()
  await offerDue(service)
  expect(await read("/waiting-offers")).toMatchObject([{ state: "offered" }])
  await book()
  await offerDue(service)
  expect(await read("/waiting-offers")).toMatchObject([{ state: "expired" }])
})

it("FX-21 a round of offers that is longer than its lease asks nobody twice, and loses nobody", async () => {
  const chair = await makeChair(service, story)
  const waiters = [await waits(service, chair), await waits(service, chair), await waits(service, chair)]
  await cancel(chair.appointmentId)
  const { context } = service
  const late = await leaseFreed(context.db, newLease(context, 60_000), 100)
  service.clock.advanceMs(120_000)
  const again = await leaseFreed(context.db, newLease(context, 60_000), 100)
  expect([late.length, again.map(({ freedId }) => freedId)]).toEqual([1, late.map(({ freedId }) => freedId)])
  await Promise.all([...late, ...again].map((freed) => offerFreed(context, freed)))
  const offers: Data[] = await read("/waiting-offers")
  const asked = offers.map(({ waiting_entry_id }) => waiting_entry_id).toSorted()
  expect(new Set(asked).size).toBe(asked.length)
  for (let minute = 0; minute < 5; minute += 1) await minutesLater(1)
  const all: Data[] = await read("/waiting-offers")
  expect(all.map(({ waiting_entry_id }) => waiting_entry_id).toSorted()).toEqual(
    waiters.map(({ entryId }) => entryId),
  )
})

it("FX-08 what can't be texted before the quiet hours end is searched for again when they end", async () => {
  await put(service, "/company", { quiet_hours: { start: "08:00", end: "09:00" } })
  const chair = await makeChair(service, story)
  await waits(service, chair)
  service.clock.set("2027-03-02T03:00:00.000Z")
  await cancel(chair.appointmentId)
  expect(await offerDue(service)).toBe(1)
  // Nine in the evening in Austin: nothing is due until texts go again at eight.
  for (let minute = 0; minute < 5; minute += 1) expect(await minutesLater(1)).toBe(0)
  expect((await read("/waiting-offers")).length).toBe(0)
  service.clock.set("2027-03-02T14:00:00.000Z")
  expect(await offerDue(service)).toBe(1)
  expect((await read("/waiting-offers")).length).toBe(1)
})

it("FX-08 three presses on one seat answer its owner the same three times", async () => {
  const typeId = await makeType(service, { name: "Yoga", seats: 1, min_notice_minutes: 0 })
  const hours = { weekly_hours: weekdays(story.locationId) }
  const yui = await makeProvider(service, { name: "Yui", appointment_type_ids: [typeId], ...hours })
  const wish = { appointment_type_id: typeId, location_id: story.locationId, start_time: chairStart }
  await make(service, "/channels", { kind: "sms", phone: "+15125550199" })
  await make(service, "/class-sessions", { ...wish, provider_ids: [yui] })
  const customer_id = await makeCustomer(service)
  const { id } = await make(service, "/appointments", { ...wish, provider_id: yui, customer_id })
  const waiter = await waits(service, { typeId })
  await cancel(id)
  await offerDue(service)
  const offer = await offerOf(waiter)
  const press = () => byWaitingLink(service, waiter.url, "POST", "/take", { offerId: offer!.id })
  const three = await Promise.all([press(), press(), press()])
  const late = await press()
  expect([...three, late].map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const booked = three.map(({ view }) => view.booked!.startTime)
  expect(new Set([...booked, late.view.booked!.startTime])).toEqual(new Set([chairStart]))
  const taken = await read(`/appointments?customer_id=${waiter.customerId}`)
  expect(taken).toHaveLength(1)
})

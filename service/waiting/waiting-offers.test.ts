/** Freed time is offered to those who wait: who is asked, what they see, and who gets it. */
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { type Answer, startService, type TestService } from "../../test/support/service.ts"
import { make, makeCustomer, put, type Story, tellStory } from "../../test/support/story.ts"
import { playCarrier } from "../../test/support/texts.ts"
import {
  byWaitingLink,
  type Chair,
  chairStart,
  dropFreed,
  endHolds,
  freedRows,
  makeChair,
  offerDue,
  sendDue,
  takeChair,
  waits,
} from "../../test/support/waiting.ts"

let service: TestService
let story: Story
let chair: Chair
const carrier = playCarrier()
/** Ten in the morning in Austin, nine days before. */
const morning = "2027-03-01T16:00:00.000Z"
beforeEach(async () => {
  carrier.sent.length = 0
  service = await startService({ book: true, texts: carrier })
  service.clock.set(morning)
  story = await tellStory(service)
  chair = await makeChair(service, story)
})
afterEach(() => service.stop())

const cancel = (id = chair.appointmentId) => service.api("POST", `/appointments/${id}/cancel`, {})
const stateOf = async (id: number) => (await service.api("GET", `/waiting-entries/${id}`)).body.data.state
const offers = async () => (await service.api("GET", "/waiting-offers")).body.data.toReversed()
const codeOf = ({ status, body }: Answer) => [status, body.error?.code]
const link = (url: string, method?: string, path?: string, body?: object) =>
  byWaitingLink(service, url, method, path, body)

describe("time that gets free", () => {
  it("WL-02 by a cancel is offered by text to who waits, who sees it, holds it by a press of its own, and takes it", async () => {
    const waiter = await waits(service, chair)
    await cancel()
    expect(await freedRows(service)).toEqual([{ source: "cancel", provider_id: chair.gilId }])
    await offerDue(service)
    expect(await freedRows(service)).toEqual([])
    expect(await stateOf(waiter.entryId)).toBe("offered")
    await sendDue(service)
    expect(carrier.sent.at(-1)!.body).toContain("a time is free: Cut, Wed, Mar 10 at 10:00 AM CST")
    expect(carrier.sent.at(-1)!.body).toContain(waiter.url)
    const seen = await link(waiter.url)
    expect(seen.view.offer).toMatchObject({ state: "free", startTime: chairStart, providerName: "Gil Novak" })
    // Opening the page holds nothing, since scanners open links too.
    expect(await service.context.db.query("SELECT 1 FROM hold")).toEqual([])
    const offerId = seen.view.offer!.id
    const held = await link(waiter.url, "POST", "/hold", { offerId })
    expect(held.view.offer).toMatchObject({ state: "held", seconds: 300 })
    expect(await stateOf(waiter.entryId)).toBe("held")
    const taken = await link(waiter.url, "POST", "/take", { offerId })
    expect(taken.view).toMatchObject({
      entry: { state: "booked" },
      offer: null,
      booked: { startTime: chairStart },
    })
    expect(taken.view.booked!.manageUrl).toMatch(/\/a\//)
    expect((await offers()).map(({ state }: { state: string }) => state)).toEqual(["booked"])
    const summary = await service.api("GET", "/waiting-list/summary?from=2027-03-01&to=2027-03-01")
    expect(summary.body.data).toEqual({
      ...{ waiting: 0, joined: 1, offers: 1, booked: 1, booked_minutes: 60, median_minutes_to_booking: 0 },
    })
  })

  it("WN-01 WL-02 of a promised window it is offered as a window, and names nobody whom the plan may change", async () => {
    const address = {
      ...{ line1: "2 Oak Ave", city: "Austin", state: "TX", postal_code: "78702", country: "US" },
      ...{ latitude: 30.28, longitude: -97.74 },
    }
    await put(service, `/appointment-types/${chair.typeId}`, {
      ...{ place: "at_customer", promise: { kind: "window", minutes: 60 } },
    })
    const waiter = await waits(service, chair)
    await put(service, `/customers/${waiter.customerId}`, { address })
    await cancel()
    await offerDue(service)
    await sendDue(service)
    expect(carrier.sent.at(-1)!.body).toContain("Cut, Wed, Mar 10 between 10:00 AM and 11:00 AM CST")
    const { offer } = (await link(waiter.url)).view
    expect(offer).toMatchObject({ state: "free", kind: "window", startTime: chairStart, providerName: "" })
    await link(waiter.url, "POST", "/hold", { offerId: offer!.id })
    const { booked } = (await link(waiter.url, "POST", "/take", { offerId: offer!.id })).view
    expect(booked).toMatchObject({ kind: "window", startTime: chairStart, providerName: "" })
  })

  it("WL-02 is offered in the company's order, a few a minute, and to nobody once it is taken", async () => {
    const waiters = []
    for (let nth = 0; nth < 5; nth += 1) waiters.push(await waits(service, chair, { priority: nth }))
    await put(service, "/company", { waiting_list: { order: "priority", per_minute: 2 } })
    await cancel()
    await offerDue(service)
    const asked = async () =>
      (await offers()).map((offer: { waiting_entry_id: number }) => offer.waiting_entry_id)
    const inOrder = waiters.map(({ entryId }) => entryId).reverse()
    expect(await asked()).toEqual(inOrder.slice(0, 2))
    expect(await offerDue(service)).toBe(0)
    service.clock.advanceMs(60_000)
    await offerDue(service)
    expect(await asked()).toEqual(inOrder.slice(0, 4))
    await takeChair(service, chair, await makeCustomer(service, { name: "Walk In" }))
    expect((await offers()).map(({ state }: { state: string }) => state)).toEqual(Array(4).fill("expired"))
    service.clock.advanceMs(60_000)
    expect(await offerDue(service)).toBe(1)
    expect(await asked()).toHaveLength(4)
    expect(await freedRows(service)).toEqual([])
  })

  it("WL-03 a later opener reads that another is deciding and that they are next, and gets the time when that ends", async () => {
    const [first, second, third] = [
      await waits(service, chair),
      await waits(service, chair),
      await waits(service, chair),
    ]
    await cancel()
    await offerDue(service)
    const offerOf = async (url: string) => (await link(url)).view.offer!
    const press = async (url: string) =>
      (await link(url, "POST", "/hold", { offerId: (await offerOf(url)).id })).view.offer!
    expect(await press(first!.url)).toMatchObject({ state: "held" })
    const until = "2027-03-01T16:05:00.000Z"
    expect(await offerOf(second!.url)).toMatchObject({ state: "other", until })
    expect(await press(second!.url)).toMatchObject({ state: "next", until, seconds: 300 })
    expect(await press(third!.url)).toMatchObject({ state: "other", until })
    // No one takes the time under another's hold, staff neither.
    const byHand = await service.api("POST", "/appointments", {
      ...{ customer_id: story.customerId, appointment_type_id: chair.typeId, provider_id: chair.gilId },
      ...{ location_id: chair.locationId, start_time: chairStart },
    })
    expect(codeOf(byHand)).toEqual([409, "slot_taken"])
    service.clock.set(until)
    expect(await endHolds(service)).toBe(1)
    await offerDue(service)
    expect(await offerOf(second!.url)).toMatchObject({ state: "held", seconds: 300 })
    await sendDue(service)
    expect(carrier.sent.at(-1)!.body).toContain("it is your turn: Cut")
    expect(await offerOf(third!.url)).toMatchObject({ state: "next" })
    const declined = await link(second!.url, "POST", "/decline", { offerId: (await offerOf(second!.url)).id })
    expect(declined.view.entry.state).toBe("waiting")
    await offerDue(service)
    expect(await offerOf(third!.url)).toMatchObject({ state: "held" })
    const { view } = await link(third!.url, "POST", "/take", { offerId: (await offerOf(third!.url)).id })
    expect(view.entry.state).toBe("booked")
    expect(await offerOf(first!.url)).toMatchObject({ state: "gone" })
  })

  it("WL-02 is offered to nobody whom a search would not offer it, and within what each wants", async () => {
    const wishes = [
      { weekdays: [1, 2] },
      { parts_of_day: ["afternoon"] },
      { provider_ids: [story.anaId] },
      { earliest_date: "2027-03-11" },
      { least_notice_minutes: 10 * 1_440 },
    ]
    for (const wish of wishes) await waits(service, chair, wish)
    const busy = await waits(service, chair)
    await make(service, "/appointments", {
      ...{ customer_id: busy.customerId, appointment_type_id: story.typeId, provider_id: story.anaId },
      start_time: chairStart,
    })
    const fits = await waits(service, chair, { weekdays: [3], parts_of_day: ["morning"] })
    await cancel()
    await offerDue(service)
    expect((await offers()).map((one: { waiting_entry_id: number }) => one.waiting_entry_id)).toEqual([
      fits.entryId,
    ])
    const gap = { provider_id: chair.gilId, start_time: chairStart, end_time: "2027-03-10T17:00:00.000Z" }
    const { body } = await service.api("POST", "/waiting-list/gap", gap)
    const reasons = body.data.waiting.map((one: { reason: string | null }) => one.reason)
    // A customer who waits for Ana alone is not among those who wait for Gil's time.
    expect(reasons).toEqual([...Array(5).fill("no_time"), "asked_before"])
  })

  it("WL-05 says of a gap that the company sends no offers, rather than that its customers have not agreed", async () => {
    await waits(service, chair)
    await put(service, "/company", { booking_links_enabled: false })
    await cancel()
    const gap = { provider_id: chair.gilId, start_time: chairStart, end_time: "2027-03-10T17:00:00.000Z" }
    const { body } = await service.api("POST", "/waiting-list/gap", gap)
    expect(body.data.waiting).toMatchObject([{ slot: { start_time: chairStart }, reason: "nothing_sent" }])
  })

  it("WL-05 the free stretches of a board say how many people wait for them, by one search of each type", async () => {
    const first = await waits(service, chair, { parts_of_day: ["morning"] })
    const second = await waits(service, chair)
    await waits(service, chair, { parts_of_day: ["evening"] })
    const busy = await waits(service, chair)
    await make(service, "/appointments", {
      ...{ customer_id: busy.customerId, appointment_type_id: story.typeId, provider_id: story.anaId },
      start_time: chairStart,
    })
    const board = { start_time: "2027-03-10T06:00:00.000Z", end_time: "2027-03-11T06:00:00.000Z" }
    const gaps = async (span: object = board) =>
      (await service.api("POST", "/waiting-list/gaps", span)).body.data?.gaps
    expect(await gaps()).toEqual([])
    await cancel()
    expect(await gaps()).toEqual([
      {
        ...{ provider_id: chair.gilId, location_id: chair.locationId, customers: 2 },
        customer_ids: [first.customerId, second.customerId],
        ...{ start_time: chairStart, end_time: "2027-03-10T17:00:00.000Z" },
      },
    ])
    const long = { ...board, end_time: "2027-03-19T06:00:00.000Z" }
    expect(await gaps(long)).toBeUndefined()
    const past = { start_time: "2027-02-10T06:00:00.000Z", end_time: "2027-02-11T06:00:00.000Z" }
    expect(await gaps(past)).toEqual([])
  })

  it("WL-02 waits for the end of quiet hours, and for a customer's consent", async () => {
    service.clock.set("2027-03-02T05:00:00.000Z")
    const waiter = await waits(service, chair)
    const silent = await waits(service, chair)
    await service.context.db.query("UPDATE waiting_entry SET made_by = 'public' WHERE id = $1", [
      silent.entryId,
    ])
    await cancel()
    await offerDue(service)
    expect(await offers()).toEqual([])
    const gap = { provider_id: chair.gilId, start_time: chairStart, end_time: "2027-03-10T17:00:00.000Z" }
    const { body } = await service.api("POST", "/waiting-list/gap", gap)
    const reasons = body.data.waiting.map((one: { reason: string | null }) => one.reason)
    expect(reasons).toEqual(["quiet_hours", "no_consent"])
    service.clock.set("2027-03-02T15:00:00.000Z")
    await offerDue(service)
    expect((await offers()).map((one: { waiting_entry_id: number }) => one.waiting_entry_id)).toEqual([
      waiter.entryId,
    ])
  })

  it("WL-02 comes from holds that end, moves, hours, time off and rooms, all through one queue", async () => {
    await waits(service, chair)
    const sources = async () => {
      const rows = await freedRows(service)
      await dropFreed(service)
      // The other sources ask no customer: they end offers that no longer fit.
      return rows.map(({ source }) => source).filter((source) => source !== "taken")
    }
    const move = { start_time: "2027-03-17T15:00:00.000Z" }
    expect((await service.api("POST", `/appointments/${chair.appointmentId}/reschedule`, move)).status).toBe(
      200,
    )
    expect(await sources()).toEqual(["move"])
    const booking = {
      appointment_type_id: chair.typeId,
      provider_id: chair.gilId,
      location_id: chair.locationId,
    }
    const { id } = await make(service, "/holds", { ...booking, start_time: chairStart, minutes: 5 })
    await service.api("DELETE", `/holds/${id}`)
    expect(await sources()).toEqual(["hold"])
    await put(service, `/providers/${chair.gilId}/hours`, {
      weekly_hours: [{ location_id: chair.locationId, weekday: 3, start: "10:00", end: "12:00" }],
    })
    expect(await sources()).toEqual(["hours"])
    const off = await make(service, `/providers/${chair.gilId}/time-off`, {
      ...{ start: "2027-03-10T00:00:00Z", end: "2027-03-11T00:00:00Z" },
    })
    await service.api("DELETE", `/providers/${chair.gilId}/time-off/${off.id}`)
    expect(await sources()).toEqual(["time_off"])
    const room = await make(service, "/resources", {
      ...{ name: "Room", kind: "room", group: "Rooms", location_id: chair.locationId },
    })
    expect(await sources()).toEqual(["resource"])
    await put(service, `/resources/${room.id}`, { turnover_minutes: 5 })
    expect(await sources()).toEqual(["resource"])
    const closed = await make(service, "/company/time-off", {
      ...{ start_date: "2027-03-10", end_date: "2027-03-10", reason: "Feast" },
    })
    await service.api("DELETE", `/company/time-off/${closed.id}`)
    expect(await sources()).toEqual(["time_off"])
  })
})

describe("an offer", () => {
  it("WL-05 is made by staff for a time that a search offers, while the service offers nothing by itself", async () => {
    await put(service, "/company", { waiting_list: { automatic: false } })
    const waiter = await waits(service, chair)
    const offer = (start_time = chairStart) =>
      service.api("POST", `/waiting-entries/${waiter.entryId}/offers`, {
        ...{ provider_id: chair.gilId, location_id: chair.locationId, start_time },
      })
    const once = { headers: { "idempotency-key": "one press" } }
    expect(codeOf(await offer())).toEqual([409, "time_not_offered"])
    await cancel()
    await offerDue(service)
    expect(await offers()).toEqual([])
    const body = { provider_id: chair.gilId, location_id: chair.locationId, start_time: chairStart }
    const press = () => service.api("POST", `/waiting-entries/${waiter.entryId}/offers`, body, once)
    const made = await press()
    expect(made.body.data).toMatchObject({ state: "offered", made_by: "api", start_time: chairStart })
    expect((await press()).body.data.id).toBe(made.body.data.id)
    expect(codeOf(await offer("2027-03-17T15:00:00.000Z"))).toEqual([409, "time_not_offered"])
    expect(codeOf(await offer())).toEqual([409, "offer_open"])
    await link(waiter.url, "POST", "/decline", { offerId: made.body.data.id })
    expect(codeOf(await offer())).toEqual([409, "offer_ended"])
    await service.api("DELETE", `/waiting-entries/${waiter.entryId}`)
    expect(codeOf(await offer())).toEqual([409, "entry_ended"])
  })

  it("WL-01 is open once for a customer, and a booking of the type by any way ends the entry", async () => {
    const waiter = await waits(service, chair)
    const other = await make(service, "/waiting-entries", {
      ...{ customer_id: waiter.customerId, appointment_type_id: chair.typeId, latest_date: "2027-03-20" },
    })
    await cancel()
    await offerDue(service)
    expect(await offers()).toHaveLength(1)
    await takeChair(service, chair, waiter.customerId)
    expect([await stateOf(waiter.entryId), await stateOf(other.id)]).toEqual(["booked", "booked"])
    expect((await offers()).map(({ state }: { state: string }) => state)).toEqual(["booked"])
  })

  it("WL-03 ends what is held when its customer leaves the list, and says no for good when they say so", async () => {
    const [first, second] = [await waits(service, chair), await waits(service, chair)]
    await cancel()
    await offerDue(service)
    const { id: offerId } = (await link(first!.url)).view.offer!
    await link(first!.url, "POST", "/hold", { offerId })
    await link(second!.url, "POST", "/hold", { offerId: (await link(second!.url)).view.offer!.id })
    const left = await link(first!.url, "POST", "/decline", { offerId, leaves: true })
    expect(left.view.entry.state).toBe("declined")
    await offerDue(service)
    expect((await link(second!.url)).view.offer).toMatchObject({ state: "held" })
    await link(second!.url, "DELETE")
    expect(await service.context.db.query("SELECT 1 FROM hold")).toEqual([])
    const late = await link(second!.url, "POST", "/take", { offerId: 1 })
    expect([late.status, late.code]).toEqual([409, "entry_ended"])
  })

  it("WL-04 of an earlier time is taken as a move: the later time is free in the same transaction, and is offered on", async () => {
    const sam = await makeCustomer(service, { name: "Sam Early", phone: "+15125559001" })
    const later = await make(service, "/appointments", {
      ...{ customer_id: sam, appointment_type_id: chair.typeId, provider_id: chair.gilId },
      start_time: "2027-03-17T15:00:00.000Z",
    })
    const wish = { customer_id: sam, appointment_type_id: chair.typeId, latest_date: "2027-03-16" }
    const { id, wait_url } = await make(service, "/waiting-entries", { ...wish, appointment_id: later.id })
    const other = await waits(service, chair, { earliest_date: "2027-03-17", latest_date: "2027-03-18" })
    await cancel()
    await offerDue(service)
    const url = String(wait_url)
    const seen = await link(url)
    expect(seen.view).toMatchObject({
      entry: { keeps: { startTime: "2027-03-17T15:00:00.000Z" } },
      offer: { state: "free", startTime: chairStart },
    })
    const offerId = seen.view.offer!.id
    expect((await link(url, "POST", "/hold", { offerId })).view.offer).toMatchObject({ state: "held" })
    const taken = await link(url, "POST", "/take", { offerId })
    expect(taken.view).toMatchObject({ entry: { state: "booked" }, booked: { startTime: chairStart } })
    const { body } = await service.api("GET", `/appointments/${later.id}`)
    expect(body.data).toMatchObject({ status: "scheduled", start_time: chairStart })
    expect(await stateOf(id)).toBe("booked")
    expect(await service.context.db.query("SELECT 1 FROM hold")).toEqual([])
    await offerDue(service)
    expect((await link(other.url)).view.offer).toMatchObject({ startTime: "2027-03-17T15:00:00.000Z" })
  })
})

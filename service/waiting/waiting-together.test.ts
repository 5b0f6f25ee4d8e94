/** Several types in one visit on the waiting list: Gil cuts at ten, Ben colours at eleven, and either may be taken. */
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { type Answer, startService, type TestService } from "../../test/support/service.ts"
import {
  make,
  makeCustomer,
  makeProvider,
  makeType,
  put,
  type Story,
  tellStory,
} from "../../test/support/story.ts"
import { playCarrier } from "../../test/support/texts.ts"
import {
  byWaitingLink,
  type Chair,
  chairStart,
  endHolds,
  makeChair,
  offerDue,
  sendDue,
  takeChair,
  type Waiter,
  waits,
} from "../../test/support/waiting.ts"

let service: TestService
let story: Story
let chair: Chair
let [colourId, benId] = [0, 0]
const carrier = playCarrier()
const atEleven = "2027-03-10T17:00:00.000Z"
const atNoon = "2027-03-10T18:00:00.000Z"

beforeEach(async () => {
  carrier.sent.length = 0
  service = await startService({ book: true, texts: carrier })
  service.clock.set("2027-03-01T16:00:00.000Z")
  story = await tellStory(service)
  chair = await makeChair(service, story)
  colourId = await makeType(service, { name: "Colour" })
  benId = await makeColourist("Ben Okafor")
})
afterEach(() => service.stop())

const makeColourist = (name: string) =>
  makeProvider(service, {
    name,
    appointment_type_ids: [colourId],
    weekly_hours: [{ location_id: story.locationId, weekday: 3, start: "11:00", end: "12:00" }],
  })
const both = () => [chair.typeId, colourId]
const waitsForBoth = (fields: object = {}): Promise<Waiter> =>
  waits(service, chair, { appointment_type_id: undefined, appointment_type_ids: both(), ...fields })
const cancel = (id = chair.appointmentId) => service.api("POST", `/appointments/${id}/cancel`, {})
const entryOf = async (id: number) => (await service.api("GET", `/waiting-entries/${id}`)).body.data
const offers = async () => (await service.api("GET", "/waiting-offers")).body.data.toReversed()
const codeOf = ({ status, body }: Answer) => [status, body.error?.code, body.error?.field]
const link = (url: string, method?: string, path?: string, body?: object) =>
  byWaitingLink(service, url, method, path, body)
const bookColour = async (customerId: number, providerId = benId) =>
  make(service, "/appointments", {
    ...{ customer_id: customerId, appointment_type_id: colourId, provider_id: providerId },
    ...{ location_id: chair.locationId, start_time: atEleven },
  })
const partsIn = (parts: readonly { providerName: string; startTime: string }[] | undefined) =>
  parts?.map(({ providerName, startTime }) => [providerName, startTime])

describe("several types in one visit", () => {
  it("WL-01 WL-02 are waited for together: what is freed of one is offered with the other, held and booked as one", async () => {
    const waiter = await waitsForBoth()
    expect(await entryOf(waiter.entryId)).toMatchObject({
      appointment_type: { name: "Cut" },
      appointment_types: [{ name: "Cut" }, { name: "Colour" }],
      same_provider: false,
    })
    await cancel()
    await offerDue(service)
    const [offer] = await offers()
    expect(offer).toMatchObject({
      ...{ state: "offered", start_time: chairStart, end_time: atNoon, provider: { name: "Gil Novak" } },
      parts: [
        { appointment_type_id: chair.typeId, provider_name: "Gil Novak", start_time: chairStart },
        { appointment_type_id: colourId, provider_name: "Ben Okafor", start_time: atEleven },
      ],
    })
    await sendDue(service)
    expect(carrier.sent.at(-1)!.body).toContain("Cut and Colour, Wed, Mar 10 at 10:00 AM CST")
    const seen = await link(waiter.url)
    expect(seen.view.entry).toMatchObject({ typeName: "Cut", thenTypeNames: ["Colour"] })
    expect(seen.view.offer).toMatchObject({ state: "free", startTime: chairStart, endTime: atNoon })
    const offerId = seen.view.offer!.id
    const held = await link(waiter.url, "POST", "/hold", { offerId })
    expect(held.view.offer).toMatchObject({ state: "held", seconds: 300 })
    expect(partsIn(held.view.offer!.parts)).toEqual([
      ["Gil Novak", chairStart],
      ["Ben Okafor", atEleven],
    ])
    // Both are kept: staff get neither.
    const staff = await service.api("POST", "/appointments", {
      ...{ customer_id: waiter.customerId, appointment_type_id: colourId, provider_id: benId },
      ...{ location_id: chair.locationId, start_time: atEleven },
    })
    expect(codeOf(staff)[1]).toBe("slot_taken")
    const taken = await link(waiter.url, "POST", "/take", { offerId })
    expect(taken.view).toMatchObject({ entry: { state: "booked" }, offer: null })
    expect(taken.view.booked).toMatchObject({ startTime: chairStart, endTime: atNoon })
    expect(partsIn(taken.view.booked!.parts)).toEqual(partsIn(held.view.offer!.parts))
    const booked = (await service.api("GET", `/appointments?customer_id=${waiter.customerId}`)).body.data
    expect(new Set(booked.map((one: { group_id: number }) => one.group_id)).size).toBe(1)
    expect(booked).toHaveLength(2)
    expect((await offers()).map(({ state }: { state: string }) => state)).toEqual(["booked"])
    const { booked_appointment_id: firstId } = await entryOf(waiter.entryId)
    expect(booked.find(({ id }: { id: number }) => id === firstId).appointment_type.name).toBe("Cut")
  })

  it("WL-02 are offered when the later one gets free, too, and only where all can follow", async () => {
    await cancel()
    const other = await bookColour(await makeCustomer(service, { name: "Colour First" }))
    const waiter = await waitsForBoth()
    const gap = { provider_id: chair.gilId, start_time: chairStart, end_time: atEleven }
    const who = await service.api("POST", "/waiting-list/gap", gap)
    expect(who.body.data.waiting).toMatchObject([{ slot: null, reason: "no_time" }])
    await cancel(other.id)
    expect(
      (await service.api("POST", "/waiting-list/gap", gap)).body.data.waiting[0].slot.parts,
    ).toHaveLength(2)
    const board = { start_time: "2027-03-10T06:00:00.000Z", end_time: "2027-03-11T06:00:00.000Z" }
    expect((await service.api("POST", "/waiting-list/gaps", board)).body.data.gaps).toMatchObject([
      { provider_id: chair.gilId, start_time: chairStart, end_time: atEleven, customers: 1 },
      { provider_id: benId, start_time: atEleven, end_time: atNoon, customers: 1 },
    ])
    await offerDue(service)
    expect((await entryOf(waiter.entryId)).state).toBe("offered")
  })

  it("WL-02 show and hold what follows as it is by then: another does the later one once its person is taken", async () => {
    const waiter = await waitsForBoth()
    await cancel()
    await offerDue(service)
    const dinaId = await makeColourist("Dina Ruiz")
    await bookColour(await makeCustomer(service, { name: "Colour First" }))
    // Its time was taken in part, so the open offer is over; the same start is offered to an entry once.
    expect((await offers())[0].state).toBe("expired")
    expect((await link(waiter.url)).view.offer).toMatchObject({ state: "gone" })
    const again = await service.api("POST", `/waiting-entries/${waiter.entryId}/offers`, {
      ...{ provider_id: chair.gilId, location_id: chair.locationId, start_time: chairStart },
    })
    expect(codeOf(again)).toEqual([409, "offer_ended", undefined])
    const second = await waitsForBoth()
    const made = await service.api("POST", `/waiting-entries/${second.entryId}/offers`, {
      ...{ provider_id: chair.gilId, location_id: chair.locationId, start_time: chairStart },
    })
    expect(made.body.data.parts[1].provider_id).toBe(dinaId)
    const seen = await link(second.url)
    const held = await link(second.url, "POST", "/hold", { offerId: seen.view.offer!.id })
    expect(partsIn(held.view.offer!.parts)).toContainEqual(["Dina Ruiz", atEleven])
  })

  it("WL-03 who waits for one of them reads that another is deciding, and gets it when that ends", async () => {
    const group = await waitsForBoth()
    const alone = await waits(service, chair, { appointment_type_id: colourId })
    await cancel()
    await offerDue(service)
    const press = async ({ url }: Waiter) => {
      const { view } = await link(url)
      return (await link(url, "POST", "/hold", { offerId: view.offer!.id })).view.offer!
    }
    // Ben's time was never held, so no message about it goes out: staff offer it.
    await service.api("POST", `/waiting-entries/${alone.entryId}/offers`, {
      ...{ provider_id: benId, location_id: chair.locationId, start_time: atEleven },
    })
    expect(await press(group)).toMatchObject({ state: "held" })
    expect((await link(alone.url)).view.offer).toMatchObject({ state: "other" })
    expect(await press(alone)).toMatchObject({ state: "next" })
    service.clock.advanceMs(5 * 60_000)
    await endHolds(service)
    await offerDue(service)
    expect((await link(alone.url)).view.offer).toMatchObject({ state: "held" })
    expect((await link(group.url)).view.offer).toMatchObject({ state: "other" })
    const decline = { offerId: (await link(alone.url)).view.offer!.id }
    await link(alone.url, "POST", "/decline", decline)
    expect((await link(group.url)).view.offer).toMatchObject({ state: "free" })
  })

  it("WL-01 end once all have been booked, at once or one by one, and not before", async () => {
    const waiter = await waitsForBoth()
    await cancel()
    await takeChair(service, chair, waiter.customerId)
    expect((await entryOf(waiter.entryId)).state).toBe("waiting")
    const last = await bookColour(waiter.customerId)
    expect(await entryOf(waiter.entryId)).toMatchObject({
      ...{ state: "booked", booked_appointment_id: last.id },
    })
  })

  it("WL-01 a second entry for the same types and dates changes the first, and another order is another entry", async () => {
    const waiter = await waitsForBoth()
    const send = (fields: object) =>
      make(service, "/waiting-entries", {
        ...{ customer_id: waiter.customerId, latest_date: "2027-03-12", ...fields },
      })
    const same = await send({ appointment_type_ids: both(), same_provider: true, weekdays: [3] })
    expect([same.id, (await entryOf(waiter.entryId)).same_provider]).toEqual([waiter.entryId, true])
    const reversed = await send({ appointment_type_ids: both().toReversed() })
    const one = await send({ appointment_type_id: chair.typeId })
    expect(new Set([same.id, reversed.id, one.id]).size).toBe(3)
    const listed = await service.api("GET", `/waiting-entries?appointment_type_id=${colourId}`)
    expect(listed.body.data.map(({ id }: { id: number }) => id)).toEqual([waiter.entryId, reversed.id])
  })

  it("WL-03 of many who press and take at once one holds all parts, and takes them once", async () => {
    const waiters: Waiter[] = []
    for (let nth = 0; nth < 4; nth += 1) waiters.push(await waitsForBoth())
    const again = { customer_id: waiters[0]!.customerId, latest_date: "2027-03-12" }
    const joins = await Promise.all(
      Array.from({ length: 12 }, () =>
        service.api("POST", "/waiting-entries", { ...again, appointment_type_ids: both() }),
      ),
    )
    expect(new Set(joins.map(({ body }) => body.data?.id))).toEqual(new Set([waiters[0]!.entryId]))
    await put(service, "/company", { waiting_list: { per_minute: 20 } })
    await cancel()
    await offerDue(service)
    const offerIds = await Promise.all(waiters.map(async ({ url }) => (await link(url)).view.offer!.id))
    await Promise.all(
      waiters.flatMap(({ url }, at) =>
        [1, 2, 3].map(() => link(url, "POST", "/hold", { offerId: offerIds[at] })),
      ),
    )
    const states = await Promise.all(waiters.map(async ({ url }) => (await link(url)).view.offer!.state))
    expect(states.toSorted()).toEqual(["held", "next", "other", "other"])
    const winner = states.indexOf("held")
    const takes = await Promise.all(
      Array.from({ length: 8 }, () =>
        link(waiters[winner]!.url, "POST", "/take", { offerId: offerIds[winner] }),
      ),
    )
    expect(takes.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(
      takes.filter(({ status }) => status !== 200).every(({ status }) => status < 500 || status === 503),
    ).toBe(true)
    const { body } = await service.api("GET", "/appointments?status=scheduled")
    expect(body.data.map((one: { customer_id: number }) => one.customer_id)).toEqual([
      ...[waiters[winner]!.customerId, waiters[winner]!.customerId],
    ])
    expect(await service.context.db.query("SELECT 1 FROM hold")).toEqual([])
    // Another's offer, and one that is none, are no way in.
    const other = waiters[(winner + 1) % 4]!
    for (const offerId of [offerIds[winner], Number.MAX_SAFE_INTEGER, 0, -1, "1", null, [1]])
      expect((await link(other.url, "POST", "/take", { offerId } as object)).status).toBeGreaterThanOrEqual(
        400,
      )
  })

  it("WL-02 of people whom the customer names one leads all, as in a search with a provider", async () => {
    await waitsForBoth({ provider_ids: [chair.gilId] })
    await cancel()
    await offerDue(service)
    expect(await offers()).toEqual([])
    const hours = [{ location_id: chair.locationId, weekday: 3, start: "10:00", end: "12:00" }]
    const bothIds = { appointment_type_ids: both(), weekly_hours: hours }
    const veraId = await makeProvider(service, { name: "Vera Lind", ...bothIds })
    const second = await waitsForBoth({ provider_ids: [veraId] })
    const offered = await service.api("POST", `/waiting-entries/${second.entryId}/offers`, {
      ...{ provider_id: veraId, location_id: chair.locationId, start_time: chairStart },
    })
    expect(offered.body.data.parts.map((part: { provider_id: number }) => part.provider_id)).toEqual([
      ...[veraId, veraId],
    ])
  })

  it("WL-01 are refused where they can't be booked together by the customer, and what goes with one type alone", async () => {
    const customer_id = await makeCustomer(service, { name: "Refused" })
    const refusal = async (fields: object) =>
      codeOf(
        await service.api("POST", "/waiting-entries", { customer_id, latest_date: "2027-03-12", ...fields }),
      )
    const withType = async (fields: object) =>
      refusal({ appointment_type_ids: [chair.typeId, await makeType(service, { name: "Other", ...fields })] })
    const wrong = [400, "invalid_input", "appointment_type_ids[1]"]
    const question = { key: "wish", label: "Which colour?", kind: "text", required: true }
    expect(await withType({ questions: [question] })).toEqual(wrong)
    expect(await withType({ kind: "by_request" })).toEqual(wrong)
    expect(await withType({ seats: 4 })).toEqual(wrong)
    expect(await withType({ active: false })).toEqual([409, "type_not_bookable", undefined])
    expect(await refusal({ appointment_type_ids: [chair.typeId, 999_999] })).toEqual([
      ...[404, "not_found", "appointment_type_ids[1]"],
    ])
    expect(await refusal({ appointment_type_ids: both(), appointment_type_id: colourId })).toEqual([
      ...[400, "invalid_input", "appointment_type_id"],
    ])
    expect(await refusal({})).toEqual([400, "invalid_input", "appointment_type_id"])
    expect(await refusal({ appointment_type_id: colourId, same_provider: true })).toEqual([
      ...[400, "invalid_input", "same_provider"],
    ])
    expect(await refusal({ appointment_type_ids: both(), appointment_id: chair.appointmentId })).toEqual([
      ...[400, "invalid_input", "appointment_id"],
    ])
    // A question that is asked since: nothing is offered that the customer could not book.
    await waitsForBoth()
    await service.api("PUT", `/appointment-types/${colourId}`, { questions: [question] })
    await cancel()
    await offerDue(service)
    expect(await offers()).toEqual([])
  })
})

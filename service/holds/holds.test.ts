import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { openChannels, samsNumber, talk } from "../../test/support/agent.ts"
import { type Answer, startService, type TestService } from "../../test/support/service.ts"
import { make, makeCustomer, put, type Story, tellStory } from "../../test/support/story.ts"
import { leaseHolds } from "../outbox/holds-due.sql.ts"
import { newLease } from "../platform/queue/leases.ts"
import { endOverdueHold } from "./end-hold.ts"

let service: TestService
let story: Story

beforeEach(async () => {
  service = await startService()
  story = await tellStory(service)
})
afterEach(() => service.stop())

const nine = "2027-03-03T15:00:00.000Z"
const halfPastNine = "2027-03-03T15:30:00.000Z"
const ten = "2027-03-03T16:00:00.000Z"
const wednesday = { start_date: "2027-03-03", end_date: "2027-03-04" }

const bookingOf = (fields: object = {}) => ({
  customer_id: story.customerId,
  appointment_type_id: story.typeId,
  provider_id: story.anaId,
  location_id: story.locationId,
  start_time: nine,
  ...fields,
})
const holdOf = ({ customer_id, ...fields }: Record<string, unknown> = {}) => {
  const { customer_id: _, ...booking } = bookingOf(fields)
  return { minutes: 5, ...booking, ...(customer_id === undefined ? {} : { customer_id }) }
}
const held = async (fields: Record<string, unknown> = {}) =>
  (await make(service, "/holds", holdOf(fields))) as { id: number; expires_at: string }
const outcomeOf = ({ status, body }: Answer) => [status, body.error?.code]
const book = async (fields: object = {}) => service.api("POST", "/appointments", bookingOf(fields))

async function startsOf(providerId: number, fields: object = {}): Promise<string[]> {
  const question = { appointment_type_id: story.typeId, ...wednesday, ...fields }
  const { body } = await service.api("POST", "/slots", question)
  const of = body.data.providers.find((each: { provider_id: number }) => each.provider_id === providerId)
  return (of?.slots ?? []).map(({ start_time }: { start_time: string }) => start_time)
}

const activeRows = () =>
  service.context.db.query<{ hold_id: number | null; appointment_id: number | null }>(
    "SELECT hold_id, appointment_id FROM allocation WHERE active ORDER BY id",
  )

/** The worker's round, once. */
async function endOverdue(): Promise<number> {
  const due = await leaseHolds(service.context.db, newLease(service.context, 30_000), 100)
  for (const one of due) await endOverdueHold(service.context, one)
  return due.length
}

describe("a hold", () => {
  it("CL-08 keeps its time from search and booking, and gives it to the booking that names it, in one statement", async () => {
    const hold = await held()
    expect(hold.expires_at).toBe("2027-03-01T12:05:00.000Z")
    expect(await startsOf(story.anaId)).not.toContain(nine)
    expect(await startsOf(story.anaId)).not.toContain(halfPastNine)
    expect(await startsOf(story.benId)).toContain(nine)
    const before = await activeRows()
    expect(outcomeOf(await book())).toEqual([409, "slot_taken"])
    const booked = await book({ hold_id: hold.id })
    expect(booked.status).toBe(201)
    expect(before).toEqual([{ hold_id: hold.id, appointment_id: null }])
    expect(await activeRows()).toEqual([{ hold_id: null, appointment_id: booked.body.data.id }])
    expect(await service.context.db.query("SELECT 1 FROM hold")).toEqual([])
    expect(await service.context.db.query("SELECT 1 FROM hold_due")).toEqual([])
    const later = await book({ hold_id: hold.id })
    expect(outcomeOf(later)).toEqual([409, "customer_busy"])
  })

  it("CL-08 ends by itself to the second, for search, explanation and booking, before anything was cleaned up", async () => {
    await held()
    service.clock.set("2027-03-01T12:04:59.999Z")
    expect(await startsOf(story.anaId)).not.toContain(nine)
    expect(outcomeOf(await book())).toEqual([409, "slot_taken"])
    service.clock.set("2027-03-01T12:05:00.000Z")
    expect(await startsOf(story.anaId)).toContain(nine)
    const explained = await service.api("POST", "/slots/explain", bookingOf())
    expect(explained.body.data.starts[0].offered).toBe(true)
    // It overlaps the time that is still in the table.
    expect((await book({ start_time: halfPastNine })).status).toBe(201)
    expect(await endOverdue()).toBe(1)
    expect(await service.context.db.query("SELECT 1 FROM hold")).toEqual([])
    expect(await activeRows()).toHaveLength(1)
  })

  it("CL-08 is deleted by the worker when it is over, and not before", async () => {
    await held({ minutes: 1 })
    expect(await endOverdue()).toBe(0)
    service.clock.advanceMs(60_000)
    expect(await endOverdue()).toBe(1)
    expect(await activeRows()).toEqual([])
    expect(await service.context.db.query("SELECT 1 FROM hold_due")).toEqual([])
  })

  it("CL-08 CL-10 is named by the explanation, by a refusal to staff and by nothing once it is over", async () => {
    const { id } = await held()
    const reason = {
      code: "hold",
      message: "The time of Ana Ruiz is being held for somebody who has yet to book it.",
      causes: [{ kind: "hold", id, from: nine, to: ten }],
      lift: "Wait until the hold ends, or end it.",
    }
    const explained = await service.api("POST", "/slots/explain", bookingOf())
    expect(explained.body.data.starts[0]).toMatchObject({ offered: false, reasons: [reason] })
    expect((await book()).body.error.details.reasons).toEqual([reason])
    const { body } = await service.api("POST", "/slots/explain-range", {
      appointment_type_id: story.typeId,
      provider_id: story.anaId,
      ...wednesday,
    })
    const runs = body.data.providers[0].runs as { reasons: { code: string }[]; count: number }[]
    const ofHold = runs.filter(({ reasons }) => reasons.some(({ code }) => code === "hold"))
    // The one that begins before the hours and reaches into the hold, then the two within it.
    expect(ofHold.map(({ count }) => count)).toEqual([1, 2])
    await service.api("DELETE", `/holds/${id}`)
    expect((await service.api("POST", "/slots/explain", bookingOf())).body.data.starts[0].offered).toBe(true)
  })

  it("CL-08 counts in the daily limit, and in the buffers beside it", async () => {
    await put(service, `/appointment-types/${story.typeId}`, { daily_limit: 1, buffer_after_minutes: 30 })
    const { id } = await held()
    expect(await startsOf(story.anaId)).toEqual([])
    const explained = await service.api(
      "POST",
      "/slots/explain",
      bookingOf({ start_time: "2027-03-03T20:00:00.000Z" }),
    )
    expect(explained.body.data.starts[0].reasons.map(({ code }: { code: string }) => code)).toEqual([
      "daily_limit",
    ])
    await service.api("DELETE", `/holds/${id}`)
    expect(await startsOf(story.anaId)).toContain(nine)
  })

  it("CL-08 is judged by the rule of a booking, and refused as it is", async () => {
    expect(
      outcomeOf(await service.api("POST", "/holds", holdOf({ start_time: "2027-03-03T03:00:00.000Z" }))),
    ).toEqual([409, "time_not_offered"])
    await held()
    const second = await service.api("POST", "/holds", holdOf({ start_time: halfPastNine }))
    expect(outcomeOf(second)).toEqual([409, "slot_taken"])
    expect(second.body.error.details.alternatives).toHaveLength(3)
    for (const minutes of [0, 16, 1.5])
      expect(outcomeOf(await service.api("POST", "/holds", holdOf({ minutes })))).toEqual([
        400,
        "invalid_input",
      ])
    expect(outcomeOf(await service.api("POST", "/holds", holdOf({ customer_id: 999 })))).toEqual([
      404,
      "not_found",
    ])
  })

  it("CL-08 never runs out of notice while it holds", async () => {
    // The type asks for two hours of notice, and the start is two hours and a minute ahead.
    service.clock.set("2027-03-03T12:59:00.000Z")
    const { id } = await held()
    service.clock.set("2027-03-03T13:03:00.000Z")
    expect(outcomeOf(await book())).toEqual([409, "time_not_offered"])
    expect((await book({ hold_id: id })).status).toBe(201)
  })

  it("CL-08 of another time or provider ends with the booking that names it", async () => {
    const { id } = await held()
    const booked = await book({ hold_id: id, start_time: halfPastNine })
    expect(booked.status).toBe(201)
    expect(await activeRows()).toEqual([{ hold_id: null, appointment_id: booked.body.data.id }])
    const ruth = await makeCustomer(service, { name: "Ruth Hale" })
    const other = await held({ start_time: "2027-03-04T15:00:00.000Z" })
    const withBen = await book({
      customer_id: ruth,
      hold_id: other.id,
      provider_id: story.benId,
      start_time: "2027-03-04T15:00:00.000Z",
    })
    expect(withBen.status).toBe(201)
    expect(await startsOf(story.anaId, { start_date: "2027-03-04", end_date: "2027-03-05" })).toContain(
      "2027-03-04T15:00:00.000Z",
    )
  })

  it("CL-08 of one customer serves no other, and one that is over or unknown changes nothing", async () => {
    const ruth = await makeCustomer(service, { name: "Ruth Hale" })
    const { id } = await held({ customer_id: ruth })
    const refused = await book({ hold_id: id })
    expect([...outcomeOf(refused), refused.body.error.field]).toEqual([400, "invalid_input", "hold_id"])
    expect((await book({ hold_id: id, customer_id: ruth })).status).toBe(201)
    expect((await book({ hold_id: 123_456, start_time: ten })).status).toBe(201)
    const another = await service.anotherCompany()
    const answer = await service.api("DELETE", `/holds/${id}`, undefined, { key: another.key })
    expect(outcomeOf(answer)).toEqual([404, "not_found"])
  })

  it("CL-08 can be ended, once", async () => {
    const { id } = await held()
    const ended = await service.api("DELETE", `/holds/${id}`)
    expect([ended.status, ended.body.data.start_time]).toEqual([200, nine])
    expect(outcomeOf(await service.api("DELETE", `/holds/${id}`))).toEqual([404, "not_found"])
    const over = await held()
    service.clock.advanceMs(5 * 60_000)
    expect(outcomeOf(await service.api("DELETE", `/holds/${over.id}`))).toEqual([404, "not_found"])
  })

  it("CL-08 stands on the board while it holds", async () => {
    const { id, expires_at } = await held()
    const board = async () => (await service.api("GET", "/board?date=2027-03-03")).body.data
    expect((await board()).holds).toEqual([
      {
        id,
        provider_id: story.anaId,
        location_id: story.locationId,
        appointment_type_id: story.typeId,
        start_time: nine,
        end_time: ten,
        expires_at,
      },
    ])
    service.clock.advanceMs(5 * 60_000)
    expect((await board()).holds).toBeUndefined()
  })

  it("CL-08 keeps the room that the type needs, and gives it to its booking", async () => {
    await make(service, "/resources", {
      name: "Room 1",
      kind: "room",
      group: "Rooms",
      location_id: story.locationId,
    })
    await put(service, `/appointment-types/${story.typeId}`, {
      needs: { providers: 1, resources: [{ group: "Rooms", count: 1 }] },
    })
    const { id } = await held()
    expect(await startsOf(story.benId)).not.toContain(nine)
    expect((await book({ hold_id: id })).status).toBe(201)
    expect(await service.context.db.query("SELECT 1 FROM hold")).toEqual([])
    const later = await held({ start_time: "2027-03-03T18:00:00.000Z" })
    service.clock.advanceMs(5 * 60_000)
    const withBen = await book({ provider_id: story.benId, start_time: "2027-03-03T18:30:00.000Z" })
    expect([withBen.status, later.id > id]).toEqual([201, true])
  })

  it("CL-08 gives way to a move and a reopening only when it is over", async () => {
    const { body } = await book({ start_time: "2027-03-03T20:00:00.000Z" })
    await held()
    const move = () => service.api("POST", `/appointments/${body.data.id}/reschedule`, { start_time: nine })
    expect(outcomeOf(await move())).toEqual([409, "slot_taken"])
    service.clock.advanceMs(5 * 60_000)
    expect((await move()).status).toBe(200)
  })
})

describe("an agent's caller", () => {
  const slot = () => ({
    appointment_type_id: story.typeId,
    provider_id: story.anaId,
    location_id: story.locationId,
    start_time: nine,
  })

  it("CL-08 gets a time held by the conversation, which hides nothing from it and becomes the booking", async () => {
    await openChannels(service)
    const call = await talk(service, samsNumber)
    const first = await call.tool("POST", "/holds", { ...slot(), start_time: ten })
    expect([first.status, first.body.data.expires_at]).toEqual([201, "2027-03-01T12:05:00.000Z"])
    // One at a time: the second takes the place of the first.
    expect((await call.tool("POST", "/holds", slot())).status).toBe(201)
    expect(await activeRows()).toHaveLength(1)
    const found = await call.tool("POST", "/slots", { appointment_type_id: story.typeId, ...wednesday })
    const ana = found.body.data.providers.find(
      (each: { provider_id: number }) => each.provider_id === story.anaId,
    )
    expect(ana.slots.map(({ start_time }: { start_time: string }) => start_time)).toContain(nine)
    expect(outcomeOf(await book())).toEqual([409, "slot_taken"])
    expect((await call.tool("POST", "/appointments", slot())).status).toBe(201)
    expect(await service.context.db.query("SELECT 1 FROM hold")).toEqual([])
  })
})

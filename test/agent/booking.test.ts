import { beforeEach, describe, expect, it } from "vitest"
import { type Conversation, samsNumber, strangersNumber, talk } from "../support/agent.ts"
import { textsOf } from "../support/read-texts.ts"
import type { Answer } from "../support/service.ts"
import { make, makeProvider, makeType, weekdays } from "../support/story.ts"
import { openCompanyForEachTest, service, story } from "./fresh-service.ts"

openCompanyForEachTest()

let call: Conversation
beforeEach(async () => {
  call = await talk(service, samsNumber)
})

const wednesday = "2027-03-03T15:00:00.000Z"
const thursday = "2027-03-04T16:00:00.000Z"

const slotAt = (start_time: string, more = {}) => ({
  appointment_type_id: story.typeId,
  provider_id: story.anaId,
  location_id: story.locationId,
  start_time,
  ...more,
})
const book = (start_time: string, more = {}, by = call) =>
  by.tool("POST", "/appointments", slotAt(start_time, more))
const codeOf = ({ status, body }: Answer) => [status, body.error?.code]
const eventTypes = async () =>
  (await service.events()).body.data.map(({ type, source }: { type: string; source: object }) => [
    type,
    source,
  ])

describe("booking", () => {
  it("AG-07 AG-05 answers 201 with the appointment as it is said, and whether a text went", async () => {
    const { status, body } = await book(wednesday)
    expect(status).toBe(201)
    expect(body.data).toEqual({
      id: expect.any(Number),
      status: "scheduled",
      start_time: wednesday,
      end_time: "2027-03-03T16:00:00.000Z",
      timezone: "America/Chicago",
      say: "Boiler service is booked for Wednesday, March 3 at 9:00 AM.",
      blocks: [{ start_time: wednesday, end_time: "2027-03-03T16:00:00.000Z" }],
      appointment_type: { id: story.typeId, name: "Boiler service" },
      duration_option: null,
      provider: { id: story.anaId, name: "Ana Ruiz" },
      location: { id: story.locationId, name: "Downtown" },
      booked_by: "agent",
      has_started: false,
      today: "2027-03-01",
      today_say: "Monday, March 1, 2027",
      sms: { sent: expect.any(Boolean), reason: expect.toBeOneOf([expect.any(String), null]) },
    })
    expect(await eventTypes()).toEqual([["appointment.created", { kind: "agent" }]])
    const seen = await service.api("GET", `/appointments/${body.data.id}`)
    expect(seen.body.data).toMatchObject({ booked_by: "agent", customer_id: story.customerId })
  })

  it("RQ-06 AG-13 attaches the request that is passed, with its length", async () => {
    const request = await make(service, "/scheduling-requests", {
      customer_id: story.customerId,
      appointment_type_id: story.typeId,
      latest_date: "2027-03-10",
      duration_minutes: 90,
    })
    const { body } = await book(wednesday, { scheduling_request_id: request.id })
    expect(body.data.end_time).toBe("2027-03-03T16:30:00.000Z")
    const after = await service.api("GET", `/scheduling-requests/${request.id}`)
    expect(after.body.data.status).toBe("scheduled")
    const again = await book(thursday, { scheduling_request_id: request.id })
    expect(codeOf(again)).toEqual([409, "request_not_open"])
  })

  it("RQ-13 a type by request is listed, searched and booked through its request alone", async () => {
    const typeId = await makeType(service, { name: "Inspection", kind: "by_request" })
    await makeProvider(service, {
      name: "Cleo",
      appointment_type_ids: [typeId],
      weekly_hours: weekdays(story.locationId),
    })
    const listed = async () => (await call.tool("GET", "/appointment-types")).body.data.appointment_types
    const search = (more = {}) =>
      call.tool("POST", "/slots", {
        appointment_type_id: typeId,
        start_date: "2027-03-02",
        end_date: "2027-03-06",
        ...more,
      })
    expect((await listed()).map(({ name }: { name: string }) => name)).toEqual(["Boiler service"])
    expect(codeOf(await search())).toEqual([409, "request_needed"])
    const request = await make(service, "/scheduling-requests", {
      customer_id: story.customerId,
      appointment_type_id: typeId,
      earliest_date: "2027-03-04",
      latest_date: "2027-03-10",
    })
    expect((await listed())[1]).toMatchObject({
      name: "Inspection",
      scheduling_request: { id: request.id, duration_label: null },
    })
    const found = (await search({ scheduling_request_id: request.id })).body.data
    expect(found.providers[0].slots[0].start_time).toBe("2027-03-04T15:00:00.000Z")
    const slot = found.recommended[0]
    const booked = await call.tool("POST", "/appointments", {
      appointment_type_id: typeId,
      provider_id: slot.provider_id,
      start_time: slot.start_time,
      scheduling_request_id: request.id,
    })
    expect(booked.status).toBe(201)
  })

  it("AG-12 BK-01 a time that no search offers, or that was just taken, is refused with the nearest ones", async () => {
    const offGrid = await book("2027-03-03T15:10:00.000Z")
    expect(codeOf(offGrid)).toEqual([409, "time_not_offered"])
    const kim = await make(service, "/customers", { name: "Kim Lee", phone: "+15125550155" })
    await make(service, "/appointments", { customer_id: kim.id, ...slotAt(wednesday) })
    const taken = await book(wednesday)
    expect(codeOf(taken)).toEqual([409, "slot_taken"])
    const { message, details } = taken.body.error
    expect(details.alternatives.map(({ say }: { say: string }) => say)).toEqual([
      "Wednesday, March 3 at 10:00 AM",
      "Wednesday, March 3 at 10:30 AM",
      "Wednesday, March 3 at 11:00 AM",
    ])
    expect(message).toBe(
      "That time has just been taken. The nearest times are Wednesday, March 3 at 10 AM, 10:30 AM or 11 AM.",
    )
    const alternative = details.alternatives[0]
    expect((await book(alternative.start_time)).status).toBe(201)
  })

  it("BK-03 a job over several days is one appointment, said with every day, moved and cancelled whole", async () => {
    const typeId = await makeType(service, { name: "Repiping", blocks: [240, 240] })
    await service.api("PUT", `/providers/${story.anaId}`, { appointment_type_ids: [story.typeId, typeId] })
    const booked = await book("2027-03-04T15:00:00.000Z", { appointment_type_id: typeId })
    expect(booked.body.data.say).toBe(
      "Repiping is booked for Thursday, March 4 and Friday, March 5, each day at 9:00 AM.",
    )
    const { id } = booked.body.data
    const moved = await call.tool("PUT", `/appointments/${id}`, { start_time: "2027-03-05T16:00:00.000Z" })
    expect(moved.body.data.say).toBe(
      "Repiping is moved to Friday, March 5 and Monday, March 8, each day at 10:00 AM.",
    )
    const cancelled = await call.tool("DELETE", `/appointments/${id}`)
    expect(cancelled.body.data).toMatchObject({ status: "cancelled", id })
    expect((await book("2027-03-04T15:00:00.000Z", { appointment_type_id: typeId })).status).toBe(201)
  })

  it("AG-06 nobody books before they have a name, and nobody at all whose number is hidden", async () => {
    const stranger = await talk(service, strangersNumber)
    expect(codeOf(await book(wednesday, {}, stranger))).toEqual([409, "registration_needed"])
    const hidden = await talk(service, "anonymous")
    expect(codeOf(await book(wednesday, {}, hidden))).toEqual([409, "caller_unknown"])
  })
})

describe("moving and cancelling", () => {
  it("AG-07 BK-12 moves by the start alone; a sent end must match", async () => {
    const { id } = (await book(wednesday)).body.data
    const move = (body: object) => call.tool("PUT", `/appointments/${id}`, body)
    expect(codeOf(await move({ start_time: thursday, end_time: "2027-03-04T17:30:00.000Z" }))).toEqual([
      400,
      "end_time_mismatch",
    ])
    const moved = await move({ start_time: thursday, end_time: "2027-03-04T17:00:00.000Z" })
    expect([moved.status, moved.body.data.say]).toEqual([
      200,
      "Boiler service is moved to Thursday, March 4 at 10:00 AM.",
    ])
    // The time that it has already is a success, but not with another end.
    const there = { start_time: thursday, end_time: "2027-03-04T16:30:00.000Z" }
    expect(codeOf(await move(there))).toEqual([400, "end_time_mismatch"])
    expect(codeOf(await move({ start_time: "2027-03-06T15:00:00.000Z" }))).toEqual([409, "time_not_offered"])
    expect((await eventTypes()).map(([type]: [string]) => type)).toEqual([
      "appointment.created",
      "appointment.rescheduled",
    ])
  })

  it("SL-08 finds the times to move to as if the appointment were not there", async () => {
    const { id } = (await book(wednesday)).body.data
    const found = await call.tool("POST", "/slots", {
      appointment_id: id,
      start_date: "2027-03-03",
      end_date: "2027-03-04",
    })
    const starts = found.body.data.providers[0].slots.map(
      ({ start_time }: { start_time: string }) => start_time,
    )
    expect(starts).toContain("2027-03-03T15:30:00.000Z")
    expect(found.body.data.providers).toHaveLength(1)
  })

  it("BK-07 what has started, or whose notice has passed, stays, and the agent can say why", async () => {
    const { id } = (await book(wednesday)).body.data
    await service.api("PUT", `/appointment-types/${story.typeId}`, { cancel_notice_minutes: 1_440 })
    service.clock.set("2027-03-02T16:00:00.000Z")
    call = await talk(service, samsNumber)
    const late = await call.tool("DELETE", `/appointments/${id}`)
    expect(codeOf(late)).toEqual([409, "cancel_notice_passed"])
    service.clock.set("2027-03-03T15:30:00.000Z")
    call = await talk(service, samsNumber)
    expect(call.variables.upcoming_appointments).toContain("Wednesday, March 3 at 9:00 AM")
    const listed = (await call.tool("GET", "/appointments")).body.data.appointments
    expect(listed).toMatchObject([{ id, has_started: true }])
    const started = await call.tool("PUT", `/appointments/${id}`, { start_time: thursday })
    expect(codeOf(started)).toEqual([409, "appointment_started"])
  })
})

describe("AG-16 what is sent again after a slow answer gets its first result", () => {
  it("AG-16 a booking of a slot that this conversation holds, and no second text", async () => {
    const first = await book(wednesday)
    const texts = (await textsOf(service)).length
    service.clock.advanceMs(30 * 60_000)
    const again = await book(wednesday)
    expect([again.status, again.body.data.id]).toEqual([201, first.body.data.id])
    expect(again.body.data.sms).toEqual(first.body.data.sms)
    expect((await textsOf(service)).length).toBe(texts)
    expect(await eventTypes()).toHaveLength(1)
  })

  it("AG-16 twelve at once are one appointment, one event, and all are told so", async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => book(wednesday)))
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(201))
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1)
    expect(await eventTypes()).toHaveLength(1)
    expect((await textsOf(service)).length).toBeLessThanOrEqual(1)
  })

  it("AG-16 with a request that it has used up itself", async () => {
    const request = await make(service, "/scheduling-requests", {
      customer_id: story.customerId,
      appointment_type_id: story.typeId,
      latest_date: "2027-03-10",
    })
    const more = { scheduling_request_id: request.id }
    const answers = await Promise.all([book(wednesday, more), book(wednesday, more), book(wednesday, more)])
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
  })

  it("AG-16 AG-12 another conversation's booking of the slot is no repeat; the caller hears that it is theirs", async () => {
    await book(wednesday)
    const later = await talk(service, samsNumber)
    const own = await book(wednesday, {}, later)
    expect([...codeOf(own), own.body.error.message]).toEqual([
      409,
      "customer_busy",
      expect.stringMatching(
        /^You already have Boiler service with Ana Ruiz on Wednesday, March 3 at 9:00 AM\. /,
      ),
    ])
    await make(service, "/customers", { name: "Kim Lee", phone: "+15125550155" })
    const other = await book(wednesday, {}, await talk(service, "+15125550155"))
    expect(other.body.error.message).toMatch(/^That time has just been taken\. The nearest times are /)
  })

  it("AG-16 a move onto another appointment of the caller's is refused, and names it", async () => {
    const withBen = { provider_id: story.benId }
    const { id } = (await book(thursday, withBen)).body.data
    await book(wednesday)
    const moved = await call.tool("PUT", `/appointments/${id}`, { start_time: wednesday })
    expect([...codeOf(moved), moved.body.error.message]).toEqual([
      409,
      "customer_busy",
      expect.stringMatching(
        /^You already have Boiler service with Ana Ruiz on Wednesday, March 3 at 9:00 AM\. /,
      ),
    ])
  })

  it("AG-16 a move to the time that it has, and a cancel of what is cancelled, one by one and at once", async () => {
    const { id } = (await book(wednesday)).body.data
    const move = () => call.tool("PUT", `/appointments/${id}`, { start_time: thursday })
    const cancel = () => call.tool("DELETE", `/appointments/${id}`)
    const moved = await Promise.all([move(), move(), move()])
    moved.push(await move())
    expect(moved.map(({ status, body }) => [status, body.data.start_time])).toEqual(
      Array(4).fill([200, thursday]),
    )
    const cancelled = await Promise.all([cancel(), cancel(), cancel()])
    cancelled.push(await cancel())
    expect(cancelled.map(({ status, body }) => [status, body.data.status])).toEqual(
      Array(4).fill([200, "cancelled"]),
    )
    expect((await eventTypes()).map(([type]: [string]) => type)).toEqual([
      "appointment.created",
      "appointment.rescheduled",
      "appointment.cancelled",
    ])
  })

  it("AG-16 a move to a time so near that it could not be moved again, one by one and at once", async () => {
    await service.api("PUT", `/appointment-types/${story.typeId}`, { cancel_notice_minutes: 240 })
    const { id } = (await book(wednesday)).body.data
    const near = "2027-03-01T15:00:00.000Z"
    const move = (start_time = near) => call.tool("PUT", `/appointments/${id}`, { start_time })
    const moved = await Promise.all([move(), move()])
    moved.push(await move())
    expect(moved.map(({ status, body }) => [status, body.data?.start_time])).toEqual(
      Array(3).fill([200, near]),
    )
    expect(codeOf(await move(thursday))).toEqual([409, "cancel_notice_passed"])
  })
})

describe("what staff confirm", () => {
  const confirmedByStaff = { confirmation: "staff", answer_within_minutes: 1_440 }

  it("CL-09 is asked for and not booked: the answer, the list and the opening say so", async () => {
    await service.api("PUT", `/appointment-types/${story.typeId}`, confirmedByStaff)
    const { status, body } = await book(wednesday)
    expect([status, body.data.status]).toEqual([201, "pending"])
    expect(body.data.say).toMatch(
      /^I have asked for Boiler service on .* It is not booked yet: the office answers by /,
    )
    expect((await eventTypes()).map(([type]: [string]) => type)).toEqual(["appointment.pending"])
    expect((await book(wednesday)).body.data.id).toBe(body.data.id)
    const listed = (await call.tool("GET", "/appointments")).body.data
    expect(listed.appointments).toMatchObject([{ status: "pending", can_be_changed: true }])
    expect(listed.say).toContain("It is not booked yet")
    const again = await talk(service, samsNumber)
    expect(again.variables.upcoming_appointments).toContain("not confirmed yet")
  })

  it("CL-09 cannot be moved, and is withdrawn by a cancel", async () => {
    await service.api("PUT", `/appointment-types/${story.typeId}`, confirmedByStaff)
    const { id } = (await book(wednesday)).body.data
    const moved = await call.tool("PUT", `/appointments/${id}`, { start_time: thursday })
    expect(codeOf(moved)).toEqual([409, "appointment_not_scheduled"])
    expect(moved.body.error.message).toContain("isn't booked yet")
    const ended = await call.tool("DELETE", `/appointments/${id}`)
    expect(ended.body.data.say).toMatch(/^The request for Boiler service on .* is withdrawn\.$/)
    expect((await eventTypes()).map(([type]: [string]) => type)).toEqual([
      "appointment.pending",
      "appointment.declined",
    ])
  })
})

/**
 * A caller's answers by phone to our questions: an offered time, one that the office proposes, whether they come, what they
 * add.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Conversation, openChannels, samsNumber, strangersNumber, talk } from "../support/agent.ts"
import { type LocalServer, startLocalServer } from "../support/local-server.ts"
import { type Answer, startService, type TestService } from "../support/service.ts"
import {
  make,
  makeCustomer,
  makeProvider,
  makeType,
  put,
  type Story,
  tellStory,
  weekdays,
} from "../support/story.ts"
import { playCarrier } from "../support/texts.ts"
import { type Chair, chairStart, offerDue, takeChair, waits } from "../support/waiting.ts"

const carrier = playCarrier()
let service: TestService
let story: Story
let feed: LocalServer
let call: Conversation
beforeAll(async () => {
  feed = await startLocalServer()
  service = await startService({ book: true, texts: carrier, platformSmsNumber: "+15125550166" })
  story = await tellStory(service)
  // Ten in the morning in Austin, when offers may go out.
  service.clock.set("2027-03-01T16:00:00.000Z")
  await openChannels(service)
  call = await talk(service, samsNumber)
})
afterAll(async () => {
  await service.stop()
  await feed.stop()
})

const codeOf = ({ status, body }: Answer) => [status, body.error?.code ?? null, body.error?.field ?? null]
const cancel = (id: number) => service.api("POST", `/appointments/${id}/cancel`, {})
const read = async (id: number) => (await service.api("GET", `/appointments/${id}`)).body.data

/** A type of a provider who does nothing else. */
async function own(fields: Record<string, unknown> = {}): Promise<{ typeId: number; providerId: number }> {
  const typeId = await makeType(service, fields)
  const providerId = await makeProvider(service, {
    name: "Gil Novak",
    appointment_type_ids: [typeId],
    weekly_hours: weekdays(story.locationId),
  })
  return { typeId, providerId }
}

const at = (time: string) => `2027-03-04T${time}:00.000Z`
async function booked(
  { typeId, providerId }: { typeId: number; providerId: number },
  start_time = at("16:00"),
) {
  const { id } = await make(service, "/appointments", {
    ...{ customer_id: story.customerId, appointment_type_id: typeId, provider_id: providerId, start_time },
  })
  return id
}

describe("AV-17 what the caller waits for", () => {
  let chair: Chair
  const status = async () => (await call.tool("GET", "/waiting-list")).body.data
  const answer = (fields: object, by = call) => by.tool("POST", "/waiting-list/offer", fields)
  /** Sam waits for the chair, which gets free. */
  async function offered(fields: Record<string, unknown> = {}) {
    const typeId = await makeType(service, { name: "Cut", ...fields })
    const hours = { location_id: story.locationId, weekday: 3, start: "10:00", end: "11:00" }
    const gilId = await makeProvider(service, {
      ...{ name: "Gil Novak", appointment_type_ids: [typeId], weekly_hours: [hours] },
    })
    const free = { typeId, gilId, locationId: story.locationId }
    chair = { ...free, appointmentId: await takeChair(service, free, await makeCustomer(service)) }
    await waits(service, chair, { customer_id: story.customerId })
    await cancel(chair.appointmentId)
    await offerDue(service)
    const [entry] = (await status()).waiting
    return { entry, ids: { waiting_entry_id: entry.waiting_entry_id, offer_id: entry.offer.id } }
  }

  it("is told with the time that is offered, and is taken by phone once, however often it is said", async () => {
    expect((await status()).say).toBe("You're not on the waiting list.")
    const { entry, ids } = await offered()
    expect(entry).toMatchObject({
      appointment_types: [{ id: chair.typeId, name: "Cut" }],
      appointment_id: null,
      offer: { start_time: chairStart, state: "free", provider: { name: "Gil Novak" } },
    })
    expect((await status()).say).toBe(
      "You're on the waiting list for Cut until Friday, March 12. We can offer you Wednesday, March 10 at 10:00 AM. Would you like it?",
    )
    const stranger = await talk(service, strangersNumber)
    expect(codeOf(await answer({ ...ids, accepted: true }, stranger))[1]).toBe("registration_needed")
    expect(codeOf(await stranger.tool("GET", "/waiting-list"))[1]).toBe("registration_needed")
    const [first, again] = await Promise.all([
      answer({ ...ids, accepted: true }),
      answer({ ...ids, accepted: true }),
    ])
    expect([first.status, again.status]).toEqual([201, 201])
    expect(first.body.data).toMatchObject({
      accepted: true,
      appointment: { start_time: chairStart, status: "scheduled", booked_by: "agent" },
      say: "Cut is booked for Wednesday, March 10 at 10:00 AM.",
    })
    expect(again.body.data.appointment.id).toBe(first.body.data.appointment.id)
    expect((await answer({ ...ids, accepted: true })).body.data.appointment.id).toBe(
      first.body.data.appointment.id,
    )
    expect((await status()).waiting).toEqual([])
    await cancel(first.body.data.appointment.id)
  })

  it("is declined by phone, which keeps the caller on the list; what is over or another's is refused", async () => {
    const { ids } = await offered({ name: "Trim" })
    const declined = await answer({ ...ids, accepted: false })
    expect(declined.body.data).toEqual({
      ...{ accepted: false, appointment: null },
      say: "All right. You stay on the waiting list.",
    })
    expect((await answer({ ...ids, accepted: "false" })).body.data.accepted).toBe(false)
    expect((await status()).waiting).toMatchObject([{ offer: null }])
    expect(codeOf(await answer({ ...ids, accepted: true }))).toEqual([409, "offer_ended", null])
    const others = await waits(service, chair)
    expect(codeOf(await answer({ ...ids, waiting_entry_id: others.entryId, accepted: true }))).toEqual([
      ...[404, "not_found", "waiting_entry_id"],
    ])
    await call.tool("DELETE", "/waiting-list")
    expect(codeOf(await answer({ ...ids, accepted: true }))).toEqual([409, "entry_ended", null])
    const hidden = await talk(service, "anonymous")
    expect(codeOf(await answer({ ...ids, accepted: true }, hidden))[1]).toBe("caller_unknown")
    expect(codeOf(await hidden.tool("GET", "/waiting-list"))[1]).toBe("caller_unknown")
  })

  it("is not taken while another customer holds it, who was first", async () => {
    const { ids } = await offered({ name: "Wash" })
    const other = await makeCustomer(service)
    const { id } = await make(service, "/holds", {
      ...{ customer_id: other, appointment_type_id: chair.typeId, provider_id: chair.gilId },
      ...{ location_id: chair.locationId, start_time: chairStart, minutes: 5 },
    })
    expect((await status()).waiting[0].offer.state).toBe("somebody_else_decides")
    const refused = await answer({ ...ids, accepted: true })
    expect(codeOf(refused)[1]).toBe("offer_ended")
    expect(refused.body.error.message).toMatch(/^Somebody else is deciding about that time just now./)
    await service.api("DELETE", `/holds/${id}`)
    expect((await answer({ ...ids, accepted: true })).body.data.accepted).toBe(true)
    const [own] = (await call.tool("GET", "/appointments")).body.data.appointments
    await cancel(own.id)
  })

  it("is not taken beside another appointment of the caller, nor past a calendar that does not answer", async () => {
    const { ids } = await offered({ name: "Shave" })
    const beside = await booked(await own(), chairStart)
    expect(codeOf(await answer({ ...ids, accepted: true }))[1]).toBe("customer_busy")
    await cancel(beside)
    await make(service, `/providers/${chair.gilId}/calendars`, { kind: "ics", url: feed.url })
    feed.tell({ status: 500 })
    expect(codeOf(await answer({ ...ids, accepted: true }))[1]).toBe("calendar_unavailable")
    await call.tool("DELETE", "/waiting-list")
  })
})

describe("AV-17 a time that the office proposes", () => {
  const accept = (id: number, start_time: string) =>
    call.tool("POST", `/appointments/${id}/proposal`, { start_time })

  it("is listed with its start, said, and taken by phone once", async () => {
    const pending = await own({ name: "Tattoo", confirmation: "staff" })
    const id = await booked(pending)
    await service.api("POST", `/appointments/${id}/propose`, {
      times: [{ start_time: at("18:00") }, { start_time: at("20:00") }],
    })
    const { body } = await call.tool("GET", "/appointments")
    const [listed] = body.data.appointments
    expect(listed.proposals).toEqual([
      { start_time: at("18:00"), say: "Thursday, March 4 at 12:00 PM" },
      { start_time: at("20:00"), say: "Thursday, March 4 at 2:00 PM" },
    ])
    expect(listed.not_booked_yet).toContain("You can take one of them here by")
    expect(codeOf(await accept(id, at("19:00")))).toEqual([404, "not_found", "start_time"])
    const [first, again] = await Promise.all([accept(id, at("20:00")), accept(id, at("20:00"))])
    expect([first.status, again.status]).toEqual([200, 200])
    expect(first.body.data.say).toBe("Tattoo is booked for Thursday, March 4 at 2:00 PM.")
    expect((await accept(id, at("20:00"))).status).toBe(200)
    expect(codeOf(await accept(id, at("18:00")))[1]).toBe("appointment_not_pending")
    expect(await read(id)).toMatchObject({ status: "scheduled", start_time: at("20:00") })
    await cancel(id)
  })

  it("is refused where the provider's calendar is busy by now, or does not answer", async () => {
    const pending = await own({ name: "Piercing", confirmation: "staff" })
    const id = await booked(pending)
    await service.api("POST", `/appointments/${id}/propose`, { times: [{ start_time: at("18:00") }] })
    await make(service, `/providers/${pending.providerId}/calendars`, { kind: "ics", url: feed.url })
    feed.tell({ status: 500 })
    expect(codeOf(await accept(id, at("18:00")))[1]).toBe("calendar_unavailable")
    feed.tell({ status: 200, headers: { "content-type": "text/calendar" }, body: busyAtSix })
    expect(codeOf(await accept(id, at("18:00")))[1]).toBe("slot_taken")
    await cancel(id)
  })
})

const busyAtSix = [
  ...[
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//test//EN",
    "BEGIN:VEVENT",
    "UID:1",
    "DTSTAMP:20270101T000000Z",
  ],
  ...[
    "DTSTART:20270304T180000Z",
    "DTEND:20270304T190000Z",
    "SUMMARY:Dentist",
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ],
].join("\r\n")

describe("AV-17 what a caller says of what is booked", () => {
  const coming = (id: number) => call.tool("POST", `/appointments/${id}/attendance`)
  const details = (id: number, fields: object) => call.tool("PUT", `/appointments/${id}/details`, fields)
  const resend = (id: number, by = call) => by.tool("POST", `/appointments/${id}/link`)

  it("that they are coming is noted once, as the agent's", async () => {
    const id = await booked(await own({ name: "Survey" }))
    const { body } = await coming(id)
    expect(body.data).toEqual({
      ...{ id, attendance: "coming" },
      say: "Thank you. We expect you on Thursday, March 4 at 10:00 AM.",
    })
    await coming(id)
    const { data } = (await service.events("type=appointment.attendance_changed")).body
    expect(data.map((event: { data: { attendance: object } }) => event.data.attendance)).toEqual([
      { now: "coming", before: "unknown", answered_by: "agent" },
    ])
    await cancel(id)
  })

  it("a note is added to what staff wrote, once, and answers change alone", async () => {
    const asking = await own({
      name: "Repair",
      questions: [
        { key: "floor", label: "Which floor?", kind: "text", required: false },
        { key: "dog", label: "Is there a dog?", kind: "choice", options: ["Yes", "No"], required: false },
      ],
    })
    const id = await booked(asking)
    await service.api("PUT", `/appointments/${id}`, { notes: "Ring twice", answers: { floor: "Third" } })
    const said = await details(id, { note: "The gate sticks", answers: { dog: "Yes" } })
    expect(said.body.data.say).toBe("I've written that down for them.")
    await details(id, { note: "The gate sticks" })
    expect(await read(id)).toMatchObject({
      notes: "Ring twice\nThe gate sticks",
      answers: [
        { key: "floor", value: "Third" },
        { key: "dog", value: "Yes" },
      ],
    })
    expect(codeOf(await details(id, {}))).toEqual([400, "invalid_input", "note"])
    await service.api("PUT", `/appointments/${id}`, { notes: "x".repeat(1_990) })
    expect(codeOf(await details(id, { note: "It does not fit" }))).toEqual([400, "invalid_input", "note"])
    expect((await read(id)).notes).toBe("x".repeat(1_990))
    await cancel(id)
  })

  it("the confirmation goes once more to the number that calls, once a conversation", async () => {
    const id = await booked(await own({ name: "Sweep" }))
    carrier.sent.length = 0
    const { body } = await resend(id)
    expect(body.data).toMatchObject({ id, sms: { sent: true, reason: null } })
    expect(body.data.say).toBe("I've sent it to the number you're calling from.")
    await resend(id)
    expect(carrier.sent.map(({ to }) => to)).toEqual([samsNumber])
    expect(carrier.sent[0]!.body).toContain("/a/")
    expect(codeOf(await resend(id, await talk(service, "anonymous")))[1]).toBe("caller_unknown")
    await cancel(id)
  })

  it("is refused of what is cancelled, has begun, or is another's", async () => {
    const all = (id: number) => Promise.all([coming(id), details(id, { note: "Late" }), resend(id)])
    const codes = async (id: number) => (await all(id)).map((answer) => codeOf(answer)[1])
    const type = await own({ name: "Check" })
    const id = await booked(type)
    await cancel(id)
    expect(await codes(id)).toEqual(Array(3).fill("appointment_not_scheduled"))
    const others = await make(service, "/appointments", {
      ...{ customer_id: await makeCustomer(service), appointment_type_id: type.typeId },
      ...{ provider_id: type.providerId, start_time: at("20:00") },
    })
    expect(await codes(others.id)).toEqual(Array(3).fill("not_found"))
    expect(
      codeOf(await call.tool("POST", `/appointments/${others.id}/proposal`, { start_time: at("20:00") }))[1],
    ).toBe("not_found")
    await put(service, `/appointment-types/${type.typeId}`, { min_notice_minutes: 0 })
    const begun = await booked(type, at("18:00"))
    service.clock.set(at("18:10"))
    call = await talk(service, samsNumber)
    expect(await codes(begun)).toEqual(Array(3).fill("appointment_started"))
  })
})

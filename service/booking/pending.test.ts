/** CL-09: what staff confirm waits for them, keeps its time, and ends by their answer or by its deadline. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest"
import { ownNumber } from "../../test/support/outreach.ts"
import { type Answer, startService, type TestService } from "../../test/support/service.ts"
import {
  make,
  makeCustomer,
  nextNumber,
  put,
  type Story,
  tellAnew,
  tellStory,
} from "../../test/support/story.ts"
import { type PlayedCarrier, playCarrier } from "../../test/support/texts.ts"
import { makeUser, signedIn } from "../../test/support/users.ts"
import { planReminders, sendTexts } from "../messages/messages.worker.ts"
import { workOff } from "../platform/queue/loop.ts"
import { sumUpAll } from "../reports/sum-up-reports.ts"
import { unansweredOnes } from "./answer-unanswered.worker.ts"

const noon = "2027-03-01T18:00:00.000Z"
/** Thursday, 10 AM in Austin. */
const start_time = "2027-03-04T16:00:00.000Z"
const later = "2027-03-05T17:00:00.000Z"

let service: TestService
let harbour: Story
let story: Story
let carrier: PlayedCarrier
let mails: { subject: string; text: string; calendar: unknown }[] = []
beforeAll(async () => {
  carrier = playCarrier()
  service = await startService({
    texts: carrier,
    mails: {
      from: "appointments@mail.example",
      staysHere: false,
      send: async ({ subject, text, calendar }) => {
        mails.push({ subject, text, calendar })
        return { kind: "sent", carrierId: null }
      },
    },
    platformSmsNumber: "+15005550006",
    now: noon,
  })
  harbour = await tellStory(service)
  await make(service, "/channels", { kind: "sms", phone: ownNumber })
  await put(service, "/company", { mail: {} })
})
afterAll(() => service.stop())
/** A customer and an Ana of the test's own, and a type that staff confirm within a day. */
beforeEach(async () => {
  service.clock.set(noon)
  story = await tellAnew(service, harbour, nextNumber())
  await put(service, `/customers/${story.customerId}`, { email: `sam${story.customerId}@customer.example` })
  await put(service, `/appointment-types/${story.typeId}`, { ...confirmedByStaff, needs: null })
  await sendTexts(service.context)
  mails = []
  carrier.sent.length = 0
})

const confirmedByStaff = { confirmation: "staff", answer_within_minutes: 1_440, unanswered: "decline" }
const post = (path: string, body: object = {}): Promise<Answer> => service.api("POST", path, body)
const codeOf = ({ body }: Answer): string => body.error?.code ?? "none"
const read = async (path: string) => (await service.api("GET", path)).body.data
const atDeadline = () => workOff(service.context, unansweredOnes(service.context))

const wish = (fields: object = {}) => ({
  customer_id: story.customerId,
  appointment_type_id: story.typeId,
  provider_id: story.anaId,
  start_time,
  ...fields,
})

async function asked(fields: object = {}): Promise<string> {
  const { id } = await make(service, "/appointments", wish(fields))
  return `/appointments/${id}`
}

async function events(): Promise<string[]> {
  const all: { type: string; data: { customer?: { id: number } } }[] = (await service.events()).body.data
  return all.filter(({ data }) => data.customer?.id === story.customerId).map(({ type }) => type)
}

it("CL-09 a booking waits, occupies its time, and raises appointment.pending alone", async () => {
  const booked = await post("/appointments", wish())
  expect(booked.body.data).toMatchObject({ status: "pending", answer_by: "2027-03-02T18:00:00.000Z" })
  expect(await events()).toEqual(["appointment.pending"])
  const other = await post("/appointments", wish({ customer_id: await makeCustomer(service) }))
  expect([codeOf(other), other.body.error.details.reasons[0].code]).toEqual(["slot_taken", "pending"])
  const listed = await service.api("GET", `/appointments?status=pending&customer_id=${story.customerId}`)
  expect(listed.body.data).toHaveLength(1)
})

it("CL-09 its deadline is never after its start", async () => {
  await put(service, `/appointment-types/${story.typeId}`, { answer_within_minutes: 43_200 })
  expect(await read(await asked())).toMatchObject({ answer_by: start_time })
})

it("CL-09 staff's yes books it: created and confirmed, in this order, and the customer gets the confirmation", async () => {
  const path = await asked()
  const { body } = await post(`${path}/confirm`)
  expect(body.data).toMatchObject({ status: "scheduled", version: 2 })
  expect(body.data).not.toHaveProperty("answer_by")
  const all = (await service.events()).body.data.filter(
    (each: { data: { customer?: { id: number } } }) => each.data.customer?.id === story.customerId,
  )
  expect(all.map(({ type }: { type: string }) => type)).toEqual([
    "appointment.pending",
    "appointment.created",
    "appointment.confirmed",
  ])
  expect(all[1].occurred_at < all[2].occurred_at).toBe(true)
  await sendTexts(service.context)
  expect(mails.map(({ subject, calendar }) => [subject.split(":")[0], calendar !== null])).toEqual([
    ["Booked", true],
  ])
  expect(codeOf(await post(`${path}/confirm`))).toBe("appointment_not_pending")
  expect(codeOf(await post(`${path}/decline`))).toBe("appointment_not_pending")
})

it("CL-09 answers under an Idempotency-Key are repeated, not made twice", async () => {
  const keyed = (path: string, body: object) =>
    service.api("POST", path, body, { headers: { "Idempotency-Key": `${path} ${JSON.stringify(body)}` } })
  const path = await asked()
  const times = [{ start_time: later }]
  for (const [act, body] of [
    ["propose", { times }],
    ["confirm", {}],
  ] as const) {
    const first = await keyed(`${path}/${act}`, body)
    expect(first.status).toBe(200)
    expect((await keyed(`${path}/${act}`, body)).body.data).toEqual(first.body.data)
  }
  const refused = await asked({ start_time: later })
  expect((await keyed(`${refused}/decline`, {})).body.data.status).toBe("cancelled")
})

it("CL-09 staff's no frees the time, tells the reason, and raises appointment.declined instead of a cancel", async () => {
  const path = await asked()
  await sendTexts(service.context)
  mails = []
  const { body } = await post(`${path}/decline`, { reason: "We do no tiles." })
  expect(body.data).toMatchObject({
    status: "cancelled",
    cancel_reason: "We do no tiles.",
    cancelled_by: "api_key",
  })
  expect(await events()).toEqual(["appointment.pending", "appointment.declined"])
  await sendTexts(service.context)
  expect(mails).toMatchObject([{ subject: expect.stringContaining("Not possible"), calendar: null }])
  expect(mails[0]!.text).toContain("We do no tiles.")
  expect((await post("/appointments", wish())).status).toBe(201)
})

it("CL-09 nobody is invited or reminded before the yes, and the mail says that nothing is booked", async () => {
  await put(service, "/company", { reminders: [24] })
  const path = await asked()
  await sendTexts(service.context)
  expect(mails).toMatchObject([{ subject: expect.stringContaining("not booked yet"), calendar: null }])
  await put(service, `/appointment-types/${story.typeId}`, { answer_within_minutes: 43_200 })
  service.clock.set("2027-03-03T16:30:00.000Z")
  await planReminders(service.context)
  await sendTexts(service.context)
  expect(mails).toHaveLength(1)
  expect((await read(path)).status).toBe("pending")
})

it("CL-09 what nobody answers is declined or confirmed at its deadline, as the company chose, once", async () => {
  const declined = await asked()
  service.clock.set("2027-03-02T17:59:59.999Z")
  await atDeadline()
  expect((await read(declined)).status).toBe("pending")
  service.clock.set("2027-03-02T18:00:00.000Z")
  expect(codeOf(await post(`${declined}/confirm`))).toBe("appointment_not_pending")
  await atDeadline()
  await atDeadline()
  expect(await read(declined)).toMatchObject({ status: "cancelled", cancelled_by: "system" })
  await put(service, `/appointment-types/${story.typeId}`, { unanswered: "confirm" })
  const confirmed = await asked()
  service.clock.set("2027-03-03T18:00:00.000Z")
  await atDeadline()
  await atDeadline()
  expect(await read(confirmed)).toMatchObject({ status: "scheduled" })
  expect(await events()).toEqual([
    "appointment.pending",
    "appointment.declined",
    "appointment.pending",
    "appointment.created",
    "appointment.confirmed",
  ])
  const ids = [declined, confirmed].map((path) => Number(path.split("/").at(-1)))
  const left = await service.context.db.query("SELECT 1 FROM answer_due WHERE appointment_id = ANY ($1)", [
    ids,
  ])
  expect(left).toEqual([])
})

it("CL-09 proposed times are kept beside the one that was asked for, and one of them can be booked", async () => {
  const path = await asked()
  const times = [{ start_time: later }, { start_time: "2027-03-05T17:30:00.000Z", provider_id: story.benId }]
  const { body } = await post(`${path}/propose`, { times })
  expect(body.data).toMatchObject({
    status: "pending",
    answer_by: "2027-03-02T18:00:00.000Z",
    proposals: [
      { start_time: later, provider: { id: story.anaId } },
      { start_time: "2027-03-05T17:30:00.000Z", provider: { id: story.benId } },
    ],
  })
  expect(await events()).toEqual(["appointment.pending"])
  const stranger = await makeCustomer(service)
  for (const taken of [start_time, later])
    expect(codeOf(await post("/appointments", wish({ customer_id: stranger, start_time: taken })))).toBe(
      "slot_taken",
    )
  const [, second] = body.data.proposals
  expect(codeOf(await post(`${path}/confirm`, { proposal_id: 999 }))).toBe("not_found")
  const booked = await post(`${path}/confirm`, { proposal_id: second.id })
  expect(booked.body.data).toMatchObject({
    status: "scheduled",
    start_time: second.start_time,
    provider: { id: story.benId },
  })
  for (const free of [start_time, later])
    expect((await post("/appointments", wish({ customer_id: stranger, start_time: free }))).status).toBe(201)
})

it("CL-09 proposals that nobody answers end as declined, whatever the type says", async () => {
  await put(service, `/appointment-types/${story.typeId}`, { unanswered: "confirm" })
  const path = await asked()
  await post(`${path}/propose`, { times: [{ start_time: later }] })
  service.clock.set("2027-03-02T18:00:00.000Z")
  await atDeadline()
  expect((await read(path)).status).toBe("cancelled")
  expect((await post("/appointments", wish({ start_time: later }))).status).toBe(201)
})

it("CL-09 overlapping proposals of one person are kept without meeting each other", async () => {
  const path = await asked()
  const times = [{ start_time: "2027-03-04T16:30:00.000Z" }, { start_time: "2027-03-04T17:00:00.000Z" }]
  const { body } = await post(`${path}/propose`, { times })
  expect(body.data.proposals).toHaveLength(2)
  const booked = await post(`${path}/confirm`, { proposal_id: body.data.proposals[1].id })
  expect(booked.body.data).toMatchObject({ status: "scheduled", start_time: "2027-03-04T17:00:00.000Z" })
  expect((await post("/appointments", wish({ customer_id: await makeCustomer(service) }))).status).toBe(201)
})

it("CL-09 CL-08 a hold that is over keeps no time from being proposed", async () => {
  const path = await asked()
  await make(service, "/holds", { ...wish({ start_time: later }), minutes: 1 })
  service.clock.advanceMs(60_000)
  const { status } = await post(`${path}/propose`, { times: [{ start_time: later }] })
  expect(status).toBe(200)
})

it("CL-09 CL-01 a room is kept with each proposed time, and goes with the one that is booked", async () => {
  const room = await make(service, "/resources", {
    name: "Bath",
    kind: "room",
    group: `bath${story.typeId}`,
    location_id: story.locationId,
  })
  const needs = { providers: 1, resources: [{ group: `bath${story.typeId}`, count: 1 }] }
  await put(service, `/appointment-types/${story.typeId}`, { needs })
  const monday = "2027-03-08T17:00:00.000Z"
  const path = await asked()
  const { body } = await post(`${path}/propose`, {
    times: [{ start_time: monday, provider_id: story.benId }],
  })
  expect(body.data.proposals).toHaveLength(1)
  const stranger = await makeCustomer(service)
  const other = (fields: object) => post("/appointments", wish({ customer_id: stranger, ...fields }))
  // Ana is free then, and the room is not.
  expect((await other({ start_time: monday })).status).toBe(409)
  const booked = await post(`${path}/confirm`, { proposal_id: body.data.proposals[0].id })
  expect(booked.body.data).toMatchObject({ start_time: monday, resources: [{ id: room.id }] })
  expect((await other({ start_time: monday })).status).toBe(409)
  expect((await other({ start_time })).status).toBe(201)
})

it("CL-09 what is pending can't be moved, answered or closed, and its cancel is a decline", async () => {
  const path = await asked()
  for (const [act, body] of [
    ["reschedule", { start_time: later }],
    ["complete", {}],
    ["no-show", {}],
  ] as const)
    expect([act, codeOf(await post(`${path}/${act}`, body))]).toEqual([act, "appointment_not_scheduled"])
  expect(codeOf(await service.api("PUT", `${path}/attendance`, { attendance: "coming" }))).toBe(
    "appointment_not_scheduled",
  )
  const cancelled = await post(`${path}/cancel`, { delay_seconds: 10 })
  expect(cancelled.body.data).toMatchObject({ status: "cancelled", cancels_at: null })
  expect(await events()).toEqual(["appointment.pending", "appointment.declined"])
})

it("CL-09 staff's yes may come with their booking, and types that nobody confirms keep their shapes", async () => {
  const { body } = await post("/appointments", wish({ confirmed: true }))
  expect(body.data.status).toBe("scheduled")
  expect(await events()).toEqual(["appointment.created"])
  expect(await read(`/appointment-types/${story.typeId}`)).toMatchObject(confirmedByStaff)
  await put(service, `/appointment-types/${story.typeId}`, { confirmation: "none" })
  expect(await read(`/appointment-types/${story.typeId}`)).not.toHaveProperty("confirmation")
})

it("CL-09 previews say what a yes, a no and the booking cause", async () => {
  const preview = async (path: string, body: object = {}) =>
    (await post(`${path}/preview`, body)).body.data.events
  expect(await preview("/appointments", wish())).toEqual(["appointment.pending"])
  const path = await asked()
  expect(await preview(`${path}/confirm`)).toEqual(["appointment.created", "appointment.confirmed"])
  expect(await preview(`${path}/decline`)).toEqual(["appointment.declined"])
  expect(await preview(`${path}/cancel`)).toEqual(["appointment.declined"])
})

it("CL-09 a request is scheduled while its appointment waits, and opens again when it is declined", async () => {
  const request = await make(service, "/scheduling-requests", {
    customer_id: story.customerId,
    appointment_type_id: story.typeId,
    latest_date: "2027-03-31",
  })
  const status = async () => (await read(`/scheduling-requests/${request.id}`)).status
  const path = await asked({ scheduling_request_id: request.id })
  expect(await status()).toBe("scheduled")
  await post(`${path}/decline`)
  expect(await status()).toBe("open")
})

it("CL-09 reports count what is booked alone", async () => {
  const path = await asked()
  await post(`${path}/decline`)
  await asked()
  await make(service, "/appointments", wish({ start_time: "2027-03-04T18:00:00.000Z", confirmed: true }))
  await sumUpAll(service.context)
  const report = (await read(`/reports/bookings?from=2027-03-04&to=2027-03-04&provider_id=${story.anaId}`))
    .total
  expect(report).toMatchObject({ appointments: 1, cancelled: 0 })
})

it("CL-09 the admins are mailed once what waits for their yes, with the way to it, and not what is answered by then", async () => {
  const { email } = await makeUser(service, { email: `answers${story.customerId}@harbour.example` })
  // An admin who has never signed in gets no message.
  const key = await signedIn(service, email)
  const toAdmins = () => mails.filter(({ subject }) => subject.includes("is asked for"))
  const answered = await asked({ start_time: later })
  await post(`${answered}/confirm`)
  const path = await asked()
  await sendTexts(service.context)
  await sendTexts(service.context)
  expect(toAdmins().map(({ subject }) => subject)).toEqual([
    "Boiler service is asked for: Thursday, March 4, 10:00 AM CST",
  ])
  const id = path.split("/").at(-1)
  expect(toAdmins()[0]!.text).toContain(`/console/?date=2027-03-04&appointment=${id}`)
  expect(toAdmins()[0]!.text).toContain("The time is kept until Tuesday, March 2, 12:00 PM CST")

  // Staff who book in the console see that it waits.
  mails = []
  const own = wish({ start_time: "2027-03-08T16:00:00.000Z" })
  expect((await service.api("POST", "/appointments", own, { key })).body.data.status).toBe("pending")
  await sendTexts(service.context)
  expect(toAdmins()).toEqual([])
})

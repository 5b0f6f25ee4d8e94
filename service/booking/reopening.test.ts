/** DS-05, DS-06: a cancel, a completion or a no-show comes back, and what is written without a word says none. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest"
import { openEventSource } from "../../test/support/event-source.ts"
import { ownNumber } from "../../test/support/outreach.ts"
import { type Answer, startService, type TestService } from "../../test/support/service.ts"
import {
  make,
  makeCustomer,
  makeType,
  nextNumber,
  put,
  type Story,
  tellAnew,
  tellStory,
} from "../../test/support/story.ts"
import { type PlayedCarrier, playCarrier } from "../../test/support/texts.ts"
import { sendTexts } from "../messages/messages.worker.ts"
import { workOff } from "../platform/queue/loop.ts"
import { waitingCancels } from "./cancel-after-waiting.worker.ts"

const noon = "2027-03-01T18:00:00.000Z"
const start_time = "2027-03-04T16:00:00.000Z"

let service: TestService
let harbour: Story
let story: Story
let carrier: PlayedCarrier
const mails: string[] = []
beforeAll(async () => {
  carrier = playCarrier()
  service = await startService({
    texts: carrier,
    mails: {
      from: "appointments@mail.example",
      staysHere: false,
      send: async ({ subject }) => {
        mails.push(subject)
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
/** A customer and an Ana of the test's own. */
beforeEach(async () => {
  service.clock.set(noon)
  story = await tellAnew(service, harbour, nextNumber())
  await put(service, `/customers/${story.customerId}`, { email: `sam${story.customerId}@customer.example` })
})

const post = (path: string, body: object = {}): Promise<Answer> => service.api("POST", path, body)
const codeOf = ({ body }: Answer): string => body.error?.code ?? "none"

const wish = (fields: object = {}) => ({
  customer_id: story.customerId,
  appointment_type_id: story.typeId,
  provider_id: story.anaId,
  start_time,
  ...fields,
})
/** The path of a booked appointment whose own confirmation has gone. */
async function booked(fields: object = {}): Promise<string> {
  const { id } = await make(service, "/appointments", wish(fields))
  await sendAll()
  carrier.sent.length = 0
  mails.length = 0
  return `/appointments/${id}`
}
const read = async (path: string) => (await service.api("GET", path)).body.data
const bringDue = () => workOff(service.context, waitingCancels(service.context))
const sendAll = () => sendTexts(service.context)

/** The events of the test's own customer, in their order: type, and what came with it. */
async function events(): Promise<string[]> {
  const all: { type: string; data: { customer: { id: number }; reopened?: true } }[] = (
    await service.events()
  ).body.data
  const own = all.filter(({ data }) => data.customer?.id === story.customerId)
  return own.map(({ type, data }) => (data.reopened ? `${type} reopened` : type))
}

it("DS-05 a cancel that waits keeps its time, tells nobody, and comes back as if nothing had happened", async () => {
  const path = await booked()
  const before = await read(path)
  const waiting = (await post(`${path}/cancel`, { delay_seconds: 10, reason: "called" })).body.data
  expect(waiting).toMatchObject({
    status: "scheduled",
    cancels_at: "2027-03-01T18:00:10.000Z",
    version: before.version,
  })
  service.clock.advanceMs(9_999)
  await bringDue()
  const other = await post("/appointments", wish({ customer_id: await makeCustomer(service) }))
  expect([codeOf(other), await events()]).toEqual(["slot_taken", ["appointment.created"]])
  expect((await post(`${path}/reopen/preview`)).body.data).toEqual({ texts: [], events: [] })
  const back = await post(`${path}/reopen`, { if_version: before.version })
  expect(back.body.data).toEqual({ ...before, updated_at: back.body.data.updated_at })
  service.clock.advanceMs(60_000)
  await bringDue()
  await sendAll()
  expect([await events(), carrier.sent, mails]).toEqual([["appointment.created"], [], []])
  expect((await read(path)).status).toBe("scheduled")
})

it("DS-05 a cancel that nobody takes back takes effect after its seconds, with its text, mail and event", async () => {
  const path = await booked()
  await post(`${path}/cancel`, { delay_seconds: 10, reason: "called" })
  // Asked for again it keeps its time.
  service.clock.advanceMs(5_000)
  const again = await post(`${path}/cancel`, { delay_seconds: 10 })
  expect(again.body.data.cancels_at).toBe("2027-03-01T18:00:10.000Z")
  service.clock.advanceMs(5_000)
  await bringDue()
  await sendAll()
  expect(await read(path)).toMatchObject({
    status: "cancelled",
    cancels_at: null,
    cancelled_at: "2027-03-01T18:00:10.000Z",
    cancelled_by: "api_key",
    cancel_reason: "called",
  })
  expect(await events()).toEqual(["appointment.created", "appointment.cancelled"])
  expect([carrier.sent.length, mails.length]).toEqual([1, 1])
  const free = await post("/appointments", wish({ customer_id: await makeCustomer(service) }))
  expect(free.status).toBe(201)
})

it("DS-05 while a cancel waits nothing else is done with it, and a second one without a delay is one at once", async () => {
  const path = await booked()
  await post(`${path}/cancel`, { delay_seconds: 60, reason: "called" })
  const move = await post(`${path}/reschedule`, { start_time: "2027-03-04T18:00:00.000Z" })
  expect([codeOf(move), move.body.error.message]).toEqual([
    "appointment_not_scheduled",
    "The appointment is being cancelled.",
  ])
  expect((await post(`${path}/cancel`)).body.data).toMatchObject({
    status: "cancelled",
    cancels_at: null,
    cancel_reason: "called",
  })
  service.clock.advanceMs(61_000)
  await bringDue()
  expect(await events()).toEqual(["appointment.created", "appointment.cancelled"])
  const [row] = await service.context.db.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM cancel_due",
  )
  expect(row!.count).toBe(0)
})

it("DS-05 in a test company, whose clock may stand, a cancel takes effect at once", async () => {
  const key = (await post("/test-company")).body.data.api_key
  const call = (path: string, body: object) => service.api("POST", path, body, { key })
  const location = (await call("/locations", { name: "L", timezone: "UTC" })).body.data.id
  const type = (await call("/appointment-types", { name: "T", duration_minutes: 60, min_notice_minutes: 0 }))
    .body.data.id
  const weekly_hours = [1, 2, 3, 4, 5].map((weekday) => ({
    location_id: location,
    weekday,
    start: "09:00",
    end: "17:00",
  }))
  const hours = { name: "Ana", appointment_type_ids: [type], weekly_hours }
  const provider_id = (await call("/providers", hours)).body.data.id
  const customer_id = (await call("/customers", { name: "Sam" })).body.data.id
  const booking = { customer_id, provider_id, appointment_type_id: type, start_time }
  const { id } = (await call("/appointments", booking)).body.data
  const answer = await call(`/appointments/${id}/cancel`, { delay_seconds: 10 })
  expect(answer.body.data.status).toBe("cancelled")
})

it("DS-05 a mark is taken back unheard for 10 s, and told after that", async () => {
  const path = await booked()
  service.clock.set("2027-03-04T16:30:00.000Z")
  for (const mark of ["complete", "no-show"]) {
    await post(`${path}/${mark}`)
    service.clock.advanceMs(9_999)
    await bringDue()
    expect((await post(`${path}/reopen/preview`)).body.data.events).toEqual([])
    expect((await post(`${path}/reopen`)).body.data.status).toBe("scheduled")
  }
  expect(await events()).toEqual(["appointment.created"])
  await post(`${path}/complete`)
  service.clock.advanceMs(10_000)
  await Promise.all([bringDue(), bringDue()])
  expect((await post(`${path}/reopen/preview`)).body.data.events).toEqual(["appointment.reopened"])
  const back = await post(`${path}/reopen`)
  expect(back.body.data).toMatchObject({ status: "scheduled", version: 7 })
  // One that is scheduled stays as it is.
  expect((await post(`${path}/reopen`)).body.data).toEqual(back.body.data)
  expect(await events()).toEqual(["appointment.created", "appointment.completed", "appointment.reopened"])
})

it("PV-03 a mark that is corrected within 10 s is told once, as it stands then, with the times as they were pressed", async () => {
  const path = await booked()
  service.clock.set("2027-03-04T16:30:00.000Z")
  await post(`${path}/complete`)
  service.clock.advanceMs(5_000)
  const marked = await post(`${path}/no-show`, { reason: "no_way_in", at: "2027-03-04T16:20:00.000Z" })
  expect(marked.body.data).toMatchObject({
    status: "no_show",
    no_show_reason: "no_way_in",
    closed_at: "2027-03-04T16:20:00.000Z",
  })
  // The same press again, as of a phone that had no answer.
  const again = await post(`${path}/no-show`, { reason: "no_way_in", at: "2027-03-04T16:20:00.000Z" })
  expect(again.body.data).toEqual(marked.body.data)
  service.clock.advanceMs(5_000)
  await bringDue()
  expect(await events()).toEqual(["appointment.created"])
  service.clock.advanceMs(5_000)
  await bringDue()
  const told = (await service.events()).body.data.filter(
    ({ type, data }: { type: string; data: { appointment?: { id: number } } }) =>
      type === "appointment.no_show" && data.appointment?.id === marked.body.data.id,
  )
  expect(told).toHaveLength(1)
  expect(told[0].data.visit).toEqual({
    on_the_way_at: null,
    expected_at: null,
    arrived_at: null,
    closed_at: "2027-03-04T16:20:00.000Z",
    no_show_reason: "no_way_in",
  })
  expect((await post(`${path}/reopen`)).body.data).toMatchObject({
    status: "scheduled",
    no_show_reason: null,
  })
})

it("DS-05 a cancel that has taken effect is booked anew: one event, its request, a confirmation, the same id", async () => {
  const request = await make(service, "/scheduling-requests", {
    customer_id: story.customerId,
    appointment_type_id: story.typeId,
    latest_date: "2027-03-31",
  })
  const path = await booked({ scheduling_request_id: request.id })
  const before = await read(path)
  await post(`${path}/cancel`)
  await sendAll()
  carrier.sent.length = 0
  mails.length = 0
  const preview = (await post(`${path}/reopen/preview`)).body.data
  expect(preview.events).toEqual(["appointment.created"])
  const back = await post(`${path}/reopen`)
  expect(back.body.data).toEqual({ ...before, version: 3, updated_at: back.body.data.updated_at })
  expect((await read(`/scheduling-requests/${request.id}`)).status).toBe("scheduled")
  await sendAll()
  const goes = (channel: string) =>
    preview.texts.find(
      (text: { purpose: string; channel: string }) =>
        text.purpose === "confirmation" && text.channel === channel,
    )
  expect(carrier.sent.map(({ body }) => body)).toEqual([goes("sms").body])
  expect(mails).toEqual([goes("mail").subject])
  expect(await events()).toEqual([
    "appointment.created",
    "appointment.cancelled",
    "appointment.created reopened",
  ])
  const other = await post("/appointments", wish({ customer_id: await makeCustomer(service) }))
  expect(codeOf(other)).toBe("slot_taken")
})

it("DS-05 a reopening is judged as a booking: what has changed since is refused with its reasons", async () => {
  const path = await booked()
  await post(`${path}/cancel`)
  const taken = await booked({ customer_id: await makeCustomer(service) })
  const refused = await post(`${path}/reopen`)
  expect([refused.status, codeOf(refused)]).toEqual([409, "slot_taken"])
  expect(refused.body.error.details.reasons[0].code).toBe("appointment")
  expect(refused.body.error.details.alternatives).toHaveLength(3)
  expect(codeOf(await post(`${path}/reopen/preview`))).toBe("slot_taken")
  await post(`${taken}/cancel`)

  await make(service, `/providers/${story.anaId}/time-off`, {
    start: "2027-03-04T06:00:00.000Z",
    end: "2027-03-05T06:00:00.000Z",
  })
  service.clock.advanceMs(3_600_000)
  expect(codeOf(await post(`${path}/reopen`))).toBe("time_not_offered")
  service.clock.set(start_time)
  expect(codeOf(await post(`${path}/reopen`))).toBe("appointment_started")
  expect(codeOf(await post(`${path}/reopen/preview`))).toBe("appointment_started")
  expect(codeOf(await post(`${path}/reopen`, { if_version: 1 }))).toBe("version_conflict")
  expect(codeOf(await post("/appointments/999999/reopen"))).toBe("not_found")
})

it("DS-05 staff judgement takes one back inside the notice", async () => {
  const path = await booked({ start_time: "2027-03-01T21:00:00.000Z" })
  await post(`${path}/cancel`)
  service.clock.set("2027-03-01T20:00:00.000Z")
  expect(codeOf(await post(`${path}/reopen`))).toBe("time_not_offered")
  expect((await post(`${path}/reopen`, { override_eligibility: true })).status).toBe(200)
})

it("DS-05 one whose request has another appointment by now stays cancelled", async () => {
  const request = await make(service, "/scheduling-requests", {
    customer_id: story.customerId,
    appointment_type_id: story.typeId,
    latest_date: "2027-03-31",
  })
  const ofRequest = { scheduling_request_id: request.id }
  const path = await booked(ofRequest)
  await post(`${path}/cancel`)
  await booked({ ...ofRequest, start_time: "2027-03-05T16:00:00.000Z" })
  expect(codeOf(await post(`${path}/reopen`))).toBe("request_scheduled")
  expect(codeOf(await post(`${path}/reopen/preview`))).toBe("request_scheduled")
})

it("DS-05 DX-04 whoever follows the events hears of a waiting cancel, a mark and their end at once", async () => {
  const path = await booked()
  // The stream begins behind what is listed.
  await service.events()
  const source = openEventSource({
    url: () => `${service.apiUrl}/api/v1/events/stream`,
    headers: { authorization: `Bearer ${service.key}` },
  })
  await source.opened()
  await post(`${path}/cancel`, { delay_seconds: 10 })
  await expect.poll(() => source.changes()).toBe(1)
  await post(`${path}/reopen`)
  await expect.poll(() => source.changes()).toBe(2)
  service.clock.set("2027-03-04T16:30:00.000Z")
  await post(`${path}/complete`)
  await expect.poll(() => source.changes()).toBe(3)
  expect(source.received).toEqual([])
  source.close()
})

it("DS-06 each message of a booking, a move, a cancel and a reopening can be switched off for this once", async () => {
  const both = ["sms", "mail"] as const
  const gone = async () => {
    await sendAll()
    const count = { sms: carrier.sent.length, mail: mails.length }
    carrier.sent.length = 0
    mails.length = 0
    return count
  }
  await gone()
  for (const silent of [["sms"], ["mail"], both, []] as (typeof both)[number][][]) {
    const told = { sms: silent.includes("sms") ? 0 : 1, mail: silent.includes("mail") ? 0 : 1 }
    const of = async (path: string, body: object) => {
      const sent = { ...body, silent_channels: silent }
      const { texts } = (await post(`${path}/preview`, sent)).body.data
      const first = texts.filter(({ purpose }: { purpose: string }) => purpose !== "reminder")
      const silenced = first.filter(({ reason }: { reason: string | null }) => reason === "silenced")
      expect(silenced.map(({ channel }: { channel: string }) => channel).sort()).toEqual([...silent].sort())
      const answer = await post(path, sent)
      expect([path, answer.status < 300]).toEqual([path, true])
      expect([path, await gone()]).toEqual([path, told])
      return answer.body.data.id as number
    }
    const id = await of("/appointments", wish())
    await of(`/appointments/${id}/reschedule`, { start_time: "2027-03-05T18:00:00.000Z" })
    await of(`/appointments/${id}/cancel`, {})
    await of(`/appointments/${id}/reopen`, {})
    await post(`/appointments/${id}/cancel`, { silent_channels: both, delay_seconds: 1 })
    service.clock.advanceMs(1_000)
    await bringDue()
    expect(await gone()).toEqual({ sms: 0, mail: 0 })
  }
  const wrong = await post("/appointments", wish({ silent_channels: ["fax"] }))
  expect(codeOf(wrong)).toBe("invalid_input")
})

it("DS-06 CL-07 a class is cancelled with a word to who comes on each channel, or without", async () => {
  const gone = async () => {
    await sendAll()
    const count = [carrier.sent.length, mails.length]
    carrier.sent.length = 0
    mails.length = 0
    return count
  }
  const typeId = await makeType(service, { name: "Yoga", seats: 5, min_notice_minutes: 0 })
  const { body } = await service.api("GET", `/providers/${story.anaId}`)
  const ids = [...body.data.appointment_type_ids, typeId]
  await put(service, `/providers/${story.anaId}`, { appointment_type_ids: ids })
  for (const [day, query, told] of [
    ["20", "", [1, 1]],
    ["21", "?silent_channels=sms", [0, 1]],
    ["22", "?silent_channels=sms,mail", [0, 0]],
  ] as const) {
    const given = { appointment_type_id: typeId, location_id: story.locationId }
    const start_time = `2027-03-${day}T16:00:00.000Z`
    const made = await make(service, "/class-sessions", { ...given, provider_ids: [story.anaId], start_time })
    const [session] = made.sessions as { id: number }[]
    const seat = { ...given, provider_id: story.anaId, customer_id: story.customerId, start_time }
    expect((await post("/appointments", seat)).status).toBe(201)
    await gone()
    expect((await service.api("DELETE", `/class-sessions/${session!.id}${query}`)).status).toBe(200)
    expect([day, await gone()]).toEqual([day, told])
  }
  expect(codeOf(await service.api("DELETE", "/class-sessions/1?silent_channels=fax"))).toBe("invalid_input")
})

it("FX-09 a cancelled appointment of a customer who was archived or erased is refused, in the preview too", async () => {
  for (const [query, closed] of [
    ["", false],
    ["?erase=true", false],
    ["", true],
  ] as const) {
    service.clock.set(noon)
    const customer_id = await makeCustomer(service, { name: "Gone" })
    const { id } = await make(service, "/appointments", wish({ customer_id }))
    const path = `/appointments/${id}`
    if (closed) {
      service.clock.set("2027-03-04T18:00:00.000Z")
      await post(`${path}/no-show`)
      service.clock.advanceMs(60_000)
    } else await post(`${path}/cancel`)
    expect((await service.api("DELETE", `/customers/${customer_id}${query}`)).status).toBe(200)
    for (const way of ["reopen", "reopen/preview"]) {
      const refused = await post(`${path}/${way}`)
      expect([way, refused.status, codeOf(refused)]).toEqual([way, 409, "customer_archived"])
    }
    expect((await read(path)).status).toBe(closed ? "no_show" : "cancelled")
  }
  service.clock.set(noon)
})

it("FX-09 reopening one of a group brings it back alone, and the preview says what stays cancelled", async () => {
  const other = await makeType(service, { name: "Check-up", min_notice_minutes: 0 })
  await put(service, `/providers/${story.anaId}`, { appointment_type_ids: [story.typeId, other] })
  const body = { ...wish(), appointment_type_id: undefined, appointment_type_ids: [story.typeId, other] }
  const { appointments } = (await post("/appointments", body)).body.data
  const [first, second] = appointments
  await post(`/appointments/${first.id}/cancel`)
  const preview = (await post(`/appointments/${second.id}/reopen/preview`)).body.data
  expect(
    [preview.appointments, preview.stay_cancelled].map((all) => all.map((one: { id: number }) => one.id)),
  ).toEqual([[second.id], [first.id]])
  await post(`/appointments/${second.id}/reopen`)
  expect((await read(`/appointments/${first.id}`)).status).toBe("cancelled")
  expect((await read(`/appointments/${second.id}`)).status).toBe("scheduled")
  expect((await post(`/appointments/${first.id}/reopen/preview`)).body.data.stay_cancelled).toEqual([])
})

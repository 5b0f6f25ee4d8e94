/** Previews: what staff read before they confirm is what then goes, word for word, and asking changes nothing. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest"
import { makePlan, makeRequest, ownNumber, textStep } from "../../test/support/outreach.ts"
import { startService, type TestService } from "../../test/support/service.ts"
import { make, nextNumber, put, type Story, tellAnew, tellStory } from "../../test/support/story.ts"
import { type PlayedCarrier, playCarrier } from "../../test/support/texts.ts"
import { planReminders, sendTexts } from "../messages/messages.worker.ts"

const shared = "+15005550006"
const start = "2027-03-04T16:00:00.000Z"

let service: TestService
let harbour: Story
let story: Story
let carrier: PlayedCarrier
let phone: string
beforeAll(async () => {
  carrier = playCarrier()
  // Monday noon in Austin.
  service = await startService({ texts: carrier, platformSmsNumber: shared, now: "2027-03-01T18:00:00.000Z" })
  harbour = await tellStory(service)
  await make(service, "/channels", { kind: "sms", phone: ownNumber })
})
afterAll(() => service.stop())
/** A customer and an Ana of the test's own. */
beforeEach(async () => {
  phone = nextNumber()
  story = await tellAnew(service, harbour, phone)
  carrier.sent.length = 0
})

interface Text {
  purpose: string
  channel: string
  at: string
  reason: string | null
  from: string | null
  to: string | null
  body: string | null
  length: { encoding: string; characters: number; segments: number; room: number } | null
}

const wish = (fields: object = {}) => ({
  customer_id: story.customerId,
  appointment_type_id: story.typeId,
  provider_id: story.anaId,
  start_time: start,
  ...fields,
})

async function preview(path: string, body: object = {}): Promise<{ texts: Text[]; events: string[] }> {
  const answer = await service.api("POST", `${path}/preview`, body)
  expect([path, answer.status]).toEqual([path, 200])
  return answer.body.data
}

/** The token of a link that is made with the write is not known before. */
const withoutTokens = (body: string | null) => body?.replace(/\/(a|r)\/[\w-]{24}/g, `/$1/${"x".repeat(24)}`)

/** The texts that the carrier took, as previews show them. */
const gone = () => carrier.sent.map(({ from, to, body }) => [from, to, withoutTokens(body)])
const promised = (texts: readonly Text[]) =>
  texts.filter(({ reason }) => reason === null).map(({ from, to, body }) => [from, to, withoutTokens(body)])

async function runUntil(instant: string): Promise<void> {
  service.clock.set(instant)
  await planReminders(service.context)
  await sendTexts(service.context)
}

it("TQ-06 a preview shows no reminder whose time has gone by", async () => {
  const inTwentyTwoHours = wish({ start_time: "2027-03-02T16:00:00.000Z" })
  const { texts } = await preview("/appointments", inTwentyTwoHours)
  expect(texts.map(({ purpose }) => purpose)).toEqual(["confirmation", "reminder"])
})

it("CN-05 a booking's texts go as they were shown: the confirmation at once, the reminders in their hours", async () => {
  const { texts, events } = await preview("/appointments", wish())
  expect(texts.map(({ purpose, at, reason }) => [purpose, at, reason])).toEqual([
    ["confirmation", "2027-03-01T18:00:00.000Z", null],
    ["reminder", "2027-03-03T16:00:00.000Z", null],
    // Two hours before is 8 in the morning, and the company's hours begin at 9.
    ["reminder", "2027-03-04T15:00:00.000Z", null],
  ])
  expect(events).toEqual(["appointment.created"])
  const { body, length } = texts[0]!
  expect(body).toContain(`/a/${"x".repeat(24)}`)
  expect(length).toEqual({ encoding: "gsm7", characters: body!.length, segments: 2, room: 306 })

  await make(service, "/appointments", wish())
  for (const { at } of texts) await runUntil(at)
  expect(gone()).toEqual(promised(texts))
  const { body: listed } = await service.events()
  expect(listed.data.map(({ type }: { type: string }) => type)).toEqual(events)
})

it("CN-05 a move's and a cancel's texts go as they were shown, and name events that follow", async () => {
  const bookable = wish({ start_time: "2027-03-08T16:00:00.000Z" })
  const { id } = await make(service, "/appointments", bookable)
  await sendTexts(service.context)
  carrier.sent.length = 0

  const move = { start_time: "2027-03-09T18:00:00.000Z", provider_id: harbour.benId }
  const moving = await preview(`/appointments/${id}/reschedule`, move)
  expect(moving.events).toEqual(["appointment.rescheduled"])
  expect(moving.texts.map(({ purpose }) => purpose)).toEqual(["change", "reminder", "reminder"])
  await service.api("POST", `/appointments/${id}/reschedule`, move)
  await sendTexts(service.context)
  expect(gone()).toEqual(promised(moving.texts.slice(0, 1)))
  // A move to where it is already changes nothing.
  expect(await preview(`/appointments/${id}/reschedule`, move)).toEqual({ texts: [], events: [] })

  carrier.sent.length = 0
  const cancelling = await preview(`/appointments/${id}/cancel`, { reason: "moved away" })
  expect(cancelling.events).toEqual(["appointment.cancelled"])
  await service.api("POST", `/appointments/${id}/cancel`, { reason: "moved away" })
  await sendTexts(service.context)
  expect(gone()).toEqual(promised(cancelling.texts))
  expect(carrier.sent.length).toBe(1)
})

it("CN-05 a follow-up's texts go as they were shown, each at its time, also before its request is made", async () => {
  service.clock.set("2027-03-08T18:00:00.000Z")
  const outreach_plan_id = await makePlan(service, [
    textStep("Hi {first_name}, {appointment_type}: {booking_link}"),
    textStep("Jörg says: call {phone} – 你好", 9 * 60),
    { after_minutes: 60, channel: "voice" },
  ])
  const ask = {
    customer_id: story.customerId,
    appointment_type_id: story.typeId,
    latest_date: "2027-03-31",
    outreach_plan_id,
  }
  const { texts } = await preview("/scheduling-requests", ask)
  expect(texts.map(({ at, channel, reason }) => [at, channel, reason])).toEqual([
    ["2027-03-08T18:00:00.000Z", "sms", null],
    // 9 in the evening is too late: it waits for the morning.
    ["2027-03-09T15:00:00.000Z", "sms", null],
    ["2027-03-09T16:00:00.000Z", "voice", "no_voice_agent"],
  ])
  expect(texts[1]!.length).toMatchObject({ encoding: "ucs2", segments: 1, room: 70 })

  const request = await makeRequest(service, story)
  const later = await preview(`/scheduling-requests/${request.id}/outreach`, { outreach_plan_id })
  expect(promised(later.texts)).toEqual(promised(texts))
  expect(later.texts[0]!.body).toContain(request.booking_url)
  await service.api("POST", `/scheduling-requests/${request.id}/outreach`, { outreach_plan_id })
  for (const { at } of texts) {
    service.clock.set(at)
    await sendTexts(service.context)
  }
  expect(gone()).toEqual(promised(texts))
  expect((await service.api("POST", "/scheduling-requests/preview", ask)).body.error.code).toBe(
    "open_request_exists",
  )
  const unknown = { ...ask, customer_id: 404_404 }
  expect((await service.api("POST", "/scheduling-requests/preview", unknown)).body.error.code).toBe(
    "not_found",
  )
})

it("CN-05 says why no text goes", async () => {
  const day = { start_time: "2027-03-12T16:00:00.000Z" }
  const why = async (fields: object = {}) =>
    (await preview("/appointments", wish({ ...day, ...fields }))).texts.map(({ reason }) => reason)
  const nameless = (await make(service, "/customers", { name: "No Number" })).id
  expect(await why({ customer_id: nameless })).toEqual(["no_phone", "no_phone", "no_phone"])

  const { body } = await service.api("GET", `/customers/${story.customerId}`)
  const consents = `/customers/${story.customerId}/contacts/${body.data.contacts[0].id}/consent`
  await make(service, consents, { channel: "sms", event: "revoked", source: "said so" })
  expect(await why()).toEqual(["opted_out", "opted_out", "opted_out"])

  await put(service, "/company", { sms_confirmations: false, reminders: [] })
  expect(await why()).toEqual(["confirmations_off"])
  await put(service, "/company", { sms_confirmations: true, reminders: [24, 2] })
})

it("CN-05 is refused as the write would be, and changes nothing", async () => {
  const taken = wish({ start_time: "2027-03-15T15:00:00.000Z" })
  await make(service, "/appointments", taken)
  const before = await service.api("GET", "/audit?limit=100")
  const refused = await service.api("POST", "/appointments/preview", taken)
  expect([refused.status, refused.body.error.code]).toEqual([409, "customer_busy"])
  const unknown = await service.api("POST", "/appointments/999999/cancel/preview", {})
  expect(unknown.status).toBe(404)
  await preview("/appointments", wish({ start_time: "2027-03-16T15:00:00.000Z" }))
  await preview("/appointments", wish({ start_time: "2027-03-16T15:00:00.000Z" }))
  const after = await service.api("GET", "/audit?limit=100")
  expect(after.body.data).toEqual(before.body.data)
})

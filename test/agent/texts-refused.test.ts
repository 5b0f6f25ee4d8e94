/** A no to texts is a no, for this entry and for this booking; who was not asked, and never agreed, is asked. */
import { readFileSync } from "node:fs"
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest"
import { planReminders, sendTexts } from "../../service/messages/messages.worker.ts"
import { type Conversation, samsNumber, talk } from "../support/agent.ts"
import { type Answer, startService, type TestService } from "../support/service.ts"
import { make, put, type Story, tellStory } from "../support/story.ts"
import { playCarrier } from "../support/texts.ts"
import { type Chair, makeChair, offerDue, sendDue } from "../support/waiting.ts"

let service: TestService
let story: Story
let chair: Chair
let call: Conversation
const carrier = playCarrier()
const morning = "2027-03-01T16:00:00.000Z"
const platformSmsNumber = "+15125550150"

beforeAll(async () => {
  service = await startService({ book: true, texts: carrier, platformSmsNumber })
  service.clock.set(morning)
  story = await tellStory(service)
  chair = await makeChair(service, story)
  await make(service, "/channels", { kind: "voice", phone: "+15125550188" })
  await put(service, "/company", { reminders: [24] })
})
afterAll(() => service.stop())
beforeEach(async () => {
  carrier.sent.length = 0
  service.clock.set(morning)
  call = await talk(service, samsNumber)
})

const codeOf = ({ status, body }: Answer) => [status, body.error?.code, body.error?.field]
const join = (fields: object) =>
  call.tool("POST", "/waiting-list", { appointment_type_id: chair.typeId, end_date: "2027-03-13", ...fields })
const channels = async () => (await service.api("GET", "/waiting-entries")).body.data[0].channels
const slot = (start_time: string, more = {}) => ({
  ...{ appointment_type_id: story.typeId, provider_id: story.anaId, start_time },
  ...more,
})
const book = async (start_time: string, more = {}) =>
  (await call.tool("POST", "/appointments", slot(start_time, more))).body.data

it("AV-14 waiting: who was not asked is asked, a no is no text though the company made the customer, a later yes is one", async () => {
  const unasked = await join({})
  expect(codeOf(unasked)).toEqual([400, "invalid_input", "texts_agreed"])
  expect(unasked.body.error.message).toBe(
    "I can put you on the list if we may text you when a time gets free. May we?",
  )
  const refused = await join({ texts_agreed: false })
  expect(refused.status).toBe(201)
  expect(refused.body.data.say).toBe(
    "You're on the waiting list for Cut until Friday, March 12. We won't text you. The office may call you when a time gets free.",
  )
  expect(await channels()).toEqual(["mail"])
  await service.api("POST", `/appointments/${chair.appointmentId}/cancel`, {})
  await offerDue(service)
  await sendDue(service)
  expect(carrier.sent).toEqual([])

  const agreed = await join({ texts_agreed: true })
  expect(agreed.body.data.say).toMatch(/We'll text you when a time gets free\.$/)
  expect(await channels()).toEqual(["sms", "mail"])
  // With the consent on record the next entry asks no more.
  expect((await join({ end_date: "2027-03-20" })).status).toBe(201)
})

it("AV-14 booking: a no means no text about it, by whichever occasion, and a yes later counts again", async () => {
  const booked = await book("2027-03-03T15:00:00.000Z", { receive_sms_confirmation: false })
  expect(booked.sms).toEqual({ sent: false, reason: "not_wanted" })
  await service.api("POST", `/appointments/${booked.id}/reschedule`, {
    start_time: "2027-03-04T16:00:00.000Z",
  })
  service.clock.set("2027-03-03T16:00:00.000Z")
  await planReminders(service.context)
  await sendTexts(service.context)
  expect(carrier.sent).toEqual([])
})

it("AV-14 the prompts say that a no is a no to reminders too", () => {
  const [byPhone, byText] = ["voice", "text"].map((kind) =>
    readFileSync(new URL(`../../api/agent-platform/prompts/${kind}.md`, import.meta.url), "utf8"),
  )
  const oneLine = (prompt: string) => prompt.replace(/\s+/g, " ")
  expect(oneLine(byPhone!)).toContain(
    "a confirmation and reminders to the number they call from: a no means no text about it at all.",
  )
  expect(oneLine(byText!)).toContain(
    "If they want no texts about it, send it as false: no reminder goes either.",
  )
})

it("AV-14 booking: who was not asked and never agreed is asked once it is booked, and their yes sends the text", async () => {
  const stranger = await talk(service, "+15125550171")
  await stranger.tool("POST", "/customers", { name: "Mia Torres" })
  const at = (more = {}) => stranger.tool("POST", "/appointments", slot("2027-03-05T16:00:00.000Z", more))
  const booked = (await at()).body.data
  expect(booked.sms).toEqual({ sent: false, reason: "not_asked" })
  expect(booked.say).toBe(
    "Boiler service is booked for Friday, March 5 at 10:00 AM. May we text you a confirmation?",
  )
  expect(carrier.sent).toEqual([])
  const agreed = (await at({ receive_sms_confirmation: true })).body.data
  expect([agreed.id, agreed.sms]).toEqual([booked.id, { sent: true, reason: null }])
  expect(agreed.say).toBe("Boiler service is booked for Friday, March 5 at 10:00 AM.")
  expect((await at({ receive_sms_confirmation: true })).body.data.sms).toEqual({ sent: true, reason: null })
  expect(carrier.sent.map(({ to }) => to)).toEqual(["+15125550171"])
})

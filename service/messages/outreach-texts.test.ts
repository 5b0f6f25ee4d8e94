import { afterEach, beforeEach, describe, expect, it } from "vitest"
import {
  later,
  makePlan,
  makeRequest,
  outcomes,
  ownNumber,
  ownWords,
  textStep,
} from "../../test/support/outreach.ts"
import { startService, type TestService } from "../../test/support/service.ts"
import { make, makeCustomer, type Story, tellStory } from "../../test/support/story.ts"
import { type PlayedCarrier, playCarrier } from "../../test/support/texts.ts"
import type { OutgoingCall, SentText } from "../platform/ports/texts.ts"
import { enqueueText } from "./announce.ts"
import { sendTexts } from "./messages.worker.ts"

let service: TestService
let story: Story
let carrier: PlayedCarrier
beforeEach(async () => {
  carrier = playCarrier()
  // Monday noon in Austin.
  service = await startService({ texts: carrier, now: "2027-03-01T18:00:00.000Z" })
  story = await tellStory(service)
  await make(service, "/channels", { kind: "sms", phone: ownNumber })
})
afterEach(() => service.stop())

const hour = 60
const bodies = () => carrier.sent.map(({ body }) => ownWords(body))

describe("steps of outreach on their way", () => {
  it("waits for the recipient's morning: by address, else by area code, else by location", async () => {
    const outreach_plan_id = await makePlan(service, [textStep("Hi")])
    const recipients = [
      { phone: "+12125550101" }, // New York by area code
      { phone: "+15125550102" }, // Austin by area code
      {
        phone: "+12125550103",
        address: {
          line1: "1 Pier",
          city: "Los Angeles",
          state: "CA",
          postal_code: "90012",
          country: "US",
          latitude: 34.06,
          longitude: -118.24,
        },
      },
      { phone: "+442071838750" }, // no area code of ours: the location's
    ]
    service.clock.set("2027-03-02T12:00:00.000Z")
    for (const fields of recipients) {
      const customerId = await makeCustomer(service, fields)
      await makeRequest(
        service,
        { ...story, customerId },
        { outreach_plan_id, location_id: story.locationId },
      )
    }
    const at: Record<string, string> = {}
    for (let minute = 0; minute < 8 * hour; minute += 15) {
      const before = carrier.sent.length
      await sendTexts(service.context)
      for (const { to } of carrier.sent.slice(before))
        at[to] = new Date(service.clock.now()).toISOString().slice(11, 16)
      service.clock.advanceMs(15 * 60_000)
    }
    expect(at).toEqual({
      "+12125550101": "14:00",
      "+15125550102": "15:00",
      "+12125550103": "17:00",
      "+442071838750": "15:00",
    })
  })

  it("keeps nobody waiting for a code while a morning's outreach goes", async () => {
    const outreach_plan_id = await makePlan(service, [textStep("Hi")])
    await makeRequest(service, story, { outreach_plan_id })
    const { context, companyId, clock } = service
    const code = { purpose: "code" as const, from: ownNumber, to: "+15125550166", body: "Your code" }
    await context.db.transaction((tx) =>
      enqueueText(tx, context.sealer, companyId, { ...code, goodUntil: clock.now() + 600_000 }, clock.now()),
    )
    const hanging = carrier.send
    carrier.send = (text) => (ownWords(text.body) === "Hi" ? new Promise(() => {}) : hanging(text))
    void sendTexts(context, ["unasked"])
    await expect
      .poll(async () => context.db.query("SELECT purpose FROM text_message WHERE status = 'sending'"))
      .toEqual([{ purpose: "outreach" }])
    await sendTexts(context, ["waited_for"])
    expect(bodies()).toEqual(["Your code"])
  })

  it("never sends a step twice: one that was with the carrier when its worker died ends as unknown", async () => {
    const outreach_plan_id = await makePlan(service, [textStep("One"), textStep("Two", hour)])
    const request = await makeRequest(service, story, { outreach_plan_id })
    carrier.send = () => new Promise(() => {})
    void sendTexts(service.context)
    await expect
      .poll(async () => (await service.context.db.query("SELECT status FROM text_message"))[0])
      .toEqual({ status: "sending" })
    carrier.send = playCarrier().send
    await later(service, 1)
    expect(await outcomes(service, request.id)).toEqual(["failed: unknown_outcome", "pending"])
    await later(service, hour)
    expect(await outcomes(service, request.id)).toEqual(["failed: unknown_outcome", "sent"])
  })

  it("ends a step whose answer was lost as unknown, and tries again what the carrier never took", async () => {
    const outreach_plan_id = await makePlan(service, [textStep("One"), textStep("Two", hour)])
    const request = await makeRequest(service, story, { outreach_plan_id })
    carrier.answers.push({ kind: "unknown", error: "timeout" })
    await later(service, 0)
    carrier.answers.push({ kind: "later", error: "twilio_20429", retryAfterSeconds: 60 })
    await later(service, hour)
    await later(service, 1)
    expect(bodies()).toEqual(["One", "Two", "Two"])
    expect(await outcomes(service, request.id)).toEqual(["failed: unknown_outcome", "sent"])
  })

  it("outlast a carrier that is away for hours, and are judged anew at each try", async () => {
    const outreach_plan_id = await makePlan(service, [textStep("One")])
    const request = await makeRequest(service, story, { outreach_plan_id })
    const away: SentText = { kind: "later", error: "unreachable", retryAfterSeconds: null }
    carrier.answers.push(...Array<SentText>(9).fill(away))
    for (let minute = 0; minute < 2 * hour; minute += 5) await later(service, 5)
    expect([carrier.sent.length, await outcomes(service, request.id)]).toEqual([10, ["sent"]])
    const other = await makeCustomer(service, { phone: "+15125550144" })
    const second = await makeRequest(service, { ...story, customerId: other }, { outreach_plan_id })
    carrier.answers.push(away)
    await later(service, 0)
    await service.api("POST", `/scheduling-requests/${second.id}/cancel`, {})
    await later(service, hour)
    expect([carrier.sent.length, await outcomes(service, second.id)]).toEqual([11, ["skipped: cancelled"]])
  })

  it("AG-01 has the voice agent call, as one conversation that knows whom it calls", async () => {
    const calls: OutgoingCall[] = []
    service.context.voiceAgent = {
      async call(call) {
        calls.push(call)
        return { kind: "sent", carrierId: "CA1" }
      },
    }
    await make(service, "/channels", { kind: "voice", phone: "+15125550188" })
    const outreach_plan_id = await makePlan(service, [{ after_minutes: 0, channel: "voice" }])
    const request = await makeRequest(service, story, { outreach_plan_id })
    await later(service, 0)
    expect(calls).toEqual([
      { from: "+15125550188", to: "+15125550123", variables: expect.objectContaining({ channel: "voice" }) },
    ])
    expect(await outcomes(service, request.id)).toEqual(["sent"])
    const session_id = calls[0]!.variables.session_id
    const bookable = await service.api("GET", `/agent/appointment-types?session_id=${session_id}`)
    expect(JSON.stringify(bookable.body.data)).toContain(`"id":${request.id}`)
    expect(carrier.sent).toEqual([])
  })

  it("skips what nobody can send: no number of the company's, no number of the customer's, no voice agent", async () => {
    const outreach_plan_id = await makePlan(service, [textStep("Hi"), { after_minutes: 0, channel: "voice" }])
    const numberless = await makeCustomer(service, { name: "No Phone" })
    const request = await makeRequest(service, { ...story, customerId: numberless }, { outreach_plan_id })
    await later(service, 0)
    await later(service, 0)
    expect(await outcomes(service, request.id)).toEqual(["skipped: no_phone", "skipped: no_phone"])
    const { body } = await service.api("GET", "/channels")
    await service.api("DELETE", `/channels/${body.data[0].id}`)
    const other = await makeRequest(service, story, { outreach_plan_id })
    await later(service, 0)
    await later(service, 0)
    expect(await outcomes(service, other.id)).toEqual(["skipped: no_sms_channel", "skipped: no_voice_agent"])
  })
})

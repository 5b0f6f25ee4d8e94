import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { enqueueText } from "../../src/changes/enqueue-text.ts"
import type { OutgoingCall } from "../../src/ports.ts"
import { sendTexts } from "../../src/worker/send-texts.ts"
import { later, makePlan, makeRequest, outcomes, ownNumber, textStep } from "../support/outreach.ts"
import { startService, type TestService } from "../support/service.ts"
import { make, makeCustomer, type Story, tellStory } from "../support/story.ts"
import { type PlayedCarrier, playCarrier } from "../support/texts.ts"

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
const day = 24 * hour
const bodies = () => carrier.sent.map(({ body }) => body)
const plan = (steps: unknown) => service.api("POST", "/outreach-plans", { name: "Nudges", steps })
const consent = async (event: "granted" | "revoked", customerId = story.customerId) => {
  const { body } = await service.api("GET", `/customers/${customerId}`)
  const path = `/customers/${customerId}/contacts/${body.data.contacts[0].id}/consent`
  await service.api("POST", path, { channel: "sms", event, source: "customer replied START" })
}
const bookFor = (requestId: number) =>
  make(service, "/appointments", {
    customer_id: story.customerId,
    appointment_type_id: story.typeId,
    provider_id: story.anaId,
    start_time: "2027-03-10T16:00:00.000Z",
    scheduling_request_id: requestId,
  })

describe("outreach plans", () => {
  it("OU-01 are made, read, listed, changed and archived", async () => {
    const made = await plan([textStep("Hi {first_name}", 5), { after_minutes: 60, channel: "voice" }])
    expect(made.status).toBe(201)
    expect(made.body.data.steps).toEqual([
      { after_minutes: 5, channel: "sms", sms_text: "Hi {first_name}" },
      { after_minutes: 60, channel: "voice", sms_text: null },
    ])
    const path = `/outreach-plans/${made.body.data.id}`
    expect((await service.api("PUT", path, { name: "Fewer nudges" })).body.data).toMatchObject({
      name: "Fewer nudges",
      steps: made.body.data.steps,
    })
    expect((await service.api("GET", path)).body.data.name).toBe("Fewer nudges")
    expect((await service.api("GET", "/outreach-plans")).body.data.length).toBe(1)
    const other = await service.anotherCompany()
    expect((await service.api("GET", path, undefined, { key: other.key })).status).toBe(404)
    expect((await service.api("DELETE", path)).status).toBe(200)
    expect((await service.api("GET", path)).status).toBe(404)
    const started = await service.api("POST", "/scheduling-requests", {
      customer_id: story.customerId,
      appointment_type_id: story.typeId,
      latest_date: "2027-03-31",
      outreach_plan_id: made.body.data.id,
    })
    expect([started.status, started.body.error.field]).toEqual([404, "outreach_plan_id"])
  })

  it("OU-01 hold 320 characters a text, {booking_link} counted as 100, and say which step is wrong", async () => {
    expect((await plan([textStep("x".repeat(320))])).status).toBe(201)
    expect((await plan([textStep(`${"é".repeat(220)}{booking_link}`)])).status).toBe(201)
    const tooLong = await plan([textStep("short"), textStep(`${"x".repeat(221)}{booking_link}`)])
    expect(tooLong.status).toBe(400)
    expect(tooLong.body.error).toMatchObject({
      code: "invalid_input",
      field: "steps[1].sms_text",
      message:
        "steps[1].sms_text: expected at most 320 characters, {booking_link} counted as 100; it counts 321",
    })
    expect((await plan([textStep("{booking_link}{booking_link}{booking_link}{booking_link}")])).status).toBe(
      400,
    )
    expect((await plan([textStep("x".repeat(321))])).status).toBe(400)
  })

  it("OU-01 refuse a placeholder that nobody fills in, a text step without words, and words for a call", async () => {
    const unknown = await plan([textStep("Hi {name}")])
    expect([unknown.status, unknown.body.error.field]).toEqual([400, "steps[0].sms_text"])
    expect(unknown.body.error.message).toContain("{first_name}")
    expect(unknown.body.error.message).toContain("found {name}")
    for (const step of [
      { after_minutes: 0, channel: "sms" },
      { after_minutes: 0, channel: "sms", sms_text: "  " },
      { after_minutes: 0, channel: "voice", sms_text: "Hi" },
    ]) {
      const refused = await plan([step])
      expect([refused.status, refused.body.error.field]).toEqual([400, "steps[0].sms_text"])
    }
    expect((await plan([{ after_minutes: -1, channel: "sms", sms_text: "Hi" }])).body.error.field).toBe(
      "steps[0].after_minutes",
    )
    expect((await plan([])).status).toBe(400)
  })

  it("OU-02 with {booking_link} are saved only where booking links are set up", async () => {
    await service.api("PUT", "/company", { booking_links_enabled: false })
    const refused = await plan([textStep("Hi"), textStep("{booking_link}")])
    expect([refused.status, refused.body.error.code, refused.body.error.field]).toEqual([
      409,
      "booking_links_not_set_up",
      "steps[1].sms_text",
    ])
    const id = await makePlan(service, [textStep("Hi")])
    expect(
      (await service.api("PUT", `/outreach-plans/${id}`, { steps: [textStep("{booking_link}")] })).status,
    ).toBe(409)
    await service.api("PUT", "/company", { booking_links_enabled: true })
    expect((await plan([textStep("{booking_link}")])).status).toBe(201)
  })
})

describe("outreach", () => {
  it("OU-01 sends each text filled in, so long after the one before", async () => {
    const outreach_plan_id = await makePlan(service, [
      textStep("Hi {first_name}, {appointment_type}: {booking_link}"),
      textStep("Call {phone}?", day),
    ])
    const request = await makeRequest(service, story, { outreach_plan_id })
    await later(service, 0)
    expect(bodies()).toEqual([`Hi Sam, Boiler service: ${request.booking_url}`])
    expect(carrier.sent[0]).toMatchObject({ from: ownNumber, to: "+15125550123" })
    await later(service, day - 1)
    expect(carrier.sent.length).toBe(1)
    await later(service, 1)
    expect(bodies()[1]).toBe("Call +15125550100?")
    const { body } = await service.api("GET", `/scheduling-requests/${request.id}/outreach`)
    expect(body.data).toMatchObject({ status: "finished", end_reason: null, outreach_plan_id })
    expect(body.data.steps).toMatchObject([
      {
        position: 1,
        status: "sent",
        due_at: "2027-03-01T18:00:00.000Z",
        ended_at: "2027-03-01T18:00:00.000Z",
      },
      { position: 2, status: "sent", due_at: "2027-03-02T18:00:00.000Z" },
    ])
  })

  it("OU-01 sends the link that holds when the text goes", async () => {
    const outreach_plan_id = await makePlan(service, [textStep("{booking_link}", hour)])
    const request = await makeRequest(service, story, { outreach_plan_id })
    const rotated = await service.api("POST", `/scheduling-requests/${request.id}/booking-link/rotate`)
    await later(service, hour)
    expect(bodies()).toEqual([rotated.body.data.booking_url])
  })

  it("OU-02 skips a text with the link once links are turned off, and goes on", async () => {
    const outreach_plan_id = await makePlan(service, [textStep("{booking_link}"), textStep("Call us", hour)])
    const request = await makeRequest(service, story, { outreach_plan_id })
    await service.api("PUT", "/company", { booking_links_enabled: false })
    await later(service, 0)
    await later(service, hour)
    expect([bodies(), await outcomes(service, request.id)]).toEqual([
      ["Call us"],
      ["skipped: no_booking_link", "sent"],
    ])
  })

  it("OU-03 is stopped by a booking, and a cancel does not start it again", async () => {
    const outreach_plan_id = await makePlan(service, [
      textStep("One"),
      textStep("Two", hour),
      textStep("Three", hour),
    ])
    const request = await makeRequest(service, story, { outreach_plan_id })
    await later(service, 0)
    const { id } = await bookFor(request.id)
    expect((await service.api("POST", `/appointments/${id}/cancel`, {})).status).toBe(200)
    expect((await service.api("GET", `/scheduling-requests/${request.id}`)).body.data.status).toBe("open")
    await later(service, 3 * hour)
    await later(service, day)
    expect(bodies().filter((body) => /One|Two|Three/.test(body))).toEqual(["One"])
    expect(await outcomes(service, request.id)).toEqual(["sent", "skipped: booked", "skipped: booked"])
    const { body } = await service.api("GET", `/scheduling-requests/${request.id}/outreach`)
    expect(body.data).toMatchObject({ status: "ended", end_reason: "booked" })
  })

  it("OU-03 goes to nobody who opted out, and again once consent is restored", async () => {
    await consent("revoked")
    const outreach_plan_id = await makePlan(service, [textStep("One"), textStep("Two", hour)])
    const request = await makeRequest(service, story, { outreach_plan_id })
    await later(service, 0)
    await consent("granted")
    await later(service, hour)
    expect([bodies(), await outcomes(service, request.id)]).toEqual([["Two"], ["skipped: opted_out", "sent"]])
  })

  it("CU-03 hears of an opt-out from the carrier, for the number and the company", async () => {
    const outreach_plan_id = await makePlan(service, [textStep("One"), textStep("Two", hour)])
    const request = await makeRequest(service, story, { outreach_plan_id })
    carrier.answers.push({ kind: "refused", error: "twilio_21610", optedOut: true })
    await later(service, 0)
    await later(service, hour)
    expect(carrier.sent.length).toBe(1)
    expect(await outcomes(service, request.id)).toEqual(["failed: twilio_21610", "skipped: opted_out"])
    const { body } = await service.api("GET", `/customers/${story.customerId}`)
    expect(body.data.contacts[0].consents).toMatchObject([
      { channel: "sms", event: "revoked", source: "carrier" },
    ])
  })

  it("CU-06 an opt-out stays with its number, and comes to nobody else's", async () => {
    await consent("revoked")
    await service.api("PUT", `/customers/${story.customerId}`, { phone: "+15125550177" })
    const outreach_plan_id = await makePlan(service, [textStep("Hi")])
    await makeRequest(service, story, { outreach_plan_id })
    await later(service, 0)
    expect(carrier.sent.map(({ to }) => to)).toEqual(["+15125550177"])
    await service.api("DELETE", `/customers/${story.customerId}?erase=true`)
    const another = await makeCustomer(service, { phone: "+15125550123" })
    const request = await makeRequest(service, { ...story, customerId: another }, { outreach_plan_id })
    await later(service, 0)
    expect(await outcomes(service, request.id)).toEqual(["skipped: opted_out"])
  })

  it("CU-02 needs a grant from customers who came by themselves", async () => {
    await service.house.db.query("UPDATE customer SET source = 'public_page'")
    const outreach_plan_id = await makePlan(service, [textStep("One"), textStep("Two", hour)])
    const request = await makeRequest(service, story, { outreach_plan_id })
    await later(service, 0)
    await consent("granted")
    await later(service, hour)
    expect(await outcomes(service, request.id)).toEqual(["skipped: no_consent", "sent"])
  })

  it("is over when the request is cancelled, or its dates are, also before the sweep", async () => {
    const outreach_plan_id = await makePlan(service, [textStep("One", hour)])
    const request = await makeRequest(service, story, { outreach_plan_id })
    await service.api("POST", `/scheduling-requests/${request.id}/cancel`, {})
    const short = await makeRequest(service, story, { outreach_plan_id, latest_date: "2027-03-01" })
    await later(service, day)
    expect(carrier.sent).toEqual([])
    expect(await outcomes(service, request.id)).toEqual(["skipped: cancelled"])
    expect(await outcomes(service, short.id)).toEqual(["skipped: expired"])
  })

  it("is started and stopped by hand, and runs once at a time", async () => {
    const planId = await makePlan(service, [textStep("One", hour)])
    const request = await makeRequest(service, story)
    const path = `/scheduling-requests/${request.id}/outreach`
    expect((await service.api("GET", path)).status).toBe(404)
    const start = () => service.api("POST", path, { outreach_plan_id: planId })
    const [first, second] = await Promise.all([start(), start()])
    expect([first.status, second.status].sort()).toEqual([201, 409])
    const stopped = await service.api("POST", `${path}/stop`)
    expect(stopped.body.data).toMatchObject({ status: "ended", end_reason: "stopped" })
    expect((await service.api("POST", `${path}/stop`)).body.error.code).toBe("outreach_not_running")
    await later(service, day)
    expect([carrier.sent, await outcomes(service, request.id)]).toEqual([[], ["skipped: stopped"]])
    expect((await start()).status).toBe(201)
    const runs = await service.api("GET", `/outreach-runs?scheduling_request_id=${request.id}`)
    expect(runs.body.data.map(({ status }: { status: string }) => status)).toEqual(["ended", "running"])
    expect((await service.api("GET", "/outreach-runs?status=running")).body.data.length).toBe(1)
    await bookFor(request.id)
    expect((await start()).body.error.code).toBe("request_not_open")
  })

  it("stands in the customer's export, each text by what it was for and what became of it", async () => {
    const outreach_plan_id = await makePlan(service, [textStep("One"), textStep("Two", hour)])
    await makeRequest(service, story, { outreach_plan_id })
    await later(service, 0)
    const { body } = await service.api("GET", `/customers/${story.customerId}/export`)
    const at = "2027-03-01T18:00:00.000Z"
    expect(body.data.texts).toEqual([
      { purpose: "outreach", channel: "sms", status: "sent", created_at: at, sent_at: at },
      { purpose: "outreach", channel: "sms", status: "pending", created_at: at, sent_at: null },
    ])
  })

  it("keeps the steps that it began with when the plan changes", async () => {
    const planId = await makePlan(service, [textStep("Old", hour)])
    await makeRequest(service, story, { outreach_plan_id: planId })
    await service.api("PUT", `/outreach-plans/${planId}`, { steps: [textStep("New")] })
    await later(service, hour)
    expect(bodies()).toEqual(["Old"])
  })

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
      await sendTexts(service.house)
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
    const { house, companyId, clock } = service
    const code = { purpose: "code" as const, from: ownNumber, to: "+15125550166", body: "Your code" }
    await house.db.transaction((tx) =>
      enqueueText(tx, house.sealer, companyId, { ...code, goodUntil: clock.now() + 600_000 }, clock.now()),
    )
    const hanging = carrier.send
    carrier.send = (text) => (text.body === "Hi" ? new Promise(() => {}) : hanging(text))
    void sendTexts(house, ["unasked"])
    await expect
      .poll(async () => house.db.query("SELECT purpose FROM text_message WHERE status = 'sending'"))
      .toEqual([{ purpose: "outreach" }])
    await sendTexts(house, ["waited_for"])
    expect(bodies()).toEqual(["Your code"])
  })

  it("never sends a step twice: one that was with the carrier when its worker died ends as unknown", async () => {
    const outreach_plan_id = await makePlan(service, [textStep("One"), textStep("Two", hour)])
    const request = await makeRequest(service, story, { outreach_plan_id })
    carrier.send = () => new Promise(() => {})
    void sendTexts(service.house)
    await expect
      .poll(async () => (await service.house.db.query("SELECT status FROM text_message"))[0])
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

  it("ends with the customer's erasure", async () => {
    const outreach_plan_id = await makePlan(service, [textStep("One", hour)])
    const request = await makeRequest(service, story, { outreach_plan_id })
    await service.api("DELETE", `/customers/${story.customerId}?erase=true`)
    await later(service, day)
    expect(carrier.sent).toEqual([])
    expect(await outcomes(service, request.id)).toEqual(["skipped: cancelled"])
  })

  it("AG-01 has the voice agent call, as one conversation that knows whom it calls", async () => {
    const calls: OutgoingCall[] = []
    service.house.voiceAgent = {
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

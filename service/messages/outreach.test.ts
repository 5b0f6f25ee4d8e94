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
const bodies = () => carrier.sent.map(({ body }) => ownWords(body))
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

  it("OU-02 skips a text whose link cannot be told since its key is lost", async () => {
    const outreach_plan_id = await makePlan(service, [textStep("{booking_link}")])
    const request = await makeRequest(service, story, { outreach_plan_id })
    await service.context.db.query(
      "UPDATE scheduling_request SET link_key_id = 'lost' WHERE company_id = $1 AND id = $2",
      [service.companyId, request.id],
    )
    await later(service, 0)
    expect([bodies(), await outcomes(service, request.id)]).toEqual([[], ["skipped: no_booking_link"]])
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
    await service.context.db.query("UPDATE customer SET source = 'public_page'")
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

  it("OU-01 is previewed with the times and the words that go then", async () => {
    const outreach_plan_id = await makePlan(service, [
      textStep("Hi {first_name}: {booking_link}"),
      textStep("Call {phone}?", day),
    ])
    const { id } = await makeRequest(service, story)
    const path = `/scheduling-requests/${id}/outreach`
    const { status, body } = await service.api("POST", `${path}/preview`, { outreach_plan_id })
    expect(status).toBe(200)
    expect(body.data.texts.map(({ at }: { at: string }) => at)).toEqual([
      "2027-03-01T18:00:00.000Z",
      "2027-03-02T18:00:00.000Z",
    ])
    expect(carrier.sent).toEqual([])
    expect((await service.api("POST", path, { outreach_plan_id })).status).toBe(201)
    await later(service, 0)
    await later(service, day)
    const previewed = body.data.texts.map(({ from, to, body }: Record<string, string>) => ({
      from,
      to,
      body,
    }))
    expect(previewed).toEqual(carrier.sent.map(({ from, to, body }) => ({ from, to, body })))
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

  it("ends with the customer's erasure", async () => {
    const outreach_plan_id = await makePlan(service, [textStep("One", hour)])
    const request = await makeRequest(service, story, { outreach_plan_id })
    await service.api("DELETE", `/customers/${story.customerId}?erase=true`)
    await later(service, day)
    expect(carrier.sent).toEqual([])
    expect(await outcomes(service, request.id)).toEqual(["skipped: cancelled"])
  })
})

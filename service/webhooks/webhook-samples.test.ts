/** One of every event, as an endpoint gets them out of a short story; `docs/webhooks.md` shows exactly these. */
import { readFileSync } from "node:fs"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { deliveryErrors } from "../../domain/model/delivery.ts"
import { eventSchemas } from "../../domain/model/event-schemas.ts"
import { openChannels, samsNumber, talk } from "../../test/support/agent.ts"
import { startService, type TestService } from "../../test/support/service.ts"
import { make, type Story, tellStory } from "../../test/support/story.ts"
import { deliveriesOf, makeEndpoint } from "../../test/support/webhooks.ts"
import { waitingCancels } from "../booking/cancel-after-waiting.worker.ts"
import { workOff } from "../platform/queue/loop.ts"
import { sweepRequests } from "../requests/sweep-requests.worker.ts"
import { disableFailing } from "./deliver-webhooks.worker.ts"

interface Sent {
  id: string
  type: keyof typeof eventSchemas
  source: object
  data: ReturnType<typeof JSON.parse>
}

const docs = new URL("../../docs/webhooks.md", import.meta.url)
const text = readFileSync(docs, "utf8")

let service: TestService
let story: Story
let sent: Sent[]
beforeAll(async () => {
  service = await startService()
  story = await tellStory(service)
  await openChannels(service)
  sent = await everyEvent()
})
afterAll(() => service.stop())

async function everyEvent(): Promise<Sent[]> {
  const { id } = await makeEndpoint(service, {
    events: Object.keys(eventSchemas).filter((type) => type !== "webhook.test"),
  })
  await service.api("PUT", `/customers/${story.customerId}`, {
    address: { line1: "2 Oak Ave", city: "Austin", state: "TX", postal_code: "78702", country: "US" },
  })
  const request = await make(service, "/scheduling-requests", {
    customer_id: story.customerId,
    appointment_type_id: story.typeId,
    earliest_date: "2027-03-01",
    latest_date: "2027-03-31",
    external_ref: "deal-5",
  })
  const appointment = await make(service, "/appointments", {
    customer_id: story.customerId,
    appointment_type_id: story.typeId,
    provider_id: story.anaId,
    location_id: story.locationId,
    start_time: "2027-03-16T15:00:00.000Z",
    scheduling_request_id: request.id,
  })
  service.clock.advanceMs(86_400_000)
  const path = `/appointments/${appointment.id}`
  await service.api("POST", `${path}/reschedule`, { start_time: "2027-03-17T18:30:00.000Z" })
  service.clock.advanceMs(1_800_000)
  await service.api("PUT", `${path}/attendance`, { attendance: "coming" })
  service.clock.advanceMs(1_800_000)
  const imported = await importVisit()
  await service.api("POST", `${path}/cancel`, { reason: "moved away" })
  await make(service, `/webhook-endpoints/${id}/test`, {})
  await (await talk(service, samsNumber)).tool("POST", "/callbacks", {
    message: "Wants an offer for a second boiler.",
    best_time: "Tuesday after three",
  })
  await twoCustomersLeave()
  await changeTheSetUp()
  await answerTwo()
  await waitForATime()
  await failForThreeDays((await makeEndpoint(service, { url: "https://crm.example.com/in?token=secret" })).id)
  await reopenAfterAnHour(imported)
  await comeInVain()
  const log = await deliveriesOf(service, id)
  service.clock.set("2027-04-02T06:00:00.000Z")
  await sweepRequests(service.context)
  log.push(...(await deliveriesOf(service, id, "&event_type=scheduling_request.expired")))
  const opened = log.map((entry) => service.api("GET", `/webhook-endpoints/${id}/deliveries/${entry.id}`))
  const all: Sent[] = (await Promise.all(opened)).map(({ body }) => body.data.payload)
  const isFirst = ({ type, id }: Sent) => all.every((other) => other.type !== type || other.id >= id)
  return all.filter(isFirst)
}

/** One who is archived, and one who is erased. */
async function twoCustomersLeave(): Promise<void> {
  const ana = { name: "Ana Sol", email: "ana@example.com", external_ref: "crm-10" }
  const { id } = await make(service, "/customers", ana)
  await service.api("DELETE", `/customers/${id}`)
  const erased = await make(service, "/customers", { name: "Ben Day", external_ref: "crm-11" })
  await service.api("DELETE", `/customers/${erased.id}?erase=true`)
}

/** A type and a provider, from the first to the last. */
async function changeTheSetUp(): Promise<void> {
  const type = await make(service, "/appointment-types", {
    ...{ name: "Chimney sweep", duration_minutes: 45, external_ref: "svc-12" },
  })
  await service.api("PUT", `/appointment-types/${type.id}`, { duration_minutes: 60 })
  const cleo = await make(service, "/providers", { name: "Cleo Marsh", appointment_type_ids: [type.id] })
  await service.api("PUT", `/providers/${cleo.id}`, { max_travel_km: 30 })
  await service.api("PUT", `/providers/${cleo.id}/hours`, {
    weekly_hours: [{ location_id: story.locationId, weekday: 1, start: "09:00", end: "17:00" }],
  })
  await service.api("DELETE", `/providers/${cleo.id}`)
  await service.api("DELETE", `/appointment-types/${type.id}`)
}

/** Appointments that staff confirm: one that they say yes to, and one that they decline. */
async function answerTwo(): Promise<void> {
  const { id: typeId } = await make(service, "/appointment-types", {
    name: "Bathroom refit",
    duration_minutes: 60,
    confirmation: "staff",
  })
  await service.api("PUT", `/providers/${story.benId}`, { appointment_type_ids: [story.typeId, typeId] })
  for (const [answer, start_time] of [
    ["confirm", "2027-03-18T15:00:00.000Z"],
    ["decline", "2027-03-19T15:00:00.000Z"],
  ] as const) {
    const { id } = await make(service, "/appointments", {
      customer_id: story.customerId,
      appointment_type_id: typeId,
      provider_id: story.benId,
      start_time,
    })
    await service.api("POST", `/appointments/${id}/${answer}`, {})
  }
}

/** Somebody who waits, is offered a time by staff, and leaves the list. */
async function waitForATime(): Promise<void> {
  const wish = { customer_id: story.customerId, appointment_type_id: story.typeId }
  const { id } = await make(service, "/waiting-entries", { ...wish, latest_date: "2027-03-31" })
  await make(service, `/waiting-entries/${id}/offers`, {
    provider_id: story.anaId,
    location_id: story.locationId,
    start_time: "2027-03-22T15:00:00.000Z",
  })
  await service.api("DELETE", `/waiting-entries/${id}`)
}

/** Its own event has no receiver. */
async function importVisit(): Promise<number> {
  const row = {
    external_ref: "visit-7",
    start_time: "2027-03-02 10:00",
    appointment_type: String(story.typeId),
    provider: String(story.anaId),
    location: String(story.locationId),
    customer_ref: "crm-9",
    name: "Sam Poe",
  }
  const { body } = await service.api("POST", "/imports/appointments", { deliver_events: false, rows: [row] })
  return body.data.rows[0].id
}

async function reopenAfterAnHour(id: number): Promise<void> {
  service.clock.set("2027-03-02T17:30:00.000Z")
  await service.api("POST", `/appointments/${id}/complete`, {})
  service.clock.advanceMs(3_600_000)
  await workOff(service.context, waitingCancels(service.context))
  await service.api("POST", `/appointments/${id}/reopen`, {})
}

/** A visit whose provider sets out, arrives and meets no one. */
async function comeInVain(): Promise<void> {
  const { id: typeId } = await make(service, "/appointment-types", {
    name: "Repair",
    duration_minutes: 60,
    place: "at_customer",
    min_notice_minutes: 0,
  })
  await service.api("PUT", `/providers/${story.anaId}`, { appointment_type_ids: [story.typeId, typeId] })
  const { id } = await make(service, "/appointments", {
    customer_id: story.customerId,
    appointment_type_id: typeId,
    provider_id: story.anaId,
    start_time: "2027-03-02T20:00:00.000Z",
  })
  await service.api("POST", `/appointments/${id}/on-the-way`, { minutes: 20 })
  service.clock.set("2027-03-02T20:05:00.000Z")
  await service.api("POST", `/appointments/${id}/arrived`, {})
  await service.api("POST", `/appointments/${id}/no-show`, { reason: "nobody_home" })
  service.clock.advanceMs(10_000)
  await workOff(service.context, waitingCancels(service.context))
}

/** An endpoint, by the clock of the moment. */
async function failForThreeDays(endpointId: number): Promise<void> {
  const since = new Date(service.clock.now() - 3 * 86_400_000)
  await service.context.db.query(
    "UPDATE webhook_endpoint SET first_failure_at = $3, last_failure_at = $3 WHERE company_id = $1 AND id = $2",
    [service.companyId, endpointId, since],
  )
  await disableFailing(service.context)
}

const of = (type: string) => sent.find((event) => event.type === type)!

describe("the envelope", () => {
  it("WH-08 is the specification's for every event, and nothing that its schema does not name", () => {
    expect(sent.map(({ type }) => type).sort()).toEqual(Object.keys(eventSchemas).sort())
    for (const event of sent) expect(eventSchemas[event.type].parse(event)).toEqual(event)
  })

  it("WH-08 says who did it: the key that called, or the system", () => {
    expect(of("appointment.created").source).toEqual({ kind: "api_key", api_key_id: expect.any(Number) })
    expect(of("scheduling_request.expired").source).toEqual({ kind: "system" })
  })

  it("WH-08 a move holds the old times; a cancel the appointment as it was and the request's status after", () => {
    const moved = of("appointment.rescheduled").data
    expect(moved.appointment.start_time).toBe("2027-03-17T18:30:00.000Z")
    expect(moved.previous).toMatchObject({
      start_time: "2027-03-16T15:00:00.000Z",
      end_time: "2027-03-16T16:00:00.000Z",
    })
    const cancelled = of("appointment.cancelled").data
    expect(cancelled.appointment).toEqual(moved.appointment)
    expect(moved.scheduling_request.status).toBe("scheduled")
    expect(cancelled.scheduling_request.status).toBe("open")
  })

  it("WH-08 the customer is there in full, and no request is null", async () => {
    expect(of("appointment.created").data.customer).toMatchObject({
      external_ref: "crm-9",
      name: "Sam Poe",
      phone: "+15125550123",
      email: "sam@example.com",
      address: { line1: "2 Oak Ave", city: "Austin" },
    })
    expect(of("webhook.test").data).toMatchObject({ sample: true, scheduling_request: null })
  })

  it("WH-08 a list of events shows the very same", async () => {
    service.clock.set("2027-03-30T00:00:00.000Z") // the list reaches 30 days back
    const ids = sent.map(({ id }) => id)
    await service.events() // waits until all of them can be listed
    const { body } = await service.api("GET", "/events?limit=100")
    const listed = (body.data as Sent[]).filter(({ id }) => ids.includes(id))
    expect(listed).toHaveLength(29)
    for (const event of listed) expect(of(event.type)).toEqual(event)
  })
})

describe("docs/webhooks.md", () => {
  it("WH-12 shows a sample of every event as it is really sent (else: run this test with -u)", async () => {
    let shown = text
    for (const event of sent) {
      const block = new RegExp(`(### ${event.type.replace(".", "\\.")}\n\n\`\`\`json\n)[^]*?(\n\`\`\`\n)`)
      expect(shown).toMatch(block)
      const inOrder = eventSchemas[event.type].parse(event)
      shown = shown.replace(block, (_, before, after) => before + JSON.stringify(inOrder, null, 2) + after)
    }
    await expect(shown).toMatchFileSnapshot(docs.pathname)
  })

  it("names every word of last_error", () => {
    for (const word of deliveryErrors) expect(text).toContain(`| \`${word}\` |`)
  })
})

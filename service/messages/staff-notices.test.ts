/** Notices to admins about faults, and a provider's day, by mail. */
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { type LocalServer, startLocalServer } from "../../test/support/local-server.ts"
import { smtpTo, startMailServer, type TestMailServer } from "../../test/support/mail-server.ts"
import { startService, type TestService } from "../../test/support/service.ts"
import { make, makeCustomer, makeType, put, type Story, tellStory } from "../../test/support/story.ts"
import { makeEndpoint } from "../../test/support/webhooks.ts"
import { calendarReads } from "../calendars/read-calendars.worker.ts"
import type { SmtpSender } from "../host/adapters/mails/smtp.ts"
import { recordFailedRead } from "../ledger/calendar-readings.sql.ts"
import { tellAdmins } from "../outbox/queue-staff-mail.ts"
import { workOff } from "../platform/queue/loop.ts"
import { disableFailing } from "../webhooks/deliver-webhooks.worker.ts"
import { planDigests } from "./digests.worker.ts"
import { sendTexts } from "./messages.worker.ts"

const day = 86_400_000

let service: TestService
let story: Story
let server: TestMailServer
let mails: SmtpSender
let feed: LocalServer
beforeEach(async () => {
  server = await startMailServer()
  mails = smtpTo(server)
  feed = await startLocalServer()
  service = await startService({
    mails,
    addressGuard: { refuse: async () => null },
    now: "2027-03-01T18:00:00.000Z",
  })
  story = await tellStory(service)
  const admin = { email: "boss@desk.example", name: "Bo Lin", role: "admin", locale: "es" }
  const { id } = await make(service, "/users", { ...admin, password: "a long password" })
  await make(service, "/users", { ...admin, email: "listed@desk.example", password: "a long password" })
  await make(service, "/users", { ...admin, email: "member@desk.example", role: "member" })
  await service.context.db.query(
    "UPDATE app_user SET accepted_at = created_at WHERE company_id = $1 AND id = $2",
    [service.companyId, id],
  )
})
afterEach(async () => {
  await service.stop()
  mails.close()
  await Promise.all([server.stop(), feed.stop()])
})

const sent = () => server.received.map(({ envelopeTo: [to], mail }) => [to, mail.subject])

describe("mails to admins", () => {
  async function failForTooLong(): Promise<number> {
    const { id } = await makeEndpoint(service, { url: "https://hooks.example.com/private-hush" })
    await service.context.db.query(
      "UPDATE webhook_endpoint SET first_failure_at = $3, last_failure_at = $3 WHERE company_id = $1 AND id = $2",
      [service.companyId, id, new Date(service.clock.now() - 4 * day)],
    )
    return id
  }

  it("ML-01 an endpoint that was disabled is told once, in the admin's language, without what its address hides", async () => {
    await failForTooLong()
    expect(await disableFailing(service.context)).toBe(1)
    await disableFailing(service.context)
    await sendTexts(service.context)
    expect(sent()).toEqual([["boss@desk.example", "Los webhooks a hooks.example.com están apagados"]])
    expect(server.received[0]!.raw).not.toContain("hush")
  })

  it("ML-01 nothing is told of what has been mended, nor of what the company has done itself", async () => {
    const id = await failForTooLong()
    await disableFailing(service.context)
    await service.api("PUT", `/webhook-endpoints/${id}`, { enabled: true })
    await sendTexts(service.context)
    await service.api("PUT", `/webhook-endpoints/${id}`, { enabled: false })
    await sendTexts(service.context)
    expect(sent()).toEqual([])
    expect((await service.api("GET", "/mails")).body.data).toMatchObject([
      { purpose: "endpoint_disabled", outcome: "skipped", reason: "superseded" },
    ])
  })

  it("ML-01 a calendar that no longer lets us in is told once for each time that it fails", async () => {
    const url = `${feed.url.replace("http:", "https:")}/calendar.ics`
    await make(service, `/providers/${story.anaId}/calendars`, { kind: "ics", url })
    const [{ id }] = (await service.api("GET", `/providers/${story.anaId}/calendars`)).body.data
    const calendars = {
      ...service.context.calendars,
      read: async () => {
        const { CalendarUnavailable } = await import("../platform/ports/calendars.ts")
        throw new CalendarUnavailable("credentials")
      },
    }
    const failing = { ...service.context, calendars }
    await workOff(failing, calendarReads(failing))
    service.clock.advanceMs(day / 24)
    await workOff(failing, calendarReads(failing))
    await sendTexts(service.context)
    expect(sent()).toEqual([["boss@desk.example", "Un calendario de Ana Ruiz no nos deja entrar"]])
    // A server that is merely slow is tried again without a word.
    await service.context.db.query("UPDATE provider_calendar SET problem = NULL, failing_since = NULL", [])
    await service.context.db.transaction((tx) =>
      recordFailedRead(tx, { companyId: service.companyId, calendarId: id }, "timeout", service.clock.now()),
    )
    await sendTexts(service.context)
    expect(server.received).toHaveLength(1)
  })

  it("ML-02 a host without mail queues nothing", async () => {
    const without = { ...service.context, mails: null }
    const notice = { purpose: "endpoint_disabled", endpointId: 1, host: "x" } as const
    await service.context.db.transaction((tx) =>
      tellAdmins(tx, without, service.companyId, { notice, once: "1" }, service.clock.now()),
    )
    expect((await service.api("GET", "/mails")).body.data).toEqual([])
  })
})

describe("the digest of a day", () => {
  const want = (digest_email: string | null) =>
    service.api("PUT", `/providers/${story.anaId}`, { digest_email })

  const book = (start_time: string) =>
    make(service, "/appointments", {
      customer_id: story.customerId,
      appointment_type_id: story.typeId,
      provider_id: story.anaId,
      start_time,
    })

  async function at(instant: string) {
    service.clock.set(instant)
    await planDigests(service.context)
    await sendTexts(service.context)
  }

  it("ML-01 goes at six to a provider who wants it, once, with what stands then", async () => {
    expect((await want("ana@home.example")).body.data.digest_email).toBe("ana@home.example")
    await book("2027-03-03T16:00:00.000Z")
    await book("2027-03-03T18:00:00.000Z")
    await book("2027-03-04T18:00:00.000Z")
    await at("2027-03-03T11:59:00.000Z")
    expect(sent()).toEqual([])
    await at("2027-03-03T12:00:00.000Z")
    await at("2027-03-03T13:00:00.000Z")
    expect(sent()).toEqual([["ana@home.example", "Wednesday, March 3: 2 appointments"]])
    const { text } = server.received[0]!.mail
    expect(text).toContain("10:00 AM – 11:00 AM CST\nSam Poe · Boiler service\n")
    expect((await service.api("GET", "/mails")).body.data[0]).toMatchObject({
      purpose: "day_digest",
      outcome: "sent",
      provider: { id: story.anaId },
    })
  })

  it("ML-01 CL-07 WN-03 tells classes with their seats, and of a promised window the time of the plan", async () => {
    const yogaId = await makeType(service, { name: "Yoga", duration_minutes: 60, seats: 12 })
    const calls = { place: "at_customer", promise: { kind: "window", minutes: 120 } }
    const callId = await makeType(service, { name: "Repair", duration_minutes: 30, ...calls })
    await put(service, `/providers/${story.anaId}`, {
      ...{ digest_email: "ana@home.example", appointment_type_ids: [story.typeId, yogaId, callId] },
    })
    const threePm = "2027-03-03T21:00:00.000Z"
    await make(service, "/class-sessions", {
      ...{ appointment_type_id: yogaId, provider_ids: [story.anaId], location_id: story.locationId },
      start_time: threePm,
    })
    await make(service, "/appointments", {
      ...{ customer_id: story.customerId, appointment_type_id: yogaId, provider_id: story.anaId },
      ...{ location_id: story.locationId, start_time: threePm, seats: 2 },
    })
    const street = { line1: "2 Oak Ave", city: "Austin", state: "TX", postal_code: "78702", country: "US" }
    const idaId = await makeCustomer(service, {
      name: "Ida Blum",
      address: { ...street, latitude: 30.28, longitude: -97.74 },
    })
    await make(service, "/appointments", {
      ...{ customer_id: idaId, appointment_type_id: callId, provider_id: story.anaId },
      start_time: "2027-03-03T15:00:00.000Z",
    })
    await at("2027-03-03T12:00:00.000Z")
    expect(sent()).toEqual([["ana@home.example", "Wednesday, March 3: 2 appointments"]])
    const { text } = server.received[0]!.mail
    expect(text).toContain("Ida Blum · Repair\nPromised: 9:00 AM – 11:00 AM CST\n")
    expect(text).toContain("3:00 PM – 4:00 PM CST\n2 of 12 seats taken · Yoga\nDowntown")
    expect(text!.indexOf("Ida Blum")).toBeLessThan(text!.indexOf("Yoga"))
  })

  it("ML-01 a day without appointments has none, and neither has a provider who wants none", async () => {
    await want("ana@home.example")
    await at("2027-03-03T12:00:00.000Z")
    await want(null)
    await book("2027-03-04T18:00:00.000Z")
    await at("2027-03-04T12:00:00.000Z")
    expect(sent()).toEqual([])
    expect((await service.api("GET", "/mails")).body.data).toMatchObject([{ reason: "nothing_upcoming" }])
  })
})

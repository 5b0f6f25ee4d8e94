/** A customer's warning, notes and history: who did what, what went out, and what became of it. */
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { smtpTo, startMailServer, type TestMailServer } from "../../test/support/mail-server.ts"
import { makeManageLink } from "../../test/support/manage-link.ts"
import { makeRequest, ownNumber } from "../../test/support/outreach.ts"
import { startService, type TestService } from "../../test/support/service.ts"
import { make, makeCustomer, put, type Story, tellStory } from "../../test/support/story.ts"
import { type PlayedCarrier, playCarrier } from "../../test/support/texts.ts"
import { makeUser, signedIn } from "../../test/support/users.ts"
import type { SmtpSender } from "../host/adapters/mails/smtp.ts"
import { sendTexts } from "../messages/messages.worker.ts"
import { sweepRequests } from "../requests/sweep-requests.worker.ts"

let service: TestService
let story: Story
let carrier: PlayedCarrier
let server: TestMailServer
let mails: SmtpSender
beforeEach(async () => {
  carrier = playCarrier()
  server = await startMailServer()
  mails = smtpTo(server)
  // Monday noon in Austin.
  service = await startService({ texts: carrier, mails, book: true, now: "2027-03-01T18:00:00.000Z" })
  story = await tellStory(service)
})
afterEach(async () => {
  await service.stop()
  mails.close()
  await server.stop()
})

interface Entry {
  id: string
  at: string
  kind: string
  operation: string | null
  actor: { kind: string; user: { name: string } | null; api_key: { name: string } | null } | null
  fields: string[]
  appointment: {
    id: number
    after: { start_time: string; provider: { name: string } } | null
    before: { start_time: string; provider: { name: string } } | null
  } | null
  message: {
    channel: string
    outcome: string
    reason: string | null
    to: string | null
    instead: { channel: string } | null
  } | null
}

const historyOf = async (id: number, more = ""): Promise<Entry[]> => {
  const { status, body } = await service.api("GET", `/customers/${id}/history${more}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data
}
const operationsOf = (entries: Entry[]) =>
  entries.map(({ operation, message }) => operation ?? message!.channel)
const later = (minutes: number) =>
  service.clock.set(new Date(service.clock.now() + minutes * 60_000).toISOString())

describe("a customer's warning and notes", () => {
  it("DS-11 are kept, shown on the board, imported, exported, and erased with the customer", async () => {
    const { customerId } = story
    const known = { warning: "Two dogs loose in the yard", notes: "Gate code 4471.\nPrefers mornings." }
    await put(service, `/customers/${customerId}`, known)
    expect((await service.api("GET", `/customers/${customerId}`)).body.data).toMatchObject(known)
    await makeManageLink(service, story, "2027-03-02T16:00:00.000Z")
    const board = (await service.api("GET", "/board?date=2027-03-02")).body.data
    expect(board.appointments[0].customer).toEqual({
      id: customerId,
      name: "Sam Poe",
      warning: known.warning,
    })
    const exported = (await service.api("GET", `/customers/${customerId}/export`)).body.data
    expect(exported.customer).toMatchObject(known)

    const rows = [{ name: "Ida Wells", email: "ida@example.com", ...known }]
    const imported = (await service.api("POST", "/imports/customers", { rows })).body.data
    const idaId = imported.rows[0].id
    expect((await service.api("GET", `/customers/${idaId}`)).body.data).toMatchObject(known)
    await service.api("DELETE", `/customers/${idaId}?erase=true`)
    const [erased] = await service.context.db.query<object>(
      "SELECT warning, notes FROM customer WHERE company_id = $1 AND id = $2",
      [service.companyId, idaId],
    )
    expect(erased).toEqual({ warning: null, notes: null })
  })

  it("DS-11 refuse more than fits, and leave alone what is not sent", async () => {
    const path = `/customers/${story.customerId}`
    const warned = await service.api("PUT", path, { warning: "x".repeat(201) })
    expect([warned.status, warned.body.error.field]).toEqual([400, "warning"])
    const noted = await service.api("PUT", path, { notes: "x".repeat(2_001) })
    expect([noted.status, noted.body.error.field]).toEqual([400, "notes"])
    await put(service, path, { warning: "Dogs", notes: "Gate" })
    await put(service, path, { locale: "fr" })
    expect((await service.api("GET", path)).body.data).toMatchObject({ warning: "Dogs", notes: "Gate" })
    await put(service, path, { warning: null })
    expect((await service.api("GET", path)).body.data).toMatchObject({ warning: null, notes: "Gate" })
  })

  it("DS-11 are the customer's own: an import takes an appointment's notes for the appointment alone", async () => {
    const rows = [
      {
        start_time: "2027-03-02 10:00",
        appointment_type: "Boiler service",
        provider: "Ana Ruiz",
        name: "Ed Poe",
        email: "ed@example.com",
        notes: "Ladder in the garage",
        warning: "Steep drive",
      },
    ]
    await service.api("POST", "/imports/appointments", { rows })
    const [ed] = (await service.api("GET", "/customers?search=Ed")).body.data
    expect(ed).toMatchObject({ warning: "Steep drive", notes: null })
  })
})

describe("a customer's history", () => {
  it("DS-11 says who did what and when: a user by name, a key, a link, the system", async () => {
    const { customerId } = story
    const user = await makeUser(service, { role: "member" })
    const key = await signedIn(service, user.email)
    later(1)
    const link = await makeManageLink(service, story, "2027-03-02T16:00:00.000Z")
    later(1)
    const moved = { start_time: "2027-03-04T17:00:00.000Z", provider_id: story.benId }
    await service.api("POST", `/appointments/${link.appointmentId}/reschedule`, moved, { key })
    later(1)
    expect((await link.cancel()).status).toBe(200)
    later(1)
    await makeRequest(service, story, { latest_date: "2027-03-03" })
    service.clock.set("2027-03-05T18:00:00.000Z")
    expect(await sweepRequests(service.context)).toBe(1)

    const entries = await historyOf(customerId)
    expect(operationsOf(entries)).toEqual([
      "expire_scheduling_request",
      "create_scheduling_request",
      "cancel_appointment",
      "reschedule_appointment",
      "book_appointment",
      "create_customer",
    ])
    const [expired, , cancelled, rescheduled, booked] = entries as [Entry, Entry, Entry, Entry, Entry]
    expect(expired.actor).toMatchObject({ kind: "system" })
    expect(cancelled.actor).toMatchObject({ kind: "link", user: null })
    expect(rescheduled.actor).toMatchObject({ kind: "admin_user", user: { name: "Ana Ruiz" } })
    expect(booked.actor!.api_key!.name).toEqual(expect.any(String))
    expect(rescheduled.appointment).toMatchObject({
      id: link.appointmentId,
      before: { start_time: "2027-03-02T16:00:00.000Z", provider: { name: "Ana Ruiz" } },
      after: { start_time: "2027-03-04T17:00:00.000Z", provider: { name: "Ben Okafor" } },
    })
    expect(booked.appointment).toMatchObject({ after: { start_time: "2027-03-02T16:00:00.000Z" } })
    expect(booked.at).toBe("2027-03-01T18:01:00.000Z")
  })

  it("DS-11 tells two moves within one moment apart, and what came of a visit", async () => {
    const { appointmentId } = await makeManageLink(service, story, "2027-03-02T16:00:00.000Z")
    for (const start_time of ["2027-03-02T17:00:00.000Z", "2027-03-02T19:00:00.000Z"])
      await service.api("POST", `/appointments/${appointmentId}/reschedule`, { start_time })
    service.clock.set("2027-03-02T20:30:00.000Z")
    await service.api("POST", `/appointments/${appointmentId}/complete`, {})
    const [completed, second, first] = (await historyOf(story.customerId)) as [Entry, Entry, Entry]
    expect(completed).toMatchObject({
      operation: "complete_appointment",
      appointment: { after: { start_time: "2027-03-02T19:00:00.000Z" } },
    })
    expect(second.appointment).toMatchObject({
      before: { start_time: "2027-03-02T17:00:00.000Z" },
      after: { start_time: "2027-03-02T19:00:00.000Z" },
    })
    expect(first.appointment).toMatchObject({
      before: { start_time: "2027-03-02T16:00:00.000Z" },
      after: { start_time: "2027-03-02T17:00:00.000Z" },
    })
  })

  it("DS-11 has texts and mails with their outcome, and beside a failed text what went instead", async () => {
    const { customerId } = story
    await make(service, "/channels", { kind: "sms", phone: ownNumber })
    await put(service, "/company", { mail: { reply_to: "desk@harbour.example" } })
    const { contacts } = (await service.api("GET", `/customers/${customerId}`)).body.data
    await make(service, `/customers/${customerId}/contacts/${contacts[0].id}/consent`, {
      channel: "sms",
      event: "granted",
      source: "paper form",
    })
    later(1)
    const { appointmentId } = await makeManageLink(service, story, "2027-03-02T16:00:00.000Z")
    await sendTexts(service.context)
    later(1)
    carrier.answers.push({ kind: "refused", error: "twilio_30003", optedOut: false })
    await service.api("POST", `/appointments/${appointmentId}/reschedule`, {
      start_time: "2027-03-03T16:00:00.000Z",
    })
    await sendTexts(service.context)
    const entries = (await historyOf(customerId)).slice(0, 3)
    const messages = entries.flatMap(({ message }) => (message ? [message] : []))
    expect(messages).toHaveLength(2)
    const text = messages.find(({ channel }) => channel === "sms")!
    expect(text).toMatchObject({
      outcome: "failed",
      to: "+15125550123",
      reason: "twilio_30003",
      instead: { channel: "mail" },
    })
    const mail = messages.find(({ channel }) => channel === "mail")!
    expect(mail).toMatchObject({ outcome: "sent", to: "sam@example.com", instead: null })
    // Messages stand above the change that caused them.
    expect(operationsOf(entries)[2]).toBe("reschedule_appointment")
  })

  it("DS-11 comes in pages that repeat and leave out nothing, also within one moment", async () => {
    const { customerId } = story
    await make(service, "/channels", { kind: "sms", phone: ownNumber })
    for (let at = 0; at < 6; at += 1) await put(service, `/customers/${customerId}`, { notes: `Visit ${at}` })
    await makeManageLink(service, story, "2027-03-02T16:00:00.000Z")
    await makeManageLink(service, story, "2027-03-03T16:00:00.000Z")
    const all = (await historyOf(customerId, "?limit=100")).map(({ id }) => id)
    expect(all.length).toBeGreaterThan(8)
    for (const limit of [1, 2, 3]) {
      const seen: string[] = []
      let cursor: string | null = ""
      while (cursor !== null) {
        const more: string = cursor === "" ? "" : `&cursor=${cursor}`
        const page = await service.api("GET", `/customers/${customerId}/history?limit=${limit}${more}`)
        seen.push(...page.body.data.map(({ id }: Entry) => id))
        cursor = page.body.next_cursor
      }
      expect(seen).toEqual(all)
    }
    const strange = await service.api("GET", `/customers/${customerId}/history?cursor=WzFd`)
    expect([strange.status, strange.body.error.field]).toEqual([400, "cursor"])
  })

  it("DS-11 is the company's own, and ends with the customer", async () => {
    const { customerId } = story
    await put(service, `/customers/${customerId}`, { warning: "Two dogs", notes: "Gate code 4471" })
    const other = await service.anotherCompany()
    const theirs = await service.api("GET", `/customers/${customerId}/history`, undefined, { key: other.key })
    expect(theirs.status).toBe(404)
    const agent = await make(service, "/api-keys", { name: "Agent", role: "agent" })
    const asAgent = await service.api("GET", `/customers/${customerId}/history`, undefined, {
      key: String(agent.key),
    })
    expect(asAgent.status).toBe(403)
    // It names what was changed, and never says to what.
    const text = JSON.stringify(await historyOf(customerId))
    expect(text).toContain('"warning"')
    expect(text).not.toContain("dogs")
    expect(text).not.toContain("4471")

    const strangerId = await makeCustomer(service, { name: "Kim Lee" })
    expect(operationsOf(await historyOf(strangerId))).toEqual(["create_customer"])
    await service.api("DELETE", `/customers/${strangerId}?erase=true`)
    expect((await service.api("GET", `/customers/${strangerId}/history`)).status).toBe(404)
  })

  it("DS-11 stays small and quick with a thousand entries: a page reads a page", async () => {
    const { customerId } = story
    await service.context.db.query(
      `INSERT INTO audit (company_id, id, at, actor, request_id, operation, target_id, fields, customer_id)
       SELECT $1, id - 1000 + n, at + n * interval '1 millisecond', actor, request_id, operation, target_id, $3, $2
       FROM audit, generate_series(1, 900) n WHERE company_id = $1 AND customer_id = $2 AND operation = 'create_customer'`,
      [service.companyId, customerId, Array.from({ length: 12 }, (_, at) => `field_number_${at}`)],
    )
    const { body } = await service.api("GET", `/customers/${customerId}/history?limit=100`)
    expect(body.data).toHaveLength(100)
    expect(JSON.stringify(body).length).toBeLessThan(100_000)
    const plan = await service.context.db.query<{ "QUERY PLAN": string }>(
      `EXPLAIN SELECT id FROM audit WHERE company_id = $1 AND customer_id = $2 ORDER BY at DESC, id DESC LIMIT 26`,
      [service.companyId, customerId],
    )
    expect(plan.map((line) => line["QUERY PLAN"]).join("\n")).toMatch(/customer_id|_idx/)
  })
})

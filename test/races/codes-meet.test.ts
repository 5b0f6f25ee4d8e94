/** TQ-01: each lock of codes, texts and queues, by two calls of which the second begins in the midst of the first. */
import { beforeAll, describe, expect, it } from "vitest"
import { sendTexts } from "../../service/messages/messages.worker.ts"
import { takeReport } from "../../service/messages/take-report.ts"
import { leaseDeliveries } from "../../service/outbox/deliveries-due.sql.ts"
import { sumUpAll, sumUpCompany } from "../../service/reports/sum-up-reports.ts"
import { openChannels, talk } from "../support/agent.ts"
import { makePlan, makeRequest, outcomes, textStep } from "../support/outreach.ts"
import { openPublicPage, visitorOf } from "../support/public-page.ts"
import { lastCode } from "../support/read-texts.ts"
import { makeCustomer, nextNumber } from "../support/story.ts"
import { type PlayedCarrier, playCarrier } from "../support/texts.ts"
import { totpCode } from "../support/totp.ts"
import { makeUser, password, signedIn, signIn } from "../support/users.ts"
import { book, deliveriesOf, dueFor, makeEndpoint } from "../support/webhooks.ts"
import { api2, letCallsMeet, meet, second, service, story } from "./meeting-calls.ts"

const carrier: PlayedCarrier = playCarrier()
const tables = [
  "app_user",
  "verified_visit",
  "text_message",
  "outreach_step",
  "delivery_due",
  "report_minutes",
]
// Monday noon in Austin, when texts may go.
letCallsMeet(tables, { texts: carrier, book: true, trustProxyHops: 1, now: "2027-03-01T18:00:00.000Z" })

const statuses = (answers: readonly { status: number }[]) => answers.map(({ status }) => status)

it("TQ-01 a code of the second factor signs in once", async () => {
  const { email } = await makeUser(service)
  const key = await signedIn(service, email)
  const begun = await service.api("POST", "/users/me/second-factor", { password }, { key })
  const codeAt = (now: number) => totpCode(begun.body.data.secret, now)
  const now = service.clock.now()
  const code = codeAt(now)
  const confirm = await service.api("POST", "/users/me/second-factor/confirm", { code }, { key })
  expect(confirm.status).toBe(200)
  const next = codeAt(now + 30_000)
  const answers = await meet(
    "app_user",
    () => signIn(service, email, { code: next }),
    () => signIn(second, email, { code: next }),
  )
  expect(statuses(answers)).toEqual([201, 401])
})

describe("on the public page", () => {
  beforeAll(() => openPublicPage(service, story))

  it("TQ-01 a code opens one visit", async () => {
    const visitor = visitorOf(service)
    const asked = await visitor.code(nextNumber())
    const code = await lastCode(service)
    const other = visitorOf(second)
    const visits = await meet(
      "verified_visit",
      () => visitor.verify(asked.data.verificationId, code),
      () => other.verify(asked.data.verificationId, code),
    )
    expect([visits[0].status, visits[1].error?.code]).toEqual([200, "code_expired"])
  })

  it("TQ-01 the last code of a day goes to one visitor", async () => {
    const sent = await service.context.db.query("SELECT 1 FROM code_ledger WHERE company_id = $1", [
      service.companyId,
    ])
    await service.api("PUT", "/company", { public_daily_code_cap: sent.length + 1 })
    const [one, two] = [nextNumber(), nextNumber()]
    const codes = await meet(
      "audit",
      () => visitorOf(service).code(one),
      () => visitorOf(second).code(two),
    )
    await service.api("PUT", "/company", { public_daily_code_cap: 50 })
    expect([codes[0].status, codes[1].error?.code]).toEqual([201, "rate_limited"])
  })
})

describe("a caller", () => {
  it("TQ-01 who is made a customer twice at once is one", async () => {
    await openChannels(service)
    const phone = nextNumber()
    const one = await talk(service, phone)
    const other = await talk(service, phone)
    const answers = await meet(
      "audit",
      () => one.tool("POST", "/customers", { name: "Pat Lee" }),
      () =>
        api2("POST", "/agent/customers", {
          session_id: other.sessionId,
          name: "Pat Lee",
        }),
    )
    expect(statuses(answers)).toEqual([201, 201])
    const { body } = await service.api("GET", `/customers?phone=${encodeURIComponent(phone)}`)
    expect(body.data).toHaveLength(1)
  })

  it("TQ-01 TQ-06 who opts out while a number is added opts out with it too", async () => {
    const [phone, added] = [nextNumber(), nextNumber()]
    const id = await makeCustomer(service, { phone })
    const { sessionId } = await talk(service, phone)
    const answers = await meet(
      "audit",
      () => service.api("POST", `/customers/${id}/contacts`, { phone: added }),
      () => api2("POST", "/agent/opt-out", { session_id: sessionId, channel: "sms" }),
    )
    expect(statuses(answers)).toEqual([201, 200])
    const { contacts } = (await service.api("GET", `/customers/${id}`)).body.data
    expect(contacts.map((contact: { consents: unknown }) => contact.consents)).toMatchObject([
      [{ channel: "sms", event: "revoked" }],
      [{ channel: "sms", event: "revoked" }],
    ])
  })

  it("TQ-01 who asks for the fifth code of an hour twice at once gets one", async () => {
    const phone = nextNumber()
    await makeCustomer(service, { phone })
    const [one, two] = [await talk(service, phone), await talk(service, phone)]
    const wanted = { contact_number: nextNumber(), label: "Work" }
    for (const talking of [one, two, one, two]) {
      expect((await talking.tool("POST", "/contacts", wanted)).status).toBe(201)
    }
    const answers = await meet(
      "audit",
      () => one.tool("POST", "/contacts", wanted),
      () => api2("POST", "/agent/contacts", { session_id: two.sessionId, ...wanted }),
    )
    expect(statuses(answers)).toEqual([201, 429])
  })

  it("TQ-01 whose number is being added by staff confirms it all the same", async () => {
    const [phone, added] = [nextNumber(), nextNumber()]
    const id = await makeCustomer(service, { phone })
    const { sessionId, tool } = await talk(service, phone)
    const begun = await tool("POST", "/contacts", { contact_number: added, label: "Work" })
    const { verification_id } = begun.body.data
    const answers = await meet(
      "audit",
      () => service.api("POST", `/customers/${id}/contacts`, { phone: added }),
      async () => {
        const code = await lastCode(service)
        return api2("POST", "/agent/contacts/confirm", { session_id: sessionId, verification_id, code })
      },
    )
    expect(statuses(answers)).toEqual([201, 200])
    const { contacts } = (await service.api("GET", `/customers/${id}`)).body.data
    expect(contacts.map((contact: { phone: string }) => contact.phone)).toEqual([phone, added])
  })
})

describe("texts", () => {
  it("TQ-01 one that was delivered stays so when another report comes at once", async () => {
    const visitor = visitorOf(service)
    await visitor.code(nextNumber())
    await sendTexts(service.context)
    const { db } = service.context
    const find = () =>
      db.first<{ id: number; carrier_id: string; delivery: string | null }>(
        "SELECT id, carrier_id, delivery FROM text_message WHERE company_id = $1 ORDER BY id DESC LIMIT 1",
        [service.companyId],
      )
    const sent = (await find())!
    const report = { textId: sent.id, carrierId: sent.carrier_id }
    await meet(
      "text_message",
      () => takeReport(service.context, service.companyId, { ...report, reported: { kind: "delivered" } }),
      () =>
        takeReport(second.context, service.companyId, {
          ...report,
          reported: { kind: "undelivered", error: "gone", optedOut: false },
        }),
    )
    expect((await find())!.delivery).toBe("delivered")
  })

  it("TQ-01 outreach that is stopped while a step ends begins no other", async () => {
    const planId = await makePlan(service, [textStep("First"), textStep("Second", 60)])
    const customerId = await makeCustomer(service, { phone: nextNumber() })
    const { id } = await makeRequest(service, { ...story, customerId }, { outreach_plan_id: planId })
    const [, stopped] = await meet(
      "outreach_step",
      () => sendTexts(service.context),
      () => api2("POST", `/scheduling-requests/${id}/outreach/stop`),
    )
    expect(stopped.status).toBe(200)
    expect(await outcomes(service, id)).toEqual(["sent", "skipped: stopped"])
    const waiting = await service.context.db.query(
      "SELECT 1 FROM text_message WHERE company_id = $1 AND run_id IS NOT NULL AND status = 'pending'",
      [service.companyId],
    )
    expect(waiting).toEqual([])
  })
})

describe("work that a worker has in hand", () => {
  it("TQ-01 a delivery that is being taken up is not abandoned with its endpoint", async () => {
    const { id } = await makeEndpoint(service)
    await book(service, story, "2027-03-10T16:00:00.000Z")
    const now = service.clock.now()
    const shares = { share: 64, own: [], fullCompanyIds: [] }
    const lease = { token: "a worker's", now, until: now + 30_000 }
    const [leased, disabled] = await meet(
      "delivery_due",
      () => service.context.db.transaction((tx) => leaseDeliveries(tx, lease, shares, 0, 10)),
      () => api2("PUT", `/webhook-endpoints/${id}`, { enabled: false }),
    )
    expect([leased.length, disabled.status]).toEqual([1, 200])
    expect(await dueFor(service, id)).toHaveLength(1)
    expect((await deliveriesOf(service, id)).map(({ status }) => status)).toEqual(["pending"])
  })

  it("TQ-01 MD-37 a report that one worker sums up is waited for by the others", async () => {
    await sumUpAll(service.context)
    const start_time = "2027-03-11T18:00:00.000Z"
    await book(service, story, "2027-03-11T16:00:00.000Z")
    let firstIsAtIt = true
    let secondWaited = false
    await meet(
      "report_minutes",
      async () => {
        await sumUpCompany(service.context, service.companyId)
        firstIsAtIt = false
      },
      async () => {
        const { customerId: customer_id, typeId: appointment_type_id, anaId: provider_id } = story
        await api2("POST", "/appointments", { customer_id, appointment_type_id, provider_id, start_time })
        await sumUpCompany(second.context, service.companyId)
        secondWaited = !firstIsAtIt
      },
    )
    expect(secondWaited).toBe(true)
    await sumUpAll(service.context)
    const { body } = await service.api("GET", "/reports/utilisation?from=2027-03-11&to=2027-03-11")
    expect(body.data.total).toMatchObject({ booked_minutes: 120 })
  })
})

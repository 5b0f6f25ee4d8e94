import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { openPublicPage, visitorOf } from "../../test/support/public-page.ts"
import { startService, type TestService } from "../../test/support/service.ts"
import { tellStory } from "../../test/support/story.ts"
import { leaseTexts, readTextQueue } from "../outbox/texts-due.sql.ts"
import type { OutgoingText, SentText } from "../platform/ports/texts.ts"
import { enqueueText } from "./announce.ts"
import { sendTexts } from "./messages.worker.ts"
import { sendText, textLease, textLeaseMs } from "./send-message.ts"

let service: TestService
let sent: OutgoingText[]
let answers: SentText[]
const went: SentText = { kind: "sent", carrierId: "SM1" }

beforeEach(async () => {
  sent = []
  answers = []
  service = await startService({
    book: true,
    trustProxyHops: 1,
    texts: {
      staysHere: false,
      async send(text) {
        sent.push(text)
        return answers.shift() ?? went
      },
    },
  })
  await openPublicPage(service, await tellStory(service))
})
afterEach(() => service.stop())

const known = "+15125550123"
const queue = (purposeTo = known, from = "+15125550199") =>
  service.context.db.transaction((tx) =>
    enqueueText(
      tx,
      service.context.sealer,
      service.companyId,
      {
        purpose: "code",
        from,
        to: purposeTo,
        body: "Your code is 123456.",
        goodUntil: service.clock.now() + 600_000,
      },
      service.clock.now(),
    ),
  )
const rows = () =>
  service.context.db.query(
    "SELECT status, attempts, last_error, carrier_id, body_sealed FROM text_message ORDER BY id",
  )
const due = async () => (await service.context.db.query("SELECT 1 FROM text_due")).length
const consents = async () => {
  const { body } = await service.api("GET", `/customers?phone=${encodeURIComponent(known)}`)
  return body.data[0].contacts[0].consents
}

describe("texts on their way", () => {
  it("go once from the company's number, and their words do not stay", async () => {
    expect((await visitorOf(service).code(known)).status).toBe(201)
    await Promise.all([sendTexts(service.context), sendTexts(service.context)])
    expect(sent).toEqual([
      {
        from: "+15125550199",
        to: known,
        body: expect.stringMatching(/^Harbour Heating: your code is \d{6}\./),
        report: { companyId: service.companyId, textId: expect.any(Number) },
      },
    ])
    expect(await rows()).toEqual([
      { status: "sent", attempts: 1, last_error: null, carrier_id: "SM1", body_sealed: null },
    ])
    expect(await due()).toBe(0)
  })

  it("are tried again when the carrier asks for patience, and not before", async () => {
    await queue()
    answers = [{ kind: "later", error: "twilio_20429", retryAfterSeconds: 7 }]
    await sendTexts(service.context)
    service.clock.advanceMs(6_900)
    await sendTexts(service.context)
    expect(sent.length).toBe(1)
    service.clock.advanceMs(100)
    await sendTexts(service.context)
    expect(sent.length).toBe(2)
    expect(await rows()).toMatchObject([{ status: "sent", attempts: 2 }])
  })

  it("end when they are of no use any more", async () => {
    await queue()
    answers = Array(10).fill({ kind: "later", error: "timeout", retryAfterSeconds: null })
    for (let second = 0; second < 700; second += 10) {
      await sendTexts(service.context)
      service.clock.advanceMs(10_000)
    }
    expect(sent.length).toBe(8)
    expect(await rows()).toMatchObject([{ status: "failed", last_error: "timeout", body_sealed: null }])
    await queue()
    service.clock.advanceMs(600_000)
    await sendTexts(service.context)
    expect(sent.length).toBe(8)
    expect((await rows())[1]).toMatchObject({ status: "skipped", last_error: "too_late" })
    expect(await due()).toBe(0)
  })

  it("OP-05 are counted while they are due, with how long", async () => {
    await queue()
    service.clock.advanceMs(5_000)
    expect(await readTextQueue(service.context.db, service.clock.now())).toEqual(
      expect.arrayContaining([
        { lane: "waited_for", due: 1, oldestSeconds: 5 },
        { lane: "unasked", due: 0, oldestSeconds: 0 },
      ]),
    )
  })

  it("are taken over when a worker died with them", async () => {
    await queue()
    await service.context.db.query("UPDATE text_due SET lease_token = 'dead', lease_until = $1", [
      new Date(service.clock.now() + 30_000),
    ])
    await sendTexts(service.context)
    expect(sent.length).toBe(0)
    service.clock.advanceMs(30_000)
    await sendTexts(service.context)
    expect([sent.length, await due()]).toEqual([1, 0])
  })

  it("do not go under a lease that was lost: its new worker sends them", async () => {
    await queue()
    const { context, clock } = service
    const [lost] = await leaseTexts(context.db, textLease(context), "waited_for", 1)
    clock.advanceMs(textLeaseMs)
    const [taken] = await leaseTexts(context.db, textLease(context), "waited_for", 1)
    expect(await sendText(context, lost!)).toEqual({ kind: "gone" })
    expect(sent).toEqual([])
    expect(await sendText(context, taken!)).toEqual({ kind: "sent" })
    expect(sent).toHaveLength(1)
  })

  it("CU-03 a 21610 on the company's own number is an opt-out of that number; codes still go afterwards", async () => {
    await queue()
    answers = [{ kind: "refused", error: "twilio_21610", optedOut: true }]
    await sendTexts(service.context)
    expect(await consents()).toEqual([
      { channel: "sms", event: "revoked", source: "carrier", at: "2027-03-01T12:00:00.000Z" },
    ])
    expect(await rows()).toMatchObject([{ status: "failed", last_error: "twilio_21610" }])
    await queue()
    await sendTexts(service.context)
    expect(sent.length).toBe(2)
  })

  it("CU-03 is recorded once, however many codes the carrier refuses after it", async () => {
    answers = Array(3).fill({ kind: "refused", error: "twilio_21610", optedOut: true })
    for (let codes = 0; codes < 3; codes++) {
      await queue()
      await sendTexts(service.context)
    }
    expect((await rows()).map(({ last_error }) => last_error)).toEqual(Array(3).fill("twilio_21610"))
    expect(await consents()).toHaveLength(1)
  })

  it("CU-03 holds without a contact, and not for a number that is not the company's", async () => {
    answers = Array(2).fill({ kind: "refused", error: "twilio_21610", optedOut: true })
    await queue("+15125550177")
    await sendTexts(service.context)
    await queue(known, "+15005550001")
    await sendTexts(service.context)
    expect((await service.context.db.query("SELECT event, source FROM consent")).length).toBe(1)
    expect(await consents()).toEqual([])
  })

  it("go with the customer when they are erased, with their codes and visits", async () => {
    const visitor = visitorOf(service)
    await visitor.code(known)
    await queue()
    const { body } = await service.api("GET", `/customers?phone=${encodeURIComponent(known)}`)
    const erased = await service.api("DELETE", `/customers/${body.data[0].id}?erase=true`)
    expect(erased.status).toBe(200)
    for (const table of ["text_message", "text_due", "verification_code", "verified_visit"]) {
      expect([table, (await service.context.db.query(`SELECT 1 FROM ${table}`)).length]).toEqual([table, 0])
    }
  })
})

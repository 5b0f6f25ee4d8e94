/** The log of texts, opt-outs, the consents of a number, and the preview of outreach. */
import fc from "fast-check"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { lengthOf } from "../../domain/rules/texts/gsm.ts"
import { later, makePlan, makeRequest, ownNumber, textStep } from "../../test/support/outreach.ts"
import { startService, type TestService } from "../../test/support/service.ts"
import { make, makeCustomer, nextNumber, put, type Story, tellStory } from "../../test/support/story.ts"
import { type PlayedCarrier, playCarrier } from "../../test/support/texts.ts"
import { drawn } from "../../test/support/trials.ts"
import { makeUser, signedIn } from "../../test/support/users.ts"
import { sendTexts } from "./messages.worker.ts"

let service: TestService
let story: Story
let carrier: PlayedCarrier
beforeAll(async () => {
  carrier = playCarrier()
  // Monday noon in Austin.
  service = await startService({ texts: carrier, book: true, now: "2027-03-01T18:00:00.000Z" })
  story = await tellStory(service)
  await make(service, "/channels", { kind: "sms", phone: ownNumber })
})
afterAll(() => service.stop())

const data = async (path: string) => (await service.api("GET", path)).body.data
const encoded = encodeURIComponent

async function nudge(fields: Record<string, unknown>, steps = [textStep("Hi {first_name}")]) {
  const customerId = await makeCustomer(service, fields)
  const outreach_plan_id = await makePlan(service, steps)
  const request = await makeRequest(service, { ...story, customerId }, { outreach_plan_id })
  return { customerId, requestId: request.id, planId: outreach_plan_id }
}

async function say(customerId: number, event: "granted" | "revoked", source: string): Promise<void> {
  const { contacts } = await data(`/customers/${customerId}`)
  await make(service, `/customers/${customerId}/contacts/${contacts[0].id}/consent`, {
    channel: "sms",
    event,
    source,
  })
}

describe("the log of texts", () => {
  it("CN-11 shows each text with its outcome and reason, newest first, by customer, number, outcome and time", async () => {
    const [went, refused, stopped] = [nextNumber(), nextNumber(), nextNumber()]
    const one = await nudge({ name: "Ada Abbott", phone: went }, [
      textStep("Hi"),
      textStep("Again?", 24 * 60),
    ])
    await later(service, 1)
    carrier.answers.push({ kind: "refused", error: "twilio_30006", optedOut: false })
    const two = await nudge({ name: "Bo Brook", phone: refused })
    await later(service, 1)
    const three = await nudge({ name: "Cy Clark", phone: stopped })
    await say(three.customerId, "revoked", "customer replied STOP")
    await later(service, 1)

    const [waiting, sent] = await data(`/texts?customer_id=${one.customerId}`)
    expect(waiting).toMatchObject({ outcome: "waiting", phone: null, attempts: 0, step_position: 2 })
    expect(waiting.due_at).toBe("2027-03-02T18:01:00.000Z")
    expect(sent).toMatchObject({
      purpose: "outreach",
      outcome: "sent",
      reason: null,
      due_at: null,
      customer: { id: one.customerId, name: "Ada Abbott" },
      phone: went,
      from_phone: ownNumber,
      scheduling_request_id: one.requestId,
      outreach_plan_id: one.planId,
    })
    expect(await data(`/texts/${sent.id}`)).toEqual(sent)
    expect(await data(`/texts?phone=${encoded(went)}`)).toEqual([sent])
    const [failed] = await data("/texts?outcome=failed")
    expect(failed).toMatchObject({ customer: { id: two.customerId }, reason: "twilio_30006", phone: refused })
    const [skipped] = await data("/texts?outcome=skipped&purpose=outreach")
    expect(skipped).toMatchObject({ customer: { id: three.customerId }, reason: "opted_out", phone: null })
    const early = await data("/texts?to=2027-03-01T18:01:00.000Z")
    expect(early.map(({ customer }: { customer: { id: number } }) => customer.id)).toEqual([one.customerId])

    const seen: number[] = []
    let page = await service.api("GET", "/texts?limit=1")
    for (
      ;
      page.body.next_cursor !== null;
      page = await service.api("GET", `/texts?limit=1&cursor=${page.body.next_cursor}`)
    )
      seen.push(page.body.data[0].id)
    seen.push(page.body.data[0].id)
    expect(seen).toEqual((await data("/texts")).map(({ id }: { id: number }) => id))
    expect(seen.length).toBe(4)
    const other = await service.anotherCompany()
    expect((await service.api("GET", `/texts/${skipped.id}`, undefined, { key: other.key })).status).toBe(404)
    expect((await service.api("GET", "/texts", undefined, { key: other.key })).body.data).toEqual([])
  })

  it("CN-11 counts as failed what the carrier took and reports as not delivered", async () => {
    const { customerId } = await nudge({ name: "Di Drew", phone: nextNumber() })
    await later(service, 1)
    await service.context.db.query(
      "UPDATE text_message SET delivery = 'undelivered', last_error = 'twilio_30003' WHERE company_id = $1 AND customer_id = $2",
      [service.companyId, customerId],
    )
    expect(await data(`/texts?customer_id=${customerId}&outcome=failed`)).toMatchObject([
      { reason: "twilio_30003", delivery: "undelivered" },
    ])
  })
})

describe("opt-outs", () => {
  it("CN-11 are listed until a grant lifts them, say which only a START lifts, and hide numbers of nobody", async () => {
    const [stopped, declined, gone] = [nextNumber(), nextNumber(), nextNumber()]
    const byStop = await makeCustomer(service, { name: "Eve East", phone: stopped })
    const bySaying = await makeCustomer(service, { name: "Fay Fox", phone: declined })
    const erased = await makeCustomer(service, { name: "Gus Gray", phone: gone })
    await say(byStop, "revoked", "customer replied STOP")
    await say(bySaying, "granted", "web form")
    await say(bySaying, "revoked", "said on the phone")
    await say(erased, "revoked", "said on the phone")
    await service.api("DELETE", `/customers/${erased}?erase=true`)

    const listed = await data("/opt-outs?channel=sms&limit=3")
    expect(listed).toMatchObject([
      { phone: null, customers: [], needs_start: false },
      { phone: declined, customers: [{ id: bySaying, name: "Fay Fox" }], source: "said on the phone" },
      { phone: stopped, customers: [{ id: byStop }], needs_start: true },
    ])
    expect(await data("/opt-outs?channel=voice")).toEqual([])
    expect(await data(`/consents?phone=${encoded(declined)}`)).toMatchObject([
      { event: "revoked", source: "said on the phone" },
      { event: "granted", source: "web form" },
    ])

    await say(bySaying, "granted", "said on the phone to Nora")
    const after = await data("/opt-outs")
    expect(after.map(({ phone }: { phone: string }) => phone)).not.toContain(declined)
  })
})

describe("the preview of outreach", () => {
  it("CN-11 shows to the character what then goes, with the first text's words, for random texts", async () => {
    const customerId = await makeCustomer(service, { name: "Zoë [Z] Zhu", phone: nextNumber(), locale: "fr" })
    const words = fc.constantFrom(
      "Hi {first_name}",
      "{appointment_type}",
      "{booking_link}",
      "{phone}",
      "€",
      "👍",
      "ok [x]",
      "龍",
      "\n",
    )
    const [templates] = fc.sample(
      fc.array(fc.array(words, { minLength: 1, maxLength: 9 }), { minLength: 12, maxLength: 12 }),
      drawn(1, 11),
    )
    const texts = templates!
      .map((parts) => parts.join(" ").trim())
      .filter((text) => text !== "" && text.split("{booking_link}").length < 4)
    expect(texts.length).toBeGreaterThan(8)
    const steps = texts.map((text) => textStep(text))
    const asked = {
      steps: steps.map(({ channel, sms_text }) => ({ channel, sms_text })),
      customer_id: customerId,
      appointment_type_id: story.typeId,
    }
    const { body } = await service.api("POST", "/outreach-plans/preview", asked)
    expect(body.data).toMatchObject({ from: ownNumber, most_characters: 320, link_characters: 100 })
    const before = carrier.sent.length
    const request = await makeRequest(
      service,
      { ...story, customerId },
      { outreach_plan_id: await makePlan(service, steps) },
    )
    for (const _ of steps) await sendTexts(service.context)
    const went = carrier.sent.slice(before).map((text) => text.body)
    const sample = /http\S+sample-00/g
    const previewed = body.data.steps.map(
      ({ sent, sent_first }: Record<"sent" | "sent_first", { text: string }>, at: number) =>
        at === 0 ? sent_first : sent,
    )
    expect(previewed.map(({ text }: { text: string }) => text.replace(sample, request.booking_url))).toEqual(
      went,
    )
    // A sample link is as long as a real one, so the count is the count of what went.
    const lengths = previewed.map(({ length }: { length: unknown }) => length)
    expect(lengths).toEqual(went.map(lengthOf))
  })

  it("CN-11 says why a step could not be saved and shows it all the same; members may ask", async () => {
    const member = await makeUser(service, { role: "member" })
    const key = await signedIn(service, member.email)
    const steps = [
      { channel: "sms", sms_text: `${"x".repeat(221)}{booking_link}` },
      { channel: "sms", sms_text: "Dear {name}" },
      { channel: "voice" },
      { channel: "sms", sms_text: "{booking_link}" },
    ]
    const preview = async () =>
      (await service.api("POST", "/outreach-plans/preview", { steps }, { key })).body.data.steps
    const shown = await preview()
    expect(shown[0]).toMatchObject({
      counted: 321,
      problem: "expected at most 320 characters, {booking_link} counted as 100; it counts 321",
      sent: { length: { encoding: "gsm7", segments: 2 } },
    })
    expect(shown[1].problem).toMatch(/^expected no placeholder but .*found \{name\}$/)
    expect(shown[2]).toEqual({ counted: 0, problem: null, mail: null, sent: null, sent_first: null })
    expect(shown[3].problem).toBeNull()
    await put(service, "/company", { booking_links_enabled: false })
    expect((await preview())[3].problem).toMatch(/[Bb]ooking links/)
    await put(service, "/company", { booking_links_enabled: true })
    expect(
      (await service.api("POST", "/outreach-plans/preview", { steps, customer_id: 404_404 })).status,
    ).toBe(404)
  })
})

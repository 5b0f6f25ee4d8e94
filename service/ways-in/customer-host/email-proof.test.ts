/** An email that a visitor gave: its owner says on a page whether it is theirs. */
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { smtpTo, startMailServer, type TestMailServer } from "../../../test/support/mail-server.ts"
import { startService, type TestService } from "../../../test/support/service.ts"
import { make, type Story, tellStory } from "../../../test/support/story.ts"
import type { SmtpSender } from "../../host/adapters/mails/smtp.ts"
import { sendTexts } from "../../messages/messages.worker.ts"

let service: TestService
let story: Story
let server: TestMailServer
let mails: SmtpSender
beforeEach(async () => {
  server = await startMailServer()
  mails = smtpTo(server)
  service = await startService({ book: true, mails, now: "2027-03-01T18:00:00.000Z" })
  story = await tellStory(service)
  await service.api("PUT", "/company", { mail: {} })
  await service.api("PUT", `/customers/${story.customerId}`, { email: "sam@customer.example" })
  await service.context.db.query("UPDATE customer SET email_state = 'unproven' WHERE email IS NOT NULL")
})
afterEach(async () => {
  await service.stop()
  mails.close()
  await server.stop()
})

async function book(start_time: string) {
  const fields = {
    customer_id: story.customerId,
    appointment_type_id: story.typeId,
    provider_id: story.anaId,
  }
  const booked = await make(service, "/appointments", { ...fields, start_time })
  await sendTexts(service.context)
  return booked as typeof booked & { manage_url: string }
}

const proofUrl = () => /http\S+\/e\/\S+/.exec(server.received.at(-1)!.mail.text!)![0]

const answer = (url: string, said: string) =>
  fetch(url, { method: "POST", body: new URLSearchParams({ answer: said }), redirect: "manual" })

const pageAt = async (url: string) => (await fetch(url)).text()

const reasons = async () =>
  (await service.api("GET", "/mails")).body.data.map(({ reason }: { reason: string | null }) => reason)

describe("an email that a visitor gave", () => {
  it("ML-08 PG-11 gets no link that cancels before its owner says yes, and opening the page says nothing", async () => {
    const { manage_url: first } = await book("2027-03-03T16:00:00.000Z")
    expect(server.received[0]!.raw).not.toContain(first)
    const url = proofUrl()
    expect(await pageAt(url)).toContain("Is this your email address?")
    expect(await pageAt(url)).not.toContain("customer.example")
    expect(await pageAt(url)).not.toContain(first)
    await book("2027-03-04T16:00:00.000Z")
    expect(server.received[1]!.mail.text).toContain(url)

    expect((await answer(url, "yes")).status).toBe(303)
    expect(await pageAt(url)).toContain(`href="${first}"`)
    const { manage_url: third } = await book("2027-03-05T16:00:00.000Z")
    expect(server.received[2]!.mail.text).toContain(third)
  })

  it("ML-08 a no stops mails to it for good, also after a yes, and no later yes brings them back", async () => {
    await book("2027-03-03T16:00:00.000Z")
    const url = proofUrl()
    await answer(url, "yes")
    await answer(url, "no")
    await answer(url, "yes")
    expect(await pageAt(url)).toContain("Nothing more is sent to this address.")
    await book("2027-03-04T16:00:00.000Z")
    expect([server.received.length, await reasons()]).toEqual([1, ["email_refused", null]])
  })

  it("ML-08 three first mails a day go to an address, whichever companies of the host write", async () => {
    const other = await service.anotherCompany()
    for (const hour of ["15", "17", "19", "21"]) await book(`2027-03-03T${hour}:00:00.000Z`)
    expect(other.companyId).not.toBe(service.companyId)
    expect([server.received.length, (await reasons())[0]]).toEqual([3, "too_many"])
    service.clock.advanceMs(2 * 86_400_000)
    await book("2027-03-04T16:00:00.000Z")
    expect(server.received).toHaveLength(4)
  })

  it("ML-08 mails of a test company reach nobody and take none of the three of a day", async () => {
    const { api_key: key } = (await service.api("POST", "/test-company")).body.data
    const trial = async (method: string, path: string, body?: unknown) =>
      (await service.api(method, path, body, { key })).body.data
    await trial("POST", "/test-clock/freeze")
    await trial("PUT", "/company", { mail: {} })
    const firstOf = async (path: string) => (await trial("GET", path))[0].id
    const sam = await trial("POST", "/customers", { name: "Sam Poe", email: "sam@customer.example" })
    await service.context.db.query("UPDATE customer SET email_state = 'unproven' WHERE email IS NOT NULL")
    for (const hour of ["15", "17", "19", "21"])
      await trial("POST", "/appointments", {
        customer_id: sam.id,
        appointment_type_id: await firstOf("/appointment-types"),
        provider_id: await firstOf("/providers"),
        start_time: `2027-03-03T${hour}:00:00.000Z`,
      })
    await trial("POST", "/test-clock/advance", { by_minutes: 1 })
    const outbox: { channel: string }[] = await trial("GET", "/test-outbox")
    expect(outbox.filter(({ channel }) => channel === "mail")).toHaveLength(4)
    await book("2027-03-04T16:00:00.000Z")
    expect(server.received).toHaveLength(1)
  })

  it("ML-08 a token proves its own email alone: not another's, and not one that has changed", async () => {
    await book("2027-03-03T16:00:00.000Z")
    const url = proofUrl()
    const wrong = [
      url.slice(0, -1) + (url.endsWith("A") ? "B" : "A"),
      url.replace(/e\/1\.\d+\./, "e/1.2."),
      `${url}.x`,
    ]
    for (const each of [...wrong, url.replace(/e\/.*/, "e/1.1.")])
      expect([(await fetch(each)).status, (await answer(each, "yes")).status]).toEqual([404, 404])
    await service.api("PUT", `/customers/${story.customerId}`, { email: "other@customer.example" })
    expect((await answer(url, "no")).status).toBe(404)
    await book("2027-03-04T16:00:00.000Z")
    expect(server.received.at(-1)!.envelopeTo).toEqual(["other@customer.example"])
  })

  it("ML-08 what a caller of the agent or a visitor gives is unproven, what the company enters is not", async () => {
    const states = () =>
      service.context.db.query("SELECT email, email_state FROM customer WHERE email IS NOT NULL ORDER BY id")
    await service.api("PUT", `/customers/${story.customerId}`, { email: "front.desk@customer.example" })
    expect(await states()).toEqual([{ email: "front.desk@customer.example", email_state: null }])
    await service.context.db.query("UPDATE customer SET email_state = 'unproven' WHERE id = $1", [
      story.customerId,
    ])
    await service.api("PUT", `/customers/${story.customerId}`, { first_name: "Samuel" })
    expect(await states()).toEqual([{ email: "front.desk@customer.example", email_state: "unproven" }])
  })
})

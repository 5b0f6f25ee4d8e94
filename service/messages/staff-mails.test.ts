/** Mails to a company's own people, over a real SMTP connection. */
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { smtpTo, startMailServer, type TestMailServer } from "../../test/support/mail-server.ts"
import { startService, type TestService } from "../../test/support/service.ts"
import { make } from "../../test/support/story.ts"
import type { SmtpSender } from "../host/adapters/mails/smtp.ts"
import { mailPasswordLink, type PasswordMail } from "../outbox/queue-staff-mail.ts"
import { sendTexts } from "./messages.worker.ts"

const start = "2027-03-01T18:00:00.000Z"
const day = 86_400_000

let service: TestService
let server: TestMailServer
let mails: SmtpSender
beforeEach(async () => {
  server = await startMailServer()
  mails = smtpTo(server)
  service = await startService({ mails, now: start })
})
afterEach(async () => {
  await service.stop()
  mails.close()
  await server.stop()
})

const makeUser = (fields: Record<string, unknown> = {}) =>
  make(service, "/users", { email: "ana@desk.example", name: "Ana Ruiz", role: "member", ...fields })

const urlOf = (word: string) => `https://api.example/console/password#pr_${word}`

function mailLink(userId: number, mail: Partial<PasswordMail> = {}): Promise<boolean> {
  const now = service.clock.now()
  const usual = { purpose: "user_invitation" as const, userId, url: urlOf("one"), expiresAt: now + 7 * day }
  return service.context.db.transaction((tx) =>
    mailPasswordLink(tx, service.context, service.companyId, { ...usual, ...mail }, now),
  )
}

const log = async () => (await service.api("GET", "/mails")).body.data as Record<string, unknown>[]

describe("a link that chooses a password", () => {
  it("ML-01 goes by mail in the user's language, and stands nowhere once it has gone", async () => {
    const { id } = await makeUser({ locale: "fr" })
    expect(await mailLink(id)).toBe(true)
    await sendTexts(service.context)
    const [{ envelopeTo, mail, raw }] = server.received as [(typeof server.received)[number]]
    expect(envelopeTo).toEqual(["ana@desk.example"])
    expect(mail.subject).toMatch(/ vous invite$/)
    expect(mail.html).toContain('<html lang="fr">')
    expect(mail.text).toContain(`Choisir un mot de passe : ${urlOf("one")}`)
    expect(mail.html).toContain(`href="${urlOf("one")}"`)
    expect(raw).not.toMatch(/^List-Unsubscribe/im)
    expect(await log()).toMatchObject([
      { purpose: "user_invitation", outcome: "sent", customer: null, user: { id, name: "Ana Ruiz" } },
    ])
    const kept = await service.context.db.first(
      "SELECT body_sealed, facts_sealed FROM text_message WHERE company_id = $1 AND user_id = $2",
      [service.companyId, id],
    )
    expect(kept).toEqual({ body_sealed: null, facts_sealed: null })
  })

  it("ML-01 a newer link takes the place of one that waits", async () => {
    const { id } = await makeUser()
    await mailLink(id, { purpose: "password_reset" })
    await mailLink(id, { purpose: "password_reset", url: urlOf("two") })
    await sendTexts(service.context)
    expect(server.received.map(({ mail }) => mail.text!.includes(urlOf("two")))).toEqual([true])
    expect((await log()).map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ["sent", null],
      ["skipped", "superseded"],
    ])
  })

  it("ML-01 reaches no user who is switched off, and no link that is over goes", async () => {
    const { id } = await makeUser()
    await mailLink(id)
    await service.api("PUT", `/users/${id}`, { active: false })
    await sendTexts(service.context)
    await service.api("PUT", `/users/${id}`, { active: true })
    await mailLink(id, { expiresAt: service.clock.now() + 1_000 })
    service.clock.set("2027-03-01T19:00:00.000Z")
    await sendTexts(service.context)
    expect(server.received).toEqual([])
    expect((await log()).map(({ reason }) => reason)).toEqual(["too_late", "no_user"])
  })

  it("ML-08 an address that nobody has answered from gets three mails a day from the whole host", async () => {
    const { id } = await makeUser()
    for (const word of ["a", "b", "c", "d"]) {
      await mailLink(id, { url: urlOf(word) })
      await sendTexts(service.context)
    }
    expect(server.received).toHaveLength(3)
    expect((await log())[0]).toMatchObject({ outcome: "skipped", reason: "too_many" })
  })

  it("ML-02 a host without mail mails none, so that the link is shown", async () => {
    const { id } = await makeUser()
    const without = { ...service.context, mails: null }
    const mail = { purpose: "user_invitation", userId: id, url: urlOf("one"), expiresAt: 0 } as const
    const isMailed = await service.context.db.transaction((tx) =>
      mailPasswordLink(tx, without, service.companyId, mail, service.clock.now()),
    )
    expect([isMailed, await log()]).toEqual([false, []])
  })
})

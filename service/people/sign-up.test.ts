/** A company that somebody makes for themselves: open or closed, proved by mail or at once, and what holds strangers back. */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { consoleCaller, tokenIn } from "../../test/support/console-calls.ts"
import { smtpTo, startMailServer, type TestMailServer } from "../../test/support/mail-server.ts"
import { notedStatements } from "../../test/support/noted-statements.ts"
import { startService, type TestService } from "../../test/support/service.ts"
import { codeOf, makeUser, password, signedIn, signIn } from "../../test/support/users.ts"
import { solveProof } from "../../ui/proof-of-work.ts"
import { upkeep } from "../host/upkeep.worker.ts"
import { sendTexts } from "../messages/messages.worker.ts"

const start = "2027-03-01T12:00:00.000Z"
const dayMs = 86_400_000

const nova = {
  company: "Nova Nails",
  timezone: "America/Phoenix",
  slug: "nova-nails",
  name: "Nova Bell",
  email: "nova@nails.example",
}

let visitors = 0
function nextNetwork(): string {
  visitors += 1
  return `198.51.100.${visitors}`
}

/** By default from a network of its own. */
async function signUp(service: TestService, fields: Record<string, unknown> = {}, from = nextNetwork()) {
  const { call } = consoleCaller(service)
  const headers = { "x-forwarded-for": from }
  const challenge = await call("POST", "/sign-up/challenge", {}, headers)
  const botCheck = challenge.status === 200 ? await solveProof(challenge.body.data) : "none"
  return call("POST", "/sign-up", { ...nova, botCheck, ...fields }, headers)
}

describe("without mails", () => {
  let service: TestService
  beforeAll(async () => {
    service = await startService({ now: start, signUp: true, trustProxyHops: 1 })
  })
  afterAll(() => service.stop())

  it("DS-16 a company that signs up works at once", async () => {
    const made = await signUp(service, { password })
    expect(made.status).toBe(201)
    expect(made.body.data.proof).toBe("none")
    const key = await signedIn(service, nova.email)
    const company = await service.api("GET", "/company", undefined, { key })
    expect(company.body.data).toMatchObject({
      id: made.body.data.company_id,
      name: "Nova Nails",
      timezone: "America/Phoenix",
      public_slug: "nova-nails",
    })
    const audit = await service.api("GET", "/audit", undefined, { key })
    expect(audit.body.data.at(-1)).toMatchObject({ operation: "sign_up", actor: { kind: "anonymous" } })
  })

  it("DS-16 the password is needed, reserved and taken words are refused, and nothing is made then", async () => {
    const refusals = [
      [{}, 400, "password"],
      [{ password: "short" }, 400, "password"],
      [{ password, slug: "nova-nails" }, 409, "slug"],
      [{ password, slug: "metrics" }, 400, "slug"],
      [{ password, timezone: "Nowhere" }, 400, "timezone"],
      [{ password, company: "\u2066Nova" }, 400, "company"],
      [{ password, email: `nova@nails${"x".repeat(300)}` }, 400, "email"],
      [{ password, isAdmin: true }, 400, "isAdmin"],
    ] as const
    const count = () => service.context.db.first("SELECT count(*)::int AS count FROM company")
    const before = await count()
    for (const [fields, status, field] of refusals) {
      const refused = await signUp(service, fields)
      expect([refused.status, refused.body.error.field]).toEqual([status, field])
    }
    expect(await count()).toEqual(before)
  })

  it("DS-16 an answer to the bot check counts once, and none does not", async () => {
    const { call } = consoleCaller(service)
    const challenge = (await call("POST", "/sign-up/challenge", {})).body.data
    const botCheck = await solveProof(challenge)
    const send = (sent: unknown, email: string) =>
      call("POST", "/sign-up", { ...nova, slug: null, password, email, botCheck: sent })
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, at) => send(botCheck, `nova${at}@nails.example`)),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(
      new Set(answers.filter(({ status }) => status !== 201).map((each) => codeOf(each).join())),
    ).toEqual(new Set(["400,bot_check_failed"]))
    expect(codeOf(await send("e30=", "late@nails.example"))).toEqual([400, "bot_check_failed"])
  })

  it("DS-16 tells nothing of emails that are known: the same answer, and the earlier company is untouched", async () => {
    const known = await signUp(service, { password, slug: null, email: "twice@nails.example" })
    const again = await signUp(service, {
      password: "another password",
      slug: null,
      email: "twice@nails.example",
    })
    expect([known.status, again.status]).toEqual([201, 201])
    expect(Object.keys(again.body.data)).toEqual(Object.keys(known.body.data))
    const first = await signIn(service, "twice@nails.example", { company_id: known.body.data.company_id })
    expect(first.status).toBe(201)
  })

  it("DS-16 counts by network, by household and by email", async () => {
    const wanted = (at: number) => ({ password, slug: null, email: `many${at}@nails.example` })
    const statuses = async (from: (at: number) => string, of: number, fields = wanted) => {
      const all = []
      for (let at = 0; at < of; at += 1) all.push((await signUp(service, fields(at), from(at))).status)
      return all
    }
    expect(await statuses(() => "203.0.113.9", 6)).toEqual([201, 201, 201, 201, 201, 429])
    expect(await statuses((at) => `2001:db8:7:1::${at + 1}`, 6)).toEqual([201, 201, 201, 201, 201, 429])
    const sameEmail = () => wanted(77)
    expect(await statuses((at) => `192.0.2.${at}`, 4, sameEmail)).toEqual([201, 201, 201, 429])
  })
})

describe("with mails", () => {
  let service: TestService
  let server: TestMailServer
  beforeAll(async () => {
    server = await startMailServer()
    service = await startService({ now: start, signUp: true, trustProxyHops: 1, mails: smtpTo(server) })
  })
  afterAll(async () => {
    await service.stop()
    await server.stop()
  })

  async function linkMailed(): Promise<string> {
    await sendTexts(service.context)
    return /https?:\/\/\S+#pr_[\w-]{43}/.exec(server.received.at(-1)!.mail.text!)![0]
  }

  it("DS-16 the address is proved before anybody comes in, and a password that was typed with it is none", async () => {
    const made = await signUp(service, { password })
    expect(made.body.data).toEqual({ company_id: null, proof: "mail" })
    expect((await signIn(service, nova.email)).status).toBe(401)
    const link = await linkMailed()
    expect(server.received.at(-1)!.envelopeTo).toEqual([nova.email])
    const chosen = "the owner's own password"
    const reset = { token: tokenIn(link), new_password: chosen }
    expect((await service.api("POST", "/password-resets", reset, { key: null })).status).toBe(200)
    expect((await signIn(service, nova.email)).status).toBe(401)
    expect((await signIn(service, nova.email, { password: chosen })).status).toBe(201)
  })

  it("FX-22 the mail names no sender and no word of the stranger's choosing, in any language", async () => {
    const typed = { name: "Zed Zorro", company: "Your Bank Security Desk" }
    await signUp(service, { ...typed, slug: null, email: "victim@elsewhere.example" })
    await linkMailed()
    const { mail } = server.received.at(-1)!
    expect(mail.from).toEqual({ name: "Appointed", address: expect.stringContaining("@") })
    expect(mail.subject).toBe("Confirm your email address")
    const all = JSON.stringify(mail)
    for (const word of ["Zed", "Zorro", "Bank", "Security Desk"]) expect(all, word).not.toContain(word)
  })

  it("DS-16 does the same work for an email that is known and for one that is not, so its time tells nothing", async () => {
    await makeUser(service, { email: "known@nails.example" })
    const answers: unknown[] = []
    const workOf = async (email: string) => {
      const { texts } = await notedStatements(service, async () => {
        const { status, body } = await signUp(service, { slug: null, email })
        answers.push([status, body])
      })
      return texts
    }
    const known = await workOf("known@nails.example")
    const unknown = await workOf("unknown@nails.example")
    expect(answers[0]).toEqual(answers[1])
    expect(known.length).toBeGreaterThan(10)
    expect(known).toEqual(unknown)
    await sendTexts(service.context)
  })

  it("DS-16 a company whose mail nobody opened is gone after eight days, its word free; others stay", async () => {
    await signUp(service, { slug: "squatted", email: "squatter@nails.example" })
    // On its own, so that the mail after it is the other one's.
    await linkMailed()
    const proved = await signUp(service, { slug: "proved", email: "proved@nails.example" })
    expect(proved.status).toBe(201)
    const token = tokenIn(await linkMailed())
    await service.api("POST", "/password-resets", { token, new_password: password }, { key: null })
    service.clock.advanceMs(7 * dayMs)
    await upkeep(service.context)
    expect(codeOf(await signUp(service, { slug: "squatted", email: "a@nails.example" }))).toEqual([
      409,
      "slug_taken",
    ])
    service.clock.advanceMs(dayMs + 1)
    await upkeep(service.context)
    expect((await signUp(service, { slug: "squatted", email: "b@nails.example" })).status).toBe(201)
    expect(codeOf(await signUp(service, { slug: "proved", email: "c@nails.example" }))).toEqual([
      409,
      "slug_taken",
    ])
    expect((await signIn(service, "proved@nails.example")).status).toBe(201)
    const left = await service.context.db.query(
      "SELECT 1 FROM user_email WHERE email = 'squatter@nails.example'",
    )
    expect(left).toEqual([])
  })
})

describe("closed, as it is unless told otherwise", () => {
  it("DS-16 answers as an address that is none", async () => {
    const service = await startService()
    try {
      const { call } = consoleCaller(service)
      expect(codeOf(await call("POST", "/sign-up/challenge", {}))).toEqual([404, "route_not_found"])
      expect(codeOf(await signUp(service, { password }))).toEqual([404, "route_not_found"])
    } finally {
      await service.stop()
    }
  })
})

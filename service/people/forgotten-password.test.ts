/** A forgotten password: the link goes to the mailbox, and the answer tells nothing. */
import { afterAll, beforeAll, expect, it } from "vitest"
import { consoleCaller, tokenIn } from "../../test/support/console-calls.ts"
import { smtpTo, startMailServer, type TestMailServer } from "../../test/support/mail-server.ts"
import { startService, type TestService } from "../../test/support/service.ts"
import { codeOf, makeUser, password, signedIn, signIn } from "../../test/support/users.ts"
import { sendTexts } from "../messages/messages.worker.ts"
import { usualStepMs } from "./against-guessing.ts"

let service: TestService
let server: TestMailServer
beforeAll(async () => {
  server = await startMailServer()
  service = await startService({ trustProxyHops: 1, mails: smtpTo(server) })
})
afterAll(async () => {
  await service.stop()
  await server.stop()
})

let networks = 0
function nextNetwork(): string {
  networks += 1
  return `198.51.100.${networks}`
}
const forget = (email: unknown, from = nextNetwork()) =>
  consoleCaller(service).call("POST", "/forgotten", { email }, { "x-forwarded-for": from })

/** The links that have come to the mailbox, the oldest first. */
async function linksTo(email: string): Promise<string[]> {
  await sendTexts(service.context)
  return server.received
    .filter(({ envelopeTo }) => envelopeTo.includes(email))
    .map(({ mail }) => /https?:\/\/\S+#pr_[\w-]{43}/.exec(mail.text!)![0])
}

it("DS-16 mails a link that works once, and the password is another one then", async () => {
  const { email } = await makeUser(service)
  expect((await forget(email.toUpperCase())).body).toEqual({ success: true, data: { asked: true } })
  const [link] = await linksTo(email)
  const chosen = "one that I remember"
  const use = () =>
    service.api("POST", "/password-resets", { token: tokenIn(link!), new_password: chosen }, { key: null })
  expect((await use()).status).toBe(200)
  expect(codeOf(await use())).toEqual([404, "reset_link_ended"])
  expect((await signIn(service, email)).status).toBe(401)
  const key = await signedIn(service, email, { password: chosen })
  const { data } = (await service.api("GET", "/audit", undefined, { key })).body
  expect(data.find(({ operation }: { operation: string }) => operation === "mail_reset_link")).toMatchObject({
    actor: { kind: "anonymous" },
  })
})

it("DS-16 answers the same for an email that nobody has, one that is switched off, and a known one", async () => {
  const { email, id } = await makeUser(service)
  await service.api("PUT", `/users/${id}`, { active: false })
  const known = await makeUser(service)
  const answers = [await forget("nobody@example.com"), await forget(email), await forget(known.email)]
  expect(answers.map(({ status, body }) => [status, body])).toEqual(
    Array(3).fill([200, { success: true, data: { asked: true } }]),
  )
  expect(await linksTo("nobody@example.com")).toEqual([])
  expect(await linksTo(email)).toEqual([])
  expect(await linksTo(known.email)).toHaveLength(1)
})

it("DS-16 answers after whole steps of time, whether nobody has the email, one company or two", async () => {
  const other = await service.anotherCompany("Hillside Dental")
  const one = await makeUser(service)
  const two = await makeUser(service)
  await makeUser(service, { email: two.email }, other.key)
  const before = service.context.signInStepMs
  service.context.signInStepMs = usualStepMs
  try {
    for (const email of ["nobody-at-all@example.com", one.email, two.email]) {
      const began = performance.now()
      expect((await forget(email)).status).toBe(200)
      expect(performance.now() - began).toBeGreaterThanOrEqual(usualStepMs)
    }
  } finally {
    service.context.signInStepMs = before
  }
})

it("DS-16 a person at two companies gets a link for each, and each names its company", async () => {
  const other = await service.anotherCompany("Lakeside Dental")
  const { email } = await makeUser(service)
  await makeUser(service, { email }, other.key)
  await forget(email)
  expect(new Set(await linksTo(email)).size).toBe(2)
  const texts = server.received
    .filter(({ envelopeTo }) => envelopeTo.includes(email))
    .map(({ mail }) => mail.text!)
  expect(texts.some((text) => text.includes("Lakeside Dental"))).toBe(true)
  expect(texts.some((text) => text.includes("Harbour Heating"))).toBe(true)
})

it("DS-16 counts by email and by network, known or not: thirty at once send three mails", async () => {
  const { email } = await makeUser(service)
  const count = async (to: string) => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => forget(to)))
    return answers.filter(({ status }) => status === 200).length
  }
  expect(await count(email)).toBe(3)
  expect(await count("nobody-else@example.com")).toBe(3)
  // A newer link takes the place of one that waits, so one mail goes.
  expect((await linksTo(email)).length).toBeLessThanOrEqual(3)
  const statuses = []
  for (let at = 0; at < 11; at += 1)
    statuses.push((await forget(`p${at}@example.com`, "203.0.113.50")).status)
  expect(statuses).toEqual([...Array(10).fill(200), 429])
})

it("DS-16 refuses what is no email, and pages of other sites", async () => {
  for (const wrong of ["", "no address", `${"a".repeat(300)}@x.example`, null, 7, { $ne: "" }])
    expect((await forget(wrong)).status).toBe(400)
  const foreign = { origin: "https://evil.example" }
  const answer = await consoleCaller(service).call("POST", "/forgotten", { email: "a@b.example" }, foreign)
  expect(answer.status).toBe(403)
})

it("DS-16 a host without mails has no such address, and an admin's invitation is answered, not mailed", async () => {
  const silent = await startService()
  try {
    const answer = await consoleCaller(silent).call("POST", "/forgotten", { email: "a@b.example" })
    expect(codeOf(answer)).toEqual([404, "route_not_found"])
    const { id } = await makeUser(silent)
    const link = await silent.api("POST", `/users/${id}/reset-link`, { mail: true })
    expect(link.body.data).toMatchObject({ mailed: false })
  } finally {
    await silent.stop()
  }
})

it("DS-16 an admin's invitation is mailed when asked, and only then", async () => {
  const { id, email } = await makeUser(service)
  const plain = await service.api("POST", `/users/${id}/reset-link`)
  expect(plain.body.data.mailed).toBe(false)
  expect(await linksTo(email)).toEqual([])
  const mailed = await service.api("POST", `/users/${id}/reset-link`, { mail: true })
  expect(mailed.body.data.mailed).toBe(true)
  expect(await linksTo(email)).toEqual([mailed.body.data.url])
  expect((await signIn(service, email, { password })).status).toBe(201)
})

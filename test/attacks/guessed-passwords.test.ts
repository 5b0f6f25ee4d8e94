/** Guesses at passwords and codes: limited, seen in the audit trail, and no means to keep the right person out. */

import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { systemRandom } from "../../service/host/adapters/system.ts"
import { countTry } from "../../service/people/against-guessing.ts"
import { createPasswords } from "../../service/people/passwords.ts"
import { startService, type TestService } from "../support/service.ts"
import { codeOf, makeUser, password, signedIn, signIn } from "../support/users.ts"

const hourMs = 3_600_000

let service: TestService
beforeAll(async () => {
  service = await startService({ trustProxyHops: 1 })
})
afterAll(() => service.stop())

const guess = (email: string, from: string, times: number) =>
  Promise.all(
    Array.from({ length: times }, () => signIn(service, email, { password: "a wrong password", from })),
  )
/** Counts that many wrong passwords, without the time that their hashes take. */
async function countTries(email: string, from: string, times: number): Promise<void> {
  const request = { clientAddress: from, requestId: "test", now: service.clock.now() }
  for (let time = 0; time < times; time += 1) await countTry(service.context, request, email)
}
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).sort()

describe("TR-32 wrong passwords", () => {
  it("TR-32 FX-17 ten from one address end its tries, and keep nobody out at another", async () => {
    const { email } = await makeUser(service)
    expect(statuses(await guess(email, "203.0.113.7", 13))).toEqual([
      ...Array(10).fill(401),
      ...Array(3).fill(429),
    ])
    const refused = await signIn(service, email, { from: "203.0.113.7" })
    expect(codeOf(refused)).toEqual([429, "rate_limited"])
    const seconds = Number(refused.headers.get("retry-after"))
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(2 * 3_600)
    expect((await signIn(service, email, { from: "198.51.100.9" })).status).toBe(201)
    const other = await makeUser(service)
    expect((await signIn(service, other.email, { from: "203.0.113.7" })).status).toBe(201)
    service.clock.advanceMs(seconds * 1_000)
    expect((await signIn(service, email, { from: "203.0.113.7" })).status).toBe(201)
  })

  it("TR-32 a hundred for one email end the tries of every address, for an email that nobody has as well", async () => {
    const { email } = await makeUser(service)
    for (const tried of [email, "nobody@example.com"]) {
      for (let network = 0; network < 10; network += 1) await countTries(tried, `10.1.${network}.1`, 10)
      expect(codeOf(await signIn(service, tried, { from: "10.1.99.1" }))).toEqual([429, "rate_limited"])
    }
    service.clock.advanceMs(2 * hourMs)
    expect((await signIn(service, email, { from: "10.1.99.1" })).status).toBe(201)
  })

  it("TR-32 FX-17 over the limit of its address, no try uses up the email's, and who has it signs in elsewhere", async () => {
    const { email } = await makeUser(service)
    await countTries(email, "10.4.0.1", 10)
    for (let time = 0; time < 100; time += 1) {
      expect((await signIn(service, email, { from: "10.4.0.1" })).status).toBe(429)
    }
    expect((await signIn(service, email, { from: "10.4.0.2" })).status).toBe(201)
  })

  it("TR-32 a hundred from one address end its tries for all emails", async () => {
    for (let person = 0; person < 10; person += 1) {
      await countTries(`sprayed${person}@example.com`, "10.2.1.1", 10)
    }
    const { email } = await makeUser(service)
    expect(codeOf(await signIn(service, email, { from: "10.2.1.1" }))).toEqual([429, "rate_limited"])
    expect((await signIn(service, email, { from: "10.2.2.1" })).status).toBe(201)
  })

  it("TR-32 right ones are not counted: a program may sign in as often as it likes", async () => {
    const { email } = await makeUser(service)
    await countTries(email, "10.3.1.1", 9)
    for (let time = 0; time < 3; time += 1) {
      expect((await signIn(service, email, { from: "10.3.1.1" })).status).toBe(201)
    }
    expect(statuses(await guess(email, "10.3.1.1", 2))).toEqual([401, 429])
  })

  it("TR-32 shown by a session, ten in an hour are the last, so that a found screen opens no account", async () => {
    const { email } = await makeUser(service)
    const key = await signedIn(service, email)
    const change = (current_password: string) =>
      service.api(
        "PUT",
        "/users/me/password",
        { current_password, new_password: "a new long password" },
        { key },
      )
    const wrong = await Promise.all(Array.from({ length: 11 }, () => change("a wrong password")))
    expect(statuses(wrong)).toEqual([...Array(10).fill(400), 429])
  })
})

describe("SE-07 wrong passwords", () => {
  const own = () => ({ "x-console": "1", origin: service.apiUrl, "sec-fetch-site": "same-origin" })
  /** As a browser at the console, which sends what cookies it has. */
  const inBrowser = (email: string, from: string, cookie = "", tried = password) =>
    service.api(
      "POST",
      "//console/session",
      { email, password: tried },
      {
        key: null,
        headers: { ...own(), "x-forwarded-for": from, ...(cookie === "" ? {} : { cookie }) },
      },
    )
  const deviceIn = ({ headers }: { headers: Headers }) => headers.getSetCookie()[1]!.split(";")[0]!
  const lockOut = async (email: string) => {
    for (let network = 0; network < 10; network += 1) await countTries(email, `10.9.${network}.1`, 10)
  }

  it("SE-07 over IPv6 count by /64, and twenty from a /48 end the tries of all of it", async () => {
    const { email } = await makeUser(service)
    await countTries(email, "2001:db8:7:1::1", 10)
    expect((await signIn(service, email, { from: "2001:db8:7:1::2" })).status).toBe(429)
    expect((await signIn(service, email, { from: "2001:db8:7:2::1" })).status).toBe(201)
    await countTries(email, "2001:db8:7:3::1", 10)
    for (const from of ["2001:db8:7:2::1", "2001:db8:7:ffff::1"]) {
      expect(codeOf(await signIn(service, email, { from }))).toEqual([429, "rate_limited"])
    }
    expect((await signIn(service, email, { from: "2001:db8:8::1" })).status).toBe(201)
  })

  it("SE-07 from one IPv6 /48 are two hundred at most for all emails, and keep nobody out elsewhere", async () => {
    const { email } = await makeUser(service)
    for (let network = 0; network < 20; network += 1) {
      await countTries(`site${network}@example.com`, `2001:db8:9:${network}::1`, 10)
    }
    expect((await signIn(service, email, { from: "2001:db8:9:aaaa::1" })).status).toBe(429)
    expect((await signIn(service, email, { from: "2001:db8:a::1" })).status).toBe(201)
  })

  it("SE-07 of others never lock out a browser that has signed in before", async () => {
    const { email } = await makeUser(service)
    const first = await inBrowser(email, "10.8.0.1")
    expect(first.status).toBe(201)
    const device = deviceIn(first)
    await lockOut(email)
    await countTries(email, "10.8.0.1", 10).catch(() => undefined)
    expect((await inBrowser(email, "10.8.0.2")).status).toBe(429)
    const again = await inBrowser(email, "10.8.0.1", device)
    expect([again.status, deviceIn(again)]).toEqual([201, device])
    const wrong = Array.from({ length: 12 }, () => inBrowser(email, "10.8.0.1", device, "a wrong password"))
    expect(statuses(await Promise.all(wrong))).toEqual([...Array(10).fill(401), 429, 429])
    expect((await inBrowser(email, "10.8.0.1", device)).status).toBe(429)
  })

  it("SE-07 are not forgiven for a device that is invented, another person's, or of a user who is removed", async () => {
    const [ana, bo] = [await makeUser(service), await makeUser(service)]
    const device = deviceIn(await inBrowser(bo.email, "10.8.1.1"))
    for (const { email } of [ana, bo]) await lockOut(email)
    const invented = `appointed-device=${"a".repeat(43)}`
    expect((await inBrowser(ana.email, "10.8.1.1", invented)).status).toBe(429)
    expect((await inBrowser(ana.email, "10.8.1.1", device)).status).toBe(429)
    expect((await inBrowser(bo.email, "10.8.1.1", device)).status).toBe(201)
    await service.api("DELETE", `/users/${bo.id}`)
    const anew = await makeUser(service, { email: bo.email })
    expect((await inBrowser(anew.email, "10.8.1.1", device)).status).toBe(429)
    const kept = await service.context.db.query(
      "SELECT token_hash FROM known_device WHERE token_hash LIKE $1",
      [`%${device.split("=")[1]}%`],
    )
    expect(kept).toEqual([])
  })

  it("SE-07 one browser is known to each person who has signed in there, and twenty browsers to each person", async () => {
    const [ana, bo] = [await makeUser(service), await makeUser(service)]
    const device = deviceIn(await inBrowser(ana.email, "10.8.2.1"))
    expect(deviceIn(await inBrowser(bo.email, "10.8.2.1", device))).toBe(device)
    for (let browser = 0; browser < 20; browser += 1) {
      service.clock.advanceMs(1_000)
      expect((await inBrowser(ana.email, "10.8.2.1")).status).toBe(201)
    }
    for (const { email } of [ana, bo]) await lockOut(email)
    expect((await inBrowser(bo.email, "10.8.2.1", device)).status).toBe(201)
    expect((await inBrowser(ana.email, "10.8.2.1", device)).status).toBe(429)
  })
})

describe("TR-32 passwords at rest", () => {
  it("TR-32 cost what OWASP recommends", async () => {
    expect(await createPasswords(systemRandom).hash("x")).toMatch(
      /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/,
    )
  })

  it("TR-32 are argon2id hashes with a salt of each user's own", async () => {
    const [one, two] = [await makeUser(service), await makeUser(service)]
    const rows = await service.context.db.query<{ password_hash: string }>(
      "SELECT password_hash FROM app_user WHERE company_id = $1 AND id = ANY ($2)",
      [service.companyId, [one.id, two.id]],
    )
    const hashes = rows.map(({ password_hash }) => password_hash)
    for (const hash of hashes)
      expect(hash).toMatch(/^\$argon2id\$v=19\$m=\d+,t=1,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
    expect(hashes[0]).not.toBe(hashes[1])
  })
})

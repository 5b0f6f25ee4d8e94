/** The operator's page: opened by a link from the command line, it makes companies and invites their people. */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type ConsoleCaller, consoleCaller, tokenIn } from "../../test/support/console-calls.ts"
import { startService, type TestService } from "../../test/support/service.ts"
import { codeOf, password, signedIn } from "../../test/support/users.ts"
import { keptMails } from "../host/compose.ts"
import { upkeep } from "../host/upkeep.worker.ts"
import { endAccess } from "../privacy/database-mark.sql.ts"
import { makeOperatorLink } from "./operator-access.ts"

const start = "2027-03-01T12:00:00.000Z"
const hourMs = 3_600_000

let service: TestService
beforeAll(async () => {
  service = await startService({ now: start, trustProxyHops: 1 })
})
afterAll(() => service.stop())

const newToken = async () => tokenIn((await makeOperatorLink(service.context)).path)

async function opened(): Promise<ConsoleCaller> {
  const operator = consoleCaller(service)
  const answer = await operator.call("POST", "/operator/session", { token: await newToken() })
  expect(answer.status).toBe(201)
  return operator
}

const northside = {
  name: "Northside Dental",
  timezone: "America/Denver",
  slug: "northside",
  admin: { name: "Ines Ortiz", email: "Ines@northside.example" },
}

describe("the operator's page", () => {
  it("DS-16 makes a company whose admin comes in by the link, and needs no command", async () => {
    const operator = await opened()
    const made = await operator.call("POST", "/operator/companies", northside)
    expect(made.status).toBe(201)
    const { company_id: companyId, email, link } = made.body.data
    expect(email).toBe("ines@northside.example")
    expect(link).toMatchObject({ mailed: false, expires_at: "2027-03-08T12:00:00.000Z" })
    const reset = await service.api(
      "POST",
      "/password-resets",
      { token: tokenIn(link.url), new_password: password },
      { key: null },
    )
    expect(reset.status).toBe(200)
    const key = await signedIn(service, email)
    const company = await service.api("GET", "/company", undefined, { key })
    expect(company.body.data).toMatchObject({
      id: companyId,
      name: "Northside Dental",
      timezone: "America/Denver",
      public_slug: "northside",
    })
    const listed = await operator.call("GET", "/operator/companies")
    expect(listed.body.data.companies[0]).toMatchObject({
      id: companyId,
      unproven: false,
      admins: [{ name: "Ines Ortiz", joined: true }],
    })
    const audit = await service.api("GET", "/audit", undefined, { key })
    expect(audit.body.data.map((entry: { operation: string }) => entry.operation)).toEqual([
      "create_session",
      "reset_password",
      "create_reset_link",
      "open_user",
      "open_company",
    ])
  })

  it("DS-16 a link opens one browser, once, within an hour, and says who came in", async () => {
    const token = await newToken()
    const browsers = Array.from({ length: 30 }, () => consoleCaller(service))
    const answers = await Promise.all(
      browsers.map(({ call }, at) =>
        call("POST", "/operator/session", { token }, { "x-forwarded-for": `203.0.113.${at}` }),
      ),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(29)
    const inside = browsers[answers.findIndex(({ status }) => status === 201)]!
    const { access } = (await inside.call("GET", "/operator/companies")).body.data
    expect(access[0]).toMatchObject({ current: true, open: true, opened_from: "203.0.113.0/24" })

    const late = await newToken()
    service.clock.advanceMs(hourMs)
    const refused = await consoleCaller(service).call("POST", "/operator/session", { token: late })
    expect(codeOf(refused)).toEqual([404, "operator_link_ended"])
    service.clock.set(start)
  })

  it("DS-16 is for nobody else: no key, no session of a company, no other site's page", async () => {
    const operator = await opened()
    expect(codeOf(await consoleCaller(service).call("GET", "/operator/companies"))).toEqual([
      403,
      "forbidden",
    ])
    const admin = { authorization: `Bearer ${service.key}` }
    expect((await consoleCaller(service).call("GET", "/operator/companies", undefined, admin)).status).toBe(
      403,
    )
    for (const headers of [
      { origin: "https://evil.example" },
      { "x-console": "0" },
      { "sec-fetch-site": "cross-site" },
    ])
      expect((await operator.call("POST", "/operator/companies", northside, headers)).status).toBe(403)
    const [[name, value]] = [...operator.cookies] as [[string, string]]
    const twice = { cookie: `${name}=${value}; ${name}=${value}` }
    expect((await consoleCaller(service).call("GET", "/operator/companies", undefined, twice)).status).toBe(
      403,
    )
  })

  it("DS-16 ends when the operator leaves, after eight hours, and when the database went back", async () => {
    const [leaves, stays, returns] = [await opened(), await opened(), await opened()]
    expect((await leaves.call("DELETE", "/operator/session")).status).toBe(200)
    expect(leaves.cookies.size).toBe(0)
    const reads = async (operator: ConsoleCaller) =>
      (await operator.call("GET", "/operator/companies")).status
    expect(await reads(leaves)).toBe(403)
    service.clock.advanceMs(8 * hourMs - 1)
    expect(await reads(stays)).toBe(200)
    service.clock.advanceMs(1)
    expect(await reads(stays)).toBe(403)
    service.clock.set(start)
    const token = await newToken()
    await service.context.db.transaction(endAccess)
    expect(await reads(returns)).toBe(403)
    expect((await consoleCaller(service).call("POST", "/operator/session", { token })).status).toBe(404)
  })

  it("DS-16 invites again: the same admin gets a new link, another person becomes one", async () => {
    const operator = await opened()
    const made = await operator.call("POST", "/operator/companies", { ...northside, slug: null })
    const { company_id: id, link: first } = made.body.data
    const path = `/operator/companies/${id}/invitations`
    const again = await operator.call("POST", path, { name: "Ines", email: "ines@northside.example" })
    expect(again.status).toBe(201)
    const use = (url: string) =>
      service.api("POST", "/password-resets", { token: tokenIn(url), new_password: password }, { key: null })
    expect(codeOf(await use(first.url))).toEqual([404, "reset_link_ended"])
    expect((await use(again.body.data.link.url)).status).toBe(200)
    expect(
      (await operator.call("POST", path, { name: "Omar", email: "omar@northside.example" })).status,
    ).toBe(201)
    const { companies } = (await operator.call("GET", "/operator/companies")).body.data
    expect(companies[0].admins.map(({ email }: { email: string }) => email)).toEqual([
      "ines@northside.example",
      "omar@northside.example",
    ])
    const key = await signedIn(service, "ines@northside.example", { company_id: id })
    await service.api(
      "POST",
      "/users",
      { name: "Mo", email: "mo@northside.example", role: "member" },
      { key },
    )
    const member = await operator.call("POST", path, { name: "Mo", email: "mo@northside.example" })
    expect(codeOf(member)).toEqual([409, "email_taken"])
    const unknown = { name: "Eve", email: "eve@example.com" }
    for (const other of [99_999, 1_000_000_000])
      expect(
        codeOf(await operator.call("POST", `/operator/companies/${other}/invitations`, unknown)),
      ).toEqual([404, "not_found"])
  })

  it("DS-16 refuses taken and reserved words, zones that are none, and texts that hide something", async () => {
    const operator = await opened()
    const refusals = [
      [{ slug: "northside" }, 409, "slug"],
      [{ slug: "docs" }, 400, "slug"],
      [{ slug: "../etc" }, 400, "slug"],
      [{ timezone: "Mars/Base" }, 400, "timezone"],
      [{ name: "a\u202eb" }, 400, "name"],
      [{ name: "" }, 400, "name"],
      [{ name: "x".repeat(201) }, 400, "name"],
      [{ admin: { name: "Ines", email: "no address" } }, 400, "admin.email"],
    ] as const
    for (const [field, status, at] of refusals) {
      const refused = await operator.call("POST", "/operator/companies", { ...northside, ...field })
      expect([refused.status, refused.body.error.field]).toEqual([status, at])
    }
    const tooLarge = await operator.call("POST", "/operator/companies", { name: "x".repeat(20_000) })
    expect(tooLarge.status).toBe(413)
  })

  it("DS-16 lists page by page, the newest company first, and no test company", async () => {
    const operator = await opened()
    for (let made = 0; made < 25; made += 1) await service.anotherCompany(`Company ${made}`)
    await service.api("POST", "/test-companies")
    const first = (await operator.call("GET", "/operator/companies")).body.data
    expect(first.companies[0].name).toBe("Company 24")
    expect(first.companies).toHaveLength(20)
    const path = `/operator/companies?before_id=${first.next_before_id}`
    const second = (await operator.call("GET", path)).body.data
    expect(second.companies[0].name).toBe("Company 4")
    expect(second.companies.at(-1).name).toBe("Harbour Heating")
    expect(second.next_before_id).toBe(null)
  })

  it("DS-16 counts tries by network, and writes by session", async () => {
    const from = { "x-forwarded-for": "198.51.100.7" }
    const guess = () => consoleCaller(service).call("POST", "/operator/session", { token: "op_guess" }, from)
    const answers = []
    for (let tries = 0; tries < 21; tries += 1) answers.push((await guess()).status)
    expect(answers.filter((status) => status === 404)).toHaveLength(20)
    expect(answers.at(-1)).toBe(429)
  })

  it("DS-16 its links are kept as long as the audit, and then go", async () => {
    await newToken()
    const count = async () =>
      (await service.context.db.first<{ count: number }>(
        "SELECT count(*)::int AS count FROM operator_access WHERE link_hash IS NOT NULL",
      ))!.count
    const before = await count()
    expect(before).toBeGreaterThan(0)
    service.clock.advanceMs(399 * 24 * hourMs)
    await upkeep(service.context)
    expect(await count()).toBe(before)
    service.clock.advanceMs(2 * 24 * hourMs)
    await upkeep(service.context)
    expect(await count()).toBe(0)
    service.clock.set(start)
  })
})

it("DS-16 where the host mails, the invitation goes by mail too", async () => {
  const mailing = await startService({ mails: keptMails("appointments@host.example") })
  try {
    const operator = consoleCaller(mailing)
    const { path } = await makeOperatorLink(mailing.context)
    await operator.call("POST", "/operator/session", { token: tokenIn(path) })
    const made = await operator.call("POST", "/operator/companies", northside)
    expect(made.body.data.link.mailed).toBe(true)
    const waiting = await mailing.context.db.query(
      "SELECT purpose FROM text_message WHERE company_id = $1 AND channel = 'mail'",
      [made.body.data.company_id],
    )
    expect(waiting).toEqual([{ purpose: "user_invitation" }])
  } finally {
    await mailing.stop()
  }
})

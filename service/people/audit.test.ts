/** The audit trail, as admins read and export it. */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { startService, type TestService } from "../../test/support/service.ts"
import { makeUser, signedIn, signIn } from "../../test/support/users.ts"

let service: TestService
beforeAll(async () => {
  service = await startService({ trustProxyHops: 1 })
})
afterAll(() => service.stop())

const read = async (query = "", key = service.key) =>
  (await service.api("GET", `/audit${query}`, undefined, { key })).body
const exported = async (query = "") => {
  const answer = await fetch(`${service.context.baseUrl}/api/v1/audit/export${query}`, {
    headers: { authorization: `Bearer ${service.key}` },
  })
  const [head, ...lines] = (await answer.text()).trimEnd().split("\r\n")
  return { answer, head, lines }
}

describe("the audit trail", () => {
  it("TR-38 tells who changed which fields of what, newest first, and no value", async () => {
    const { id, email } = await makeUser(service)
    const key = await signedIn(service, email)
    await service.api("PUT", "/company", { name: "A name that stays here" }, { key })
    const body = await read("?limit=1")
    expect(body.data).toEqual([
      {
        id: expect.any(Number),
        at: new Date(service.clock.now()).toISOString(),
        operation: "update_company",
        target_id: null,
        fields: ["name"],
        actor: {
          kind: "admin_user",
          role: "admin",
          api_key_id: null,
          user_id: id,
          session_id: expect.any(Number),
          customer_id: null,
          connected_app_id: null,
        },
        network: null,
        request_id: expect.stringMatching(/^req_/),
      },
    ])
    const [before] = (await read(`?limit=1&cursor=${body.next_cursor}`)).data
    expect(before).toMatchObject({ operation: "create_session", network: "127.0.0.0/24" })
    expect(JSON.stringify(await read("?limit=100"))).not.toContain("A name that stays here")
  })

  it("TR-38 holds sign-ins that were refused, with where they came from, for the company whose user was tried", async () => {
    const other = await service.anotherCompany()
    const { id, email } = await makeUser(service, {}, other.key)
    await signIn(service, email)
    await signIn(service, email, { password: "a wrong password", from: "203.0.113.77" })
    await signIn(service, "nobody@example.com", { from: "203.0.113.77" })
    const tried = await read("?operation=refuse_sign_in", other.key)
    expect(tried.data).toMatchObject([
      { target_id: id, fields: ["password"], actor: { kind: "anonymous" }, network: "203.0.113.0/24" },
    ])
    expect((await read("?operation=refuse_sign_in")).data).toEqual([])
    const ofUser = (await read(`?user_id=${id}`, other.key)).data
    expect(ofUser).toMatchObject([{ operation: "refuse_sign_in" }, { operation: "create_session" }])
  })

  it("SE-10 tells no company of the tries of a person whom it has merely listed, until they accept", async () => {
    const [home, nosy] = [await service.anotherCompany(), await service.anotherCompany()]
    const { email } = await makeUser(service, {}, home.key)
    const listed = await makeUser(service, { email, password: "chosen by the company" }, nosy.key)
    const triedAt = async (key: string) => (await read("?operation=refuse_sign_in", key)).data.length
    await signIn(service, email)
    await signIn(service, email, { password: "a wrong password" })
    expect([await triedAt(home.key), await triedAt(nosy.key)]).toEqual([1, 0])
    const made = await service.api("POST", `/users/${listed.id}/reset-link`, undefined, { key: nosy.key })
    const { token } = made.body.data
    const chosen = { token, new_password: "chosen by the person" }
    expect((await service.api("POST", "/password-resets", chosen, { key: null })).status).toBe(200)
    await signIn(service, email, { password: "a wrong password" })
    expect([await triedAt(home.key), await triedAt(nosy.key)]).toEqual([2, 1])
  })

  it("TR-38 holds that a revoked key was used, once a minute", async () => {
    const made = await service.api("POST", "/api-keys", { name: "Leaked", role: "member" })
    const { id, key } = made.body.data
    await service.api("DELETE", `/api-keys/${id}`)
    for (let time = 0; time < 3; time += 1) {
      expect((await service.api("GET", "/locations", undefined, { key })).status).toBe(401)
    }
    const refused = await read(`?api_key_id=${id}`)
    expect(refused.data).toMatchObject([{ operation: "refuse_key", target_id: id }])
  })

  it("TR-38 is filtered by time", async () => {
    const before = new Date(service.clock.now()).toISOString()
    service.clock.advanceMs(3_600_000)
    const after = new Date(service.clock.now()).toISOString()
    await service.api("PUT", "/company", { name: "Later" })
    expect((await read(`?from=${after}`)).data).toMatchObject([{ operation: "update_company" }])
    expect(
      (await read(`?from=${before}&to=${after}&operation=update_company&limit=1`)).data,
    ).not.toMatchObject([{ at: after }])
  })

  it("TR-38 is for admins, each of their own company", async () => {
    const { email } = await makeUser(service, { role: "member" })
    const member = await signedIn(service, email)
    for (const path of ["/audit", "/audit/export"]) {
      expect((await service.api("GET", path, undefined, { key: member })).status).toBe(403)
      expect((await service.api("GET", path, undefined, { key: null })).status).toBe(401)
    }
    const other = await service.anotherCompany()
    expect((await read("", other.key)).data).toMatchObject([{ operation: "open_company" }])
  })
})

describe("the audit trail's export", () => {
  it("TR-38 is a file of comma-separated values with every row that fits, over many pages", async () => {
    const { db } = service.context
    await db.query(
      `INSERT INTO audit (company_id, id, at, actor, request_id, operation, fields)
       SELECT $1, ($2::bigint << 36) + 1000000 + n, $3, '{"kind":"system"}', 'cli', 'counted', '{one,two}'
       FROM generate_series(1, 2300) AS n`,
      [service.companyId, Math.floor(service.clock.now() / 86_400_000), new Date(service.clock.now())],
    )
    const { answer, head, lines } = await exported("?operation=counted")
    expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8; header=present")
    expect(answer.headers.get("content-disposition")).toBe('attachment; filename="audit.csv"')
    expect(head).toBe(
      "id,at,operation,target_id,fields,actor,role,api_key_id,user_id,session_id,customer_id,network,request_id,connected_app_id",
    )
    expect(lines).toHaveLength(2_300)
    expect(new Set(lines.map((line) => line.split(",")[0])).size).toBe(2_300)
    const [, , ...cells] = lines[0]!.split(",")
    expect(cells).toEqual(["counted", "", "one two", "system", "", "", "", "", "", "", "cli", ""])
  })

  it("TR-38 refuses before the file begins", async () => {
    const { answer } = await exported("?from=yesterday")
    expect(answer.status).toBe(400)
    expect(answer.headers.get("content-type")).toContain("application/json")
    expect(answer.headers.get("content-disposition")).toBeNull()
  })
})

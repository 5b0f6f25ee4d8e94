import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { startService, type TestService } from "../../test/support/service.ts"

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const withKey = (key: string | null, body?: unknown) =>
  service.api(body === undefined ? "GET" : "POST", "/locations", body, { key })

describe("API keys", () => {
  it("are told once, listed without their text, used and revoked", async () => {
    const made = await service.api("POST", "/api-keys", { name: "Till", role: "member" })
    expect(made.status).toBe(201)
    const { id, key } = made.body.data
    expect(key).toMatch(/^sk_/)
    expect((await withKey(key)).status).toBe(200)

    const listed = await service.api("GET", "/api-keys")
    expect(JSON.stringify(listed.body)).not.toContain(key)
    const row = listed.body.data.find((each: { id: number }) => each.id === id)
    expect(row).toMatchObject({
      name: "Till",
      role: "member",
      last_four: key.slice(-4),
      created_by: { kind: "api_key", api_key_id: listed.body.data[0].id, user_id: null },
      last_used_at: "2027-03-01T12:00:00.000Z",
    })
    expect(listed.body.data[0].created_by.kind).toBe("system")

    expect((await service.api("DELETE", `/api-keys/${id}`)).status).toBe(200)
    expect((await withKey(key)).status).toBe(401)
    expect((await service.api("DELETE", `/api-keys/${id}`)).status).toBe(404)
  })

  it("GE-07 none, wrong and revoked are 401, before anything of the body is judged", async () => {
    const made = await service.api("POST", "/api-keys", { name: "Old", role: "admin" })
    await service.api("DELETE", `/api-keys/${made.body.data.id}`)
    for (const key of [null, "sk_wrong-wrong-wrong", "nonsense", made.body.data.key]) {
      const answer = await withKey(key, { no: "location" })
      expect(answer.status).toBe(401)
      expect(answer.body.error.code).toBe("unauthorized")
      const broken = await service.api("PUT", "/company", undefined, { key, raw: "{broken" })
      expect(broken.status).toBe(401)
    }
  })

  it("GE-07 an agent's key opens no company endpoint", async () => {
    const { key } = (await service.api("POST", "/api-keys", { name: "Agent", role: "agent" })).body.data
    for (const path of ["/locations", "/company", "/providers", "/appointment-types"]) {
      expect((await service.api("GET", path, undefined, { key })).status).toBe(403)
    }
  })

  it("keep the last one that can administer the company, also when two go at once", async () => {
    const company = await service.anotherCompany()
    const as = { key: company.key }
    const [first] = (await service.api("GET", "/api-keys", undefined, as)).body.data
    const refused = await service.api("DELETE", `/api-keys/${first.id}`, undefined, as)
    expect(refused.body.error.code).toBe("last_admin_key")
    expect((await service.api("GET", "/company", undefined, as)).status).toBe(200)

    const second = (await service.api("POST", "/api-keys", { name: "Two", role: "admin" }, as)).body.data
    const answers = await Promise.all([
      service.api("DELETE", `/api-keys/${first.id}`, undefined, { key: second.key }),
      service.api("DELETE", `/api-keys/${second.id}`, undefined, as),
    ])
    // The later one is refused for the sake of the last key, or comes with a key that is none any more.
    const [done, refusedOne] = answers.map(({ status }) => status).sort()
    expect([done, [401, 409].includes(refusedOne!)]).toEqual([200, true])
    const asked = [company.key, second.key].map((key) => service.api("GET", "/company", undefined, { key }))
    expect((await Promise.all(asked)).map(({ status }) => status).sort()).toEqual([200, 401])
  })

  it("GE-05 of another company can't be revoked", async () => {
    const company = await service.anotherCompany()
    const [theirs] = (await service.api("GET", "/api-keys", undefined, { key: company.key })).body.data
    expect((await service.api("DELETE", `/api-keys/${theirs.id}`)).status).toBe(404)
  })

  it("BK-06 a repeat of the creation tells the same key, kept sealed", async () => {
    const options = { headers: { "idempotency-key": "key-once" } }
    const body = { name: "Once", role: "member" }
    const first = await service.api("POST", "/api-keys", body, options)
    const again = await service.api("POST", "/api-keys", body, options)
    expect(again.body).toEqual(first.body)
    const kept = await service.context.db.query<{ answer: string }>("SELECT answer FROM idempotency")
    expect(kept.map(({ answer }) => answer).join()).not.toContain(first.body.data.key)
  })
})

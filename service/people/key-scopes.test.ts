/** Keys that are narrowed: to scopes, to a time, to network addresses. */
import { describe, expect, it } from "vitest"
import { openedBy, parts, type Scope, scopeSets, scopes } from "../../domain/model/scopes.ts"
import { service, shareOneStory, story } from "../../test/support/one-story.ts"
import { documentedMounts } from "../ways-in/api-docs/generate.ts"
import { scopeOf } from "../ways-in/company-api/authenticate.ts"
import { companyMounts } from "../ways-in/company-api/mounts.ts"

shareOneStory()

const making = (fields: object) =>
  service.api("POST", "/api-keys", { name: "Reports", role: "admin", ...fields })
const keyOf = async (fields: object): Promise<string> => (await making(fields)).body.data.key
const calls = companyMounts.flatMap(({ method, path, operation }) =>
  operation.open ? [] : [{ method, path, scope: scopeOf(method, operation) }],
)

describe("keys with scopes", () => {
  it("IN-06 every operation needs one scope of the table, and every scope opens an operation", () => {
    const needed = new Set<Scope>(calls.map(({ scope }) => scope))
    expect([...needed, "agent_tools:write"].sort()).toEqual(scopes.toSorted())
    const nouns = documentedMounts
      .filter(({ byPublishableKey }) => !byPublishableKey)
      .map(({ operation }) => operation.noun)
    expect([...new Set(nouns)].sort()).toEqual(Object.values(parts).flat().toSorted())
  })

  it("IN-06 a key with all scopes but one is refused each operation of that one, by its name", async () => {
    for (const scope of new Set(calls.map((call) => call.scope))) {
      const key = await keyOf({ scopes: scopes.filter((each) => each !== scope) })
      for (const { method, path } of calls.filter((call) => call.scope === scope)) {
        const answer = await service.api(method, path.replace(/:\w+/g, "1"), undefined, { key })
        expect([answer.status, answer.body.error?.details], `${method} ${path}`).toEqual([403, { scope }])
        expect(answer.body.error.message).toBe(`This key lacks the scope ${scope}.`)
      }
    }
  })

  it("IN-06 a key with one scope reads what that scope opens", async () => {
    const reads = calls.filter(
      ({ method, path }) => method === "GET" && !path.includes(":") && !path.endsWith("/stream"),
    )
    for (const scope of new Set(reads.map((call) => call.scope))) {
      const key = await keyOf({ scopes: [scope] })
      for (const { path } of reads.filter((call) => call.scope === scope)) {
        const { status } = await service.api("GET", path, undefined, { key })
        expect(status, `${path} ${scope}`).not.toBe(403)
      }
    }
  })

  it("IN-06 sets stand for scopes: one that reads changes nothing, one that schedules sets nothing up", async () => {
    expect([...openedBy(["read"])].every((scope) => scope.endsWith(":read"))).toBe(true)
    for (const secret of ["users:read", "api_keys:read", "audit:read"])
      expect(scopeSets.read).not.toContain(secret)
    const reader = { key: await keyOf({ scopes: ["read"] }) }
    expect((await service.api("GET", "/customers", undefined, reader)).status).toBe(200)
    expect((await service.api("POST", "/customers", { name: "Kim" }, reader)).status).toBe(403)
    const { customerId: customer_id, typeId: appointment_type_id, anaId: provider_id } = story
    const scheduler = { key: await keyOf({ scopes: ["schedule"] }) }
    const booking = { customer_id, appointment_type_id, provider_id, start_time: "2027-03-02T15:00:00.000Z" }
    expect((await service.api("POST", "/appointments", booking, scheduler)).status).toBe(201)
    expect((await service.api("PUT", `/providers/${provider_id}`, { name: "A" }, scheduler)).status).toBe(403)
  })

  it("IN-06 scopes never widen a role", async () => {
    const key = await keyOf({ role: "member", scopes: ["api_keys:write"] })
    const refused = await service.api("POST", "/api-keys", { name: "More", role: "admin" }, { key })
    expect([refused.status, refused.body.error.details]).toEqual([403, undefined])
  })

  it("IN-06 an agent's tools need their scope", async () => {
    const key = await keyOf({ scopes: ["read"] })
    const opening = { caller_id: "+15125550123", called_number: "+15125550100", call_sid: "CA1" }
    const answer = await service.api("POST", "/agent/conversation-init", opening, { key })
    expect([answer.status, answer.body.error.code]).toEqual([403, "scope_missing"])
    expect(answer.body.error.details).toEqual({ scope: "agent_tools:write" })
  })

  it("IN-06 a narrowed key makes none that may more, lasts longer or works from elsewhere", async () => {
    const bounds = {
      scopes: ["api_keys:write", "read"],
      expires_at: "2027-04-01T00:00:00.000Z",
      allowed_addresses: ["127.0.0.1", "::1"],
    }
    const key = await keyOf(bounds)
    const make = async (fields: object) => {
      const { status, body } = await service.api(
        "POST",
        "/api-keys",
        { name: "Child", role: "admin", ...fields },
        { key },
      )
      return status === 201 ? "made" : body.error.field
    }
    const { scopes: _, ...unscoped } = bounds
    expect(await make(unscoped)).toBe("scopes")
    expect(await make({ ...bounds, scopes: ["customers:write"] })).toBe("scopes")
    expect(await make({ ...bounds, expires_at: null })).toBe("expires_at")
    expect(await make({ ...bounds, expires_at: "2027-04-01T00:00:01.000Z" })).toBe("expires_at")
    expect(await make({ ...bounds, allowed_addresses: null })).toBe("allowed_addresses")
    expect(await make({ ...bounds, allowed_addresses: ["127.0.0.2"] })).toBe("allowed_addresses")
    expect(await make({ ...bounds, scopes: ["customers:read"], allowed_addresses: ["::1"] })).toBe("made")
  })
})

describe("keys with an end and with addresses", () => {
  it("IN-06 a key ends by itself at its time, also while it is believed", async () => {
    expect((await making({ expires_at: "2027-03-01T11:59:00.000Z" })).status).toBe(400)
    const key = await keyOf({ expires_at: "2027-03-01T12:00:00.500Z" })
    const ask = () => service.api("GET", "/customers", undefined, { key })
    expect((await ask()).status).toBe(200)
    service.clock.advanceMs(600)
    expect((await ask()).status).toBe(401)
  })

  it("IN-06 a key works from its addresses alone", async () => {
    const here = await keyOf({ allowed_addresses: ["127.0.0.0/8", "::1/128"] })
    expect((await service.api("GET", "/customers", undefined, { key: here })).status).toBe(200)
    const elsewhere = await keyOf({ allowed_addresses: ["203.0.113.0/24", "2001:db8::/32"] })
    const refused = await service.api("GET", "/customers", undefined, { key: elsewhere })
    expect([refused.status, refused.body.error.message]).toEqual([
      401,
      "This key is not allowed from this network address.",
    ])
    for (const wrong of ["203.0.113.0/33", "example.com", "fe80::1%eth0", "1.2.3", "::/129", "1.2.3.4/8/9"])
      expect((await making({ allowed_addresses: [wrong] })).status, wrong).toBe(400)
  })

  it("IN-06 the last key that administers for good and from anywhere stays, and lists show what each may", async () => {
    const company = await service.anotherCompany()
    const as = { key: company.key }
    const narrowed = { name: "Part", role: "admin", scopes: ["settings", "audit:read"] }
    expect((await service.api("POST", "/api-keys", narrowed, as)).status).toBe(201)
    const listed = (await service.api("GET", "/api-keys", undefined, as)).body.data
    expect(listed).toMatchObject([
      { scopes: null, expires_at: null, allowed_addresses: null },
      { scopes: ["settings", "audit:read"] },
    ])
    expect((await service.api("DELETE", `/api-keys/${listed[0].id}`, undefined, as)).status).toBe(409)
    expect((await service.api("DELETE", `/api-keys/${listed[1].id}`, undefined, as)).status).toBe(200)
  })
})

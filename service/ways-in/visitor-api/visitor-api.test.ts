import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { z } from "zod"
import { type ErrorCode, errorTable } from "../../../domain/model/errors.ts"
import { nextNetwork, openPublicPage, solved } from "../../../test/support/public-page.ts"
import { lastCode } from "../../../test/support/read-texts.ts"
import { startService, type TestService } from "../../../test/support/service.ts"
import { make, put, type Story, tellStory } from "../../../test/support/story.ts"
import { documentedMounts } from "../api-docs/generate.ts"
import { describedVisitorOperations } from "./describe.ts"

let service: TestService
let story: Story
let key: string
let keyId: number
beforeAll(async () => {
  service = await startService({ book: true, trustProxyHops: 1, now: "2027-03-01T18:00:00.000Z" })
  story = await tellStory(service)
  await openPublicPage(service, story)
  ;({ key, id: keyId } = (await make(service, "/api-keys", {
    ...{ name: "Website", kind: "publishable", allowed_origins: [site] },
  })) as unknown as { key: string; id: number })
})
afterAll(() => service.stop())

const site = "https://www.example.com"
const foreign = "https://elsewhere.example"
const march = { start_date: "2027-03-02", end_date: "2027-03-04" }
type Data = ReturnType<typeof JSON.parse>

async function ask(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string | null> = {},
) {
  const sent = {
    ...{ authorization: `Bearer ${key}`, origin: site, "x-forwarded-for": nextNetwork() },
    ...(body === undefined ? {} : { "content-type": "application/json" }),
    ...headers,
  }
  const answer = await fetch(`${service.apiUrl}/api/v1${path}`, {
    method,
    headers: Object.entries(sent).filter((each): each is [string, string] => each[1] !== null),
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  })
  const text = await answer.text()
  const json: Data = text === "" ? {} : JSON.parse(text)
  return {
    status: answer.status,
    data: json.data as Data,
    error: json.error as Data,
    headers: answer.headers,
  }
}
const codeOf = ({ status, error }: { status: number; error?: Data }) => [status, error?.code]
const visitor = (method: string, path: string, body?: unknown, headers?: Record<string, string | null>) =>
  ask(method, `/visitor${path}`, body, headers)

async function codeFor(phone: string) {
  const challenge = await visitor("GET", "/bot-check")
  return visitor("POST", "/codes", { phone, bot_check: await solved(challenge.data) })
}

async function verified(phone: string) {
  const sent = await codeFor(phone)
  expect(codeOf(sent)).toEqual([201, undefined])
  const right = { verification_id: sent.data.verification_id, code: await lastCode(service) }
  return visitor("POST", "/codes/verify", right)
}

describe("IN-17 a publishable key", () => {
  it("IN-17 opens a whole visit: page, times, hold, code, customer, booking, waiting list and links", async () => {
    const page = await visitor("GET", "/page")
    expect(page.data).toMatchObject({
      can_send_codes: true,
      appointment_types: [{ id: story.typeId, questions: [] }],
      bot_check: { kind: "altcha", challenge_path: "/api/v1/visitor/bot-check" },
    })
    const draft = { "x-draft-token": "d".repeat(22) }
    const wish = { appointment_type_ids: [story.typeId] }
    const found = await visitor("POST", "/slots", { ...wish, ...march }, draft)
    expect(found.data).toMatchObject({ in_area: true, reason: null, more_from: null })
    expect(found.data).not.toHaveProperty("warnings")
    const { provider_id, location_id, start_time } = found.data.recommended[0]
    const time = { ...wish, provider_id, location_id, start_time }

    const sent = await codeFor("+15125550188")
    const { verification_id } = sent.data
    const held = await visitor("POST", "/holds", { ...time, verification_id }, draft)
    expect([held.status, held.data.seconds]).toEqual([201, 300])
    const wrong = await visitor("POST", "/codes/verify", { verification_id, code: "000000" })
    expect(codeOf(wrong)).toEqual([400, "wrong_code"])
    const opened = await visitor("POST", "/codes/verify", { verification_id, code: await lastCode(service) })
    expect(opened.data).toMatchObject({ customer: null, can_register: true, scheduling_requests: [] })
    const visit = { ...draft, "x-visit-token": opened.data.visit_token }
    expect(codeOf(await visitor("POST", "/appointments", time, visit))).toEqual([409, "registration_needed"])
    const registered = await visitor("POST", "/customers", { first_name: "Mia", last_name: "Torres" }, visit)
    expect(registered.data).toMatchObject({ customer: { first_name: "Mia" }, warnings: [] })

    const once = { ...visit, "idempotency-key": "booking-1" }
    const booked = await visitor("POST", "/appointments", { ...time, text_updates: true }, once)
    expect([booked.status, booked.data.appointment.start_time]).toEqual([201, start_time])
    const again = await visitor("POST", "/appointments", { ...time, text_updates: true }, once)
    expect([again.data, again.headers.get("idempotent-replayed")]).toEqual([booked.data, "true"])
    const { body } = await service.api("GET", `/appointments/${booked.data.appointment.id}`)
    expect(body.data).toMatchObject({ booked_by: "public", start_time })
    const taken = await visitor("POST", "/appointments", time, visit)
    expect(taken.status).toBe(409)
    expect(Object.keys(taken.error.details)).not.toContain("reasons")
    const waits = await visitor("POST", "/waiting-entries", { ...wish, latest_date: "2027-03-20" }, visit)
    expect([waits.status, typeof waits.data.entry_id]).toEqual([201, "number"])
    expect((await visitor("GET", "/visit", undefined, visit)).data.customer).toEqual({ first_name: "Mia" })
    expect((await visitor("POST", "/appointment-links", undefined, visit)).status).toBe(200)
    expect(codeOf(await visitor("POST", "/files", { name: "a.png" }, visit))).toEqual([409, "files_not_kept"])
    const audit = await service.api("GET", "/audit?limit=5")
    expect(JSON.stringify(audit.body.data)).not.toContain(`"api_key_id":${keyId}`)
  })

  it("IN-17 is refused by the page's own rules, in the API's words", async () => {
    const named = async (path: string, body: object, headers = {}) => {
      const { status, error } = await visitor("POST", path, body, headers)
      return [status, error.code, error.field]
    }
    const time = {
      appointment_type_ids: [story.typeId],
      provider_id: story.anaId,
      location_id: story.locationId,
    }
    const bot_check = "x"
    expect(await named("/codes", { phone: "+15125550188", bot_check })).toEqual([
      400,
      "bot_check_failed",
      "bot_check",
    ])
    expect(await named("/codes", { phone: "+4930123456", bot_check })).toEqual([
      400,
      "phone_not_supported",
      "phone",
    ])
    expect(await named("/codes", { phone: "+15125550188" })).toEqual([400, "invalid_input", "bot_check"])
    const code = { verification_id: "gone", code: "123456" }
    expect(await named("/codes/verify", code)).toEqual([400, "code_expired", undefined])
    const start_time = "2027-03-03T16:00:00.000Z"
    expect(await named("/holds", { ...time, start_time }, { "x-draft-token": "d".repeat(22) })).toEqual([
      ...[400, "code_expired", undefined],
    ])
    expect(await named("/holds", { ...time, start_time })).toEqual([400, "invalid_input", "X-Draft-Token"])
    const search = { appointment_type_ids: [999_999], ...march }
    expect(await named("/slots", search)).toEqual([404, "not_found", "appointment_type_id"])
    expect(await named("/slots", { ...search, start_date: "soon" })).toEqual([
      400,
      "invalid_input",
      "start_date",
    ])
    const pageNames = { ...march, typeId: story.typeId }
    expect((await named("/slots", pageNames))[1]).toBe("invalid_input")
    expect(await named("/customers", { first_name: "A", last_name: "B" })).toEqual([
      ...[401, "visit_expired", undefined],
    ])
    const broken = await ask("POST", "/visitor/slots", "{broken")
    expect(codeOf(broken)).toEqual([400, "invalid_json"])
    expect(broken.headers.get("access-control-allow-origin")).toBe(site)
  })

  it("IN-17 holds the company's settings: codes, new customers, links, and the page itself", async () => {
    await put(service, "/company", { public_daily_code_cap: 0 })
    const challenge = await visitor("GET", "/bot-check")
    const bot_check = await solved(challenge.data)
    const stopped = await visitor("POST", "/codes", { phone: "+15125550133", bot_check })
    expect(codeOf(stopped)).toEqual([429, "codes_stopped"])
    await put(service, "/company", { public_daily_code_cap: 100, new_customers: "not_allowed" })
    const opened = await verified("+15125550133")
    const visit = { "x-visit-token": opened.data.visit_token }
    const closed = await visitor("POST", "/customers", { first_name: "A", last_name: "B" }, visit)
    expect(codeOf(closed)).toEqual([403, "registration_closed"])
    await put(service, "/company", { new_customers: "allowed", booking_links_enabled: false })
    const noLinks = await visitor("POST", "/appointment-links", undefined, visit)
    expect(codeOf(noLinks)).toEqual([409, "booking_links_not_set_up"])
    await put(service, "/company", { booking_links_enabled: true, public_booking_enabled: false })
    expect(codeOf(await visitor("GET", "/page"))).toEqual([404, "not_found"])
    await put(service, "/company", { public_booking_enabled: true })
    expect((await visitor("GET", "/page")).status).toBe(200)
    for (const { id } of (await service.api("GET", "/channels")).body.data)
      await service.api("DELETE", `/channels/${id}`)
    const unsent = await codeFor("+15125550134")
    expect(codeOf(unsent)).toEqual([503, "texts_unavailable"])
    expect(unsent.error.details).toMatchObject({ company_phone: "+15125550100" })
    await make(service, "/channels", { kind: "sms", phone: "+15125550187" })
  })

  it("IN-17 counts with the page: 60 requests a minute from a network, on both hosts together", async () => {
    const from = { "x-forwarded-for": nextNetwork() }
    const onPage = () => fetch(`${service.bookUrl}/api/pages/harbour`, { headers: from })
    for (let each = 0; each < 30; each++)
      expect([(await visitor("GET", "/page", undefined, from)).status, (await onPage()).status]).toEqual([
        200, 200,
      ])
    const over = await visitor("GET", "/page", undefined, from)
    expect(codeOf(over)).toEqual([429, "rate_limited"])
    expect(over.headers.get("access-control-expose-headers")).toContain("Retry-After")
  })

  it("IN-17 is for its websites alone, and says so to each other", async () => {
    const allowed = await visitor("GET", "/page")
    expect(allowed.headers.get("access-control-allow-origin")).toBe(site)
    expect(allowed.headers.get("vary")?.toLowerCase()).toContain("origin")
    for (const origin of [foreign, `${site}.evil.example`, "null", "http://www.example.com", null]) {
      const refused = await visitor("GET", "/page", undefined, { origin })
      expect(codeOf(refused), String(origin)).toEqual([403, "forbidden"])
      expect(refused.headers.get("access-control-allow-origin")).toBeNull()
    }
    for (const each of [allowed, await visitor("GET", "/page", undefined, { origin: foreign })])
      expect(each.headers.get("access-control-allow-credentials")).toBeNull()
  })

  it("IN-17 a browser's question before the request is answered without a key", async () => {
    const asked = { authorization: null, "access-control-request-method": "POST" }
    const preflight = await visitor("OPTIONS", "/appointments", undefined, asked)
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get("access-control-allow-methods")).toBe("GET, POST")
    for (const name of ["Authorization", "Content-Type", "Idempotency-Key", "X-Visit-Token", "X-Draft-Token"])
      expect(preflight.headers.get("access-control-allow-headers")).toContain(name)
    expect(preflight.headers.get("access-control-allow-credentials")).toBeNull()
    const elsewhere = await ask("OPTIONS", "/customers", undefined, asked)
    expect(elsewhere.headers.get("access-control-allow-origin")).toBeNull()
  })

  it("IN-17 opens nothing else: no operation of the company, no tool of agents, no other host", async () => {
    const others = documentedMounts.filter(
      ({ byPublishableKey, operation }) => !byPublishableKey && !operation.open,
    )
    expect(others.length).toBeGreaterThan(200)
    for (const { method, path } of others) {
      const answer = await ask(method, path.replace(/:\w+/g, "1"), method === "GET" ? undefined : {})
      expect(codeOf(answer), `${method} ${path}`).toEqual([401, "unauthorized"])
      expect(answer.headers.get("access-control-allow-origin")).toBeNull()
    }
    const mcp = await fetch(`${service.apiUrl}/mcp`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}` },
    })
    expect([401, 404]).toContain(mcp.status)
  })

  it("IN-17 and no other credential opens what it opens", async () => {
    for (const { method, path, operation } of describedVisitorOperations) {
      const as = (bearer: string | null) =>
        ask(method, path, method === "GET" ? undefined : {}, {
          authorization: bearer === null ? null : `Bearer ${bearer}`,
        })
      expect(codeOf(await as(service.key)), operation.name).toEqual([403, "forbidden"])
      for (const bearer of [null, "pk_no-such-key-here", "nonsense-nonsense"])
        expect(codeOf(await as(bearer)), operation.name).toEqual([401, "unauthorized"])
    }
  })

  it("IN-17 answers what no page would send with an error of the table, and never fails", async () => {
    const nasty = [null, -1, 2 ** 53, "\u0000", "x".repeat(20_000), "2027-02-30", [], [[[]]], [null], {}]
    const own = { constructor: { prototype: { admin: true } } }
    const visit = (await verified("+15125550176")).data.visit_token
    const found: string[] = []
    for (const { method, path, operation } of describedVisitorOperations) {
      if (method === "GET") continue
      const names = Object.keys((operation.body as z.ZodObject | undefined)?.shape ?? {})
      const bodies = [
        ...["", "null", "[]", '"x"', "{", '{"__proto__":{"role":"admin"}}'],
        ...nasty.map((value) => JSON.stringify(Object.fromEntries(names.map((name) => [name, value])))),
        ...names.map((name) => JSON.stringify({ [name]: own })),
      ]
      for (const body of bodies) {
        const { status, error } = await ask(method, path, body, { "x-visit-token": visit })
        if (status < 300) continue
        const declared = errorTable[error?.code as ErrorCode]?.status
        if (status >= 500 || declared !== status || !/^req_/.test(error.request_id))
          found.push(`${operation.name} ${body.slice(0, 80)}: ${status} ${JSON.stringify(error)}`)
      }
    }
    expect(found).toEqual([])
    for (const method of ["PUT", "PATCH", "DELETE"])
      expect(codeOf(await visitor(method, "/slots", {})), method).toEqual([405, "method_not_allowed"])
  })

  it("IN-17 is made with the websites alone, shows them, ends, and is revoked", async () => {
    const making = (fields: object) =>
      service.api("POST", "/api-keys", { name: "Site", kind: "publishable", ...fields })
    const wrong: [object, string][] = [
      [{}, "allowed_origins"],
      [{ allowed_origins: [] }, "allowed_origins"],
      [{ allowed_origins: ["https://*.example.com"] }, "allowed_origins"],
      [{ allowed_origins: ["http://www.example.com"] }, "allowed_origins"],
      [{ allowed_origins: [`${site}/`] }, "allowed_origins"],
      [{ allowed_origins: [site, site] }, "allowed_origins"],
      [{ allowed_origins: [site], role: "member" }, "role"],
      [{ allowed_origins: [site], scopes: ["read"] }, "scopes"],
      [{ allowed_origins: [site], allowed_addresses: ["203.0.113.0/24"] }, "allowed_addresses"],
      [{ kind: "secret", role: "member", allowed_origins: [site] }, "allowed_origins"],
      [{ kind: "secret" }, "role"],
    ]
    for (const [fields, field] of wrong) {
      const { status, body } = await making(fields)
      expect([status, body.error.code, body.error.field?.split("[")[0]], JSON.stringify(fields)).toEqual([
        ...[400, "invalid_input", field],
      ])
    }
    const expires_at = "2027-03-01T18:10:00.000Z"
    const made = (await making({ allowed_origins: ["http://localhost:3000", site], expires_at })).body.data
    expect(made).toMatchObject({ kind: "publishable", role: "visitor", scopes: null, expires_at })
    expect(made.key).toMatch(/^pk_/)
    const as = { authorization: `Bearer ${made.key}`, origin: "http://localhost:3000" }
    expect((await visitor("GET", "/page", undefined, as)).status).toBe(200)
    const row = (await service.api("GET", "/api-keys")).body.data.find(({ id }: Data) => id === made.id)
    expect(row).toMatchObject({
      allowed_origins: ["http://localhost:3000", site],
      last_used_at: expect.any(String),
    })
    await service.api("DELETE", `/api-keys/${made.id}`)
    expect(codeOf(await visitor("GET", "/page", undefined, as))).toEqual([401, "unauthorized"])
    const narrowed = await make(service, "/api-keys", {
      name: "Keys",
      role: "admin",
      scopes: ["api_keys:write"],
    })
    const own = { name: "Site", kind: "publishable", allowed_origins: [site] }
    const byNarrowed = await service.api("POST", "/api-keys", own, { key: (narrowed as Data).key })
    expect(byNarrowed.status).toBe(201)
  })
})

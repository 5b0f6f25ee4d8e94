/** IN-15: the company's own MCP server, met by the protocol's official client as a stranger's program would meet it. */

import { createHash } from "node:crypto"
import { Client, UnauthorizedError } from "@modelcontextprotocol/client"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { grants, scopeSets } from "../../../domain/model/scopes.ts"
import { Program, programRedirect, programTransport } from "../../../test/support/mcp-program.ts"
import { startService, type TestService } from "../../../test/support/service.ts"
import { make, makeCustomer, type Story, tellStory } from "../../../test/support/story.ts"
import { type MadeUser, makeUser, password } from "../../../test/support/users.ts"
import { upkeep } from "../../host/upkeep.worker.ts"
import { operationsOf } from "./call-staff-tool.ts"
import { staffTools } from "./staff-tools.ts"

/** Monday noon in Austin. */
const noon = "2027-03-01T18:00:00.000Z"
const redirect = programRedirect

let service: TestService
let story: Story
let nora: MadeUser
let cookie: string

beforeAll(async () => {
  service = await startService({ book: true, now: noon })
  story = await tellStory(service)
  nora = await makeUser(service, { role: "member" })
  cookie = await signIn(nora)
})
afterAll(() => service.stop())
beforeEach(() => service.clock.set(noon))

const own = () => ({ "x-console": "1", origin: service.apiUrl, "sec-fetch-site": "same-origin" })

async function signIn({ email }: MadeUser): Promise<string> {
  const answer = await service.api(
    "POST",
    "//console/session",
    { email, password },
    { key: null, headers: own() },
  )
  expect(answer.status).toBe(201)
  return answer.headers.get("set-cookie")!.split(";")[0]!
}

const asConsole = (method: "GET" | "POST", path: string, body?: object, session = cookie) =>
  service.api(method, `/${path}`, body, { key: null, headers: { cookie: session, ...own() } })

/** Answers as the consent screen does. */
async function consent(url: URL, answer: Record<string, unknown> = {}, session = cookie): Promise<URL> {
  const ask = Object.fromEntries(url.searchParams)
  const { status, body } = await asConsole(
    "POST",
    "/console/consent",
    { ask, allow: true, ...answer },
    session,
  )
  expect([status, body.error]).toEqual([200, undefined])
  return new URL(body.data.redirect_to)
}

const transportOf = (program: Program) => programTransport(service.apiUrl, program)

/** Connects as a user would: the program is refused, registers, leads to the consent screen, and comes back with a code. */
async function connected(program = new Program(), answer: Record<string, unknown> = {}, session = cookie) {
  const first = transportOf(program)
  await expect(new Client({ name: "desk", version: "1.0.0" }).connect(first)).rejects.toThrow(
    UnauthorizedError,
  )
  const back = await consent(program.asked!, answer, session)
  await first.finishAuth(back.searchParams)
  const client = new Client({ name: "desk", version: "1.0.0" })
  await client.connect(transportOf(program))
  return { client, program }
}

interface Said {
  isError: boolean
  text: string
  data: ReturnType<typeof JSON.parse>
}

async function call(client: Client, name: string, args: object = {}): Promise<Said> {
  const answer = await client.callTool({ name, arguments: args as Record<string, unknown> })
  const texts = (answer.content as { text: string }[]).map(({ text }) => text)
  return { isError: answer.isError === true, text: texts[0]!, data: JSON.parse(texts.at(-1)!) }
}

const post = (path: string, fields: Record<string, string>) =>
  fetch(service.apiUrl + path, { method: "POST", body: new URLSearchParams(fields) })

const ping = (token: string) =>
  fetch(`${service.apiUrl}/mcp`, {
    method: "POST",
    headers: {
      ...{ authorization: `Bearer ${token}`, "content-type": "application/json" },
      accept: "application/json, text/event-stream",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
  })

describe("IN-15 connecting", () => {
  it("tells a program how to connect, as RFC 8414 and RFC 9728 want it", async () => {
    const refused = await ping("oa_1_nothing")
    expect(refused.status).toBe(401)
    const named = /resource_metadata="([^"]+)"/.exec(refused.headers.get("www-authenticate")!)![1]!
    const resource = (await (await fetch(named)).json()) as { authorization_servers: string[] }
    expect(resource).toMatchObject({
      resource: `${service.apiUrl}/mcp`,
      authorization_servers: [service.apiUrl],
    })
    const document = `${resource.authorization_servers[0]}/.well-known/oauth-authorization-server`
    const server = (await (await fetch(document)).json()) as Record<string, unknown>
    expect(server).toMatchObject({
      issuer: service.apiUrl,
      code_challenge_methods_supported: ["S256"],
      response_types_supported: ["code"],
      token_endpoint_auth_methods_supported: ["none"],
      scopes_supported: grants,
    })
    for (const [name, address] of Object.entries(server))
      if (name.endsWith("_endpoint")) expect(String(address).startsWith(service.apiUrl), name).toBe(true)
    expect(named.endsWith("/.well-known/oauth-protected-resource/mcp")).toBe(true)
  })

  it("registers, asks the user, reads a day, previews a move, makes it once confirmed, and is ended", async () => {
    const { client, program } = await connected()
    const customer = await makeCustomer(service, { phone: "+15125550133" })
    const booked = await make(service, "/appointments", {
      ...{ customer_id: customer, appointment_type_id: story.typeId, provider_id: story.anaId },
      ...{ location_id: story.locationId, start_time: "2027-03-02T15:00:00.000Z" },
    })
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(staffTools.map(({ name }) => name))

    const day = { from: "2027-03-02T06:00:00Z", to: "2027-03-03T06:00:00Z" }
    const read = await call(client, "list_appointments", day)
    const [row] = read.data.rows.filter(({ id }: { id: number }) => id === booked.id)
    expect(row.local_start).toBe("Tuesday, March 2, 2027 at 9:00 AM CST")
    expect(JSON.stringify(read.data)).not.toContain("manage_url")

    const move = { appointment_id: booked.id, start_time: "2027-03-02T17:00:00.000Z" }
    const first = await call(client, "move_appointment", move)
    expect(first.data).toMatchObject({ done: false, would_cause: { events: ["appointment.rescheduled"] } })
    const stands = () => service.api("GET", `/appointments/${booked.id}`)
    expect((await stands()).body.data.start_time).toBe("2027-03-02T15:00:00.000Z")

    const other = await call(client, "move_appointment", {
      ...{ ...move, start_time: "2027-03-02T18:00:00.000Z" },
      confirm: first.data.confirm,
    })
    expect(other.data.done).toBe(false)
    const done = await call(client, "move_appointment", { ...move, confirm: first.data.confirm })
    expect(done.data.done).toBe(true)
    expect((await stands()).body.data.start_time).toBe("2027-03-02T17:00:00.000Z")
    const again = await call(client, "move_appointment", { ...move, confirm: first.data.confirm })
    expect(again.data.version).toBe(done.data.version)

    const { body } = await service.api("GET", "/audit?operation=reschedule_appointment&limit=5")
    const [app] = (await service.api("GET", "/connected-apps")).body.data
    expect(app).toMatchObject({ name: "Desk helper", host: "127.0.0.1:33418", user_id: nora.id })
    expect(body.data).toHaveLength(1)
    expect(body.data[0].actor).toMatchObject({ user_id: nora.id, connected_app_id: app.id, role: "member" })

    expect((await service.api("DELETE", `/connected-apps/${app.id}`)).status).toBe(200)
    expect((await ping(program.access)).status).toBe(401)
    expect((await post("/oauth/token", refreshOf(program))).status).toBe(400)
    expect((await service.api("DELETE", `/connected-apps/${app.id}`)).status).toBe(404)
  })

  it("a word of confirmation serves its app, for ten minutes, and for the version that was shown", async () => {
    const [one, other] = [await connected(), await connected()]
    const customer = await makeCustomer(service, { phone: "+15125550134" })
    const { id } = await make(service, "/appointments", {
      ...{ customer_id: customer, appointment_type_id: story.typeId, provider_id: story.anaId },
      ...{ location_id: story.locationId, start_time: "2027-03-03T15:00:00.000Z" },
    })
    const cancel = { appointment_id: id }
    const { confirm } = (await call(one.client, "cancel_appointment", cancel)).data
    expect((await call(other.client, "cancel_appointment", { ...cancel, confirm })).data.done).toBe(false)
    service.clock.advanceMs(601_000)
    expect((await call(one.client, "cancel_appointment", { ...cancel, confirm })).data.done).toBe(false)
    const fresh = (await call(one.client, "cancel_appointment", cancel)).data.confirm
    await service.api("POST", `/appointments/${id}/reschedule`, { start_time: "2027-03-03T17:00:00.000Z" })
    const late = await call(one.client, "cancel_appointment", { ...cancel, confirm: fresh })
    expect([late.isError, late.data.code]).toEqual([true, "version_conflict"])
  })
})

const refreshOf = (program: Program): Record<string, string> => ({
  grant_type: "refresh_token",
  refresh_token: program.refresh,
  client_id: (program.kept.client as unknown as { client_id: string }).client_id,
})

describe("IN-15 tokens", () => {
  it("a refresh token is taken once: the second time ends the app and all its tokens", async () => {
    const { program } = await connected()
    const first = await post("/oauth/token", refreshOf(program))
    const { access_token: access } = (await first.json()) as { access_token: string }
    expect([first.status, (await ping(access)).status]).toEqual([200, 200])
    const second = await post("/oauth/token", refreshOf(program))
    expect([second.status, ((await second.json()) as { error: string }).error]).toEqual([
      400,
      "invalid_grant",
    ])
    expect((await ping(access)).status).toBe(401)
    const { body } = await service.api("GET", "/audit?operation=refuse_used_token&limit=1")
    expect(body.data[0].actor.user_id).toBe(nora.id)
  })

  it("of 16 refreshes at once one gets tokens", async () => {
    const { program } = await connected()
    const answers = await Promise.all(
      Array.from({ length: 16 }, () => post("/oauth/token", refreshOf(program))),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it("a code needs the verifier, its own address and its own app, within a minute and once", async () => {
    const program = new Program()
    await expect(
      new Client({ name: "desk", version: "1.0.0" }).connect(transportOf(program)),
    ).rejects.toThrow()
    const codeOf = async () => (await consent(program.asked!)).searchParams.get("code")!
    const { client_id } = program.kept.client as unknown as { client_id: string }
    const right = (code: string) => ({
      ...{ grant_type: "authorization_code", code, client_id, redirect_uri: redirect },
      code_verifier: program.kept.verifier!,
    })
    const statusOf = async (fields: Record<string, string>) => (await post("/oauth/token", fields)).status
    const wrong = [
      { code_verifier: "a".repeat(43) },
      { code_verifier: "" },
      { redirect_uri: `${redirect}/more` },
      { resource: "https://elsewhere.example/mcp" },
      { client_id: `${client_id}a` },
    ]
    for (const fields of wrong)
      expect(await statusOf({ ...right(await codeOf()), ...fields }), JSON.stringify(fields)).toBe(400)
    const code = await codeOf()
    expect(await statusOf(right(code))).toBe(200)
    expect(await statusOf(right(code))).toBe(400)
    const late = await codeOf()
    service.clock.advanceMs(61_000)
    expect(await statusOf(right(late))).toBe(400)
  })

  it("ends with its user, and is swept when its time is over", async () => {
    const gone = await makeUser(service, { role: "admin" })
    const { program } = await connected(new Program(), {}, await signIn(gone))
    expect((await ping(program.access)).status).toBe(200)
    await service.api("PUT", `/users/${gone.id}`, { active: false })
    expect((await ping(program.access)).status).toBe(401)
    service.clock.advanceMs(31 * 86_400_000)
    await upkeep(service.context)
    const { companyId } = service
    const rows = await service.context.db.query("SELECT 1 FROM connected_app WHERE company_id = $1", [
      companyId,
    ])
    expect(rows).toEqual([])
    // The sessions of all others are over too.
    service.clock.set(noon)
    cookie = await signIn(nora)
  })

  it("is ended by the app itself, with either token", async () => {
    const { program } = await connected()
    expect((await post("/oauth/revoke", { token: program.refresh })).status).toBe(200)
    expect((await ping(program.access)).status).toBe(401)
    expect((await post("/oauth/revoke", { token: "or_1_unknown" })).status).toBe(200)
  })
})

describe("IN-15 what no program sends", () => {
  it("is refused in the protocol's form, and never by a failure of ours", async () => {
    const asJson = (path: string, body: string) =>
      fetch(service.apiUrl + path, {
        ...{ method: "POST", headers: { "content-type": "application/json" } },
        body,
      })
    const odd: Record<string, string>[] = [
      {},
      { grant_type: "password", client_id: "a" },
      { grant_type: "constructor", client_id: "__proto__" },
      { grant_type: "refresh_token", client_id: "\u0000", refresh_token: "\u0000" },
      { grant_type: "authorization_code", client_id: "a.b", code: `oc_1_${"a".repeat(43)}` },
      {
        grant_type: "refresh_token",
        client_id: "a",
        refresh_token: `or_${"9".repeat(16)}_${"a".repeat(43)}`,
      },
    ]
    const answers = [
      ...(await Promise.all(odd.map((fields) => post("/oauth/token", fields)))),
      await asJson("/oauth/token", "{}"),
      await asJson("/oauth/revoke", '{"token":"a"}'),
      ...(await Promise.all(["{", "[]", "null", '"x"', "{}"].map((body) => asJson("/oauth/register", body)))),
    ]
    for (const answer of answers) {
      const body = (await answer.json()) as object
      expect([answer.status, Object.keys(body)]).toEqual([400, ["error", "error_description"]])
    }
    const large = await post("/oauth/token", { grant_type: "x".repeat(9_000) })
    expect([large.status, ((await large.json()) as { error: string }).error]).toEqual([
      413,
      "invalid_request",
    ])
  })

  it("a tool takes its own inputs, each of its own kind", async () => {
    const { client } = await connected()
    const field = async (name: string, args: object) => (await call(client, name, args)).data.field
    expect(await field("read_appointment", { appointment_id: "1/../../users" })).toBe("appointment_id")
    expect(await field("read_appointment", { appointment_id: -1 })).toBe("appointment_id")
    expect(await field("read_appointment", { appointment_id: 1, whole: 1 })).toBe("whole")
    expect(await field("find_customers", { search: "\u0000\ud800" })).toBe("search")
    expect(
      await field("find_slots", { appointment_type_id: 1, start_date: "2027-03-02", end_date: "2029-01-01" }),
    ).toBe("end_date")
    for (const name of ["__proto__", "constructor", "delete_customer"])
      await expect(call(client, name)).rejects.toThrow(/Unknown tool/)
  })
})

describe("IN-15 scopes", () => {
  it("each tool is open by the scopes of its operations and by nothing else", async () => {
    const wide = { scope: grants.join(" ") }
    const program = new Program()
    await expect(
      new Client({ name: "desk", version: "1.0.0" }).connect(transportOf(program)),
    ).rejects.toThrow()
    const asked = new URL(program.asked!)
    asked.searchParams.set("scope", wide.scope)
    expect(operationsOf(staffTools[0]!)).toEqual(["list_appointment_types"])
    const named = async (scopes: readonly string[]) => {
      const key = await make(service, "/api-keys", { name: "Narrow", role: "member", scopes })
      const answer = await ping((key as unknown as { key: string }).key)
      const text = await answer.text()
      const { result } = JSON.parse(text.startsWith("{") ? text : /data: (.*)/.exec(text)![1]!)
      return result.tools.map(({ name }: { name: string }) => name) as string[]
    }
    expect(await named(["appointment_types:read"])).toEqual(["list_appointment_types"])
    expect(await named(["customers:write"])).toEqual(["create_customer"])
    expect(await named(["availability:read"])).toEqual(["find_slots", "explain_time"])
    expect(await named(["appointments:read"])).toEqual([
      "list_appointments",
      "read_appointment",
      "read_inbox",
    ])
    expect(await named(["plans:write"])).toEqual(["propose_for_sick_day"])
    expect(await named(["webhooks:write"])).toEqual([])
    expect(await named(scopeSets.schedule)).not.toContain("report_bookings")
    expect(await named(["read", "schedule"])).toEqual(staffTools.map(({ name }) => name))
  })

  it("the user may allow less than was asked, and never more", async () => {
    const { client } = await connected(new Program(), { scopes: ["read"] })
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).not.toContain("create_customer")
    await expect(call(client, "create_customer", { name: "Ada" })).rejects.toThrow(/Unknown tool/)
    const program = new Program()
    await expect(
      new Client({ name: "desk", version: "1.0.0" }).connect(transportOf(program)),
    ).rejects.toThrow()
    const ask = Object.fromEntries(program.asked!.searchParams)
    const more = await asConsole("POST", "/console/consent", { ask, allow: true, scopes: ["settings"] })
    expect([more.status, more.body.error.field]).toEqual([400, "scopes"])
  })

  it("keys for agents, publishable keys and providers' seats connect nothing", async () => {
    const agent = await make(service, "/api-keys", { name: "Agent", role: "agent" })
    expect((await ping((agent as unknown as { key: string }).key)).status).toBe(403)
    const page = { name: "Page", kind: "publishable", allowed_origins: ["https://www.example.com"] }
    const publishable = await make(service, "/api-keys", page)
    expect((await ping((publishable as unknown as { key: string }).key)).status).toBe(401)
    expect((await ping(service.key)).status).toBe(200)
  })
})

describe("IN-15 the consent screen", () => {
  it("refuses what would lead the browser elsewhere, or what the app could not use", async () => {
    const program = new Program()
    await expect(
      new Client({ name: "desk", version: "1.0.0" }).connect(transportOf(program)),
    ).rejects.toThrow()
    const right = Object.fromEntries(program.asked!.searchParams)
    const read = async (fields: Record<string, string | undefined>) => {
      const ask = Object.entries({ ...right, ...fields }).filter(
        (pair): pair is [string, string] => !!pair[1],
      )
      const { status, body } = await asConsole("GET", `/console/consent?${new URLSearchParams(ask)}`)
      return status === 200 ? body.data : body.error.field
    }
    expect(await read({})).toEqual({
      app: { name: "Desk helper", host: "127.0.0.1:33418" },
      scopes: ["read", "schedule"],
    })
    const forged = `${Buffer.from('["Bank","https://evil.example/"]').toString("base64url")}.${"a".repeat(32)}`
    expect(await read({ client_id: forged })).toBe("client_id")
    expect(await read({ client_id: "" })).toBe("client_id")
    expect(await read({ redirect_uri: `${redirect}/` })).toBe("redirect_uri")
    expect(await read({ response_type: "token" })).toBe("response_type")
    expect(await read({ code_challenge: "short" })).toBe("code_challenge")
    expect(await read({ code_challenge_method: "plain" })).toBe("code_challenge")
    expect(await read({ resource: "https://elsewhere.example/mcp" })).toBe("resource")
    expect(await read({ scope: "everything" })).toBe("scope")
  })

  it("a no leads back with it, and connects nothing", async () => {
    const program = new Program()
    await expect(
      new Client({ name: "desk", version: "1.0.0" }).connect(transportOf(program)),
    ).rejects.toThrow()
    const back = await consent(program.asked!, { allow: false })
    expect(Object.fromEntries(back.searchParams)).toMatchObject({
      ...{ error: "access_denied", state: "the state of the program", iss: service.apiUrl },
    })
    expect(back.searchParams.get("code")).toBeNull()
  })

  it("is reached from another site by a redirect, and asked by the console alone", async () => {
    const answer = await fetch(`${service.apiUrl}/oauth/authorize?client_id=a`, { redirect: "manual" })
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/console/connect?client_id=a"])
    const foreign = await service.api("GET", "//console/consent", undefined, {
      ...{ key: null, headers: { cookie, origin: "https://evil.example", "x-console": "1" } },
    })
    expect(foreign.status).toBe(403)
    expect((await service.api("GET", "//console/consent", undefined, { key: null })).status).toBe(401)
  })

  it("takes the addresses that a browser may be led back to, and no others", async () => {
    const register = async (redirect_uris: unknown, fields: object = {}) => {
      const answer = await fetch(`${service.apiUrl}/oauth/register`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ redirect_uris, ...fields }),
      })
      return [answer.status, ((await answer.json()) as { error?: string }).error]
    }
    const right = [
      "https://claude.ai/api/mcp/auth_callback",
      "http://localhost:1/x",
      "cursor://a/b",
      "com.acme.desk:/back",
    ]
    for (const address of right) expect(await register([address]), address).toEqual([201, undefined])
    const wrong = [
      "javascript:alert(1)",
      "data:text/html,x",
      "http://evil.example/",
      "https://a@b.example/",
      "file:///x",
    ]
    for (const address of [
      ...wrong,
      "https://b.example/#x",
      "nothing",
      "https://b.example/ x",
      "x".repeat(301),
    ])
      expect(await register([address]), address).toEqual([400, "invalid_redirect_uri"])
    expect(await register([])).toEqual([400, "invalid_redirect_uri"])
    expect(await register(undefined)).toEqual([400, "invalid_redirect_uri"])
    expect(await register([redirect], { client_name: "\u202eBank" })).toEqual([
      400,
      "invalid_client_metadata",
    ])
    expect(await register([redirect], { client_name: "x".repeat(81) })).toEqual([
      400,
      "invalid_client_metadata",
    ])
  })
})

it("IN-15 keeps no secret: a leaked table opens nothing", async () => {
  const { program } = await connected()
  const rows = await service.context.db.query<{ hash: string }>("SELECT hash FROM connected_app_token")
  const known = rows.map(({ hash }) => hash)
  expect(known).not.toContain(program.access)
  expect(known).toContain(createHash("sha256").update(program.access).digest("hex"))
})

/** An attacker who acts for a signed-in staff member: from another site, with a stolen cookie, or by planting one. */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { MapTiles } from "../../domain/model/map-tiles.ts"
import { msPerHour, msPerMinute } from "../../domain/time/units.ts"
import { webRoot } from "../../service/host/app.ts"
import { createApi } from "../../service/ways-in/company-api/api.ts"
import { openEventSource } from "../support/event-source.ts"
import { startService, type TestService } from "../support/service.ts"
import { tellStory } from "../support/story.ts"
import { totpCode } from "../support/totp.ts"
import { type MadeUser, makeUser, password } from "../support/users.ts"
import { book } from "../support/webhooks.ts"

let service: TestService
let nora: MadeUser

beforeAll(async () => {
  service = await startService({ book: true })
  nora = await makeUser(service)
})
afterAll(() => service.stop())

const name = "appointed-session"
const own = () => ({ "x-console": "1", origin: service.apiUrl, "sec-fetch-site": "same-origin" })

async function signIn(headers: Record<string, string> = own(), fields: object = {}) {
  const body = { email: nora.email, password, ...fields }
  return service.api("POST", "//console/session", body, { key: null, headers })
}

/** The cookie that a browser would keep. */
async function signedIn(fields: object = {}): Promise<string> {
  const answer = await signIn(own(), fields)
  expect(answer.status).toBe(201)
  return answer.headers.get("set-cookie")!.split(";")[0]!
}

const ask = (
  cookie: string,
  headers: Record<string, string>,
  method = "GET",
  path = "/users/me",
  body?: unknown,
) => service.api(method, path, body, { key: null, headers: { cookie, ...headers } })

describe("the console's sign-in", () => {
  it("CN-02 keeps the token in a cookie that no script reads and no other site sends", async () => {
    const answer = await signIn()
    const [session, device] = answer.headers.getSetCookie()
    expect(device).toMatch(
      /^appointed-device=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Strict$/,
    )
    expect(session).toMatch(
      new RegExp(`^${name}=us_[\\w-]+; Max-Age=1209600; Path=/; HttpOnly; SameSite=Strict$`),
    )
    expect(JSON.stringify(answer.body)).not.toContain("us_")
    expect(answer.body.data.user.email).toBe(nora.email)
    const { body } = await service.api("GET", "/audit?operation=create_session&limit=1")
    expect(body.data[0]).toMatchObject({
      operation: "create_session",
      actor: { kind: "admin_user", user_id: nora.id },
    })
  })

  it("CN-02 names the cookie for this very host on https", async () => {
    const baseUrl = service.context.baseUrl
    service.context.baseUrl = "https://console.example.com"
    const answer = await signIn({ ...own(), origin: "https://console.example.com" })
    service.context.baseUrl = baseUrl
    expect(answer.headers.getSetCookie()[0]).toMatch(
      /^__Host-appointed-session=.*; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
    )
  })

  it("MD-37 answers no page that was read in another session of the same browser", async () => {
    const [mine, other] = [await signedIn(), await signedIn()]
    const { session_id } = (await ask(mine, own())).body.data
    const asked = { ...own(), "x-console-session": String(session_id) }
    expect((await ask(mine, asked)).status).toBe(200)
    const refused = await ask(other, asked)
    expect([refused.status, refused.body.error.code]).toEqual([401, "unauthorized"])
    const write = await ask(other, asked, "PUT", "/company", { phone: "+15125550188" })
    expect(write.status).toBe(401)
    const signOut = await service.api("DELETE", "//console/session", undefined, {
      key: null,
      headers: { cookie: other, ...asked },
    })
    expect(signOut.status).toBe(401)
    expect((await ask(other, own())).status).toBe(200)
  })

  it("CN-02 takes the cookie from its own pages only, for reads and writes", async () => {
    const cookie = await signedIn()
    expect((await ask(cookie, own())).status).toBe(200)
    const foreign: Record<string, Record<string, string>> = {
      "a form": { origin: "https://evil.example", "sec-fetch-site": "cross-site" },
      "a script with the mark": { ...own(), origin: "https://evil.example", "sec-fetch-site": "cross-site" },
      "a neighbouring host": { ...own(), "sec-fetch-site": "same-site" },
      "another port": { ...own(), origin: "http://127.0.0.1:1" },
      "a sandboxed frame": { ...own(), origin: "null" },
      "no mark": { origin: service.apiUrl, "sec-fetch-site": "same-origin" },
    }
    for (const [what, headers] of Object.entries(foreign)) {
      const read = await ask(cookie, headers)
      const write = await ask(cookie, headers, "POST", "/customers", { name: "Mallory" })
      expect([what, read.status, write.status]).toEqual([what, 403, 403])
      expect([what, (await signIn(headers)).status]).toEqual([what, 403])
    }
    const { origin: _, ...withoutOrigin } = own()
    expect((await ask(cookie, withoutOrigin, "POST", "/customers", { name: "Mallory" })).status).toBe(403)
    expect((await service.api("GET", "/customers")).body.data).toEqual([])
  })

  it("CN-02 takes the cookie's token nowhere else, and no other token in the cookie", async () => {
    const cookie = await signedIn()
    const token = cookie.split("=")[1]!
    expect((await service.api("GET", "/users/me", undefined, { key: token })).status).toBe(401)
    const bearer = await service.api("POST", "/sessions", { email: nora.email, password }, { key: null })
    expect((await ask(`${name}=${bearer.body.data.token}`, own())).status).toBe(401)
    expect((await ask(`${name}=${service.key}`, own())).status).toBe(401)
  })

  it("CN-02 forgets a stolen cookie when its user signs out", async () => {
    const [stolen, other] = [await signedIn(), await signedIn()]
    const out = await service.api("DELETE", "//console/session", undefined, {
      key: null,
      headers: { cookie: stolen, ...own() },
    })
    expect(out.headers.get("set-cookie")).toMatch(/^appointed-session=; Max-Age=0/)
    expect((await ask(stolen, own())).status).toBe(401)
    expect((await ask(other, own())).status).toBe(200)
    await ask(other, own(), "DELETE", "/users/me/sessions")
    expect((await ask(other, own())).status).toBe(401)
  })

  it("CN-02 adopts no planted cookie: each sign-in has a token of its own, and of two cookies none counts", async () => {
    const planted = `${name}=us_${"a".repeat(43)}`
    const answer = await signIn({ ...own(), cookie: planted })
    const cookie = answer.headers.get("set-cookie")!.split(";")[0]!
    expect(cookie).not.toBe(planted)
    expect((await ask(planted, own())).status).toBe(401)
    expect((await ask(`${planted}; ${cookie}`, own())).status).toBe(401)
  })

  it("CN-02 ends twelve hours after the last use, and after fourteen days in any case", async () => {
    const began = service.clock.now()
    const [idle, used] = [await signedIn(), await signedIn()]
    service.clock.advanceMs(7 * msPerHour)
    expect((await ask(used, own())).status).toBe(200)
    service.clock.advanceMs(5 * msPerHour + msPerMinute)
    expect([(await ask(idle, own())).status, (await ask(used, own())).status]).toEqual([401, 200])
    for (let halfDay = 0; halfDay < 29; halfDay += 1) {
      service.clock.advanceMs(11 * msPerHour)
      expect((await ask(used, own())).status).toBe(200)
    }
    service.clock.advanceMs(5 * msPerHour)
    expect((await ask(used, own())).status).toBe(401)
    service.clock.set(new Date(began).toISOString())
  })

  it("CN-02 ends sooner for admins where the company says so, also what is open already", async () => {
    const member = await makeUser(service, { role: "member" })
    const cookies = [await signedIn(), await signedIn({ email: member.email })]
    const statuses = () => Promise.all(cookies.map(async (cookie) => (await ask(cookie, own())).status))
    const limits = { idle_minutes: 30, longest_hours: 2 }
    const set = (admin_sessions: object | null) =>
      service.api("PUT", "/company", { sign_in: { admin_sessions } })
    expect((await set({ ...limits, idle_minutes: 4 })).status).toBe(400)
    expect((await set(limits)).body.data.sign_in).toMatchObject({ admin_sessions: limits })
    for (let time = 0; time < 4; time += 1) {
      service.clock.advanceMs(28 * msPerMinute)
      expect(await statuses()).toEqual([200, 200])
    }
    service.clock.advanceMs(28 * msPerMinute)
    expect(await statuses()).toEqual([401, 200])
    cookies[0] = await signedIn()
    service.clock.advanceMs(31 * msPerMinute)
    expect(await statuses()).toEqual([401, 200])
    expect((await service.api("GET", `/users/${nora.id}/sessions`)).body.data).toEqual([])
    await set(null)
  })

  it("SE-10 ends when nobody is there, though its stream is open and its page reads by itself", async () => {
    const began = service.clock.now()
    await service.api("PUT", "/company", {
      sign_in: { admin_sessions: { idle_minutes: 30, longest_hours: 12 } },
    })
    const [left, touched] = [await signedIn(), await signedIn()]
    const story = await tellStory(service)
    const openStream = (cookie: string) =>
      openEventSource({
        url: () => `${service.apiUrl}/api/v1/events/stream?types=appointment.created`,
        headers: { cookie, ...own() },
        comesBack: false,
      })
    const streams = [openStream(left), openStream(touched)]
    await Promise.all(streams.map((stream) => stream.opened()))
    const unattended = { ...own(), "x-unattended": "1" }
    // Each event has the stream's credential read anew.
    for (const [round, start] of ["15", "16"].entries()) {
      service.clock.advanceMs(14 * msPerMinute)
      await book(service, story, `2027-03-02T${start}:00:00.000Z`)
      await Promise.all(streams.map((stream) => stream.until(round + 1)))
      expect((await ask(left, unattended)).status).toBe(200)
      expect((await ask(touched, own())).status).toBe(200)
    }
    service.clock.advanceMs(14 * msPerMinute)
    await book(service, story, "2027-03-02T17:00:00.000Z")
    await streams[1]!.until(3)
    await streams[0]!.ended()
    expect(streams[0]!.received).toHaveLength(2)
    expect([(await ask(left, own())).status, (await ask(touched, own())).status]).toEqual([401, 200])
    for (const stream of streams) stream.close()
    await service.api("PUT", "/company", { sign_in: { admin_sessions: null } })
    service.clock.set(new Date(began).toISOString())
  })

  it("CN-02 asks for the second factor where there is one", async () => {
    const { email } = await makeUser(service)
    const cookie = await signedIn({ email })
    const begun = await ask(cookie, own(), "POST", "/users/me/second-factor", { password })
    const { secret } = begun.body.data
    const codeAt = (ms: number) => totpCode(secret, service.clock.now() + ms)
    await ask(cookie, own(), "POST", "/users/me/second-factor/confirm", { code: codeAt(0) })
    const codes = [await signIn(own(), { email }), await signIn(own(), { email, code: "000000" })]
    expect(codes.map(({ status, body }) => [status, body.error.code])).toEqual([
      [401, "second_factor_needed"],
      [401, "wrong_second_factor"],
    ])
    expect(codes.map(({ headers }) => headers.get("set-cookie"))).toEqual([null, null])
    service.clock.advanceMs(msPerMinute)
    expect((await signIn(own(), { email, code: codeAt(0) })).status).toBe(201)
  })

  it("CN-03 lets a member do in the console what the API lets a member do", async () => {
    const member = await makeUser(service, { role: "member" })
    const cookie = await signedIn({ email: member.email })
    expect((await ask(cookie, own(), "GET", "/customers")).status).toBe(200)
    for (const [method, path, body] of [
      ["GET", "/users"],
      ["POST", "/users", { email: "friend@example.com", name: "Friend", role: "admin" }],
      ["PUT", `/users/${member.id}`, { role: "admin" }],
      ["POST", `/users/${nora.id}/reset-link`],
      ["DELETE", `/users/${nora.id}/second-factor`],
      ["DELETE", `/users/${nora.id}/sessions`],
      ["DELETE", `/users/${nora.id}`],
      ["GET", "/audit"],
      ["GET", "/audit/1"],
      ["GET", "/audit/export"],
      ["PUT", "/company", { sign_in: { require_second_factor: false, oidc: null, admin_sessions: null } }],
      ["POST", "/api-keys", { name: "x", role: "admin" }],
      ["PUT", "/company", { name: "Mine" }],
    ] as const)
      expect([path, (await ask(cookie, own(), method, path, body)).status]).toEqual([path, 403])
  })
})

describe("the console's pages", () => {
  it("CN-01 `/` leads a browser to the console, and answers programs as before", async () => {
    const open = (accept: string) => fetch(service.apiUrl, { headers: { accept }, redirect: "manual" })
    const led = await open("text/html,application/xhtml+xml")
    expect([led.status, led.headers.get("location")]).toEqual([303, "/console"])
    expect((await open("application/json")).status).toBe(404)
    expect((await open("*/*")).status).toBe(404)
  })

  it("CN-02 can't be framed, runs nothing inline, and are kept by no cache", async () => {
    for (const path of ["/console", "/console/customers/7"]) {
      const page = await fetch(service.apiUrl + path)
      const policy = page.headers.get("content-security-policy")!
      expect(page.status).toBe(200)
      expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).not.toContain("unsafe")
      expect(page.headers.get("x-frame-options")).toBe("DENY")
      expect(page.headers.get("cache-control")).toBe("no-store")
      expect(await page.text()).not.toMatch(/<script(?![^>]*\bsrc=)|<style| style=| on\w+=/)
    }
  })

  it("CN-10 show images of the tile servers that the operator names, and of no other host", async () => {
    const { context } = service
    const transport = { log: context.log, random: context.random, trustProxyHops: 0, webRoot }
    const pageWith = async (mapTiles: MapTiles | null) => {
      const api = createApi(context, { ...transport, mapTiles })
      const { headers, body } = await api.inject("/console/settings/areas")
      await api.close()
      return { images: /img-src ([^;]*)/.exec(String(headers["content-security-policy"]))![1], body }
    }
    const outlineAlone = await pageWith(null)
    expect(outlineAlone.images).toBe(`'self' data: ${service.bookUrl}`)
    expect(outlineAlone.body).not.toContain("map-tiles")
    const light = {
      url: "https://tiles.example.com/{z}/{x}/{y}.png?a=1&b=2",
      darkUrl: null,
      attribution: [{ text: '"Maps" & <more>', href: null }],
    }
    const withTiles = await pageWith(light)
    expect(withTiles.images).toBe(`${outlineAlone.images} https://tiles.example.com`)
    const [, content] = /<meta name="map-tiles" content="([^"]*)" \/>/.exec(withTiles.body)!
    expect(content).not.toMatch(/[<>]/)
    const decoded = content!.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
    expect(JSON.parse(decoded)).toEqual(light)
    const withBoth = await pageWith({ ...light, darkUrl: "http://127.0.0.1:8080/{z}/{x}/{y}.png" })
    expect(withBoth.images).toBe(`${withTiles.images} http://127.0.0.1:8080`)
  })

  it("CN-16 are nowhere on the customers' host", async () => {
    const page = await (await fetch(`${service.apiUrl}/console`)).text()
    const files = [...page.matchAll(/(?:src|href)="(\/console\/[^"]+)"/g)].map(([, path]) => path!)
    expect(files.length).toBeGreaterThanOrEqual(2)
    for (const path of ["/console", ...files]) {
      expect([path, (await fetch(service.apiUrl + path)).status]).toEqual([path, 200])
      for (const moved of [path, path.replace("/console", "")])
        if (moved !== "") expect([moved, (await fetch(service.bookUrl + moved)).status]).toEqual([moved, 404])
    }
    expect((await fetch(`${service.apiUrl}/console/assets/gone.js`)).status).toBe(404)
  })

  it("CN-15 load at most 150 KB of script first, compressed", async () => {
    const page = await (await fetch(`${service.apiUrl}/console`)).text()
    const [, script] = /src="([^"]+)"/.exec(page)!
    const answer = await fetch(service.apiUrl + script, { headers: { "accept-encoding": "br" } })
    expect(answer.headers.get("content-encoding")).toBe("br")
    expect(Number(answer.headers.get("content-length"))).toBeLessThan(150_000)
  })
})

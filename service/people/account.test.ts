/** Users change their own account: the password, the link that resets it, and their sessions. */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { startService, type TestService } from "../../test/support/service.ts"
import { codeOf, makeUser, password, signedIn, signIn } from "../../test/support/users.ts"

let service: TestService
beforeAll(async () => {
  service = await startService({ trustProxyHops: 1 })
})
afterAll(() => service.stop())

const newPassword = "a quite different one"
const status = async (key: string) => (await service.api("GET", "/locations", undefined, { key })).status

describe("a user's own password", () => {
  it("TR-32 is changed by the one it was, and ends the user's other sessions", async () => {
    const { email } = await makeUser(service, { role: "member" })
    const [key, elsewhere] = [await signedIn(service, email), await signedIn(service, email)]
    const change = (current_password: string, new_password: string) =>
      service.api("PUT", "/users/me/password", { current_password, new_password }, { key })
    const wrong = await change("not it at all", newPassword)
    expect([...codeOf(wrong), wrong.body.error.field]).toEqual([400, "wrong_password", "current_password"])
    expect((await change(password, "short")).body.error.field).toBe("new_password")
    expect((await change(password, newPassword)).body.data).toEqual({ changed: true })
    expect([await status(key), await status(elsewhere)]).toEqual([200, 401])
    expect(codeOf(await signIn(service, email))).toEqual([401, "wrong_credentials"])
    expect((await signIn(service, email, { password: newPassword })).status).toBe(201)
  })
})

describe("a reset link", () => {
  const makeLink = async (id: number) => (await service.api("POST", `/users/${id}/reset-link`)).body.data
  const reset = (token: string, new_password = newPassword) =>
    service.api("POST", "/password-resets", { token, new_password }, { key: null })

  it("TR-32 sets a new password once, and ends the user's sessions", async () => {
    const { id, email } = await makeUser(service)
    const key = await signedIn(service, email)
    const { token, url } = await makeLink(id)
    expect(url).toBe(`${service.context.baseUrl}/console/password#${token}`)
    expect((await reset(token, "short")).body.error.field).toBe("new_password")
    expect((await reset(token)).body.data).toEqual({ email })
    expect(await status(key)).toBe(401)
    expect((await signIn(service, email, { password: newPassword })).status).toBe(201)
    expect(codeOf(await reset(token, "and one more password"))).toEqual([404, "reset_link_ended"])
  })

  it("TR-32 works for one of two that use it at once", async () => {
    const { id } = await makeUser(service)
    const { token } = await makeLink(id)
    const answers = await Promise.all([reset(token), reset(token, "the other's password")])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
  })

  it("TR-32 ends after a day, by a newer one, by a new password, and with its user", async () => {
    const { id, email } = await makeUser(service)
    const replaced = (await makeLink(id)).token
    const newer = (await makeLink(id)).token
    expect((await reset(replaced)).status).toBe(404)
    const key = await signedIn(service, email)
    await service.api(
      "PUT",
      "/users/me/password",
      { current_password: password, new_password: newPassword },
      { key },
    )
    expect((await reset(newer)).status).toBe(404)
    const old = (await makeLink(id)).token
    service.clock.advanceMs(24 * 3_600_000)
    expect((await reset(old)).status).toBe(404)
    const ofNobody = (await makeLink(id)).token
    await service.api("DELETE", `/users/${id}`)
    expect((await reset(ofNobody)).status).toBe(404)
    const rows = await service.context.db.query(
      "SELECT 1 FROM directory WHERE kind = 'password_reset' AND ref_id = $1",
      [id],
    )
    expect(rows).toEqual([])
  })

  it("TR-32 is kept as a hash, and made by admins of the company only", async () => {
    const { id, email } = await makeUser(service, { role: "member" })
    const { token } = await makeLink(id)
    const rows = await service.context.db.query("SELECT token_hash FROM password_reset WHERE user_id = $1", [
      id,
    ])
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(token)
    const member = await signedIn(service, email)
    expect((await service.api("POST", `/users/${id}/reset-link`, undefined, { key: member })).status).toBe(
      403,
    )
    const other = await service.anotherCompany()
    const foreign = await service.api("POST", `/users/${id}/reset-link`, undefined, { key: other.key })
    expect(foreign.status).toBe(404)
  })

  it("TR-32 leads to a page that loads nothing from elsewhere and is kept nowhere", async () => {
    const answer = await fetch(`${service.context.baseUrl}/console/password`)
    expect(answer.status).toBe(200)
    const policy = answer.headers.get("content-security-policy")!
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain("unsafe-inline")
    expect(answer.headers.get("cache-control")).toBe("no-store")
    expect(answer.headers.get("referrer-policy")).toBe("no-referrer")
  })

  it("CN-02 invites a user without a password, who can't sign in before choosing one, for seven days", async () => {
    const made = await service.api("POST", "/users", {
      email: "new@example.com",
      name: "New",
      role: "member",
    })
    const { id, email } = made.body.data
    expect(made.body.data.password_set).toBe(false)
    for (const guess of ["", " ", "null", password])
      expect(codeOf(await signIn(service, email, { password: guess }))).toEqual([401, "wrong_credentials"])
    const old = (await makeLink(id)).token
    service.clock.advanceMs(7 * 24 * 3_600_000)
    expect((await reset(old)).status).toBe(404)
    const { token } = await makeLink(id)
    service.clock.advanceMs(6 * 24 * 3_600_000)
    expect((await reset(token)).body.data).toEqual({ email })
    expect((await reset(token, "and one more password")).status).toBe(404)
    expect((await signIn(service, email, { password: newPassword })).status).toBe(201)
    const links = (await service.api("GET", `/audit?target_id=${id}&operation=create_reset_link`)).body.data
    expect(links).toHaveLength(2)
    const entry = await service.api("GET", `/audit/${links[0].id}`)
    expect(entry.body.data).toEqual(links[0])
  })
})

describe("a user's sessions", () => {
  it("TR-32 are listed with where and by what they began, and end one by one", async () => {
    const { id, email } = await makeUser(service)
    const first = await signedIn(service, email, { from: "203.0.113.77", userAgent: "Firefox" })
    const key = await signedIn(service, email, { from: "2001:db8:1:2::9", userAgent: "Safari" })
    const listed = await service.api("GET", "/users/me/sessions", undefined, { key })
    expect(listed.body.data).toMatchObject([
      { network: "203.0.113.0/24", user_agent: "Firefox", current: false },
      { network: "2001:db8:1::/48", user_agent: "Safari", current: true },
    ])
    expect(JSON.stringify(listed.body)).not.toContain(key)
    const own = await service.api("GET", "/users/me", undefined, { key })
    expect(own.body.data).toMatchObject({ id, email, session_id: listed.body.data[1].id })
    const path = `/users/me/sessions/${listed.body.data[0].id}`
    expect((await service.api("DELETE", path, undefined, { key })).body.data).toEqual({ ended: 1 })
    expect([await status(first), await status(key)]).toEqual([401, 200])
    expect((await service.api("DELETE", path, undefined, { key })).status).toBe(404)
  })

  it("TR-32 tell when they were last used", async () => {
    const { email } = await makeUser(service)
    const key = await signedIn(service, email)
    service.clock.advanceMs(10 * 60_000)
    await status(key)
    const [session] = (await service.api("GET", "/users/me/sessions", undefined, { key })).body.data
    expect(Date.parse(session.last_used_at) - Date.parse(session.created_at)).toBe(10 * 60_000)
  })

  it("TR-32 of another user can't be ended", async () => {
    const [one, two] = [await makeUser(service), await makeUser(service)]
    const [mine, theirs] = [await signedIn(service, one.email), await signedIn(service, two.email)]
    const own = await service.api("GET", "/users/me", undefined, { key: theirs })
    const path = `/users/me/sessions/${own.body.data.session_id}`
    expect((await service.api("DELETE", path, undefined, { key: mine })).status).toBe(404)
    expect(await status(theirs)).toBe(200)
  })

  it("CN-02 are listed and ended by the company's admins, and by nobody else", async () => {
    const { id, email } = await makeUser(service, { role: "member" })
    const key = await signedIn(service, email, { from: "203.0.113.77" })
    const path = `/users/${id}/sessions`
    expect((await service.api("GET", path)).body.data).toMatchObject([
      { network: "203.0.113.0/24", current: false },
    ])
    const other = await service.anotherCompany()
    for (const method of ["GET", "DELETE"]) {
      expect((await service.api(method, path, undefined, { key })).status).toBe(403)
      expect((await service.api(method, path, undefined, { key: other.key })).status).toBe(404)
    }
    expect((await service.api("DELETE", path)).body.data).toEqual({ ended: 1 })
    expect(await status(key)).toBe(401)
  })

  it('TR-32 all end by "sign out everywhere"', async () => {
    const { email } = await makeUser(service)
    const keys = [
      await signedIn(service, email),
      await signedIn(service, email),
      await signedIn(service, email),
    ]
    const other = await signedIn(service, (await makeUser(service)).email)
    const ended = await service.api("DELETE", "/users/me/sessions", undefined, { key: keys[0]! })
    expect(ended.body.data).toEqual({ ended: 3 })
    expect(await Promise.all(keys.map(status))).toEqual([401, 401, 401])
    expect(await status(other)).toBe(200)
  })
})

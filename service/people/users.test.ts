import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { startService, type TestService } from "../../test/support/service.ts"
import { codeOf, makeUser, password, signedIn, signIn, worded } from "../../test/support/users.ts"
import { openUser } from "./operator.ts"

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const status = async (key: string) => (await service.api("GET", "/locations", undefined, { key })).status

describe("users", () => {
  it("are created, read, listed, changed and removed, and no answer carries the password", async () => {
    const { id, email } = await makeUser(service, { role: "member" })
    const read = await service.api("GET", `/users/${id}`)
    expect(read.body.data).toEqual({
      version: 1,
      id,
      email,
      name: "Ana Ruiz",
      role: "member",
      provider_id: null,
      active: true,
      password_set: true,
      locale: null,
      second_factor: false,
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
    })
    const changed = await service.api("PUT", `/users/${id}`, { name: "Ana R.", email: "ANA@example.com" })
    expect(changed.body.data).toMatchObject({ name: "Ana R.", email: "ana@example.com" })
    expect((await service.api("DELETE", `/users/${id}`)).status).toBe(200)
    expect((await service.api("GET", `/users/${id}`)).status).toBe(404)
  })

  it("TR-30 have an email that is unique in the company, in any spelling, and free again after them", async () => {
    const other = await service.anotherCompany()
    const { id, email } = await makeUser(service)
    const twin = { email: email.toUpperCase(), name: "Twin", role: "member", password }
    const refused = await service.api("POST", "/users", twin)
    expect(refused.body.error).toMatchObject({ code: "email_taken", field: "email" })
    expect((await service.api("POST", "/users", twin, { key: other.key })).status).toBe(201)
    const second = await makeUser(service)
    const moved = await service.api("PUT", `/users/${second.id}`, { email })
    expect(moved.body.error).toMatchObject({ code: "email_taken", field: "email" })
    await service.api("DELETE", `/users/${id}`)
    expect((await service.api("PUT", `/users/${second.id}`, { email })).status).toBe(200)
    expect((await service.api("POST", "/users", twin)).status).toBe(409)
  })

  it("sign in by their new email, and no longer by the old one", async () => {
    const { id, email } = await makeUser(service)
    await service.api("PUT", `/users/${id}`, { email: "moved@example.com" })
    expect((await signIn(service, "moved@example.com")).status).toBe(201)
    expect((await signIn(service, email)).status).toBe(401)
  })

  it("GE-05 of another company answer as unknown ones", async () => {
    const other = await service.anotherCompany()
    const theirs = await makeUser(service, {}, other.key)
    for (const method of ["GET", "DELETE"]) {
      expect((await service.api(method, `/users/${theirs.id}`)).status).toBe(404)
    }
    expect((await service.api("PUT", `/users/${theirs.id}`, { active: false })).status).toBe(404)
  })

  it("GE-06 need a password of ten characters, and an email", async () => {
    const body = { email: "short@example.com", name: "S", role: "member", password: "too short" }
    expect((await service.api("POST", "/users", body)).body.error.field).toBe("password")
    const wrong = { ...body, password, email: "nobody" }
    expect((await service.api("POST", "/users", wrong)).body.error.field).toBe("email")
  })

  it("can be the last admin of a company, and then stay", async () => {
    const company = await service.anotherCompany()
    const { id, email } = await makeUser(service, {}, company.key)
    const [first] = (await service.api("GET", "/api-keys", undefined, { key: company.key })).body.data
    expect(
      (await service.api("DELETE", `/api-keys/${first.id}`, undefined, { key: company.key })).status,
    ).toBe(200)
    const key = await signedIn(service, email)
    for (const body of [{ active: false }, { role: "member" }]) {
      const refused = await service.api("PUT", `/users/${id}`, body, { key })
      expect(refused.body.error.code).toBe("last_admin_key")
    }
    const refused = await service.api("DELETE", `/users/${id}`, undefined, { key })
    expect(refused.body.error.code).toBe("last_admin_key")
    expect(await status(key)).toBe(200)
  })

  it("are made by the operator too", async () => {
    const input = { email: "ops@example.com", name: "Ops", role: "admin", password } as const
    const id = await openUser(service.context, service.companyId, input)
    expect((await service.api("GET", `/users/${id}`)).body.data.email).toBe("ops@example.com")
    await expect(openUser(service.context, service.companyId, input)).rejects.toMatchObject({
      code: "email_taken",
    })
    await expect(
      openUser(service.context, 999_999, { ...input, email: "x@example.com" }),
    ).rejects.toMatchObject({
      code: "not_found",
    })
  })
})

describe("sessions", () => {
  it("open the company API for twelve hours, with the user's role", async () => {
    const { email } = await makeUser(service, { role: "member" })
    const answer = await signIn(service, email)
    expect(answer.status).toBe(201)
    const { token, expires_at, must_enrol, user } = answer.body.data
    expect(must_enrol).toBe(false)
    expect(Date.parse(expires_at) - service.clock.now()).toBe(12 * 3_600_000)
    expect(user).toMatchObject({ email, role: "member" })
    expect(await status(token)).toBe(200)
    expect((await service.api("PUT", "/company", { name: "X" }, { key: token })).status).toBe(403)
    service.clock.advanceMs(12 * 3_600_000)
    expect(await status(token)).toBe(401)
  })

  it("end with DELETE, and only the one that calls", async () => {
    const { email } = await makeUser(service)
    const [one, two] = [await signedIn(service, email), await signedIn(service, email)]
    expect((await service.api("DELETE", "/sessions", undefined, { key: one })).body.data).toEqual({
      ended: true,
    })
    expect([await status(one), await status(two)]).toEqual([401, 200])
    expect((await service.api("DELETE", "/sessions")).status).toBe(404)
  })

  it("end when the password changes, the user is switched off or removed", async () => {
    for (const end of [
      (id: number) => service.api("PUT", `/users/${id}`, { password: "another long password" }),
      (id: number) => service.api("PUT", `/users/${id}`, { active: false }),
      (id: number) => service.api("DELETE", `/users/${id}`),
    ]) {
      const { id, email } = await makeUser(service)
      const token = await signedIn(service, email)
      expect(await status(token)).toBe(200)
      await end(id)
      expect(await status(token)).toBe(401)
      expect((await signIn(service, email)).body.error.code).toBe("wrong_credentials")
      const left = await service.context.db.query("SELECT 1 FROM user_session WHERE user_id = $1", [id])
      expect(left).toHaveLength(0)
    }
  })

  it("refuse a wrong password and an unknown email with the same words", async () => {
    const { email } = await makeUser(service)
    const wrong = await signIn(service, email, { password: "wrong password" })
    const unknown = await signIn(service, "nobody@example.com")
    expect(codeOf(wrong)).toEqual([401, "wrong_credentials"])
    expect(worded(wrong)).toEqual(worded(unknown))
  })

  it("GE-06 need an email and a password, and nothing else", async () => {
    const extra = { email: "a@example.com", password, remember: true }
    expect((await service.api("POST", "/sessions", extra, { key: null })).body.error.field).toBe("remember")
    expect((await service.api("POST", "/sessions", undefined, { key: null })).status).toBe(400)
  })
})

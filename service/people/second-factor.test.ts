/** The second factor: set up with an app, asked for when signing in, and lost. */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { startService, type TestService } from "../../test/support/service.ts"
import { totpCode } from "../../test/support/totp.ts"
import { codeOf, type MadeUser, makeUser, password, signedIn, signIn } from "../../test/support/users.ts"

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const factorPath = "/users/me/second-factor"
const stepMs = 30_000

interface Enrolled extends MadeUser {
  key: string
  secret: string
  recoveryCodes: string[]
}

async function enrol(user: MadeUser): Promise<Enrolled> {
  const key = await signedIn(service, user.email)
  const begun = await service.api("POST", factorPath, { password }, { key })
  const { secret } = begun.body.data
  const code = totpCode(secret, service.clock.now())
  const confirmed = await service.api("POST", `${factorPath}/confirm`, { code }, { key })
  expect(confirmed.status).toBe(200)
  return { ...user, key, secret, recoveryCodes: confirmed.body.data.recovery_codes }
}

describe("setting up a second factor", () => {
  it("TR-32 answers a secret for an app once the password is shown, and asks for codes only after a first one", async () => {
    const { email } = await makeUser(service)
    const key = await signedIn(service, email)
    const unshown = await service.api("POST", factorPath, { password: "not it at all" }, { key })
    expect(codeOf(unshown)).toEqual([400, "wrong_password"])
    const begun = await service.api("POST", factorPath, { password }, { key })
    const { secret, otpauth_url } = begun.body.data
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    const url = new URL(otpauth_url)
    expect(decodeURIComponent(url.pathname)).toBe(`/Harbour Heating:${email}`)
    expect(Object.fromEntries(url.searchParams)).toMatchObject({ secret, issuer: "Harbour Heating" })
    expect((await signIn(service, email)).status).toBe(201)

    const wrong = await service.api("POST", `${factorPath}/confirm`, { code: "000000" }, { key })
    expect(codeOf(wrong)).toEqual([400, "wrong_code"])
    const code = totpCode(secret, service.clock.now())
    const confirmed = await service.api("POST", `${factorPath}/confirm`, { code }, { key })
    expect(confirmed.body.data.recovery_codes).toHaveLength(10)
    expect(codeOf(await signIn(service, email))).toEqual([401, "second_factor_needed"])
    const again = await service.api("POST", factorPath, { password }, { key })
    expect(codeOf(again)).toEqual([409, "second_factor_set"])
  })

  it("TR-32 keeps the secret sealed and the recovery codes as hashes", async () => {
    const { id, secret, recoveryCodes } = await enrol(await makeUser(service))
    const rows = await service.context.db.query(
      `SELECT u.totp_sealed, array_agg(r.code_hash) AS hashes FROM app_user u
       JOIN recovery_code r ON r.company_id = u.company_id AND r.user_id = u.id
       WHERE u.company_id = $1 AND u.id = $2 GROUP BY u.totp_sealed`,
      [service.companyId, id],
    )
    const kept = JSON.stringify(rows)
    for (const shown of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll("-", ""))])
      expect(kept).not.toContain(shown)
  })

  it("TR-32 is for people: an API key has none", async () => {
    expect((await service.api("POST", factorPath, { password })).status).toBe(404)
  })
})

describe("signing in with a second factor", () => {
  it("TR-32 takes the code of now, as apps show it, and each code once", async () => {
    const { email, secret } = await enrol(await makeUser(service))
    service.clock.advanceMs(stepMs)
    const code = totpCode(secret, service.clock.now())
    expect((await signIn(service, email, { code: `${code.slice(0, 3)} ${code.slice(3)}` })).status).toBe(201)
    expect(codeOf(await signIn(service, email, { code }))).toEqual([401, "wrong_second_factor"])
    const tooOld = totpCode(secret, service.clock.now() - 10 * stepMs)
    expect(codeOf(await signIn(service, email, { code: tooOld }))).toEqual([401, "wrong_second_factor"])
  })

  it("TR-32 lets one of two in that send the same code at once", async () => {
    const { email, secret } = await enrol(await makeUser(service))
    service.clock.advanceMs(stepMs)
    const code = totpCode(secret, service.clock.now())
    const answers = await Promise.all([signIn(service, email, { code }), signIn(service, email, { code })])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 401])
  })

  it("TR-32 takes a recovery code instead, once", async () => {
    const { email, recoveryCodes } = await enrol(await makeUser(service))
    const code = recoveryCodes[0]!
    const key = await signedIn(service, email, { code })
    expect(codeOf(await signIn(service, email, { code }))).toEqual([401, "wrong_second_factor"])
    const own = await service.api("GET", "/users/me", undefined, { key })
    expect(own.body.data).toMatchObject({ second_factor: true, recovery_codes_left: 9 })
  })

  it("TR-32 says nothing about the code while the password is wrong, and counts wrong codes as tries", async () => {
    const { email } = await enrol(await makeUser(service))
    const wrong = await signIn(service, email, { password: "not it at all", code: "000000" })
    expect(codeOf(wrong)).toEqual([401, "wrong_credentials"])
    const tries = await Promise.all(
      Array.from({ length: 10 }, () => signIn(service, email, { code: "000000" })),
    )
    expect(tries.map(({ status }) => status).sort()).toEqual([...Array(9).fill(401), 429])
    service.clock.advanceMs(2 * 3_600_000)
  })
})

describe("ending a second factor", () => {
  it("TR-32 takes the password and a code, and new recovery codes do too", async () => {
    const { email, key, secret, recoveryCodes } = await enrol(await makeUser(service))
    const code = recoveryCodes[0]!
    const path = `${factorPath}/recovery-codes`
    const renewed = await service.api("POST", path, { password, code }, { key })
    expect(renewed.body.data.recovery_codes).toHaveLength(10)
    const withOld = { password, code: recoveryCodes[1]! }
    expect(codeOf(await service.api("DELETE", factorPath, withOld, { key }))).toEqual([400, "wrong_code"])
    service.clock.advanceMs(stepMs)
    const shown = { password, code: totpCode(secret, service.clock.now()) }
    const removed = await service.api("DELETE", factorPath, shown, { key })
    expect(removed.body.data).toEqual({ second_factor: false })
    expect((await signIn(service, email)).status).toBe(201)
  })

  it("TQ-06 not without a code, nor with one that is none", async () => {
    const { key, recoveryCodes } = await enrol(await makeUser(service))
    for (const code of ["", " ", "- -", "000000", recoveryCodes[0]!.slice(1)]) {
      const refused = await service.api("DELETE", factorPath, { password, code }, { key })
      expect([code, ...codeOf(refused)]).toEqual([code, 400, "wrong_code"])
    }
    const codeless = await service.api("DELETE", factorPath, { password }, { key })
    expect(codeOf(codeless)).toEqual([400, "invalid_input"])
    expect((await service.api("GET", "/users/me", undefined, { key })).body.data.second_factor).toBe(true)
  })

  it("TR-32 by an admin, for a user who lost the device, signs that user out", async () => {
    const { id, email, key } = await enrol(await makeUser(service))
    const removed = await service.api("DELETE", `/users/${id}/second-factor`)
    expect(removed.body.data).toMatchObject({ id, second_factor: false })
    expect((await service.api("GET", "/users/me", undefined, { key })).status).toBe(401)
    expect((await signIn(service, email)).status).toBe(201)
  })
})

describe("a company that requires a second factor", () => {
  it("TR-32 leaves its users without one nothing but setting one up", async () => {
    const company = await service.anotherCompany()
    const user = await makeUser(service, {}, company.key)
    const early = await signedIn(service, user.email)
    const requiring = { sign_in: { require_second_factor: true } }
    const changed = await service.api("PUT", "/company", requiring, { key: company.key })
    expect(changed.body.data.sign_in).toEqual({ ...requiring.sign_in, admin_sessions: null, oidc: null })
    const read = (key: string) => service.api("GET", "/locations", undefined, { key })
    expect(codeOf(await read(early))).toEqual([403, "enrolment_needed"])
    const agents = await service.api("GET", "/agent/appointment-types", undefined, { key: early })
    expect(codeOf(agents)).toEqual([403, "enrolment_needed"])
    expect((await signIn(service, user.email)).body.data.must_enrol).toBe(true)
    expect((await read(company.key)).status).toBe(200)

    const { key, recoveryCodes } = await enrol(user)
    expect((await read(key)).status).toBe(200)
    const shown = { password, code: recoveryCodes[0]! }
    const kept = await service.api("DELETE", factorPath, shown, { key })
    expect(codeOf(kept)).toEqual([409, "second_factor_required"])
  })
})

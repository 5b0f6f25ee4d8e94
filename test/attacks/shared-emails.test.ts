/** One email, users of several companies: none may take it from another, or learn that another has it. */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { usualStepMs } from "../../service/people/against-guessing.ts"
import { startService, type TestService } from "../support/service.ts"
import { codeOf, makeUser, password, signedIn, signIn, worded } from "../support/users.ts"

let service: TestService
let other: { companyId: number; key: string }
let third: { companyId: number; key: string }

beforeAll(async () => {
  service = await startService({ trustProxyHops: 1 })
  other = await service.anotherCompany("Other Company")
  third = await service.anotherCompany("Third Company")
})
afterAll(() => service.stop())

describe("TR-30 an email", () => {
  it("TR-30 that another company has is taken like any other, and nothing tells the difference", async () => {
    const email = "ana@example.com"
    await makeUser(service, { email }, other.key)
    const fields = { name: "Ana", role: "admin", password }
    const [known, fresh] = [
      await service.api("POST", "/users", { ...fields, email }),
      await service.api("POST", "/users", { ...fields, email: "fresh@example.com" }),
    ]
    const { id: _one, email: _mine, created_at: _now, ...told } = known.body.data
    const { id: _two, email: _theirs, created_at: _then, ...alike } = fresh.body.data
    expect([known.status, told]).toEqual([fresh.status, alike])
    const { id } = fresh.body.data
    await makeUser(service, { email: "moving@example.com" }, other.key)
    expect((await service.api("PUT", `/users/${id}`, { email: "moving@example.com" })).status).toBe(200)
  })

  it("TR-30 stays with the company that has it, whatever another does with its own user of that email", async () => {
    const email = "ben@example.com"
    const theirs = await makeUser(service, { email, password: "their own long password" }, other.key)
    const ours = await makeUser(service, { email })
    await service.api("PUT", `/users/${ours.id}`, { password: "another long password" })
    await service.api("PUT", `/users/${ours.id}`, { active: false })
    await service.api("DELETE", `/users/${ours.id}`)
    const token = await signedIn(service, email, { password: "their own long password" })
    const read = await service.api("GET", "/users/me", undefined, { key: token })
    expect(read.body.data).toMatchObject({ id: theirs.id, company_id: other.companyId })
  })

  it("TR-30 signs in at the company whose password was sent", async () => {
    const email = "cleo@example.com"
    await makeUser(service, { email, password: "password of the first" })
    await makeUser(service, { email, password: "password of the second" }, other.key)
    for (const [word, companyId] of [
      ["password of the first", service.companyId],
      ["password of the second", other.companyId],
    ] as const) {
      const token = await signedIn(service, email, { password: word })
      const { body } = await service.api("GET", "/users/me", undefined, { key: token })
      expect(body.data.company_id).toBe(companyId)
    }
    expect(codeOf(await signIn(service, email, { password: "password of neither" }))).toEqual([
      401,
      "wrong_credentials",
    ])
  })

  it("TR-30 with one password at several companies: those that it fits are asked for, and no other is named", async () => {
    const email = "dan@example.com"
    for (const key of [service.key, other.key]) await makeUser(service, { email }, key)
    await makeUser(service, { email, password: "something else entirely" }, third.key)
    const asked = await signIn(service, email)
    expect(codeOf(asked)).toEqual([409, "choose_company"])
    expect(asked.body.error.details).toEqual({
      companies: [
        { id: service.companyId, name: "Harbour Heating" },
        { id: other.companyId, name: "Other Company" },
      ],
    })
    const chosen = await signIn(service, email, { company_id: other.companyId })
    expect(chosen.status).toBe(201)
    const wrongly = await signIn(service, email, { company_id: third.companyId })
    const nowhere = await signIn(service, email, { company_id: 999_999 })
    expect([codeOf(wrongly), worded(wrongly)]).toEqual([[401, "wrong_credentials"], worded(nowhere)])
  })
})

describe("TR-30 the time of a sign-in", () => {
  it("TR-30 is a step's, for an email that nobody has, that one company has, and that three have", async () => {
    await makeUser(service, { email: "one@example.com" })
    for (const key of [service.key, other.key, third.key]) {
      await makeUser(service, { email: "three@example.com" }, key)
    }
    service.context.signInStepMs = usualStepMs
    for (const email of ["none@example.com", "one@example.com", "three@example.com"]) {
      const began = performance.now()
      const refused = await signIn(service, email, { password: "a wrong password" })
      expect(performance.now() - began).toBeGreaterThan(usualStepMs)
      expect(codeOf(refused)).toEqual([401, "wrong_credentials"])
    }
  })
})

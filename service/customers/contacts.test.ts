import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { startService, type TestService } from "../../test/support/service.ts"

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

let nextNumber = 0
const freshPhone = () => `+1737555${String(1000 + nextNumber++)}`

async function customer(phone?: string) {
  const answer = await service.api("POST", "/customers", { name: "Kim Low", ...(phone ? { phone } : {}) })
  return answer.body.data
}
const add = (id: number, body: object) => service.api("POST", `/customers/${id}/contacts`, body)
const read = async (id: number) => (await service.api("GET", `/customers/${id}`)).body.data
const consent = (id: number, contactId: number, event: string, channel = "sms") =>
  service.api("POST", `/customers/${id}/contacts/${contactId}/consent`, {
    channel,
    event,
    source: "customer replied START",
  })

describe("contacts", () => {
  it("CU-02 are added, changed and removed; the first number becomes the phone", async () => {
    const [first, second, third] = [freshPhone(), freshPhone(), freshPhone()]
    const { id } = await customer()
    const added = await add(id, { phone: first, label: "home" })
    expect(added.status).toBe(201)
    expect(added.body.data).toEqual({
      version: 1,
      id: added.body.data.id,
      phone: first,
      label: "home",
      primary: true,
      identifies: true,
      verified_at: null,
      consents: [],
      updated_at: expect.stringMatching(/Z$/),
    })
    const other = (await add(id, { phone: second })).body.data
    expect(other.primary).toBe(false)
    expect((await read(id)).phone).toBe(first)

    const path = `/customers/${id}/contacts/${other.id}`
    const changed = await service.api("PUT", path, { phone: third, label: "work", primary: true })
    expect(changed.body.data).toMatchObject({ id: other.id, phone: third, label: "work", primary: true })
    expect(await read(id)).toMatchObject({ phone: third, contacts: [{ primary: false }, { primary: true }] })

    expect((await service.api("DELETE", path)).status).toBe(200)
    expect(await read(id)).toMatchObject({ phone: null, contacts: [{ phone: first }] })
    expect((await service.api("DELETE", path)).body.error.code).toBe("not_found")
  })

  it("CU-02 keep every word about a number, oldest first", async () => {
    const { id, contacts } = await customer(freshPhone())
    const granted = await consent(id, contacts[0].id, "granted")
    expect(granted.status).toBe(201)
    service.clock.advanceMs(60_000)
    await consent(id, contacts[0].id, "revoked", "voice")
    const shown = await consent(id, contacts[0].id, "revoked")
    expect(shown.body.data.consents).toEqual([
      {
        channel: "sms",
        event: "granted",
        source: "customer replied START",
        at: expect.stringMatching(/T12:00:00/),
      },
      { channel: "voice", event: "revoked", source: "customer replied START", at: expect.any(String) },
      { channel: "sms", event: "revoked", source: "customer replied START", at: expect.any(String) },
    ])
    expect((await read(id)).contacts[0].consents).toEqual(shown.body.data.consents)
    expect((await consent(id, contacts[0].id, "maybe")).body.error.field).toBe("event")
  })

  it("CU-06 consent stays with the number: when it is replaced, removed, and when another gets it", async () => {
    const [given, fresh] = [freshPhone(), freshPhone()]
    const first = await customer(given)
    await consent(first.id, first.contacts[0].id, "revoked")

    await service.api("PUT", `/customers/${first.id}`, { phone: fresh })
    expect((await read(first.id)).contacts).toMatchObject([
      { id: first.contacts[0].id, phone: fresh, consents: [] },
    ])

    const second = await customer(given)
    expect(second.contacts[0].consents).toMatchObject([{ channel: "sms", event: "revoked" }])
    await service.api("DELETE", `/customers/${second.id}/contacts/${second.contacts[0].id}`)
    const back = await add(first.id, { phone: given })
    expect(back.body.data.consents).toMatchObject([{ channel: "sms", event: "revoked" }])
  })

  it("CU-06 an opt-out of one company is no other company's", async () => {
    const phone = freshPhone()
    const mine = await customer(phone)
    await consent(mine.id, mine.contacts[0].id, "revoked")
    const other = await service.anotherCompany()
    const theirs = await service.api("POST", "/customers", { name: "Kim", phone }, { key: other.key })
    expect(theirs.body.data.contacts[0].consents).toEqual([])
  })

  it("a number identifies one customer of a company", async () => {
    const taken = freshPhone()
    await customer(taken)
    const { id, contacts } = await customer(freshPhone())
    const refusals = [
      await service.api("POST", "/customers", { name: "Kim", phone: taken }),
      await service.api("PUT", `/customers/${id}`, { phone: taken }),
      await add(id, { phone: taken }),
      await service.api("PUT", `/customers/${id}/contacts/${contacts[0].id}`, { phone: taken }),
    ]
    for (const { status, body } of refusals) {
      expect(status).toBe(409)
      expect(body.error).toMatchObject({
        code: "phone_taken",
        field: "phone",
        message: expect.stringMatching(/Another customer/),
      })
    }
    const own = await add(id, { phone: contacts[0].phone })
    expect(own.body.error).toMatchObject({
      code: "phone_taken",
      message: expect.stringMatching(/already has this number/),
    })
  })

  it("TR-17 keeps another customer's number when staff say that it is shared, and it identifies nobody", async () => {
    const phone = freshPhone()
    const father = await customer(phone)
    const made = await service.api("POST", "/customers", { name: "Ida", phone, shared_phone: true })
    expect([made.status, made.body.data]).toMatchObject([
      201,
      { phone, contacts: [{ phone, primary: true, identifies: false }] },
    ])
    const ida = made.body.data
    const held = await service.api("GET", `/customers?phone=${encodeURIComponent(phone)}`)
    expect(held.body.data.map(({ id }: { id: number }) => id)).toEqual([father.id, ida.id])
    expect((await read(father.id)).contacts).toMatchObject([{ identifies: true }])
    // A system that sends the whole record again changes nothing.
    const again = await service.api("PUT", `/customers/${ida.id}`, { name: "Ida", phone })
    expect([again.status, again.body.data.contacts]).toMatchObject([200, [{ phone, identifies: false }]])

    const son = await customer()
    const added = await add(son.id, { phone, shared_phone: true, label: "family" })
    expect([added.status, added.body.data]).toMatchObject([201, { identifies: false, primary: true }])
    const daughter = await customer(freshPhone())
    const path = `/customers/${daughter.id}/contacts/${daughter.contacts[0].id}`
    expect((await service.api("PUT", path, { phone, shared_phone: true })).body.data).toMatchObject({
      phone,
      identifies: false,
    })
    expect((await service.api("PUT", path, { shared_phone: false })).body.error.code).toBe("phone_taken")

    // The father's number is his no more: now it may identify his daughter.
    await service.api("PUT", `/customers/${father.id}`, { phone: null })
    expect((await service.api("PUT", path, { shared_phone: false })).body.data.identifies).toBe(true)
  })

  it("TR-17 says of a shared phone nothing without a phone", async () => {
    const { status, body } = await service.api("POST", "/customers", { name: "Ida", shared_phone: true })
    expect([status, body.error.field]).toEqual([400, "shared_phone"])
  })

  it("a phone that the customer already has becomes the primary one; null takes the phone away", async () => {
    const [home, work] = [freshPhone(), freshPhone()]
    const { id } = await customer(home)
    await add(id, { phone: work })
    await service.api("PUT", `/customers/${id}`, { phone: work })
    expect(await read(id)).toMatchObject({
      phone: work,
      contacts: [{ phone: home }, { phone: work, primary: true }],
    })
    await service.api("PUT", `/customers/${id}`, { phone: null })
    expect(await read(id)).toMatchObject({ phone: null, contacts: [{ phone: home }] })
  })

  it("two changes of the primary number at once leave one primary", async () => {
    const { id } = await customer(freshPhone())
    const added = await Promise.all(
      Array.from({ length: 6 }, () => add(id, { phone: freshPhone(), primary: true })),
    )
    expect(added.map(({ status }) => status)).toEqual(Array(6).fill(201))
    const { contacts } = await read(id)
    expect(contacts.filter((contact: { primary: boolean }) => contact.primary)).toHaveLength(1)
  })
})

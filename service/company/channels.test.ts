import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { startService, type TestService } from "../../test/support/service.ts"

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const number = "+15125550177"
const register = (kind: string, phone: string, key?: string) =>
  service.api("POST", "/channels", { kind, phone }, key ? { key } : {})

describe("channels", () => {
  it("hold a number once per kind, for one company of the host, until its last channel goes", async () => {
    const other = await service.anotherCompany()
    const voice = await register("voice", number)
    expect(voice.status).toBe(201)
    const sms = await register("sms", number)
    expect(sms.status).toBe(201)
    expect((await register("sms", number)).body.error.code).toBe("channel_taken")
    expect((await register("voice", number, other.key)).body.error).toMatchObject({
      code: "channel_taken",
      field: "phone",
    })
    expect((await service.api("GET", "/channels")).body.data).toEqual([voice.body.data, sms.body.data])

    await service.api("DELETE", `/channels/${voice.body.data.id}`)
    expect((await register("voice", number, other.key)).status).toBe(409)
    await service.api("DELETE", `/channels/${sms.body.data.id}`)
    expect((await register("voice", number, other.key)).status).toBe(201)
    expect((await register("sms", number)).status).toBe(409)
  })

  it("of one number go to one of two companies that register it at once", async () => {
    const others = await Promise.all(Array.from({ length: 4 }, () => service.anotherCompany()))
    const answers = await Promise.all(others.map(({ key }) => register("sms", "+15125550188", key)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
  })

  it("GE-06 take E.164 numbers and known kinds only", async () => {
    expect((await register("fax", number)).body.error.field).toBe("kind")
    expect((await register("sms", "512 555 0100")).body.error.field).toBe("phone")
    expect((await service.api("DELETE", "/channels/999999")).status).toBe(404)
  })
})

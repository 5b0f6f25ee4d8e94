/** A company that claims a number: another company's, the one that all companies share, or one without proof. */
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { createTwilioAccount } from "../../service/host/adapters/texts/twilio.ts"
import { assignChannel } from "../../service/people/operator.ts"
import { type LocalServer, startLocalServer } from "../support/local-server.ts"
import { startService, type TestService, type TestServiceOptions } from "../support/service.ts"

const shared = "+15005550006"
const bought = "+15125550177"
const accountSid = `AC${"0123456789abcdef".repeat(2)}`

let service: TestService
let twilio: LocalServer

/** Twilio's answer to a list of numbers, as its documentation shows it. */
const listing = (...numbers: string[]) => ({
  status: 200,
  body: {
    incoming_phone_numbers: numbers.map((phone_number) => ({
      account_sid: accountSid,
      phone_number,
      capabilities: { voice: true, sms: true },
    })),
    page: 0,
    next_page_uri: null,
  },
})

beforeEach(async () => {
  twilio = await startLocalServer()
  twilio.tell(listing())
})
afterEach(async () => {
  await service.stop()
  await twilio.stop()
})

async function inProduction(more: TestServiceOptions = {}): Promise<void> {
  service = await startService({ anyNumberMayRegister: false, platformSmsNumber: shared, ...more })
}

const withTwilio = (timeoutMs?: number) => ({
  carrierAccount: createTwilioAccount({
    accountSid,
    authToken: "token",
    baseUrl: twilio.url,
    ...(timeoutMs ? { timeoutMs } : {}),
  }),
})

const claim = (phone: string, key?: string) =>
  service.api("POST", "/channels", { kind: "sms", phone }, key === undefined ? {} : { key })
const outcome = ({ status, body }: { status: number; body: { error?: { code: string } } }) =>
  body.error ? [status, body.error.code] : [status]

describe("TR-30 a number", () => {
  it("TR-30 that nothing proves is refused, whoever may have it", async () => {
    await inProduction()
    const other = await service.anotherCompany()
    await assignChannel(service.context, other.companyId, { kind: "sms", phone: bought }, { move: false })
    const [taken, free] = [await claim(bought), await claim("+15125550178")]
    expect(outcome(taken)).toEqual([409, "channel_not_proven"])
    expect({ ...taken.body.error, request_id: "" }).toEqual({ ...free.body.error, request_id: "" })
    expect((await service.api("GET", "/channels")).body.data).toEqual([])
  })

  it("TR-30 that all companies share is never one company's, in production and in development", async () => {
    twilio.tell(listing(shared))
    await inProduction(withTwilio())
    expect(outcome(await claim(shared))).toEqual([409, "channel_not_proven"])
    const assigning = assignChannel(
      service.context,
      service.companyId,
      { kind: "sms", phone: shared },
      { move: true },
    )
    await expect(assigning).rejects.toMatchObject({ code: "channel_not_proven" })
    await service.stop()
    service = await startService({ platformSmsNumber: shared })
    expect(outcome(await claim(shared))).toEqual([409, "channel_not_proven"])
    expect(outcome(await claim(bought))).toEqual([201])
  })

  it("TR-30 that the host's account at the carrier holds is the first company's that registers it", async () => {
    twilio.tell(listing(bought))
    await inProduction(withTwilio())
    const other = await service.anotherCompany()
    expect(outcome(await claim(bought))).toEqual([201])
    expect(outcome(await claim(bought, other.key))).toEqual([409, "channel_taken"])
    const [asked] = twilio.asked
    expect(`${asked!.method} ${asked!.path}`).toBe(
      `GET /2010-04-01/Accounts/${accountSid}/IncomingPhoneNumbers.json?PhoneNumber=%2B15125550177`,
    )
    expect(asked!.headers.authorization).toBe(
      `Basic ${Buffer.from(`${accountSid}:token`).toString("base64")}`,
    )
  })

  it("TR-30 that only resembles one of the account's is not proven: Twilio takes numbers as patterns", async () => {
    twilio.tell(listing("+15125550177"))
    await inProduction(withTwilio())
    expect(outcome(await claim("+1512555017"))).toEqual([409, "channel_not_proven"])
  })

  it.each([
    ["refuses us", { status: 401, body: { code: 20003 } }],
    ["answers something else", { status: 200, body: "<html>" }],
    ["sends us elsewhere", { status: 302, headers: { location: "http://127.0.0.1:1/" } }],
    ["says nothing", { silent: true }],
  ])("TR-30 is not taken on trust while the carrier %s", async (_what, told) => {
    twilio.tell(told)
    await inProduction(withTwilio(300))
    const refused = await claim(bought)
    expect(outcome(refused)).toEqual([503, "carrier_unavailable"])
    expect(refused.headers.get("retry-after")).toBe("5")
  })
})

describe("TR-30 the operator", () => {
  it("TR-30 assigns a number to one company, and moves it only when told to", async () => {
    await inProduction()
    const other = await service.anotherCompany()
    const assign = (companyId: number, kind: "voice" | "sms", move = false) =>
      assignChannel(service.context, companyId, { kind, phone: bought }, { move })
    const first = await assign(service.companyId, "sms")
    expect(first).toEqual({ channelId: expect.any(Number), takenFrom: null })
    await assign(service.companyId, "voice")
    await expect(assign(other.companyId, "sms")).rejects.toMatchObject({ code: "channel_taken" })
    expect(await assign(other.companyId, "sms", true)).toMatchObject({ takenFrom: service.companyId })
    expect((await service.api("GET", "/channels")).body.data).toEqual([])
    const moved = await service.api("GET", "/channels", undefined, { key: other.key })
    expect(moved.body.data).toMatchObject([{ kind: "sms", phone: bought }])
    await expect(assign(999_999, "sms", true)).rejects.toMatchObject({ code: "not_found" })
  })
})

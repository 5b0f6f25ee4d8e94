import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { type LocalServer, startLocalServer } from "../../../../test/support/local-server.ts"
import { createTwilioTexts } from "./twilio.ts"

let twilio: LocalServer
beforeEach(async () => {
  twilio = await startLocalServer()
})
afterEach(() => twilio.stop())

const accountSid = `AC${"0123456789abcdef".repeat(2)}`
const text = { from: "+15125550199", to: "+15125550123", body: "Ihr Code ist 123456 & gültig" }
const sender = (timeoutMs = 20_000) =>
  createTwilioTexts({ accountSid, authToken: "token", baseUrl: twilio.url, timeoutMs })

describe("texts through Twilio", () => {
  it("posts the form that its documentation shows, with basic authentication", async () => {
    twilio.tell({ status: 201, body: { sid: "SM1", status: "queued" } })
    expect(await sender().send(text)).toEqual({ kind: "sent", carrierId: "SM1" })
    const [asked] = twilio.asked
    expect(`${asked!.method} ${asked!.path}`).toBe(`POST /2010-04-01/Accounts/${accountSid}/Messages.json`)
    expect(asked!.headers["content-type"]).toContain("application/x-www-form-urlencoded")
    expect(asked!.headers.authorization).toBe(
      `Basic ${Buffer.from(`${accountSid}:token`).toString("base64")}`,
    )
    expect(Object.fromEntries(new URLSearchParams(asked!.body))).toEqual({
      From: text.from,
      To: text.to,
      Body: text.body,
    })
  })

  it("CU-03 knows a number that opted out by its code 21610", async () => {
    twilio.tell({
      status: 400,
      body: { code: 21610, message: "Attempt to send to unsubscribed", status: 400 },
    })
    expect(await sender().send(text)).toEqual({ kind: "refused", error: "twilio_21610", optedOut: true })
  })

  it("gives up on what no other try would change", async () => {
    twilio.tell({ status: 400, body: { code: 21211, message: "Invalid 'To' Phone Number", status: 400 } })
    expect(await sender().send(text)).toEqual({ kind: "refused", error: "twilio_21211", optedOut: false })
    twilio.tell({ status: 401, body: { code: 20003, message: "Authenticate", status: 401 } })
    expect(await sender().send(text)).toMatchObject({ kind: "refused", optedOut: false })
  })

  it("waits as long as it is told to, and tries again after faults of the way", async () => {
    twilio.tell({ status: 429, headers: { "retry-after": "7" }, body: { code: 20429, status: 429 } })
    expect(await sender().send(text)).toEqual({ kind: "later", error: "twilio_20429", retryAfterSeconds: 7 })
    twilio.tell({ status: 503, body: "<html>" })
    expect(await sender().send(text)).toEqual({ kind: "later", error: "twilio_503", retryAfterSeconds: null })
    twilio.tell({ status: 502, body: "<html>" })
    expect(await sender().send(text)).toEqual({ kind: "unknown", error: "twilio_502" })
    twilio.tell({ silent: true })
    expect(await sender(50).send(text)).toMatchObject({ kind: "unknown", error: "timeout" })
    await twilio.stop()
    expect(await sender().send(text)).toMatchObject({ kind: "later", error: "unreachable" })
    twilio = await startLocalServer()
  })
})

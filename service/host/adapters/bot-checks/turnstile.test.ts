import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { type LocalServer, startLocalServer } from "../../../../test/support/local-server.ts"
import { BotCheckUnavailable } from "../../../platform/ports.ts"
import { createTurnstile } from "./turnstile.ts"

let cloudflare: LocalServer
beforeEach(async () => {
  cloudflare = await startLocalServer()
})
afterEach(() => cloudflare.stop())

const visitor = { now: 0, address: "203.0.113.7" }
const check = (timeoutMs = 20_000) =>
  createTurnstile({ secret: "0xsecret", siteKey: "0xsite", baseUrl: cloudflare.url, timeoutMs })

describe("the bot check turnstile", () => {
  it("PB-05 shows the visitor's token to siteverify, and believes it", async () => {
    cloudflare.tell({ body: { success: true, challenge_ts: "2027-03-01T12:00:00Z", hostname: "x" } })
    expect(await check().judge("token", visitor)).toEqual({ passed: true, once: null })
    const [asked] = cloudflare.asked
    expect(`${asked!.method} ${asked!.path}`).toBe("POST /turnstile/v0/siteverify")
    expect(Object.fromEntries(new URLSearchParams(asked!.body))).toEqual({
      secret: "0xsecret",
      response: "token",
      remoteip: "203.0.113.7",
    })
  })

  it("refuses invalid and spent tokens, and too long ones unasked", async () => {
    cloudflare.tell({ body: { success: false, "error-codes": ["timeout-or-duplicate"] } })
    expect(await check().judge("token", visitor)).toEqual({ passed: false })
    expect(await check().judge("t".repeat(2_049), visitor)).toEqual({ passed: false })
    expect(cloudflare.asked.length).toBe(1)
  })

  it("blames no visitor for what is wrong with the host or with siteverify", async () => {
    for (const code of ["internal-error", "invalid-input-secret"]) {
      cloudflare.tell({ body: { success: false, "error-codes": [code] } })
      await expect(check().judge("token", visitor)).rejects.toThrow(BotCheckUnavailable)
    }
    cloudflare.tell({ status: 502, body: "bad gateway" })
    await expect(check().judge("token", visitor)).rejects.toThrow(BotCheckUnavailable)
    cloudflare.tell({ silent: true })
    await expect(check(50).judge("token", visitor)).rejects.toThrow(BotCheckUnavailable)
  })
})

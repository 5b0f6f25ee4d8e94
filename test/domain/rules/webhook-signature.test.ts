import { execFileSync } from "node:child_process"
import { Webhook } from "standardwebhooks"
import { describe, expect, it } from "vitest"
import { webhookHeaders, webhookSignature } from "../../../domain/rules/webhooks/webhook-signature.ts"

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
const id = "msg_p5jXN8AQM9LWM0D4loKWxJek"
const body = '{"test": 2432232314}'

describe("webhookSignature", () => {
  it("WH-03 gives the published vector's signature", () => {
    expect(webhookSignature(secret, id, 1614265330, body)).toBe(
      "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    )
  })

  it("WH-03 agrees with openssl, beyond ASCII too", () => {
    const text = '{"name":"Zoë – 東京"}'
    const hexKey = Buffer.from(secret.slice("whsec_".length), "base64").toString("hex")
    const digest = execFileSync(
      "openssl",
      ["dgst", "-sha256", "-mac", "HMAC", "-macopt", `hexkey:${hexKey}`, "-binary"],
      {
        input: `evt_7.1800000000.${text}`,
      },
    )
    expect(webhookSignature(secret, "evt_7", 1_800_000_000, text)).toBe(`v1,${digest.toString("base64")}`)
  })

  it("WH-03 is accepted by the reference verifier, with the attempt's own time", () => {
    const now = Date.now()
    const headers = webhookHeaders(secret, id, body, now)
    expect(headers["webhook-timestamp"]).toBe(String(Math.floor(now / 1_000)))
    expect(new Webhook(secret).verify(body, { ...headers })).toEqual({ test: 2432232314 })
    expect(() => new Webhook(secret).verify(`${body} `, { ...headers })).toThrow()
    const late = webhookHeaders(secret, id, body, now - 301_000)
    expect(() => new Webhook(secret).verify(body, { ...late })).toThrow()
  })
})

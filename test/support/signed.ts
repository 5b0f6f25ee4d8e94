/** Judges a received webhook as its receiver should: by the reference verifier, and by openssl. */
import { execFileSync } from "node:child_process"
import { Webhook } from "standardwebhooks"
import { expect, vi } from "vitest"
import type { Received } from "./receiver.ts"

/** Returns the event; `sentAt` is the sender's clock at the attempt, in epoch milliseconds. */
export function expectSigned(
  received: Received,
  secret: string,
  sentAt: number,
): ReturnType<typeof JSON.parse> {
  const { body } = received
  const headers = received.headers as Record<string, string>
  const timestamp = headers["webhook-timestamp"]!
  expect(timestamp).toBe(String(Math.floor(sentAt / 1_000)))
  const event = verified(body, headers, secret, sentAt)
  expect(headers["webhook-signature"]).toBe(
    opensslSignature(secret, `${headers["webhook-id"]}.${timestamp}.${body}`),
  )
  expect(headers["webhook-id"]).toBe(event.id)
  return event
}

/** The verifier compares with the machine's clock; the sender's may be another. */
function verified(
  body: string,
  headers: Record<string, string>,
  secret: string,
  sentAt: number,
): ReturnType<typeof JSON.parse> {
  vi.useFakeTimers({ now: sentAt, toFake: ["Date"] })
  try {
    return new Webhook(secret).verify(body, headers)
  } finally {
    vi.useRealTimers()
  }
}

function opensslSignature(secret: string, signed: string): string {
  const hexKey = Buffer.from(secret.slice("whsec_".length), "base64").toString("hex")
  const args = ["dgst", "-sha256", "-mac", "HMAC", "-macopt", `hexkey:${hexKey}`, "-binary"]
  return `v1,${execFileSync("openssl", args, { input: signed }).toString("base64")}`
}

/** The signature of Standard Webhooks: HMAC-SHA256 over `<id>.<timestamp>.<body>`. */
import { createHmac } from "node:crypto"

const secretPrefix = "whsec_"

/** `secret` is `whsec_` and the key in base64; `timestampSeconds` is Unix time. Returns `v1,<base64>`. */
export function webhookSignature(secret: string, id: string, timestampSeconds: number, body: string): string {
  const key = Buffer.from(secret.slice(secretPrefix.length), "base64")
  const digest = createHmac("sha256", key).update(`${id}.${timestampSeconds}.${body}`).digest("base64")
  return `v1,${digest}`
}

/** The three headers of one attempt; `now` in epoch milliseconds is the attempt's own time. */
export function webhookHeaders(secret: string, id: string, body: string, now: number): WebhookHeaders {
  const timestampSeconds = Math.floor(now / 1_000)
  return {
    "webhook-id": id,
    "webhook-timestamp": String(timestampSeconds),
    "webhook-signature": webhookSignature(secret, id, timestampSeconds, body),
  }
}

export type WebhookHeaders = Record<"webhook-id" | "webhook-timestamp" | "webhook-signature", string>

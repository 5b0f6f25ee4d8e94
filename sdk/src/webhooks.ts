/** Standard Webhooks with the Web Crypto API, which every runtime has. */
import type { AppointedEvent } from "./api.generated.ts"

/** The post does not come from the service, or is too old. Answer it with 400. */
export class NotGenuine extends Error {
  override readonly name = "NotGenuine"
}

export interface VerifyOptions {
  /** How far the post's time may be off; 300 when left out. */
  toleranceSeconds?: number
  /** Epoch milliseconds; the machine's clock when left out. */
  now?: number
}

type HeaderSource = { get(name: string): string | null } | Record<string, string | string[] | undefined>

/**
 * The event that a webhook carries. `body` has to be the raw body, before anything has parsed it. Throws `NotGenuine`, and a
 * `TypeError` when the secret is none.
 * `secret` may be several, while one replaces the other.
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: HeaderSource,
  secret: string | readonly string[],
  { toleranceSeconds = 300, now = Date.now() }: VerifyOptions = {},
): Promise<AppointedEvent> {
  // Before the post is judged: a setting that is missing must not read as a post that is not genuine.
  const keys = await Promise.all(secretsOf(secret).map((each) => keyOf(each, "verify")))
  const id = headerOf(headers, "webhook-id")
  const timestamp = headerOf(headers, "webhook-timestamp")
  const signatures = headerOf(headers, "webhook-signature").split(" ")
  const isTimely = Math.abs(now / 1_000 - Number(timestamp)) <= toleranceSeconds
  if (!isTimely) throw new NotGenuine("The webhook's timestamp is too far from now.")
  const text = typeof body === "string" ? body : new TextDecoder().decode(body)
  const signed = encode(`${id}.${timestamp}.${text}`)
  for (const key of keys) {
    for (const signature of signatures) {
      const [version, code = ""] = signature.split(",")
      const bytes = version === "v1" ? bytesOf(code) : null
      if (bytes && (await crypto.subtle.verify("HMAC", key, bytes, signed))) return JSON.parse(text)
    }
  }
  throw new NotGenuine("The webhook's signature does not fit.")
}

/** The three headers of a webhook, as the service signs them. For tests of your receiver. */
export async function signWebhook(
  body: string,
  { id, secret, now = Date.now() }: { id: string; secret: string; now?: number },
): Promise<Record<"webhook-id" | "webhook-timestamp" | "webhook-signature", string>> {
  const timestamp = String(Math.floor(now / 1_000))
  const key = await keyOf(secret, "sign")
  const code = await crypto.subtle.sign("HMAC", key, encode(`${id}.${timestamp}.${body}`))
  const signature = `v1,${btoa(String.fromCharCode(...new Uint8Array(code)))}`
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signature }
}

const encode = (text: string) => new TextEncoder().encode(text)

function headerOf(headers: HeaderSource, name: string): string {
  const value =
    typeof headers.get === "function" ? headers.get(name) : (headers as Record<string, unknown>)[name]
  if (typeof value !== "string") throw new NotGenuine(`The header ${name} is missing.`)
  return value
}

/** The bytes that a base64 text stands for; null when it is none. */
function bytesOf(base64: string) {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  } catch {
    return null
  }
}

function secretsOf(secret: string | readonly string[]): readonly string[] {
  const secrets = Array.isArray(secret) ? secret : [secret]
  if (secrets.length === 0)
    throw new TypeError("secret is an empty list: give the webhook endpoint's secret.")
  return secrets
}

async function keyOf(secret: string, use: "sign" | "verify"): Promise<CryptoKey> {
  if (typeof secret !== "string" || secret === "") {
    const what = typeof secret === "string" ? "empty" : String(secret)
    throw new TypeError(`secret is ${what}: give the webhook endpoint's secret, as "whsec_…".`)
  }
  const bytes = bytesOf(secret.replace(/^whsec_/, ""))
  if (bytes === null || bytes.length === 0) {
    throw new TypeError("The secret is not one of a webhook endpoint: whsec_ and base64.")
  }
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, [use])
}

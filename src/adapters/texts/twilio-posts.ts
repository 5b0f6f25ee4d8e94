/** What Twilio posts to us: whether it comes from Twilio, and what its reports say about a text. */
import { createHmac, timingSafeEqual } from "node:crypto"
import type { Reported } from "../../model/text-message.ts"
import type { CarrierPosts } from "../../ports.ts"

export function createTwilioPosts(options: { authToken: string; baseUrl: string | null }): CarrierPosts {
  return {
    baseUrl: options.baseUrl,
    isGenuine: (signature, url, form) => isSignedByTwilio(options.authToken, signature, url, form),
    readReport,
  }
}

/**
 * Twilio's signature: HMAC-SHA1 over the URL and every form field in the order of names. `url` is the address as Twilio
 * knows it, its query included.
 */
export function twilioSignature(authToken: string, url: string, form: Iterable<[string, string]>): string {
  const fields = [...form].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  const signed = url + fields.map(([name, value]) => name + value).join("")
  return createHmac("sha1", authToken).update(signed, "utf8").digest("base64")
}

/** In constant time. */
function isSignedByTwilio(
  authToken: string,
  signature: string | undefined,
  url: string,
  form: Iterable<[string, string]>,
): boolean {
  const expected = Buffer.from(twilioSignature(authToken, url, form))
  const given = Buffer.from(signature ?? "")
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** Twilio's code for a recipient who has opted out. */
const optedOutCode = "21610"

/** Reads MessageStatus and ErrorCode of a report. */
function readReport(status: string, errorCode: string | null): Reported {
  if (status === "delivered" || status === "read") return { kind: "delivered" }
  if (status !== "failed" && status !== "undelivered") return { kind: "taken" }
  return {
    kind: "undelivered",
    error: `twilio_${errorCode ?? status}`,
    optedOut: errorCode === optedOutCode,
  }
}

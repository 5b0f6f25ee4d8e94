/** How Twilio signs what it posts: HMAC-SHA1 over the address and every form field in the order of names. */
import { createHmac, timingSafeEqual } from "node:crypto"

/** `url` is the address as Twilio knows it, its query included. */
export function twilioSignature(authToken: string, url: string, form: Iterable<[string, string]>): string {
  const fields = [...form].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  const signed = url + fields.map(([name, value]) => name + value).join("")
  return createHmac("sha1", authToken).update(signed, "utf8").digest("base64")
}

/** In constant time. */
export function isSignedByTwilio(
  authToken: string,
  signature: string | undefined,
  url: string,
  form: Iterable<[string, string]>,
): boolean {
  const expected = Buffer.from(twilioSignature(authToken, url, form))
  const given = Buffer.from(signature ?? "")
  return given.length === expected.length && timingSafeEqual(given, expected)
}

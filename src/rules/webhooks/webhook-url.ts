/** What can be said of a webhook's URL before anybody is asked what its name stands for. */
import { isIPv4, isIPv6 } from "node:net"
import { isLocalName, isPublicAddress } from "./private-addresses.ts"

/** Where a URL leads: its host without brackets, and whether that is an address or a name to look up. */
export type WebhookTarget = { host: string; isLiteral: boolean } | { refusal: string }

/**
 * Judges scheme and host. `URL` has already turned every spelling of an IPv4 address (2130706433, 0x7f.1, 0177.0.0.1,
 * full-width digits, a trailing dot) into the usual one. `allowPrivate` also allows plain http.
 */
export function judgeWebhookUrl(url: string, allowPrivate: boolean): WebhookTarget {
  const parsed = URL.parse(url)
  if (parsed === null) return { refusal: "expected an https address" }
  if (parsed.protocol !== "https:" && !(allowPrivate && parsed.protocol === "http:"))
    return { refusal: "expected an https address" }
  if (parsed.username !== "" || parsed.password !== "")
    return { refusal: "expected an address without a user name or a password" }
  const host = parsed.hostname.replace(/^\[(.*)\]$/, "$1")
  const isLiteral = isIPv4(host) || isIPv6(host)
  if (allowPrivate) return { host, isLiteral }
  const isLocal = isLiteral ? !isPublicAddress(host) : isLocalName(host)
  return isLocal ? { refusal: privateAddress } : { host, isLiteral }
}

export const privateAddress = "expected a public address, not a private or local one"

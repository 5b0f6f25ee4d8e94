/**
 * Booking-link tokens: 24 base64url characters of HMAC-SHA256(link secret, request id and link version). The database
 * holds hashes only, so a stolen database opens no booking; the token is the same at every read, because it is
 * computed from the host's secret, whose id the request stores.
 */
import { createHash, createHmac } from "node:crypto"

/** A host secret with its id; lists hold the newest first. */
export interface HostKey {
  id: string
  key: Uint8Array
}

export type LinkKeys = readonly HostKey[]

const tokenLength = 24
const tokenPattern = /^[A-Za-z0-9_-]{24}$/

export interface LinkOf {
  requestId: number
  linkVersion: number
  linkKeyId: string
}

/** The token of a request's present link. Throws when the host no longer holds the key it was made with. */
export function linkToken(keys: LinkKeys, link: LinkOf): string {
  const key = keys.find(({ id }) => id === link.linkKeyId)
  if (!key) throw new Error(`LINK_SECRET lacks the key ${link.linkKeyId}, which booking links still use`)
  return createHmac("sha256", key.key)
    .update(`booking-link:${link.requestId}:${link.linkVersion}`)
    .digest("base64url")
    .slice(0, tokenLength)
}

export const isLinkToken = (text: string) => tokenPattern.test(text)

/** The hash under which the directory stores a token, key or session. */
export const tokenHash = (token: string) => createHash("sha256").update(token).digest("hex")

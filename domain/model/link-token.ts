/**
 * Tokens of the links that customers hold: 24 base64url characters of HMAC-SHA256(link secret, a random value that is kept
 * with the row and changed by each rotation). The database holds hashes only, so a stolen database opens no link; the token
 * is the same at every read, because it is computed from the host's secret, whose id is stored beside the random value.
 * Ids are given out again after a restore, so a token of an id alone would open another customer's page.
 */
import { createHmac, hash } from "node:crypto"

/** A host secret with its id; lists hold the newest first. */
export interface HostKey {
  id: string
  key: Uint8Array
}

export type LinkKeys = readonly HostKey[]

/**
 * The target of a link: a scheduling request by its booking link (`/r/<token>`), an appointment without a request by its
 * manage link (`/a/<token>`), or an entry of the waiting list (`/w/<token>`).
 */
export type LinkedNoun = "request" | "appointment" | "waiting_entry"

/** The path of a link's page on the customer host. */
export const linkPath = (of: LinkedNoun, token: string): string => `/${letters[of]}/${token}`

const letters: Record<LinkedNoun, string> = { request: "r", appointment: "a", waiting_entry: "w" }

/** A link as the record that it leads to stores it. */
export interface LinkOf {
  of: LinkedNoun
  /** The id of the request, the appointment or the entry. */
  id: number
  version: number
  keyId: string
  /** Null for a link that was given out before links had random values: its token is made of the id and the version. */
  random: string | null
}

/** The columns of a record that has a link. */
export interface LinkColumns {
  id: number
  link_version: number
  link_key_id: string
  link_random: string | null
}

export const linkOf = (
  of: LinkedNoun,
  { id, link_version, link_key_id, link_random }: LinkColumns,
): LinkOf => ({ of, id, version: link_version, keyId: link_key_id, random: link_random })

/** The parts of a new link's token: the host's newest key and a value that no other link has. */
export interface NewLink {
  link_key_id: string
  link_random: string
}

const randomLength = 18

export const newLink = (keys: LinkKeys, randomBytes: (length: number) => Uint8Array): NewLink => ({
  link_key_id: keys[0]!.id,
  link_random: Buffer.from(randomBytes(randomLength)).toString("base64url"),
})

const tokenLength = 24
const tokenPattern = /^[A-Za-z0-9_-]{24}$/
const signed: Record<LinkedNoun, string> = {
  request: "booking-link",
  appointment: "manage-link",
  waiting_entry: "waiting-link",
}

/** The token of a present link. Throws when the host no longer holds the key it was made with. */
export function linkToken(keys: LinkKeys, { of, id, version, keyId, random }: LinkOf): string {
  const key = keys.find((one) => one.id === keyId)
  if (!key) throw new Error(`LINK_SECRET lacks the key ${keyId}, which links still use`)
  return createHmac("sha256", key.key)
    .update(`${signed[of]}:${random ?? `${id}:${version}`}`)
    .digest("base64url")
    .slice(0, tokenLength)
}

export const isLinkToken = (text: string) => tokenPattern.test(text)

/** The hash under which the directory stores a token, key or session. */
export const tokenHash = (token: string) => hash("sha256", token)

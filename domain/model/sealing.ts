/**
 * Secrets at rest: AES-256-GCM, written `v1.<kid>.<base64url of nonce, ciphertext and tag>`. Associated data binds a
 * ciphertext to its row: moved to another company or row, it does not open. Phones are matched by keyed hashes.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from "node:crypto"
import type { HostKey } from "./link-token.ts"

export interface Sealer {
  /** The id of the newest key, which seals and hashes what is written. */
  keyId: string
  /** `associatedData` names company and row: `company:7/webhook:3`. */
  seal(plain: string, associatedData: string): string
  /** Throws when the key is unknown, or the associated data is not what it was sealed with. */
  open(sealed: string, associatedData: string): string
  /** The hash under the newest key, as it is stored. */
  phoneHash(companyId: number, phone: string): string
  /** The hashes under every key that the host holds, to look up by. */
  phoneHashes(companyId: number, phone: string): string[]
  /** A keyed hash of what must not be readable, bound to `associatedData`, under every key: the newest first. */
  hashes(plain: string, associatedData: string): string[]
}

/** The associated data of every kind of sealed row. */
export const associatedData = {
  agentSession: (companyId: number, id: number) => `company:${companyId}/agent_session:${id}`,
  answer: (companyId: number, credential: string, key: string) =>
    `company:${companyId}/idempotency:${credential}:${key}`,
  callback: (companyId: number, id: number) => `company:${companyId}/callback:${id}`,
  calendar: (companyId: number, id: number) => `company:${companyId}/calendar:${id}`,
  code: (companyId: number, id: string) => `company:${companyId}/code:${id}`,
  /** The registration of a program, which holds it itself. */
  appRegistration: "oauth/client",
  /** A deed that an app asks for and is to confirm. */
  appConfirmation: "mcp/confirm",
  consent: (companyId: number, phoneHash: string) => `company:${companyId}/consent:${phoneHash}`,
  contactCode: (companyId: number, id: string) => `company:${companyId}/contact_code:${id}`,
  identityProvider: (companyId: number, issuer: string) => `company:${companyId}/identity_provider:${issuer}`,
  /** Bound to the host too, so that no other server is ever sent the password. */
  mailServer: (companyId: number, host: string) => `company:${companyId}/mail_server:${host}`,
  retell: (companyId: number) => `company:${companyId}/retell`,
  secondFactor: (companyId: number, userId: number) => `company:${companyId}/second_factor:${userId}`,
  /** A sign-in under way, which a browser keeps for us. */
  signInUnderWay: "console/sign-in",
  text: (companyId: number, id: number) => `company:${companyId}/text:${id}`,
  visit: (companyId: number, id: number) => `company:${companyId}/visit:${id}`,
  webhook: (companyId: number, id: number) => `company:${companyId}/webhook:${id}`,
}

const nonceBytes = 12
const tagBytes = 16

function derived(key: HostKey, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", key.key, "", purpose, 32))
}

export function createSealer(keys: readonly HostKey[], randomBytes: (length: number) => Uint8Array): Sealer {
  const ring = keys.map((key) => ({
    id: key.id,
    sealing: derived(key, "sealing"),
    phones: derived(key, "phones"),
    hashing: derived(key, "hashing"),
  }))
  const newest = ring[0]
  if (!newest) throw new Error("SECRET_KEY holds no key")

  const hashUnder = (entry: (typeof ring)[number], companyId: number, phone: string) =>
    `${entry.id}:${createHmac("sha256", entry.phones).update(`${companyId}:${phone}`).digest("base64url")}`

  return {
    keyId: newest.id,
    seal(plain, associatedData) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv("aes-256-gcm", newest.sealing, nonce)
      cipher.setAAD(Buffer.from(associatedData))
      const body = Buffer.concat([nonce, cipher.update(plain, "utf8"), cipher.final(), cipher.getAuthTag()])
      return `v1.${newest.id}.${body.toString("base64url")}`
    },
    open(sealed, associatedData) {
      const [format, kid, body] = sealed.split(".")
      const entry = ring.find(({ id }) => id === kid)
      if (format !== "v1" || !entry || !body) throw new Error(`SECRET_KEY lacks the key ${kid}`)
      const bytes = Buffer.from(body, "base64url")
      const decipher = createDecipheriv("aes-256-gcm", entry.sealing, bytes.subarray(0, nonceBytes))
      decipher.setAAD(Buffer.from(associatedData))
      decipher.setAuthTag(bytes.subarray(-tagBytes))
      return Buffer.concat([
        decipher.update(bytes.subarray(nonceBytes, -tagBytes)),
        decipher.final(),
      ]).toString("utf8")
    },
    phoneHash: (companyId, phone) => hashUnder(newest, companyId, phone),
    phoneHashes: (companyId, phone) => ring.map((entry) => hashUnder(entry, companyId, phone)),
    hashes: (plain, associatedData) =>
      ring.map(({ id, hashing }) => {
        const text = JSON.stringify([associatedData, plain])
        return `${id}:${createHmac("sha256", hashing).update(text).digest("base64url")}`
      }),
  }
}

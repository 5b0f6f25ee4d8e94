import { createHash } from "node:crypto"
import type { SettingName } from "./env.ts"
import type { SettingsReader } from "./settings-reader.ts"

/** A secret key with the id that rows and ciphertexts remember it by. */
export type Key = { readonly id: string; readonly key: Buffer }

/** At least one key, the newest first: the newest makes, all of them read. */
export type KeyList = readonly [Key, ...Key[]]

export const KEY_BYTES = 32
/** The id of keys that development makes for itself. It stays with a secret that is copied, and production refuses it. */
const developmentId = "dev"
export const marked = (secret: string) => `${developmentId}:${secret}`
export const isMarked = (secret: string) => secret.startsWith(`${developmentId}:`)
/** Of 32 random bytes some 30 are different. */
const fewestDifferentBytes = 16
const KEY_ID = /^[A-Za-z0-9_-]{1,32}$/
const HEX = /^([0-9a-f]{2})+$/i
const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/
const EXPECTED = `"id:key" or several of them with commas between, newest first, each key at least ${KEY_BYTES} random bytes in base64 or hex (openssl rand -base64 ${KEY_BYTES})`

/** Reads a list of keys; null when absent or wrong. Production takes none that repeats itself or that development made. A key without an id is known by a hash of itself. */
export function readKeys(
  reader: SettingsReader,
  setting: SettingName,
  isProduction: boolean,
): KeyList | null {
  const text = reader.text(setting)
  if (text === null) return null
  const keys: Key[] = []
  for (const [index, entry] of text
    .split(/[\s,]+/)
    .filter(Boolean)
    .entries()) {
    const key = parseKey(entry)
    if (typeof key === "string") reader.refuse(setting, `has a mistake in key ${index + 1}: ${key}`, EXPECTED)
    else if (isProduction && key.id === developmentId)
      reader.refuse(setting, `has a mistake in key ${index + 1}: development made it`, EXPECTED)
    else if (isProduction && isRepetitive(key.key, fewestDifferentBytes))
      reader.refuse(setting, `has a mistake in key ${index + 1}: it repeats itself`, EXPECTED)
    else if (keys.some(({ id }) => id === key.id))
      reader.refuse(setting, `names the key id ${key.id} twice`, EXPECTED)
    else keys.push(key)
  }
  const [newest, ...older] = keys
  return newest ? [newest, ...older] : null
}

/** The key, or what is wrong with it. */
function parseKey(entry: string): Key | string {
  const colon = entry.indexOf(":")
  const secret = entry.slice(colon + 1)
  const bytes = HEX.test(secret) ? Buffer.from(secret, "hex") : Buffer.from(secret, "base64")
  if (!HEX.test(secret) && !BASE64.test(secret)) return "it is neither base64 nor hex"
  if (bytes.length < KEY_BYTES) return `it has ${bytes.length} bytes`
  const id = colon < 0 ? createHash("sha256").update(bytes).digest("hex").slice(0, 8) : entry.slice(0, colon)
  if (!KEY_ID.test(id)) return "its id is not made of 1 to 32 letters, digits, - and _"
  return { id, key: bytes }
}

/**
 * True where a secret seems typed rather than drawn: few different bytes, one block again and again, or bytes that count.
 * Sixteen random hex digits have seven different ones as good as always.
 */
export function isRepetitive(secret: Uint8Array, fewestDifferent = 7): boolean {
  return new Set(secret).size < fewestDifferent || repeatsBlock(secret) || counts(secret)
}

function repeatsBlock(secret: Uint8Array): boolean {
  const lengths = Array.from({ length: Math.floor(secret.length / 2) }, (_, index) => index + 1)
  return lengths.some((length) => secret.every((byte, at) => byte === secret[at % length]))
}

function counts(secret: Uint8Array): boolean {
  const steps = secret.slice(1).map((byte, at) => byte - secret[at]!)
  return new Set(steps).size === 1
}

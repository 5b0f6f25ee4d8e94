/** Codes of authenticator apps by RFC 6238, written from its text, so that they prove the library's. */
import { createHmac } from "node:crypto"

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, "0")).join("")
  return Buffer.from(bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2)))
}

/** The six digits that an app shows at this time, in epoch milliseconds. */
export function totpCode(secret: string, now: number): string {
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor(now / 30_000)))
  const mac = createHmac("sha1", fromBase32(secret)).update(step).digest()
  const binary = mac.readUInt32BE(mac.at(-1)! & 15) & 0x7fffffff
  return String(binary % 1_000_000).padStart(6, "0")
}

/** What is drawn by chance to prove somebody, and how it is compared. */
import { timingSafeEqual } from "node:crypto"
import type { Random } from "../ports.ts"

/** 128 bits as 22 base64url characters. */
export const randomToken = (random: Random): string => Buffer.from(random.bytes(16)).toString("base64url")

const codes = 1_000_000
/** The largest multiple of `codes` that 32 bits hold: draws above it would favour low codes. */
const fairBelow = Math.floor(2 ** 32 / codes) * codes

/** Six digits, each code as likely as any other. */
export function codeDigits(random: Random): string {
  for (;;) {
    const drawn = Buffer.from(random.bytes(4)).readUInt32BE()
    if (drawn < fairBelow) return String(drawn % codes).padStart(6, "0")
  }
}

/** Whether a stored hash is one of these: in constant time, whichever of the host's keys it was hashed under. */
export function matches(stored: string, candidates: readonly string[]): boolean {
  const wanted = Buffer.from(stored)
  let found = false
  for (const candidate of candidates) {
    const bytes = Buffer.from(candidate)
    if (bytes.length === wanted.length && timingSafeEqual(bytes, wanted)) found = true
  }
  return found
}

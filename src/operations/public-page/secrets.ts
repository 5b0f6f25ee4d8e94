/** What is drawn by chance for visitors, and where it is kept. */
import type { Random } from "../../ports.ts"

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

export const codePlace = (companyId: number, id: string) => `company:${companyId}/code:${id}`
export const visitPlace = (companyId: number, id: number) => `company:${companyId}/visit:${id}`

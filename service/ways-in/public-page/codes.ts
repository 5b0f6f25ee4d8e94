/** Codes that are texted, and tokens: drawn at random, kept as hashes, compared in constant time. */
import { timingSafeEqual } from "node:crypto"
import { Refusal } from "../../../domain/model/errors.ts"
import {
  type CodeVerdict,
  type IssuedCode,
  judgeCode,
} from "../../../domain/rules/public-page/verification-codes.ts"
import type { Random } from "../../platform/ports.ts"
import type { IssuedCodeRow } from "./texted-codes.sql.ts"

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

/** True where a stored hash is one of the candidates, one for each of the host's keys. Runs in constant time. */
function matches(stored: string, candidates: readonly string[]): boolean {
  const wanted = Buffer.from(stored)
  let found = false
  for (const candidate of candidates) {
    const bytes = Buffer.from(candidate)
    if (bytes.length === wanted.length && timingSafeEqual(bytes, wanted)) found = true
  }
  return found
}

/** `hashes` are of the code that was typed, one for each of the host's keys. `row` is null for a code never issued. */
export function verdictOn(row: IssuedCodeRow | null, hashes: readonly string[], now: number): CodeVerdict {
  return judgeCode(row && issued(row), matches(row?.code_hash ?? "", hashes), now)
}

/** Throws `code_expired` or `wrong_code`. */
export function refuseUnlessRight(verdict: CodeVerdict): void {
  if (verdict === "expired") throw new Refusal("code_expired")
  if (verdict === "wrong") throw new Refusal("wrong_code", { field: "code" })
}

const issued = (row: IssuedCodeRow): IssuedCode => ({
  wrongTries: row.wrong_tries,
  isUsed: row.used_at !== null,
  expiresAt: row.expires_at.getTime(),
})

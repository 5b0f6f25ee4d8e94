/** A code that somebody typed, against the one that was texted. */
import { Refusal } from "../model/errors.ts"
import { type CodeVerdict, type IssuedCode, judgeCode } from "../rules/public-page/verification.ts"
import type { IssuedCodeRow } from "../store/texted-codes.ts"
import { matches } from "./drawn-secrets.ts"

/** `hashes`: of what was typed, one for each of the host's keys. Null is the code that was never issued. */
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

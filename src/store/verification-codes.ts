/** Codes by which visitors of the public pages prove a number. */

import { type IssuedCodeRow, issuedCodes } from "./issued-codes.ts"
import type { Tx } from "./pg/database.ts"

export const verificationCodes = issuedCodes("verification_code")

export interface NewCode {
  id: string
  phoneSealed: string
  phoneHash: string
  codeHash: string
  expiresAt: number
}

export async function insertCode(tx: Tx, companyId: number, code: NewCode, now: number): Promise<void> {
  await tx.query(
    `INSERT INTO verification_code (company_id, id, phone_sealed, phone_hash, code_hash, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [
      companyId,
      code.id,
      code.phoneSealed,
      code.phoneHash,
      code.codeHash,
      new Date(now),
      new Date(code.expiresAt),
    ],
  )
}

export interface CodeRow extends IssuedCodeRow {
  phone_sealed: string
}

/** Held until the transaction ends, so that tries are counted one after the other. */
export async function lockCode(tx: Tx, companyId: number, id: string): Promise<CodeRow | null> {
  const [row] = await tx.query<CodeRow>(
    `SELECT phone_sealed, code_hash, wrong_tries, used_at, expires_at FROM verification_code
     WHERE company_id = $1 AND id = $2 FOR UPDATE`,
    [companyId, id],
  )
  return row ?? null
}

import { mostWrongTries } from "../model/verification.ts"
import type { Db, Tx } from "./database.ts"

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

export interface CodeRow {
  phone_sealed: string
  code_hash: string
  wrong_tries: number
  used_at: Date | null
  expires_at: Date
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

export async function countWrongTry(tx: Tx, companyId: number, id: string): Promise<void> {
  await tx.query(
    `UPDATE verification_code SET wrong_tries = wrong_tries + 1
     WHERE company_id = $1 AND id = $2 AND wrong_tries < $3`,
    [companyId, id, mostWrongTries],
  )
}

export async function markCodeUsed(tx: Tx, companyId: number, id: string, now: number): Promise<void> {
  await tx.query("UPDATE verification_code SET used_at = $3 WHERE company_id = $1 AND id = $2", [
    companyId,
    id,
    new Date(now),
  ])
}

export async function dropOldCodes(db: Db, companyId: number, now: number): Promise<void> {
  await db.query("DELETE FROM verification_code WHERE company_id = $1 AND expires_at < $2", [
    companyId,
    new Date(now - 86_400_000),
  ])
}

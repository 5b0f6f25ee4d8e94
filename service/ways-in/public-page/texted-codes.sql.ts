/** Codes that were texted: to a number entered on the public page, or to a caller who adds a number. */

import { mostWrongTries } from "../../../domain/model/public-page.ts"
import { msPerDay } from "../../../domain/time/units.ts"
import type { Db, Tx } from "../../platform/pg/database.ts"

export interface IssuedCodeRow {
  code_hash: string
  wrong_tries: number
  used_at: Date | null
  expires_at: Date
}

export interface IssuedCodes {
  /** Counts up to the last allowed try; later tries are refused without a count. */
  countWrongTry(tx: Tx, companyId: number, id: string): Promise<void>
  markUsed(tx: Tx, companyId: number, id: string, now: number): Promise<void>
  /** Deletes codes that expired more than a day ago. */
  dropOld(db: Db, companyId: number, now: number): Promise<void>
}

export function issuedCodes(table: "agent_contact_code" | "verification_code"): IssuedCodes {
  const count = `UPDATE ${table} SET wrong_tries = wrong_tries + 1
    WHERE company_id = $1 AND id = $2 AND wrong_tries < $3`
  const mark = `UPDATE ${table} SET used_at = $3 WHERE company_id = $1 AND id = $2`
  const drop = `DELETE FROM ${table} WHERE company_id = $1 AND expires_at < $2`
  return {
    async countWrongTry(tx, companyId, id) {
      await tx.query(count, [companyId, id, mostWrongTries])
    },
    async markUsed(tx, companyId, id, now) {
      await tx.query(mark, [companyId, id, new Date(now)])
    },
    async dropOld(db, companyId, now) {
      await db.query(drop, [companyId, new Date(now - msPerDay)])
    },
  }
}

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

/** Locks the code until the transaction ends, so that tries are counted one after the other. */
export async function lockCode(tx: Tx, companyId: number, id: string): Promise<CodeRow | null> {
  return tx.first<CodeRow>(
    `SELECT phone_sealed, code_hash, wrong_tries, used_at, expires_at FROM verification_code
     WHERE company_id = $1 AND id = $2 FOR UPDATE`,
    [companyId, id],
  )
}

export interface TextedCode {
  phone_hash: string
  /** The number that it was texted to is proved. */
  is_used: boolean
}

/** A code that was entered, or can still be, until it expires. */
export const findTextedCode = (
  db: Db,
  companyId: number,
  id: string,
  now: number,
): Promise<TextedCode | null> =>
  db.first<TextedCode>(
    `SELECT phone_hash, used_at IS NOT NULL AS is_used FROM verification_code
     WHERE company_id = $1 AND id = $2 AND expires_at > $3 AND (used_at IS NOT NULL OR wrong_tries < $4)`,
    [companyId, id, new Date(now), mostWrongTries],
  )

export const contactCodes = issuedCodes("agent_contact_code")

export interface NewContactCode {
  id: string
  sessionId: number
  customerId: number
  contactSealed: string
  label: string | null
  codeHash: string
  expiresAt: number
}

export async function insertContactCode(tx: Tx, companyId: number, code: NewContactCode, now: number) {
  await tx.query(
    `INSERT INTO agent_contact_code (company_id, id, session_id, customer_id, contact_sealed, label, code_hash,
       created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      companyId,
      code.id,
      code.sessionId,
      code.customerId,
      code.contactSealed,
      code.label,
      code.codeHash,
      new Date(now),
      new Date(code.expiresAt),
    ],
  )
}

/** When the newest codes of the customer after `since` were made, newest first; at most `most`. */
export async function contactCodesSince(
  tx: Tx,
  companyId: number,
  customerId: number,
  { since, most }: { since: number; most: number },
): Promise<number[]> {
  const rows = await tx.query<{ created_at: Date }>(
    `SELECT created_at FROM agent_contact_code
     WHERE company_id = $1 AND customer_id = $2 AND created_at > $3 ORDER BY created_at DESC LIMIT $4`,
    [companyId, customerId, new Date(since), most],
  )
  return rows.map(({ created_at }) => created_at.getTime())
}

export interface ContactCodeRow extends IssuedCodeRow {
  session_id: number
  customer_id: number
  contact_sealed: string
  label: string | null
  /** The hash of the Idempotency-Key of the call that used it. */
  used_by_hash: string | null
}

/** The call that used it, for its repeat under the same key. */
export function setUsedBy(tx: Tx, companyId: number, id: string, keyHash: string | null): void {
  tx.write("UPDATE agent_contact_code SET used_by_hash = $3 WHERE company_id = $1 AND id = $2", [
    companyId,
    id,
    keyHash,
  ])
}

/** Locks the code until the transaction ends, so that tries are counted one after the other. */
export async function lockContactCode(
  tx: Tx,
  companyId: number,
  sessionId: number,
  id: string,
): Promise<ContactCodeRow | null> {
  return tx.first<ContactCodeRow>(
    `SELECT session_id, customer_id, contact_sealed, label, code_hash, wrong_tries, used_at, expires_at, used_by_hash
     FROM agent_contact_code WHERE company_id = $1 AND id = $2 AND session_id = $3 FOR UPDATE`,
    [companyId, id, sessionId],
  )
}

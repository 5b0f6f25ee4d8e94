/** Codes by which callers confirm that a number of theirs is to be added. */

import { type IssuedCodeRow, issuedCodes } from "./issued-codes.ts"
import type { Tx } from "./pg/database.ts"

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

/** When the customer's codes since `since` went out, newest first; `most` of them. */
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
}

/** Held until the transaction ends, so that tries are counted one after the other. */
export async function lockContactCode(
  tx: Tx,
  companyId: number,
  sessionId: number,
  id: string,
): Promise<ContactCodeRow | null> {
  const [row] = await tx.query<ContactCodeRow>(
    `SELECT session_id, customer_id, contact_sealed, label, code_hash, wrong_tries, used_at, expires_at
     FROM agent_contact_code WHERE company_id = $1 AND id = $2 AND session_id = $3 FOR UPDATE`,
    [companyId, id, sessionId],
  )
  return row ?? null
}

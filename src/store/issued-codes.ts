/** What every table of texted codes has in common: wrong tries are counted, and a code is used once. */
import { mostWrongTries } from "../model/verification.ts"
import { msPerDay } from "../time/units.ts"
import type { Db, Tx } from "./pg/database.ts"

export interface IssuedCodeRow {
  code_hash: string
  wrong_tries: number
  used_at: Date | null
  expires_at: Date
}

export interface IssuedCodes {
  /** Up to the last try that is allowed: what comes after is refused without being counted. */
  countWrongTry(tx: Tx, companyId: number, id: string): Promise<void>
  markUsed(tx: Tx, companyId: number, id: string, now: number): Promise<void>
  /** Drops those that ended more than a day ago. */
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

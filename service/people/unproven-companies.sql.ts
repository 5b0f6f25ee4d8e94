/** Companies of open sign-up whose admin never opened the mail. They cannot be signed in to, and hold a user and a mail. */
import { msPerDay } from "../../domain/time/units.ts"
import type { Database, Db } from "../platform/pg/database.ts"

/** A day longer than the link in the mail lives. */
const keptMs = 8 * msPerDay

const deletions = [
  "DELETE FROM text_held WHERE company_id = $1",
  "DELETE FROM text_due WHERE company_id = $1",
  "DELETE FROM text_message WHERE company_id = $1",
  "DELETE FROM password_reset WHERE company_id = $1",
  "DELETE FROM user_email WHERE company_id = $1",
  "DELETE FROM app_user WHERE company_id = $1",
  "DELETE FROM directory WHERE company_id = $1",
  "DELETE FROM company WHERE company_id = $1",
] as const

/** A key that the operator made for it is as good as the mail: such a company is proved. */
const hasKey = "EXISTS (SELECT 1 FROM api_key k WHERE k.company_id = $1)"

export async function dropUnproven(db: Database, companyId: number, now: number): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await tx.first<{ hasKey: boolean }>(
      `SELECT ${hasKey} AS "hasKey" FROM company WHERE company_id = $1 AND unproven_since < $2 FOR UPDATE`,
      [companyId, before(now)],
    )
    if (row?.hasKey) await noteProved(tx, companyId)
    else if (row) for (const deletion of deletions) await tx.query(deletion, [companyId])
  })
}

/** Somebody who may speak for the company has come in. */
export async function noteProved(db: Db, companyId: number): Promise<void> {
  await db.query(
    "UPDATE company SET unproven_since = NULL WHERE company_id = $1 AND unproven_since IS NOT NULL",
    [companyId],
  )
}

/** Companies whose days are over. */
export async function listUnproven(db: Db, now: number): Promise<number[]> {
  const rows = await db.query<{ company_id: number }>(
    "SELECT company_id FROM company WHERE unproven_since < $1 ORDER BY company_id",
    [before(now)],
  )
  return rows.map((row) => row.company_id)
}

const before = (now: number) => new Date(now - keptMs)

/** Companies of open sign-up whose admin never opened the mail. Nobody could sign in to them, so they hold a user and a mail. */
import { msPerDay } from "../../domain/time/units.ts"
import type { Database, Db } from "./pg/database.ts"

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

export async function dropUnproven(db: Database, now: number): Promise<void> {
  const before = new Date(now - keptMs)
  for (const companyId of await listUnproven(db, before)) {
    await db.transaction(async (tx) => {
      const isUnproven = await tx.some(
        "SELECT 1 FROM company WHERE company_id = $1 AND unproven_since < $2 FOR UPDATE",
        [companyId, before],
      )
      if (!isUnproven) return
      for (const deletion of deletions) await tx.query(deletion, [companyId])
    })
  }
}

async function listUnproven(db: Db, before: Date): Promise<number[]> {
  const rows = await db.query<{ company_id: number }>(
    "SELECT company_id FROM company WHERE unproven_since < $1 ORDER BY company_id",
    [before],
  )
  return rows.map((row) => row.company_id)
}

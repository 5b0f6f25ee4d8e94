import type { Db } from "./pg/database.ts"

/** How long before the start customers may still cancel, in minutes; archived types count too. */
export async function findCancelNotice(db: Db, companyId: number, typeId: number): Promise<number> {
  const [row] = await db.query<{ minutes: number }>(
    "SELECT cancel_notice_minutes AS minutes FROM appointment_type WHERE company_id = $1 AND id = $2",
    [companyId, typeId],
  )
  return row?.minutes ?? 0
}

import type { Db } from "./pg/database.ts"

const counts = {
  location: "SELECT count(*)::int AS count FROM location WHERE company_id = $1 AND archived_at IS NULL",
  appointment_type:
    "SELECT count(*)::int AS count FROM appointment_type WHERE company_id = $1 AND archived_at IS NULL",
  provider: "SELECT count(*)::int AS count FROM provider WHERE company_id = $1 AND archived_at IS NULL",
  resource_detail:
    "SELECT count(*)::int AS count FROM resource_detail WHERE company_id = $1 AND archived_at IS NULL",
  company_time_off: "SELECT count(*)::int AS count FROM company_time_off WHERE company_id = $1",
} as const

/** The number of the company's unarchived records of one kind. */
export async function countActive(db: Db, companyId: number, table: keyof typeof counts): Promise<number> {
  const [row] = await db.query<{ count: number }>(counts[table], [companyId])
  return row!.count
}

/** Whom a number identifies: one customer of a company, or nobody. */
import type { Db, Tx } from "./pg/database.ts"

/** Keeps others from giving this number to a customer until the transaction ends. */
export async function holdNumber(tx: Tx, companyId: number, phone: string): Promise<void> {
  await tx.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [`number:${companyId}:${phone}`])
}

/** Who is known to the company by this number; null for nobody. */
export async function findIdentified(db: Db, companyId: number, phone: string): Promise<number | null> {
  const [row] = await db.query<{ customer_id: number }>(
    `SELECT k.customer_id FROM contact k
     JOIN customer u ON u.company_id = k.company_id AND u.id = k.customer_id AND u.archived_at IS NULL
     WHERE k.company_id = $1 AND k.phone = $2 AND k.identifies`,
    [companyId, phone],
  )
  return row?.customer_id ?? null
}

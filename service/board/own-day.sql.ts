/** The customers whom a provider visits on a day. */
import type { VisitedCustomer } from "../../domain/model/own-day.ts"
import type { Db } from "../platform/pg/database.ts"

/** An erased customer has no name any more. */
export async function findVisitedCustomers(
  db: Db,
  companyId: number,
  ids: readonly number[],
): Promise<Map<number, VisitedCustomer>> {
  const rows = await db.query<VisitedCustomer>(
    `SELECT c.id, concat_ws(' ', c.first_name, c.last_name) AS name, p.phone, c.warning
     FROM customer c
     LEFT JOIN contact p ON p.company_id = c.company_id AND p.customer_id = c.id AND p.is_primary
     WHERE c.company_id = $1 AND c.id = ANY ($2::bigint[])`,
    [companyId, ids],
  )
  return new Map(rows.map((row) => [row.id, row]))
}

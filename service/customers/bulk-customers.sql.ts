/** The reads of a bulk write of customers: those whom its rows name, their numbers, and erased ones. */
import type { OwnedNumber } from "../../domain/model/contact.ts"
import type { Customer } from "../../domain/model/customer.ts"
import { msPerDay } from "../../domain/time/units.ts"
import type { Db } from "../platform/pg/database.ts"
import { customerColumns } from "./customers.sql.ts"

/** The customers of the references who are not archived. */
export const customersByRef = (db: Db, companyId: number, refs: readonly string[]): Promise<Customer[]> =>
  db.query<Customer>(
    `SELECT ${customerColumns} FROM customer
     WHERE company_id = $1 AND external_ref = ANY ($2::text[]) AND archived_at IS NULL ORDER BY id`,
    [companyId, refs],
  )

/** The numbers of these customers, and whom these numbers identify. */
export const numbersAbout = (
  db: Db,
  companyId: number,
  { ids, phones }: { ids: readonly number[]; phones: readonly string[] },
): Promise<OwnedNumber[]> =>
  db.query<OwnedNumber>(
    `SELECT customer_id, phone, is_primary, identifies FROM contact
     WHERE company_id = $1 AND (customer_id = ANY ($2::bigint[]) OR (identifies AND phone = ANY ($3::text[])))`,
    [companyId, ids, phones],
  )

const keptDays = 30

/** The references whose customers were erased in the last 30 days: their events alone still know them. */
export async function recentlyErased(
  db: Db,
  companyId: number,
  refs: readonly string[],
  now: number,
): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ ref: string }>(
    `SELECT e.data -> 'customer' ->> 'external_ref' AS ref
     FROM customer c JOIN event e ON e.company_id = $1 AND e.customer_id = c.id AND e.type = 'customer.erased'
     WHERE c.company_id = $1 AND c.updated_at >= $3 AND c.erased_at IS NOT NULL
       AND e.data -> 'customer' ->> 'external_ref' = ANY ($2::text[])`,
    [companyId, refs, new Date(now - keptDays * msPerDay)],
  )
  return new Set(rows.map(({ ref }) => ref))
}

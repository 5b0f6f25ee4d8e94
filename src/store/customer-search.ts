/** Customers found while somebody types. */
import type { Customer } from "../model/customer.ts"
import type { CustomerSearch } from "../model/customer-search.ts"
import { customerColumns } from "./customers.ts"
import type { Db } from "./pg/database.ts"

/**
 * Customers who are not archived, those whose words were typed in full first. A short word may fit a tenth of a million
 * customers: the index finds all of them at once, but only some are read and sorted, so that each key answers quickly; what
 * is typed next narrows them down.
 */
export async function searchCustomers(
  db: Db,
  companyId: number,
  { wholeWords, partsOfWords, digits }: CustomerSearch,
  limit: number,
): Promise<Customer[]> {
  return db.query<Customer>(
    `WITH whole AS (
       SELECT id FROM customer
       WHERE company_id = $1 AND archived_at IS NULL AND search_text LIKE $3 AND search_text LIKE $4
         AND search_text LIKE $5 AND search_text LIKE $6
       LIMIT 100
     ), part AS (
       SELECT id FROM customer
       WHERE company_id = $1 AND archived_at IS NULL AND search_text LIKE $7 AND search_text LIKE $8
         AND search_text LIKE $9 AND search_text LIKE $10
       LIMIT 200
     ), called AS (
       SELECT customer_id AS id FROM contact WHERE company_id = $1 AND phone LIKE $11 LIMIT 200
     ), found AS (
       SELECT id, min(rank) AS rank
       FROM (SELECT id, 1 AS rank FROM whole UNION ALL SELECT id, 2 FROM called UNION ALL SELECT id, 3 FROM part) ranked
       GROUP BY id
     )
     SELECT ${customerColumns} FROM found JOIN customer USING (id)
     WHERE company_id = $1 AND archived_at IS NULL
     ORDER BY rank, first_name, last_name, id LIMIT $2`,
    [companyId, limit, ...wholeWords, ...partsOfWords, digits],
  )
}

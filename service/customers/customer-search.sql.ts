/** Customers found while somebody types. */
import type { Customer } from "../../domain/model/customer.ts"
import type { CustomerSearch } from "../../domain/model/customer-search.ts"
import type { Db } from "../platform/pg/database.ts"
import { customerColumns } from "./customers.sql.ts"

/**
 * Customers who are not archived, those whose words were typed in full first. A short word may fit a tenth of a million
 * customers: the index finds all of them at once, but only some are read and sorted, so that each key answers quickly; what
 * is typed next narrows them down.
 */
export async function searchCustomers(
  db: Db,
  companyId: number,
  { wholeWords, partsOfWords, beginnings, number }: CustomerSearch,
  limit: number,
): Promise<Customer[]> {
  return db.query<Customer>(
    `WITH whole AS (
       SELECT id FROM customer
       WHERE company_id = $1 AND archived_at IS NULL AND search_text LIKE $3 AND search_text LIKE $4
         AND search_text LIKE $5 AND search_text LIKE $6 AND ${afterTheIndex("search_text")} LIKE ALL ($7::text[])
       LIMIT 100
     ), part AS (
       SELECT id FROM customer
       WHERE company_id = $1 AND archived_at IS NULL AND search_text LIKE $8 AND search_text LIKE $9
         AND search_text LIKE $10 AND search_text LIKE $11 AND ${afterTheIndex("search_text")} LIKE ALL ($12::text[])
       LIMIT 200
     ), called AS (
       (${calledBy("phone", "$13")}) UNION ALL (${calledBy("phone", "$14")})
       UNION ALL (${calledBy("reverse(phone)", "$15")})
     ), found AS (
       SELECT id, min(rank) AS rank
       FROM (SELECT id, 1 AS rank FROM whole UNION ALL SELECT id, 2 FROM called UNION ALL SELECT id, 3 FROM part) ranked
       GROUP BY id
     )
     SELECT ${customerColumns} FROM found JOIN customer USING (id)
     WHERE company_id = $1 AND archived_at IS NULL
     ORDER BY rank, ${nameInFront} LIKE ALL ($16::text[]) DESC, first_name, last_name, id LIMIT $2`,
    [
      companyId,
      limit,
      ...wholeWords.pieces,
      wholeWords.words,
      ...partsOfWords.pieces,
      partsOfWords.words,
      ...(number?.beginnings ?? [null, null]),
      number?.reversedEnd ?? null,
      beginnings,
    ],
  )
}

/** The name as the searched text has it. */
const nameInFront = "left(search_text, length(first_name) + length(last_name) + 3)"

/** An expression that no index has, so that only the rows which the index gave are compared. */
const afterTheIndex = (column: string) => `(${column} || '')`

/** Whose number begins so, as a range, since the index of the column serves no LIKE with a parameter. A colon follows the digits. */
const calledBy = (column: string, beginning: string) =>
  `SELECT customer_id AS id FROM contact
        WHERE company_id = $1 AND ${column} COLLATE "C" >= ${beginning} AND ${column} COLLATE "C" < ${beginning} || ':'
        LIMIT 200`

/** Customers found while somebody types. */
import type { Customer } from "../../domain/model/customer.ts"
import type { CustomerSearch } from "../../domain/model/customer-search.ts"
import type { Db } from "../platform/pg/database.ts"
import { customerColumns } from "./customers.sql.ts"

/**
 * Customers who are not archived, those whose words were typed in full first, those whose name is one letter off last. A short word may
 * fit a tenth of a million customers: the index finds all of them at once, but only some are read and sorted, so that each key answers
 * quickly; what is typed next narrows them down. Of names that may be one letter off, 5,000 are compared.
 */
export async function searchCustomers(
  db: Db,
  companyId: number,
  search: CustomerSearch,
  limit: number,
): Promise<Customer[]> {
  const { wholeWords, partsOfWords, inOnePiece, beginnings, number, street, postalCode, likeness } = search
  const [keys, otherKeys] = likeness?.keys ?? [[], null]
  const isSame = otherKeys === null
  return db.query<Customer>(
    `WITH part AS (
       SELECT id FROM customer
       WHERE company_id = $1 AND archived_at IS NULL AND search_text LIKE $8 AND search_text LIKE $9
         AND search_text LIKE $10 AND search_text LIKE $11 AND ${afterTheIndex("search_text")} LIKE ALL ($12::text[])
       LIMIT 200
     ), whole AS (
       SELECT id FROM customer
       WHERE EXISTS (SELECT FROM part) AND company_id = $1 AND archived_at IS NULL AND search_text LIKE $3 AND search_text LIKE $4
         AND search_text LIKE $5 AND search_text LIKE $6 AND ${afterTheIndex("search_text")} LIKE ALL ($7::text[])
       LIMIT 100
     ), one_piece AS (
       SELECT id FROM customer WHERE company_id = $1 AND archived_at IS NULL AND search_text LIKE $17 LIMIT 100
     ), called AS (
       (${calledBy("phone", "$13")}) UNION ALL (${calledBy("phone", "$14")})
       UNION ALL (${calledBy("reverse(phone)", "$15")})
     ), street AS (
       SELECT id FROM customer
       WHERE ${thereIsRoom} AND company_id = $1 AND archived_at IS NULL AND address IS NOT NULL AND address_text LIKE $18 AND address_text LIKE $19
         AND address_text LIKE $20 AND address_text LIKE $21 AND ${afterTheIndex("address_text")} LIKE ALL ($22::text[])
       LIMIT 100
     ), postal AS (
       SELECT id FROM customer
       WHERE ${thereIsRoom} AND company_id = $1 AND archived_at IS NULL AND address IS NOT NULL
         AND ${postalCodeOf} COLLATE "C" >= $23 AND ${postalCodeOf} COLLATE "C" < $23 || '~'
       LIMIT 100
     ), near AS (
       SELECT id, search_text FROM customer
       WHERE ${thereIsRoom} AND company_id = $1 AND archived_at IS NULL AND name_likenesses(${nameInFront}) && $24::text[]
         AND ${isSame ? "$25::text[] IS NOT NULL" : `name_likenesses(${nameInFront}) && $25::text[]`}
       LIMIT 5000
     ), alike AS (
       SELECT id FROM near
       WHERE ${nameInFront} LIKE ALL ($28::text[]) AND ${nameInFront} LIKE ANY ($26::text[]) AND ${nameInFront} LIKE ANY ($27::text[])
       LIMIT 100
     ), found AS (
       SELECT id, min(rank) AS rank
       FROM (SELECT id, 1 AS rank FROM whole UNION ALL SELECT id, 2 FROM called UNION ALL SELECT id, 3 FROM part
         UNION ALL SELECT id, 3 FROM one_piece UNION ALL SELECT id, 4 FROM postal UNION ALL SELECT id, 4 FROM street
         UNION ALL SELECT id, 5 FROM alike) ranked
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
      inOnePiece,
      ...(street?.pieces ?? [null, null, null, null]),
      street?.words ?? [],
      postalCode,
      keys,
      otherKeys ?? [],
      likeness?.patterns[0] ?? [],
      likeness?.patterns[1] ?? likeness?.patterns[0] ?? [],
      likeness?.beginnings ?? [],
    ],
  )
}

/** True where there is room for customers who are found by less than the typed words: these come last. */
const thereIsRoom = "(SELECT count(*) FROM part) < $2"

/** The name as the searched text has it, up to the separator. */
const nameInFront = "split_part(search_text, chr(31), 1)"

/** As its index has it: in small letters, in one piece. */
const postalCodeOf = "lower(regexp_replace(address ->> 'postal_code', '[\\s-]', '', 'g'))"

/** An expression that no index has, so that only the rows which the index gave are compared. */
const afterTheIndex = (column: string) => `(${column} || '')`

/**
 * Matches numbers that begin so, as a range, since the index of the column serves no LIKE with a parameter. A colon follows
 * the digits.
 */
const calledBy = (column: string, beginning: string) =>
  `SELECT customer_id AS id FROM contact
        WHERE company_id = $1 AND ${column} COLLATE "C" >= ${beginning} AND ${column} COLLATE "C" < ${beginning} || ':'
        LIMIT 200`

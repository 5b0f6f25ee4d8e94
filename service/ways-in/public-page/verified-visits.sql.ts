/** The 30 minutes on the public page after a code. Tokens and numbers are kept as hashes. */
import { msPerDay } from "../../../domain/time/units.ts"
import type { Db, Tx } from "../../platform/pg/database.ts"

export interface NewVerifiedVisit {
  tokenHash: string
  phoneHash: string
  customerId: number | null
  expiresAt: number
}

export async function nextVerifiedVisitId(tx: Tx): Promise<number> {
  const [row] = await tx.query<{ id: number }>("SELECT nextval('verified_visit_id_seq') AS id")
  return row!.id
}

export async function insertVerifiedVisit(
  tx: Tx,
  companyId: number,
  visit: NewVerifiedVisit & { id: number; phoneSealed: string },
  now: number,
): Promise<void> {
  await tx.query(
    `INSERT INTO verified_visit (company_id, id, token_hash, phone_sealed, phone_hash, customer_id, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      companyId,
      visit.id,
      visit.tokenHash,
      visit.phoneSealed,
      visit.phoneHash,
      visit.customerId,
      new Date(now),
      new Date(visit.expiresAt),
    ],
  )
}

export interface VerifiedVisitRow {
  id: number
  phone_sealed: string
  expires_at: Date
  /** The customer that the visit began for, or made. */
  customer_id: number | null
  first_name: string | null
  has_address: boolean
  /** The numbers that identify this customer now; empty for an archived one. */
  customer_phones: string[]
}

/** The columns of a `VerifiedVisitRow`, from the tables of `verifiedVisitJoin`. `$1` is the company. */
export const verifiedVisitColumns = `v.id, v.phone_sealed, v.expires_at, v.customer_id, u.first_name,
       coalesce(u.address IS NOT NULL OR u.address_latitude IS NOT NULL, false) AS has_address,
       ARRAY(SELECT k.phone FROM contact k
         WHERE k.company_id = $1 AND k.customer_id = u.id AND k.identifies) AS customer_phones`

export const verifiedVisitJoin = `verified_visit v
     LEFT JOIN customer u ON u.company_id = $1 AND u.id = v.customer_id AND u.archived_at IS NULL`

/** Null for an unknown token and after the visit's 30 minutes. */
export async function findVerifiedVisit(
  db: Db,
  companyId: number,
  tokenHash: string,
  now: number,
): Promise<VerifiedVisitRow | null> {
  return db.first<VerifiedVisitRow>(
    `SELECT ${verifiedVisitColumns} FROM ${verifiedVisitJoin}
     WHERE v.company_id = $1 AND v.token_hash = $2 AND v.expires_at > $3`,
    [companyId, tokenHash, new Date(now)],
  )
}

export async function setVerifiedVisitCustomer(
  db: Db,
  companyId: number,
  id: number,
  customerId: number,
): Promise<void> {
  await db.query("UPDATE verified_visit SET customer_id = $3 WHERE company_id = $1 AND id = $2", [
    companyId,
    id,
    customerId,
  ])
}

/** Counts a registration or booking of the visit; false when it has had `most` already. */
export async function countVerifiedVisitWrite(
  db: Db,
  companyId: number,
  id: number,
  most: number,
): Promise<boolean> {
  return db.some(
    "UPDATE verified_visit SET writes = writes + 1 WHERE company_id = $1 AND id = $2 AND writes < $3 RETURNING 1",
    [companyId, id, most],
  )
}

export async function dropOldVerifiedVisits(db: Db, companyId: number, now: number): Promise<void> {
  await db.query("DELETE FROM verified_visit WHERE company_id = $1 AND expires_at < $2", [
    companyId,
    new Date(now - msPerDay),
  ])
}

/** Opt-outs that count, and whose numbers they are about. */
import type { ConsentOfNumber } from "../../domain/model/contact.ts"
import type { Db } from "../platform/pg/database.ts"

export interface OptOut {
  id: number
  phone_hash: string
  phone_sealed: string
  channel: ConsentOfNumber["channel"]
  source: string
  at: Date
}

export interface OptOutFilter {
  channel: OptOut["channel"] | null
  beforeId: number
  limit: number
}

/** Revocations of numbers with no later word under the same hash, newest first. */
export async function listOptOuts(
  db: Db,
  companyId: number,
  { channel, beforeId, limit }: OptOutFilter,
): Promise<OptOut[]> {
  return db.query<OptOut>(
    `SELECT k.id, k.phone_hash, k.phone_sealed, k.channel, k.source, k.at FROM consent k
     WHERE k.company_id = $1 AND k.event = 'revoked' AND k.channel <> 'email' AND k.id < $2 AND ($4::text IS NULL OR k.channel = $4)
       AND NOT EXISTS (SELECT 1 FROM consent later
         WHERE later.company_id = $1 AND later.phone_hash = k.phone_hash AND later.channel = k.channel AND later.id > k.id)
     ORDER BY k.id DESC LIMIT $3`,
    [companyId, beforeId, limit, channel],
  )
}

export interface Holder {
  phone: string
  id: number
  name: string
  contact_id: number
}

/** The customers who have one of these numbers, archived ones left out. */
export async function listHolders(db: Db, companyId: number, phones: readonly string[]): Promise<Holder[]> {
  return db.query<Holder>(
    `SELECT k.phone, u.id, trim(u.first_name || ' ' || u.last_name) AS name, k.id AS contact_id
     FROM contact k
     JOIN customer u ON u.company_id = k.company_id AND u.id = k.customer_id AND u.archived_at IS NULL
     WHERE k.company_id = $1 AND k.phone COLLATE "C" = ANY ($2) ORDER BY u.id`,
    [companyId, phones],
  )
}

/** The whole history of a number under its hashes, newest first. */
export async function listConsentsOf(
  db: Db,
  companyId: number,
  phoneHashes: readonly string[],
  { beforeId, limit }: { beforeId: number; limit: number },
): Promise<(ConsentOfNumber & { id: number })[]> {
  return db.query(
    `SELECT id, channel, event, source, at FROM consent
     WHERE company_id = $1 AND phone_hash = ANY ($2) AND id < $3 ORDER BY id DESC LIMIT $4`,
    [companyId, phoneHashes, beforeId, limit],
  )
}

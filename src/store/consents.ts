/** What was said about being called or texted on a number. Rows are only ever added, and know the number as a hash. */
import type { Consent } from "../model/contact.ts"
import type { Db, Tx } from "./pg/database.ts"

export interface ConsentRow extends Consent {
  phone_hash: string
}

/** Oldest first. */
export async function listConsents(
  db: Db,
  companyId: number,
  phoneHashes: readonly string[],
): Promise<ConsentRow[]> {
  return db.query<ConsentRow>(
    `SELECT phone_hash, channel, event, source, at FROM consent
     WHERE company_id = $1 AND phone_hash = ANY($2) ORDER BY id`,
    [companyId, phoneHashes],
  )
}

/** What was said last of a number on one channel; null when nothing was. */
export async function findNewestConsent(
  db: Db,
  companyId: number,
  phoneHashes: readonly string[],
  channel: Consent["channel"],
): Promise<Consent["event"] | null> {
  const [row] = await db.query<Pick<Consent, "event">>(
    `SELECT event FROM consent WHERE company_id = $1 AND phone_hash = ANY ($2) AND channel = $3
     ORDER BY id DESC LIMIT 1`,
    [companyId, phoneHashes, channel],
  )
  return row?.event ?? null
}

export async function insertConsent(tx: Tx, companyId: number, consent: ConsentRow): Promise<void> {
  await tx.query(
    `INSERT INTO consent (company_id, phone_hash, channel, event, source, at) VALUES ($1, $2, $3, $4, $5, $6)`,
    [companyId, consent.phone_hash, consent.channel, consent.event, consent.source, consent.at],
  )
}

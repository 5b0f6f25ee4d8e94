/** The domains that companies' mails may come from. */
import type { MailDomain } from "../../domain/model/mail-domain.ts"
import type { Db, Tx } from "../platform/pg/database.ts"
import { isLive } from "../platform/queue/leases.ts"

const columns = "id, domain, token, proven_by, proven_at, missing_since, checked_at, created_at"

/** In the order of their ids, after `afterId`. */
export async function listMailDomains(
  db: Db,
  companyId: number,
  { afterId, limit }: { afterId: number; limit: number },
): Promise<MailDomain[]> {
  return db.query<MailDomain>(
    `SELECT ${columns} FROM mail_domain WHERE company_id = $1 AND id > $2 ORDER BY id LIMIT $3`,
    [companyId, afterId, limit],
  )
}

/** More than a company may have. */
const every = { afterId: 0, limit: 100 }

export const listAllMailDomains = (db: Db, companyId: number): Promise<MailDomain[]> =>
  listMailDomains(db, companyId, every)

export async function findMailDomain(db: Db, companyId: number, id: number): Promise<MailDomain | null> {
  return db.first<MailDomain>(`SELECT ${columns} FROM mail_domain WHERE company_id = $1 AND id = $2`, [
    companyId,
    id,
  ])
}

export async function insertMailDomain(
  tx: Tx,
  companyId: number,
  { domain, token }: Pick<MailDomain, "domain" | "token">,
  now: number,
): Promise<MailDomain> {
  const row = await tx.first<MailDomain>(
    `INSERT INTO mail_domain (company_id, domain, token, created_at) VALUES ($1, $2, $3, $4) RETURNING ${columns}`,
    [companyId, domain, token, new Date(now)],
  )
  return row!
}

/** Writes down what proves the domain now. */
export async function updateMailDomain(
  tx: Tx,
  companyId: number,
  { id, proven_by, proven_at, missing_since, checked_at }: MailDomain,
): Promise<void> {
  await tx.query(
    `UPDATE mail_domain SET proven_by = $3, proven_at = $4, missing_since = $5, checked_at = $6
     WHERE company_id = $1 AND id = $2`,
    [companyId, id, proven_by, proven_at, missing_since, checked_at],
  )
}

export async function deleteMailDomain(tx: Tx, companyId: number, id: number): Promise<void> {
  await tx.query("DELETE FROM mail_domain WHERE company_id = $1 AND id = $2", [companyId, id])
}

/** The proven domains of live companies that DNS was not asked about since, those that wait longest first. */
export async function listToCheckAgain(
  db: Db,
  before: Date,
  most: number,
): Promise<{ companyId: number; id: number }[]> {
  return db.query<{ companyId: number; id: number }>(
    `SELECT company_id AS "companyId", id FROM mail_domain
     WHERE proven_by = 'dns' AND checked_at < $1 AND ${isLive} ORDER BY checked_at LIMIT $2`,
    [before, most],
  )
}

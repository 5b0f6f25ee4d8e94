/** Companies' own mail servers, one at most for each. */
import type { ShownMailServer } from "../../domain/model/mail.ts"
import type { Db, Tx } from "../platform/pg/database.ts"

export interface MailServerRow extends ShownMailServer {
  password_sealed: string
  failures: number
  /** A server that fails is not tried before this time. */
  retry_at: Date | null
}

export async function findMailServer(db: Db, companyId: number): Promise<MailServerRow | null> {
  return db.first<MailServerRow>(
    `SELECT host, port, username, password_sealed, failures, last_error, failing_since, retry_at
     FROM mail_server WHERE company_id = $1`,
    [companyId],
  )
}

/** A server that has just answered: what was known of its faults is forgotten. */
export async function replaceMailServer(
  tx: Tx,
  companyId: number,
  {
    host,
    port,
    username,
    password_sealed,
  }: Pick<MailServerRow, "host" | "port" | "username" | "password_sealed">,
  now: number,
): Promise<void> {
  await tx.query(
    `INSERT INTO mail_server (company_id, host, port, username, password_sealed, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (company_id) DO UPDATE SET host = $2, port = $3, username = $4, password_sealed = $5, updated_at = $6,
       failures = 0, last_error = NULL, failing_since = NULL, retry_at = NULL`,
    [companyId, host, port, username, password_sealed, new Date(now)],
  )
}

export async function deleteMailServer(tx: Tx, companyId: number): Promise<void> {
  await tx.query("DELETE FROM mail_server WHERE company_id = $1", [companyId])
}

/** The server as it was read has failed again, or for the first time. Nothing is written of another that took its place. */
export async function noteServerFault(
  db: Db,
  companyId: number,
  { host, failures }: Pick<MailServerRow, "host" | "failures">,
  { error, retryAt }: { error: string; retryAt: number },
  now: number,
): Promise<void> {
  await db.query(
    `UPDATE mail_server SET failures = failures + 1, last_error = $4, failing_since = coalesce(failing_since, $5), retry_at = $6
     WHERE company_id = $1 AND host = $2 AND failures = $3`,
    [companyId, host, failures, error, new Date(now), new Date(retryAt)],
  )
}

/** It takes mails again. */
export async function noteServerWorks(db: Db, companyId: number, host: string): Promise<void> {
  await db.query(
    `UPDATE mail_server SET failures = 0, last_error = NULL, failing_since = NULL, retry_at = NULL
     WHERE company_id = $1 AND host = $2`,
    [companyId, host],
  )
}

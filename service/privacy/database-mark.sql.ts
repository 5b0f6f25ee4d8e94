/** How far the database has come, and what is set right when it went back in time. */
import type { JournalMark } from "../../domain/model/journal.ts"
import { endOperatorAccess } from "../people/operator-access.sql.ts"
import type { Db, Tx } from "../platform/pg/database.ts"

/** The server that answers, in words of PostgreSQL: another timeline has been promoted or recovered. */
export type ServerIdentity = Pick<JournalMark, "system" | "timeline" | "isSynchronous">

/** A standby has no present timeline of its own. */
export const identityOfServer = `SELECT system_identifier::text AS system,
    CASE WHEN pg_is_in_recovery() THEN '' ELSE left(pg_walfile_name(pg_current_wal_lsn()), 8) END AS timeline,
    current_setting('synchronous_standby_names') <> '' AS "isSynchronous"
  FROM pg_control_system()`

export const readServer = async (db: Db): Promise<ServerIdentity> =>
  (await db.first<ServerIdentity>(identityOfServer))!

export interface DatabaseMark {
  id: string
  era: number
  mark: number
  /** Epoch milliseconds. */
  at: number
  /** The database's last memory from before it was last seen to go back; null before. */
  backFrom: number | null
}

export async function readMark(db: Db, lock = false): Promise<DatabaseMark> {
  const row = await db.first<Omit<DatabaseMark, "at" | "backFrom"> & { at: Date; backFrom: Date | null }>(
    lock
      ? `SELECT m.id, e.era, m.mark, m.at, m.back_from AS "backFrom"
         FROM database_mark m CROSS JOIN database_era e FOR UPDATE OF m`
      : `SELECT m.id, e.era, m.mark, m.at, m.back_from AS "backFrom" FROM database_mark m CROSS JOIN database_era e`,
  )
  // A migration writes the one row, and nothing deletes it but an emptying of the database.
  if (row === null)
    throw new Error(
      "The database has no mark: it is being made, emptied or restored. Try again once that is done.",
    )
  return { ...row, at: row.at.getTime(), backFrom: row.backFrom?.getTime() ?? null }
}

export async function setBackFrom(tx: Tx, from: number): Promise<void> {
  await tx.query("UPDATE database_mark SET back_from = $1", [new Date(from)])
}

/** The next mark. */
export async function raiseMark(tx: Tx, now: number, atLeast = 0): Promise<number> {
  const row = await tx.first<{ mark: number }>(
    "UPDATE database_mark SET mark = greatest(mark, $2::bigint) + 1, at = $1 RETURNING mark",
    [new Date(now), atLeast],
  )
  return row!.mark
}

/** How far each sequence is; where it begins for one that has not begun. */
export async function readSequences(db: Db): Promise<Record<string, number>> {
  const rows = await db.query<{ name: string; value: number }>(
    `SELECT sequencename AS name, coalesce(last_value, start_value) AS value FROM pg_sequences
     WHERE schemaname = 'public' ORDER BY sequencename`,
  )
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}

/** So that no id up to `id` is given out any more. */
export async function raiseSequence(db: Db, name: string, id: number): Promise<void> {
  await db.query("SELECT setval($1::regclass, $2::bigint)", [name, id])
}

/** The host-wide keys of sessions and of links to new passwords, the operator's among them. */
export async function endAccess(tx: Tx): Promise<void> {
  await tx.query("DELETE FROM directory WHERE kind IN ('user_session', 'password_reset')")
  await endOperatorAccess(tx)
}

/** Sessions, tokens of connected apps, links to new passwords, codes and visits to the public page: those that have ended might be back. */
export async function endShortLived(db: Db, companyId: number): Promise<void> {
  const of = [companyId]
  await db.query("DELETE FROM user_session WHERE company_id = $1", of)
  await db.query("DELETE FROM connected_app_token WHERE company_id = $1", of)
  await db.query("DELETE FROM password_reset WHERE company_id = $1", of)
  await db.query("DELETE FROM verification_code WHERE company_id = $1", of)
  await db.query("DELETE FROM verified_visit WHERE company_id = $1", of)
  await db.query("DELETE FROM agent_contact_code WHERE company_id = $1", of)
}

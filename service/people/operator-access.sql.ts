/** Links to the operator's page, and the sessions that they began. */
import { msPerDay } from "../../domain/time/units.ts"
import type { Db, Tx } from "../platform/pg/database.ts"

export interface OperatorAccess {
  id: number
  madeAt: Date
  endsAt: Date
  openedAt: Date | null
  openedFrom: string | null
  /** It can be used now: to open the page, or as the session that it began. */
  isOpen: boolean
}

export async function insertOperatorLink(
  db: Db,
  link: { hash: string; endsAt: number },
  now: number,
): Promise<void> {
  await db.query("INSERT INTO operator_access (link_hash, made_at, ends_at) VALUES ($1, $2, $3)", [
    link.hash,
    new Date(now),
    new Date(link.endsAt),
  ])
}

/** Begins the session. False when the link is over: of two that open it at once, one does. */
export async function openOperatorLink(
  db: Db,
  linkHash: string,
  session: { hash: string; from: string; endsAt: number },
  now: number,
): Promise<boolean> {
  return db.some(
    `UPDATE operator_access SET link_hash = NULL, session_hash = $2, opened_at = $3, opened_from = $4, ends_at = $5
     WHERE link_hash = $1 AND ends_at > $3 RETURNING 1`,
    [linkHash, session.hash, new Date(now), session.from, new Date(session.endsAt)],
  )
}

/** The session's id; null for one that has ended. */
export async function findOperatorSession(db: Db, hash: string, now: number): Promise<number | null> {
  const row = await db.first<{ id: number }>(
    "SELECT id FROM operator_access WHERE session_hash = $1 AND ends_at > $2",
    [hash, new Date(now)],
  )
  return row?.id ?? null
}

export async function endOperatorSession(db: Db, id: number): Promise<void> {
  await db.query("UPDATE operator_access SET session_hash = NULL WHERE id = $1", [id])
}

/** The latest links, newest first. */
export async function listOperatorAccess(db: Db, now: number, limit: number): Promise<OperatorAccess[]> {
  return db.query<OperatorAccess>(
    `SELECT id, made_at AS "madeAt", ends_at AS "endsAt", opened_at AS "openedAt", opened_from AS "openedFrom",
       ends_at > $1 AND (link_hash IS NOT NULL OR session_hash IS NOT NULL) AS "isOpen"
     FROM operator_access ORDER BY id DESC LIMIT $2`,
    [new Date(now), limit],
  )
}

/** As long as the audit of companies. */
const keptMs = 400 * msPerDay

export async function dropOldOperatorAccess(db: Db, now: number): Promise<void> {
  await db.query("DELETE FROM operator_access WHERE ends_at < $1", [new Date(now - keptMs)])
}

/** After the database went back in time: what had ended might be open again. */
export async function endOperatorAccess(tx: Tx): Promise<void> {
  await tx.query(
    `UPDATE operator_access SET link_hash = NULL, session_hash = NULL
     WHERE link_hash IS NOT NULL OR session_hash IS NOT NULL`,
  )
}

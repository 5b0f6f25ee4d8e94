/** The queue of calendars to be read, and what was read. */

import type { CalendarProblem } from "../../model/calendar-problem.ts"
import type { Intervals } from "../../time/intervals.ts"
import { packedByMonth } from "../packed-minutes.ts"
import type { Db, Tx } from "../pg/database.ts"

export interface ClaimedRead {
  companyId: number
  calendarId: number
  /** How often in a row it could not be read. */
  failures: number
}

/** Takes up to `most` that are due; nobody else gets them until the lease is over. */
export async function claimReads(
  db: Db,
  claim: { token: string; now: number; leaseMs: number; most: number },
): Promise<ClaimedRead[]> {
  return db.query<ClaimedRead>(
    `UPDATE calendar_read_due d SET claim_token = $1, due_at = $3
     FROM (SELECT company_id, calendar_id FROM calendar_read_due WHERE due_at <= $2
           ORDER BY due_at LIMIT $4 FOR UPDATE SKIP LOCKED) due
     WHERE d.company_id = due.company_id AND d.calendar_id = due.calendar_id
     RETURNING d.company_id AS "companyId", d.calendar_id AS "calendarId", d.failures`,
    [claim.token, new Date(claim.now), new Date(claim.now + claim.leaseMs), claim.most],
  )
}

/** For how many days ahead the provider's types take bookings. */
export async function findWindowDays(db: Db, companyId: number, providerId: number): Promise<number> {
  const [row] = await db.query<{ days: number }>(
    `SELECT coalesce(max(t.booking_window_days), 60) AS days FROM provider_type o
     JOIN appointment_type t ON t.company_id = $1 AND t.id = o.appointment_type_id AND t.archived_at IS NULL
     WHERE o.company_id = $1 AND o.provider_id = $2`,
    [companyId, providerId],
  )
  return row!.days
}

export interface ReadEnd {
  token: string
  dueAt: number
}

/** Puts it back into the queue; false where the claim is no longer held. */
async function requeue(
  tx: Tx,
  { companyId, calendarId }: ClaimedRead,
  { token, dueAt }: ReadEnd,
  failures: number,
): Promise<boolean> {
  const held = await tx.query(
    `UPDATE calendar_read_due SET due_at = $4, failures = $5, claim_token = NULL
     WHERE company_id = $1 AND calendar_id = $2 AND claim_token = $3 RETURNING 1`,
    [companyId, calendarId, token, new Date(dueAt), failures],
  )
  return held.length > 0
}

export interface ReadDone {
  /** When the reading began. */
  readAt: number
  /** Null where nothing has changed. */
  found: { providerId: number; busy: Intervals; version: string | null; untilMinute: number } | null
}

export async function recordRead(tx: Tx, claimed: ClaimedRead, end: ReadEnd, done: ReadDone): Promise<void> {
  const { companyId, calendarId } = claimed
  if (!(await requeue(tx, claimed, end, 0))) return
  const known = [companyId, calendarId, new Date(done.readAt)]
  if (done.found === null) {
    await tx.query(
      `UPDATE provider_calendar SET last_read_at = $3, failing_since = NULL, problem = NULL
       WHERE company_id = $1 AND id = $2 AND disconnected_at IS NULL`,
      known,
    )
    return
  }
  const { providerId, busy, version, untilMinute } = done.found
  const connected = await tx.query(
    `UPDATE provider_calendar SET last_read_at = $3, failing_since = NULL, problem = NULL, read_version = $4,
       read_until_minute = $5
     WHERE company_id = $1 AND id = $2 AND disconnected_at IS NULL RETURNING 1`,
    [...known, version, untilMinute],
  )
  if (connected.length > 0) await replaceBusy(tx, companyId, providerId, calendarId, busy)
}

export async function recordFailedRead(
  tx: Tx,
  claimed: ClaimedRead,
  end: ReadEnd,
  problem: CalendarProblem,
  now: number,
): Promise<void> {
  if (!(await requeue(tx, claimed, end, claimed.failures + 1))) return
  await tx.query(
    `UPDATE provider_calendar SET problem = $3, failing_since = coalesce(failing_since, $4)
     WHERE company_id = $1 AND id = $2 AND disconnected_at IS NULL`,
    [claimed.companyId, claimed.calendarId, problem, new Date(now)],
  )
}

/** For one that was disconnected meanwhile. */
export async function dropRead(db: Db, { companyId, calendarId }: ClaimedRead): Promise<void> {
  await db.query("DELETE FROM calendar_read_due WHERE company_id = $1 AND calendar_id = $2", [
    companyId,
    calendarId,
  ])
}

/** Writes what differs, so that a calendar in which little changes costs little. */
async function replaceBusy(
  tx: Tx,
  companyId: number,
  providerId: number,
  calendarId: number,
  busy: Intervals,
): Promise<void> {
  const months = [...packedByMonth(busy)]
  const values = [companyId, providerId, calendarId, months.map(([month]) => month)]
  await tx.query(
    `DELETE FROM calendar_busy
     WHERE company_id = $1 AND provider_id = $2 AND calendar_id = $3 AND month <> ALL ($4::int[])`,
    values,
  )
  await tx.query(
    `INSERT INTO calendar_busy AS b (company_id, provider_id, calendar_id, month, busy)
     SELECT $1, $2, $3, n.month, n.busy FROM unnest($4::int[], $5::bytea[]) AS n (month, busy)
     ON CONFLICT (company_id, provider_id, month, calendar_id) DO UPDATE SET busy = EXCLUDED.busy
     WHERE b.busy <> EXCLUDED.busy`,
    [...values, months.map(([, packed]) => packed)],
  )
}

/** What providers' calendars said when they were last read. */
import type { CalendarProblem } from "../model/calendar-problem.ts"
import type { Intervals } from "../time/intervals.ts"
import { packedByMonth } from "./packed-minutes.ts"
import type { Db, Tx } from "./pg/database.ts"

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

export interface ReadCalendar {
  companyId: number
  calendarId: number
}

export interface Reading {
  /** When the reading began, in epoch milliseconds. */
  readAt: number
  /** Null where nothing has changed. */
  found: { providerId: number; busy: Intervals; version: string | null; untilMinute: number } | null
}

/** Keeps what was read. A calendar that has been disconnected meanwhile is left alone. */
export async function recordRead(
  tx: Tx,
  { companyId, calendarId }: ReadCalendar,
  { readAt, found }: Reading,
): Promise<void> {
  const known = [companyId, calendarId, new Date(readAt)]
  if (found === null) {
    await tx.query(
      `UPDATE provider_calendar SET last_read_at = $3, failing_since = NULL, problem = NULL
       WHERE company_id = $1 AND id = $2 AND disconnected_at IS NULL`,
      known,
    )
    return
  }
  const { providerId, busy, version, untilMinute } = found
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
  { companyId, calendarId }: ReadCalendar,
  problem: CalendarProblem,
  now: number,
): Promise<void> {
  await tx.query(
    `UPDATE provider_calendar SET problem = $3, failing_since = coalesce(failing_since, $4)
     WHERE company_id = $1 AND id = $2 AND disconnected_at IS NULL`,
    [companyId, calendarId, problem, new Date(now)],
  )
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

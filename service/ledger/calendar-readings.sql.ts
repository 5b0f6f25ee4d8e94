/** The busy times of providers' calendars, as they were last read. */
import type { CalendarProblem } from "../../domain/model/calendar-problem.ts"
import type { UnclearEvents } from "../../domain/model/provider-calendar.ts"
import { isJustWritten } from "../../domain/model/schedules.ts"
import { type Intervals, normalized, subtract } from "../../domain/time/intervals.ts"
import type { Db, Tx } from "../platform/pg/database.ts"
import { freshOf, minutesOf, packedByMonth, packedFresh } from "./packed-minutes.sql.ts"

/** The number of days ahead for which the provider's types take bookings. */
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
  found: {
    providerId: number
    busy: Intervals
    version: string | null
    unclear: UnclearEvents | null
    untilMinute: number
  } | null
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
  const { version, unclear, untilMinute } = found
  const connected = await tx.query(
    `UPDATE provider_calendar SET last_read_at = $3, failing_since = NULL, problem = NULL, read_version = $4,
       read_until_minute = $5, unclear = $6
     WHERE company_id = $1 AND id = $2 AND disconnected_at IS NULL RETURNING 1`,
    [...known, version, untilMinute, unclear === null ? null : JSON.stringify(unclear)],
  )
  if (connected.length > 0) await replaceBusy(tx, { companyId, calendarId }, { readAt, found })
}

export async function recordFailedRead(
  tx: Tx,
  { companyId, calendarId }: ReadCalendar,
  problem: CalendarProblem,
  now: number,
): Promise<FailingCalendar | null> {
  return tx.first<FailingCalendar>(
    `WITH provider_of AS (
       SELECT p.name FROM provider_calendar k JOIN provider p ON p.company_id = $1 AND p.id = k.provider_id
       WHERE k.company_id = $1 AND k.id = $2)
     UPDATE provider_calendar SET problem = $3, failing_since = coalesce(failing_since, $4)
     WHERE company_id = $1 AND id = $2 AND disconnected_at IS NULL
     RETURNING failing_since AS "failingSince", (SELECT name FROM provider_of) AS provider`,
    [companyId, calendarId, problem, new Date(now)],
  )
}

/** Null when the calendar has been disconnected meanwhile. */
export interface FailingCalendar {
  failingSince: Date
  /** The calendar's provider. */
  provider: string
}

/** Writes what differs, so that a calendar in which little changes costs little. */
async function replaceBusy(
  tx: Tx,
  { companyId, calendarId }: ReadCalendar,
  { readAt, found }: Reading,
): Promise<void> {
  const { providerId, busy } = found!
  const months = packedByMonth(busy)
  const calendar = [companyId, providerId, calendarId]
  const before = await tx.query<{ month: number; busy: Buffer; fresh: Buffer }>(
    `SELECT month, busy, fresh FROM calendar_busy
     WHERE company_id = $1 AND provider_id = $2 AND calendar_id = $3 ORDER BY month`,
    calendar,
  )
  await tx.query(
    `DELETE FROM calendar_busy
     WHERE company_id = $1 AND provider_id = $2 AND calendar_id = $3 AND month <> ALL ($4::int[])`,
    [...calendar, [...months.keys()]],
  )
  const beforeOf = new Map(before.map((row) => [row.month, row]))
  const changed = [...months].filter(([month, minutes]) => !beforeOf.get(month)?.busy.equals(minutes))
  const fresh = changed.map(([month, minutes]) => freshAfter(beforeOf.get(month) ?? null, minutes, readAt))
  await tx.query(
    `INSERT INTO calendar_busy AS b (company_id, provider_id, calendar_id, month, busy, fresh)
     SELECT $1, $2, $3, n.month, n.busy, n.fresh FROM unnest($4::int[], $5::bytea[], $6::bytea[]) AS n (month, busy, fresh)
     ON CONFLICT (company_id, provider_id, month, calendar_id) DO UPDATE SET busy = EXCLUDED.busy, fresh = EXCLUDED.fresh`,
    [...calendar, changed.map(([month]) => month), changed.map(([, minutes]) => minutes), fresh],
  )
}

/** The times that have become busy since the reading before, with those that readings of the last half hour found so. */
function freshAfter(before: { busy: Buffer; fresh: Buffer } | null, now: Buffer, readAt: number): Buffer {
  const earlier = before === null ? [] : freshOf(Buffer.from(before.fresh)).filter(isRecentAt(readAt))
  // Copies, since unpacking turns the bytes of what is written next.
  const was = minutesOf(before && Buffer.from(before.busy))
  const become = subtract(normalized(minutesOf(Buffer.from(now))), normalized(was))
  const added = Array.from({ length: become.length / 2 }, (_, i) => ({
    start: become[2 * i]!,
    end: become[2 * i + 1]!,
    writtenAt: readAt,
  }))
  return packedFresh([...earlier, ...added])
}

const isRecentAt =
  (now: number) =>
  ({ writtenAt }: { writtenAt: number }) =>
    isJustWritten(writtenAt, now)

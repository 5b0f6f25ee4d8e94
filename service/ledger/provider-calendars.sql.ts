/** Connected calendars and our events in them. A disconnected calendar keeps its row for its mark, without settings. */
import type { ProviderCalendar } from "../../domain/model/provider-calendar.ts"
import type { CalendarConnection } from "../../domain/model/schedules.ts"
import type { Db, Tx } from "../platform/pg/database.ts"

const columns = `id, provider_id, kind, address, writes, timezone, unanswered_blocks, owner_email, problem, unclear, last_read_at, failing_since,
  created_at`

export async function nextCalendarId(tx: Tx): Promise<number> {
  const [row] = await tx.query<{ id: number }>("SELECT nextval('provider_calendar_id_seq') AS id")
  return row!.id
}

/** The prefix of the ids of all our events of this provider; null before the first calendar. */
export async function findMark(tx: Tx, companyId: number, providerId: number): Promise<string | null> {
  const [row] = await tx.query<{ mark: string }>(
    "SELECT mark FROM provider_calendar WHERE company_id = $1 AND provider_id = $2 ORDER BY id LIMIT 1",
    [companyId, providerId],
  )
  return row?.mark ?? null
}

export interface NewCalendar
  extends Pick<
    ProviderCalendar,
    "id" | "provider_id" | "kind" | "address" | "writes" | "timezone" | "unanswered_blocks" | "owner_email"
  > {
  zone_is_set: boolean
  sealedSettings: string
  mark: string
}

/** Inserts the calendar and queues its first read. */
export async function insertCalendar(
  tx: Tx,
  companyId: number,
  calendar: NewCalendar,
  now: number,
): Promise<ProviderCalendar> {
  const at = new Date(now)
  const [row] = await tx.query<ProviderCalendar>(
    `INSERT INTO provider_calendar (company_id, id, provider_id, kind, address, writes, timezone, owner_email, settings,
       mark, created_at, zone_is_set, unanswered_blocks)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) RETURNING ${columns}`,
    [
      companyId,
      calendar.id,
      calendar.provider_id,
      calendar.kind,
      calendar.address,
      calendar.writes,
      calendar.timezone,
      calendar.owner_email,
      calendar.sealedSettings,
      calendar.mark,
      at,
      calendar.zone_is_set,
      calendar.unanswered_blocks,
    ],
  )
  await tx.query("INSERT INTO calendar_read_due (company_id, calendar_id, due_at) VALUES ($1, $2, $3)", [
    companyId,
    calendar.id,
    at,
  ])
  return row!
}

/** The connected calendars; a provider has a handful at most. */
export async function listCalendars(
  db: Db,
  companyId: number,
  providerId: number,
): Promise<ProviderCalendar[]> {
  return db.query<ProviderCalendar>(
    `SELECT ${columns} FROM provider_calendar
     WHERE company_id = $1 AND provider_id = $2 AND disconnected_at IS NULL ORDER BY id`,
    [companyId, providerId],
  )
}

/** How the calendar is reached, with encrypted settings; null for a calendar that is not connected. */
export async function findConnection(
  db: Db,
  companyId: number,
  id: number,
): Promise<(CalendarConnection & { provider_id: number }) | null> {
  return db.first<CalendarConnection & { provider_id: number }>(
    `SELECT id, provider_id, writes, timezone, zone_is_set, unanswered_blocks, owner_email, settings, mark, read_version,
       read_until_minute
     FROM provider_calendar WHERE company_id = $1 AND id = $2 AND disconnected_at IS NULL`,
    [companyId, id],
  )
}

/** True where the calendar is connected and cannot be read. */
export const isFailing = (db: Db, companyId: number, id: number): Promise<boolean> =>
  db.some(
    `SELECT 1 FROM provider_calendar
     WHERE company_id = $1 AND id = $2 AND disconnected_at IS NULL AND problem IS NOT NULL`,
    [companyId, id],
  )

export async function replaceSettings(db: Db, companyId: number, id: number, sealed: string): Promise<void> {
  await db.query(
    `UPDATE provider_calendar SET settings = $3
     WHERE company_id = $1 AND id = $2 AND disconnected_at IS NULL`,
    [companyId, id, sealed],
  )
}

/** Removes the calendar's settings, what was read from it, and queued work. Returns it; null when it was not connected. */
export async function disconnectCalendar(
  tx: Tx,
  companyId: number,
  providerId: number,
  id: number,
  now: number,
): Promise<ProviderCalendar | null> {
  const [row] = await tx.query<ProviderCalendar>(
    `UPDATE provider_calendar SET settings = NULL, disconnected_at = $4, address = '', owner_email = NULL, unclear = NULL
     WHERE company_id = $1 AND provider_id = $2 AND id = $3 AND disconnected_at IS NULL RETURNING ${columns}`,
    [companyId, providerId, id, new Date(now)],
  )
  if (!row) return null
  for (const table of ["calendar_read_due", "calendar_push_due", "calendar_event"]) {
    await tx.query(`DELETE FROM ${table} WHERE company_id = $1 AND calendar_id = $2`, [companyId, id])
  }
  await tx.query(
    "DELETE FROM calendar_busy WHERE company_id = $1 AND provider_id = $2 AND calendar_id = $3",
    [companyId, providerId, id],
  )
  return row
}

export interface StoredEvent {
  block: number
  /** Null while a write is in flight, when the event may or may not exist. */
  remoteId: string | null
  etag: string | null
}

export async function listStoredEvents(
  db: Db,
  companyId: number,
  calendarId: number,
  appointmentId: number,
): Promise<StoredEvent[]> {
  return db.query<StoredEvent>(
    `SELECT block, remote_id AS "remoteId", etag FROM calendar_event
     WHERE company_id = $1 AND calendar_id = $2 AND appointment_id = $3 ORDER BY block`,
    [companyId, calendarId, appointmentId],
  )
}

/** Upserts the event, unless the calendar was disconnected meanwhile. */
export async function storeEvent(
  db: Db,
  companyId: number,
  calendarId: number,
  appointmentId: number,
  event: StoredEvent,
): Promise<void> {
  await db.query(
    `INSERT INTO calendar_event (company_id, calendar_id, appointment_id, block, remote_id, etag)
     SELECT $1, id, $3, $4, $5, $6 FROM provider_calendar
     WHERE company_id = $1 AND id = $2 AND disconnected_at IS NULL
     ON CONFLICT (company_id, calendar_id, appointment_id, block) DO UPDATE
       SET remote_id = EXCLUDED.remote_id, etag = EXCLUDED.etag`,
    [companyId, calendarId, appointmentId, event.block, event.remoteId, event.etag],
  )
}

export async function forgetEvent(
  db: Db,
  companyId: number,
  calendarId: number,
  appointmentId: number,
  block: number,
): Promise<void> {
  await db.query(
    "DELETE FROM calendar_event WHERE company_id = $1 AND calendar_id = $2 AND appointment_id = $3 AND block = $4",
    [companyId, calendarId, appointmentId, block],
  )
}

/** Which events of ours stand in which calendar. */
import type { Db } from "./pg/database.ts"

export interface StoredEvent {
  block: number
  /** Null while it is not known whether it stands there. */
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

/** Remembers it, where the calendar is still connected. */
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
     ON CONFLICT (company_id, calendar_id, appointment_id, block) DO UPDATE SET remote_id = $5, etag = $6`,
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

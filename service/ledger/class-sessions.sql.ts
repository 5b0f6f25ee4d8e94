/** Sessions of classes, and who comes to them. Their time is in `allocation`, as that of appointments. */
import type { Attendee, ClassSession, SessionStatus } from "../../domain/model/class-session.ts"
import { enqueueReports, type Span } from "../outbox/reports-due.sql.ts"
import type { Db, Tx } from "../platform/pg/database.ts"
import type { MetSpan } from "./allocations.sql.ts"

const selected = `SELECT s.id, s.appointment_type_id, t.name AS type_name, t.place, s.provider_id, p.name AS provider_name,
    CASE WHEN s.crew IS NOT NULL THEN (
      SELECT json_agg(json_build_object('id', q.id, 'name', q.name) ORDER BY array_position(s.crew, q.id))
      FROM provider q WHERE q.company_id = $1 AND q.id = ANY (s.crew)) END AS crew,
    s.location_id, l.name AS location_name, s.start_at, s.end_at, s.timezone, s.clock_offset, s.seats, s.seats_taken, s.status,
    (SELECT json_agg(json_build_object('id', d.id, 'name', d.name, 'kind', d.kind) ORDER BY d.id) FROM allocation k
     JOIN resource_detail d ON d.company_id = $1 AND d.id = k.resource_id
     WHERE k.company_id = $1 AND k.session_id = s.id AND k.active AND NOT k.lead) AS resources,
    s.repeat_id, s.cancel_reason, s.cancelled_at, s.version, s.created_at, s.updated_at
  FROM class_session s
  JOIN appointment_type t ON t.company_id = s.company_id AND t.id = s.appointment_type_id
  JOIN provider p ON p.company_id = s.company_id AND p.id = s.provider_id
  JOIN location l ON l.company_id = s.company_id AND l.id = s.location_id`

export const findClassSession = (db: Db, companyId: number, id: number): Promise<ClassSession | null> =>
  db.first<ClassSession>(`${selected} WHERE s.company_id = $1 AND s.id = $2`, [companyId, id])

export interface SessionFilter {
  /** Null for all. */
  status: SessionStatus | null
  typeId: number | null
  providerId: number | null
  locationId: number | null
  repeatId: number | null
  /** Starts at or after. */
  from: Date | null
  /** Starts before. */
  to: Date | null
  /** Only sessions that meet one of these; left out or null for all. */
  meets?: readonly MetSpan[] | null
  /** Start (epoch milliseconds) and id of the last row seen. */
  after: readonly [number, number] | null
  limit: number
}

const meetsOne = `
       AND EXISTS (SELECT 1 FROM jsonb_to_recordset($12::jsonb) AS m("providerId" bigint, "locationId" bigint, "from" int, until int)
         WHERE s.start_at < to_timestamp(m.until * 60.0) AND s.end_at > to_timestamp(m."from" * 60.0)
           AND (m."providerId" IS NULL OR m."providerId" = s.provider_id OR m."providerId" = ANY (s.crew))
           AND (m."locationId" IS NULL OR m."locationId" = s.location_id))`

export async function listClassSessions(
  db: Db,
  companyId: number,
  filter: SessionFilter,
): Promise<ClassSession[]> {
  return db.query<ClassSession>(
    `${selected}
     WHERE s.company_id = $1 AND ($2::text IS NULL OR s.status = $2) AND ($3::bigint IS NULL OR s.appointment_type_id = $3)
       AND ($4::bigint IS NULL OR s.provider_id = $4 OR $4 = ANY (s.crew)) AND ($5::bigint IS NULL OR s.location_id = $5)
       AND ($6::bigint IS NULL OR s.repeat_id = $6) AND ($7::timestamptz IS NULL OR s.start_at >= $7)
       AND ($8::timestamptz IS NULL OR s.start_at < $8)
       AND ($9::timestamptz IS NULL OR (s.start_at, s.id) > ($9, $10::bigint))${filter.meets ? meetsOne : ""}
     ORDER BY s.start_at, s.id LIMIT $11`,
    [
      companyId,
      filter.status,
      filter.typeId,
      filter.providerId,
      filter.locationId,
      filter.repeatId,
      filter.from,
      filter.to,
      filter.after && new Date(filter.after[0]),
      filter.after?.[1] ?? null,
      filter.limit,
      ...(filter.meets ? [JSON.stringify(filter.meets)] : []),
    ],
  )
}

/** The attendees of the session, by name. */
export async function listAttendees(db: Db, companyId: number, sessionId: number): Promise<Attendee[]> {
  return db.query<Attendee>(
    `SELECT a.id AS appointment_id, a.customer_id, trim(c.first_name || ' ' || c.last_name) AS customer_name,
       p.phone AS customer_phone, c.warning AS customer_warning, a.seats, a.status, a.attendance, a.notes
     FROM appointment a JOIN customer c ON c.company_id = a.company_id AND c.id = a.customer_id
     LEFT JOIN contact p ON p.company_id = c.company_id AND p.customer_id = c.id AND p.is_primary
     WHERE a.company_id = $1 AND a.session_id = $2 AND a.status <> 'cancelled'
     ORDER BY c.first_name, c.last_name, a.id`,
    [companyId, sessionId],
  )
}

/** So many ids for new sessions. */
export async function nextSessionIds(db: Db, count: number): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    "SELECT nextval('class_session_id_seq') AS id FROM generate_series(1, $1::int)",
    [count],
  )
  return rows.map(({ id }) => id)
}

export async function nextRepeatId(db: Db): Promise<number> {
  const row = await db.first<{ id: number }>("SELECT nextval($1) AS id", ["class_repeat_id_seq"])
  return row!.id
}

/** Inserts it without its time. */
export function insertClassSession(tx: Tx, companyId: number, session: ClassSession): void {
  enqueueReports(tx, companyId, "appointments", [spanOf(session)])
  tx.write(
    `INSERT INTO class_session (company_id, id, appointment_type_id, provider_id, crew, location_id, start_at, end_at, timezone,
       seats, status, repeat_id, created_at, updated_at, clock_offset)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'scheduled', $11, $12, $12, $13)`,
    [
      companyId,
      session.id,
      session.appointment_type_id,
      session.provider_id,
      session.crew?.map(({ id }) => id) ?? null,
      session.location_id,
      session.start_at,
      session.end_at,
      session.timezone,
      session.seats,
      session.repeat_id,
      session.created_at,
      session.clock_offset,
    ],
  )
}

const spanOf = ({ start_at, end_at }: ClassSession): Span => ({ from: start_at, until: end_at })

/** Writes what a change or a cancel changes; the seats that are taken are written with the appointments. */
export function updateClassSession(
  tx: Tx,
  companyId: number,
  session: ClassSession,
  before: ClassSession,
): void {
  enqueueReports(tx, companyId, "appointments", [spanOf(before), spanOf(session)])
  tx.write(
    `UPDATE class_session SET provider_id = $3, crew = $4, location_id = $5, start_at = $6, end_at = $7, timezone = $8, seats = $9,
       status = $10, cancel_reason = $11, cancelled_at = $12, version = $13, updated_at = $14, clock_offset = $15
     WHERE company_id = $1 AND id = $2`,
    [
      companyId,
      session.id,
      session.provider_id,
      session.crew?.map(({ id }) => id) ?? null,
      session.location_id,
      session.start_at,
      session.end_at,
      session.timezone,
      session.seats,
      session.status,
      session.cancel_reason,
      session.cancelled_at,
      session.version,
      session.updated_at,
      session.clock_offset,
    ],
  )
}

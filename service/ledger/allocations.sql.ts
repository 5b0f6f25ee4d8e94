/** Reads the allocations of appointments, sessions and holds: the time that resources are occupied, providers among them. */
import type { Occupied } from "../../domain/model/pending-appointment.ts"
import type { Db } from "../platform/pg/database.ts"

/** One working day in minutes since 1970 UTC: the time that the resource is occupied, and the job inside it. */
export interface BlockMinutes {
  start: number
  end: number
  jobStart: number
  jobEnd: number
  /** The index of the provider's steps, within its day; left out for the first. */
  part?: number
}

/** Epoch minutes of a provider, or at a location; the end exclusive. */
export interface MetSpan {
  providerId: number | null
  locationId: number | null
  from: number
  until: number
}

/** All that the session occupies, of its providers and its rooms. */
export async function findSpansOfSession(
  db: Db,
  companyId: number,
  sessionId: number,
): Promise<WantedSpan[]> {
  return db.query<WantedSpan>(
    `SELECT resource_id AS "resourceId", start_minute AS start, end_minute AS "end"
     FROM allocation WHERE company_id = $1 AND session_id = $2 AND active ORDER BY resource_id`,
    [companyId, sessionId],
  )
}

/** A span of one provider, room or piece of equipment, in minutes since 1970 UTC. */
export interface WantedSpan {
  resourceId: number
  start: number
  end: number
}

/**
 * The spans of the time that others occupy, in their order. `sessionId` or `appointmentId` is the one that is moved; 0 for
 * none.
 */
export async function findOccupied(
  db: Db,
  companyId: number,
  spans: readonly WantedSpan[],
  {
    sessionId = 0,
    appointmentId = 0,
    holdId = 0,
    now,
  }: { sessionId?: number; appointmentId?: number; holdId?: number; now: Date },
): Promise<(WantedSpan & { appointmentId: number | null; isProvider: boolean })[]> {
  return db.query(
    `SELECT s.resource_id AS "resourceId", s.start_minute AS start, s.end_minute AS "end", k.appointment_id AS "appointmentId",
       r.kind = 'provider' AS "isProvider"
     FROM unnest($2::bigint[], $3::int[], $4::int[]) AS s (resource_id, start_minute, end_minute)
     JOIN resource r ON r.company_id = $1 AND r.id = s.resource_id
     JOIN allocation k ON k.company_id = $1 AND k.resource_id = s.resource_id AND k.active
       AND k.start_minute < s.end_minute AND k.end_minute > s.start_minute AND k.start_minute >= s.start_minute - 4320
       AND k.session_id IS DISTINCT FROM $5 AND k.appointment_id IS DISTINCT FROM $7
       AND k.hold_id IS DISTINCT FROM $8 AND (k.held_until IS NULL OR k.held_until > $6)
     ORDER BY s.start_minute, s.resource_id, k.id LIMIT 20`,
    [
      companyId,
      spans.map(({ resourceId }) => resourceId),
      spans.map(({ start }) => start),
      spans.map(({ end }) => end),
      sessionId,
      now,
      appointmentId,
      holdId,
    ],
  )
}

/** The minutes in which one of its providers is with the appointment, as that provider's calendars show them. */
export async function findStaffedMinutes(
  db: Db,
  companyId: number,
  appointmentId: number,
  providerId: number,
): Promise<{ start: number; end: number }[]> {
  return db.query(
    `SELECT job_start_minute AS start, job_end_minute AS "end" FROM allocation
     WHERE company_id = $1 AND appointment_id = $2 AND resource_id = $3 AND active ORDER BY job_start_minute`,
    [companyId, appointmentId, providerId],
  )
}

/** The hold's part of its provider's time, in the order of its days. */
export async function findHeldBlocks(db: Db, companyId: number, holdId: number): Promise<BlockMinutes[]> {
  return db.query<BlockMinutes>(
    `SELECT start_minute AS start, end_minute AS "end", job_start_minute AS "jobStart", job_end_minute AS "jobEnd", part
     FROM allocation WHERE company_id = $1 AND hold_id = $2 AND active AND lead ORDER BY job_start_minute`,
    [companyId, holdId],
  )
}

/** The leaders of the time that the hold still keeps: several services in one visit may have more than one. */
export async function findLeadersHeld(db: Db, companyId: number, holdId: number): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    `SELECT DISTINCT resource_id AS id FROM allocation WHERE company_id = $1 AND hold_id = $2 AND active AND lead`,
    [companyId, holdId],
  )
  return rows.map(({ id }) => id)
}

/** One allocation of an appointment, as it is written. */
export interface ActiveRow extends Occupied {
  id: number
  appointmentId: number
}

/** All that the appointments occupy. */
export const listActiveOf = (
  db: Db,
  companyId: number,
  appointmentIds: readonly number[],
): Promise<ActiveRow[]> =>
  db.query<ActiveRow>(
    `SELECT id, appointment_id AS "appointmentId", resource_id AS "resourceId", lead AS "isLead", pinned AS "isPinned",
       start_minute AS start, end_minute AS "end", job_start_minute AS "jobStart", job_end_minute AS "jobEnd", part
     FROM allocation WHERE company_id = $1 AND appointment_id = ANY ($2::bigint[]) AND active ORDER BY id`,
    [companyId, appointmentIds],
  )

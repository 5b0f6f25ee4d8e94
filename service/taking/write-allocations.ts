/**
 * Every write of the time that resources are occupied, providers among them, and of the seats that are taken in a session. The callers
 * hold the locks of all resources that they name.
 */
import type { Appointment } from "../../domain/model/appointment.ts"
import type { ClassSession } from "../../domain/model/class-session.ts"
import { Refusal } from "../../domain/model/errors.ts"
import type { GeoPoint } from "../../domain/model/geo.ts"
import type { Hold } from "../../domain/model/hold.ts"
import type { Occupied } from "../../domain/model/pending-appointment.ts"
import type { Replanned } from "../ledger/plans.sql.ts"
import type { Tx } from "../platform/pg/database.ts"

/** The owner of the rows: an appointment, a session of a class, or a hold until it ends. */
export interface Owner {
  appointmentId: number | null
  holdId: number | null
  sessionId: number | null
  typeId: number
  /** The position of the job, as far as it is known; the search judges the drive by it. */
  latitude: number | null
  longitude: number | null
  writtenAt: Date
  heldUntil: Date | null
}

export const ownedBy = (appointment: Appointment): Owner => ({
  appointmentId: appointment.id,
  holdId: null,
  sessionId: null,
  typeId: appointment.appointment_type_id,
  latitude: appointment.latitude,
  longitude: appointment.longitude,
  writtenAt: appointment.updated_at,
  heldUntil: null,
})

export const heldBy = (hold: Hold, typeId: number, point: GeoPoint | null): Owner => ({
  appointmentId: null,
  holdId: hold.id,
  sessionId: null,
  typeId,
  latitude: point?.latitude ?? null,
  longitude: point?.longitude ?? null,
  writtenAt: hold.created_at,
  heldUntil: hold.expires_at,
})

export const ownedBySession = (
  session: Pick<ClassSession, "id" | "appointment_type_id" | "updated_at">,
): Owner => ({
  appointmentId: null,
  holdId: null,
  sessionId: session.id,
  typeId: session.appointment_type_id,
  latitude: null,
  longitude: null,
  writtenAt: session.updated_at,
  heldUntil: null,
})

const columns = `company_id, appointment_id, hold_id, session_id, appointment_type_id, latitude, longitude, written_at, held_until,
    resource_id, lead, pinned, start_minute, end_minute, job_start_minute, job_end_minute, part`

/**
 * Occupies the times of resources. Free the owner's old ones in an earlier statement, or they overlap. An overlap with others fails
 * the transaction with `slot_taken`.
 */
export function occupy(tx: Tx, companyId: number, owner: Owner, times: readonly Occupied[]): void {
  if (times.length === 0) return
  freeOverdue(tx, companyId, [...new Set(times.map(({ resourceId }) => resourceId))], owner.writtenAt)
  const owning = [
    ...[companyId, owner.appointmentId, owner.holdId, owner.sessionId, owner.typeId],
    ...[owner.latitude, owner.longitude, owner.writtenAt, owner.heldUntil],
  ]
  const [time] = times
  if (times.length === 1) {
    // The INSERT of one row, the usual case, is faster without an array to unnest.
    tx.write(
      `INSERT INTO allocation (${columns}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`,
      [
        ...owning,
        ...[time!.resourceId, time!.isLead, time!.isPinned, time!.start, time!.end],
        ...[time!.jobStart, time!.jobEnd, time!.part ?? 0],
      ],
    )
    return
  }
  tx.write(
    `INSERT INTO allocation (${columns})
     SELECT $1::bigint, $2::bigint, $3::bigint, $4::bigint, $5::bigint, $6::float8, $7::float8, $8::timestamptz, $9::timestamptz, t.*
     FROM unnest($10::bigint[], $11::boolean[], $12::boolean[], $13::int[], $14::int[], $15::int[], $16::int[], $17::smallint[]) AS t`,
    [
      ...owning,
      times.map(({ resourceId }) => resourceId),
      times.map(({ isLead }) => isLead),
      times.map(({ isPinned }) => isPinned),
      times.map(({ start }) => start),
      times.map(({ end }) => end),
      times.map(({ jobStart }) => jobStart),
      times.map(({ jobEnd }) => jobEnd),
      times.map(({ part = 0 }) => part),
    ],
  )
}

/**
 * Deletes what holds that are over still keep of the resources: the law of overlap can't look at the clock. In a statement before
 * the one that occupies the time.
 */
function freeOverdue(tx: Tx, companyId: number, resourceIds: readonly number[], now: Date): void {
  tx.write("DELETE FROM allocation WHERE company_id = $1 AND resource_id = ANY ($2) AND held_until <= $3", [
    companyId,
    resourceIds,
    now,
  ])
}

/** Frees all that the appointment occupies. */
export function freeAllocations(tx: Tx, companyId: number, appointmentId: number): void {
  tx.write("UPDATE allocation SET active = false WHERE company_id = $1 AND appointment_id = $2 AND active", [
    companyId,
    appointmentId,
  ])
}

/** These occupy again what they did: the caller has freed it. An overlap with others fails the transaction with `slot_taken`. */
export function occupyAgain(tx: Tx, companyId: number, allocationIds: readonly number[]): void {
  setActive(tx, companyId, allocationIds, true)
}

function setActive(tx: Tx, companyId: number, ids: readonly number[], isActive: boolean): void {
  tx.write("UPDATE allocation SET active = $3 WHERE company_id = $1 AND id = ANY ($2::bigint[])", [
    companyId,
    ids,
    isActive,
  ])
}

/** Frees all that the session occupies. */
export function freeSession(tx: Tx, companyId: number, sessionId: number): void {
  tx.write("UPDATE allocation SET active = false WHERE company_id = $1 AND session_id = $2 AND active", [
    companyId,
    sessionId,
  ])
}

/** Frees all that the hold still keeps. */
export function freeHeld(tx: Tx, companyId: number, holdId: number): void {
  tx.write("DELETE FROM allocation WHERE company_id = $1 AND hold_id = $2", [companyId, holdId])
}

type Seated = Pick<Appointment, "session_id" | "seats">

/** Takes the seats in the one statement that counts them. Fails the transaction with `slot_taken` where too few are left. */
export function takeSeats(tx: Tx, companyId: number, { session_id, seats }: Seated): void {
  tx.write(
    `UPDATE class_session SET seats_taken = seats_taken + $3
     WHERE company_id = $1 AND id = $2 AND status = 'scheduled' AND seats_taken + $3 <= seats RETURNING 1`,
    [companyId, session_id, seats],
    (taken) => {
      if (taken.length === 0)
        throw new Refusal("slot_taken", { message: "Those seats have just been taken." })
    },
  )
}

export function freeSeats(tx: Tx, companyId: number, { session_id, seats }: Seated): void {
  tx.write("UPDATE class_session SET seats_taken = seats_taken - $3 WHERE company_id = $1 AND id = $2", [
    companyId,
    session_id,
    seats,
  ])
}

/**
 * Makes what the hold keeps the appointment's, which has exactly the same time: so many rows. Fails the transaction where the
 * hold lost them meanwhile.
 */
export function allocateFromHold(
  tx: Tx,
  companyId: number,
  holdId: number,
  { id, latitude, longitude, updated_at }: Appointment,
  rows: number,
): void {
  tx.write(
    `UPDATE allocation SET appointment_id = $3, hold_id = NULL, held_until = NULL, latitude = $4, longitude = $5, written_at = $6
     WHERE company_id = $1 AND hold_id = $2 RETURNING 1`,
    [companyId, holdId, id, latitude, longitude, updated_at],
    (taken) => {
      if (taken.length !== rows) throw new Refusal("busy", { retryAfterSeconds: 1 })
    },
  )
}

/**
 * Gives uses of other appointments other resources, under the locks of their groups. False, with nothing written, when one of
 * them was freed meanwhile: a cancel does not take those locks. The rows stay the same, so that a cancel that waits for
 * them frees them wherever they are by then.
 */
export async function moveAllocations(
  tx: Tx,
  companyId: number,
  moved: readonly { id: number; resourceId: number; until: number }[],
): Promise<boolean> {
  if (moved.length === 0) return true
  const ids = moved.map(({ id }) => id)
  const locked = await tx.query(
    "SELECT id FROM allocation WHERE company_id = $1 AND id = ANY($2::bigint[]) AND active ORDER BY id FOR UPDATE",
    [companyId, ids],
  )
  if (locked.length < moved.length) return false
  // Two statements: two uses that change places would meet each other.
  setActive(tx, companyId, ids, false)
  tx.write(
    `UPDATE allocation k SET active = true, resource_id = m.resource_id, end_minute = m.until_minute
     FROM unnest($2::bigint[], $3::bigint[], $4::int[]) AS m (id, resource_id, until_minute)
     WHERE k.company_id = $1 AND k.id = m.id`,
    [companyId, ids, moved.map(({ resourceId }) => resourceId), moved.map(({ until }) => until)],
  )
  return true
}

/**
 * Moves the allocations of the visits' providers, all together: two that change places would meet if one went before the other.
 * What is freed by the first statement is taken by the second. Rooms and equipment stay, with the minute that keeps them.
 */
export function moveVisits(tx: Tx, companyId: number, visits: readonly Replanned[], at: Date): void {
  const providerIds = visits.flatMap(({ providerId, crewIds }) => [providerId, ...crewIds])
  freeOverdue(tx, companyId, providerIds, at)
  tx.write(
    `UPDATE allocation SET active = false
     WHERE company_id = $1 AND active AND appointment_id = ANY($2::bigint[]) AND resource_id = ANY($3::bigint[])`,
    [companyId, visits.map(({ appointmentId }) => appointmentId), visits.flatMap(({ fromIds }) => fromIds)],
  )
  tx.write(
    `INSERT INTO allocation (company_id, appointment_id, resource_id, appointment_type_id, latitude, longitude, written_at,
       start_minute, end_minute, job_start_minute, job_end_minute, lead)
     SELECT $1::bigint, a.id, m.id, a.appointment_type_id, a.latitude, a.longitude, $3::timestamptz,
       n.start, n."end", n."jobStart", n."jobEnd", m.id = n."providerId"
     FROM jsonb_to_recordset($2::jsonb) AS n("appointmentId" bigint, "providerId" bigint, "crewIds" bigint[], start int, "end" int,
       "jobStart" int, "jobEnd" int)
     JOIN appointment a ON a.company_id = $1 AND a.id = n."appointmentId"
     CROSS JOIN unnest(n."providerId" || n."crewIds") AS m (id)`,
    [companyId, JSON.stringify(visits), at],
  )
}

interface Shift {
  minutes: number
  resourceIds: readonly number[]
  at: Date
}

/** The session's time so many minutes later. It has one row of each resource, so that it never meets itself. */
export function shiftSession(
  tx: Tx,
  companyId: number,
  sessionId: number,
  { minutes, resourceIds, at }: Shift,
): void {
  freeOverdue(tx, companyId, resourceIds, at)
  tx.write(
    `UPDATE allocation SET start_minute = start_minute + $3::int, end_minute = end_minute + $3::int,
       job_start_minute = job_start_minute + $3::int, job_end_minute = job_end_minute + $3::int, written_at = $4
     WHERE company_id = $1 AND session_id = $2 AND active`,
    [companyId, sessionId, minutes, at],
  )
}

/** All that the hold keeps so many minutes later. */
export function shiftHeld(
  tx: Tx,
  companyId: number,
  holdId: number,
  { minutes, resourceIds, at }: Shift,
): void {
  freeOverdue(tx, companyId, resourceIds, at)
  // One of several that follow each other in one visit would meet the next before that has gone.
  tx.write("UPDATE allocation SET active = false WHERE company_id = $1 AND hold_id = $2", [companyId, holdId])
  tx.write(
    `UPDATE allocation SET start_minute = start_minute + $3::int, end_minute = end_minute + $3::int,
       job_start_minute = job_start_minute + $3::int, job_end_minute = job_end_minute + $3::int, written_at = $4, active = true
     WHERE company_id = $1 AND hold_id = $2`,
    [companyId, holdId, minutes, at],
  )
}

/** Forgets the addresses of an erased customer's times, which stay taken. */
export function forgetWhere(tx: Tx, companyId: number, customerId: number): void {
  tx.write(
    `UPDATE allocation SET latitude = NULL, longitude = NULL
     WHERE company_id = $1 AND appointment_id IN
       (SELECT id FROM appointment WHERE company_id = $1 AND customer_id = $2)`,
    [companyId, customerId],
  )
}

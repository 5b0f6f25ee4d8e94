/** The allocations of appointments and holds: the time that resources are occupied, providers among them. */
import type { Appointment } from "../../domain/model/appointment.ts"
import type { ClassSession } from "../../domain/model/class-session.ts"
import { Refusal } from "../../domain/model/errors.ts"
import type { GeoPoint } from "../../domain/model/geo.ts"
import type { Hold } from "../../domain/model/hold.ts"
import type { Db, Tx } from "../platform/pg/database.ts"

/** One working day in minutes since 1970 UTC: the time that the resource is occupied, and the job inside it. */
export interface BlockMinutes {
  start: number
  end: number
  jobStart: number
  jobEnd: number
  /** Which stretch of steps with the provider, within its day; left out for the first. */
  part?: number
}

/** Epoch minutes of a provider, or at a location; the end exclusive. */
export interface MetSpan {
  providerId: number | null
  locationId: number | null
  from: number
  until: number
}

/** Whose the rows are: an appointment's, a session's of a class, or a hold's until it ends. */
export interface Owner {
  appointmentId: number | null
  holdId: number | null
  sessionId: number | null
  typeId: number
  /** Where the job is, as far as it is known; the search judges the drive by it. */
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

export const heldBy = (hold: Hold, point: GeoPoint | null): Owner => ({
  appointmentId: null,
  holdId: hold.id,
  sessionId: null,
  typeId: hold.appointment_type_id,
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

/**
 * The rows of VALUES for the blocks; appends their minutes to `values`. So there is one constant text for each number of
 * days. An array to unnest would need only one text, but the INSERT of one day, the usual case, is faster without it.
 */
function blockRows(shared: string, values: unknown[], blocks: readonly BlockMinutes[]): string {
  const parameter = (minute: number) => `$${values.push(minute)}::int`
  return blocks
    .map(({ start, end, jobStart, jobEnd, part = 0 }) => {
      const minutes = [start, end, jobStart, jobEnd, part].map(parameter)
      return `(${shared}, ${minutes.join(", ")})`
    })
    .join(", ")
}

/** The minutes that an appointment takes of a room or a piece of equipment, and the end of the turnover. */
export interface ResourceMinutes {
  resourceId: number
  start: number
  end: number
  until: number
  isPinned: boolean
}

/** Occupies rooms and equipment. */
export function allocateResources(
  tx: Tx,
  companyId: number,
  owner: Owner,
  taken: readonly ResourceMinutes[],
): void {
  if (taken.length === 0) return
  const resourceIds = taken.map(({ resourceId }) => resourceId)
  freeOverdue(tx, companyId, resourceIds, owner.writtenAt)
  tx.write(
    `INSERT INTO allocation (company_id, appointment_id, hold_id, appointment_type_id, written_at, held_until, lead, resource_id,
       start_minute, job_start_minute, job_end_minute, end_minute, pinned, session_id)
     SELECT $1, $2, $3, $4, $5, $6, false, t.resource_id, t.start_minute, t.start_minute, t.end_minute, t.until_minute, t.pinned,
       $12::bigint
     FROM unnest($7::bigint[], $8::int[], $9::int[], $10::int[], $11::boolean[])
       AS t (resource_id, start_minute, end_minute, until_minute, pinned)`,
    [
      companyId,
      owner.appointmentId,
      owner.holdId,
      owner.typeId,
      owner.writtenAt,
      owner.heldUntil,
      resourceIds,
      taken.map(({ start }) => start),
      taken.map(({ end }) => end),
      taken.map(({ until }) => until),
      taken.map(({ isPinned }) => isPinned),
      owner.sessionId,
    ],
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
  tx.write("UPDATE allocation SET active = false WHERE company_id = $1 AND id = ANY($2::bigint[])", [
    companyId,
    ids,
  ])
  tx.write(
    `UPDATE allocation k SET active = true, resource_id = m.resource_id, end_minute = m.until_minute
     FROM unnest($2::bigint[], $3::bigint[], $4::int[]) AS m (id, resource_id, until_minute)
     WHERE k.company_id = $1 AND k.id = m.id`,
    [companyId, ids, moved.map(({ resourceId }) => resourceId), moved.map(({ until }) => until)],
  )
  return true
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

/** The same time so many minutes later. A session has one row of each resource, so that it never meets itself. */
export function shiftSession(
  tx: Tx,
  companyId: number,
  { id, updated_at }: Pick<ClassSession, "id" | "updated_at">,
  { minutes, resourceIds }: { minutes: number; resourceIds: readonly number[] },
): void {
  freeOverdue(tx, companyId, resourceIds, updated_at)
  tx.write(
    `UPDATE allocation SET start_minute = start_minute + $3::int, end_minute = end_minute + $3::int,
       job_start_minute = job_start_minute + $3::int, job_end_minute = job_end_minute + $3::int, written_at = $4
     WHERE company_id = $1 AND session_id = $2 AND active`,
    [companyId, id, minutes, updated_at],
  )
}

/** Frees all that the session occupies. */
export function freeSession(tx: Tx, companyId: number, sessionId: number): void {
  tx.write("UPDATE allocation SET active = false WHERE company_id = $1 AND session_id = $2 AND active", [
    companyId,
    sessionId,
  ])
}

/** A span of one provider, room or piece of equipment, in minutes since 1970 UTC. */
export interface WantedSpan {
  resourceId: number
  start: number
  end: number
}

/** What of it is occupied by others: the spans, in their order. `sessionId` or `appointmentId` is the one that is moved; 0 for none. */
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

/** Frees all that the appointment occupies. */
export function freeAllocations(tx: Tx, companyId: number, appointmentId: number): void {
  tx.write("UPDATE allocation SET active = false WHERE company_id = $1 AND appointment_id = $2 AND active", [
    companyId,
    appointmentId,
  ])
}

/**
 * Occupies the same minutes of all providers, of whom the first leads. Of a moved appointment, free the old time in an
 * earlier statement, or the two overlap.
 */
export function allocateProviders(
  tx: Tx,
  companyId: number,
  owner: Owner,
  providerIds: readonly number[],
  blocks: readonly BlockMinutes[],
): void {
  freeOverdue(tx, companyId, providerIds, owner.writtenAt)
  const [leadId, ...crewIds] = providerIds
  const owning = [
    companyId,
    owner.appointmentId,
    owner.holdId,
    owner.typeId,
    owner.latitude,
    owner.longitude,
    owner.writtenAt,
    owner.heldUntil,
    owner.sessionId,
  ]
  const values = [...owning, leadId]
  const shared =
    "$1::bigint, $2::bigint, $3::bigint, $4::bigint, $5::float8, $6::float8, $7::timestamptz, $8::timestamptz, $9::bigint, true, $10::bigint"
  const rows = blockRows(shared, values, blocks)
  tx.write(`INSERT INTO allocation (${providerColumns}) VALUES ${rows}`, values)
  if (crewIds.length === 0) return
  const pairs = crewIds.flatMap((resourceId) => blocks.map((block) => ({ ...block, resourceId })))
  // One text for a crew of any size.
  tx.write(
    `INSERT INTO allocation (${providerColumns})
     SELECT $1::bigint, $2::bigint, $3::bigint, $4::bigint, $5::float8, $6::float8, $7::timestamptz, $8::timestamptz, $9::bigint, false, r.*
     FROM unnest($10::bigint[], $11::int[], $12::int[], $13::int[], $14::int[], $15::smallint[]) AS r`,
    [
      ...owning,
      pairs.map(({ resourceId }) => resourceId),
      pairs.map(({ start }) => start),
      pairs.map(({ end }) => end),
      pairs.map(({ jobStart }) => jobStart),
      pairs.map(({ jobEnd }) => jobEnd),
      pairs.map(({ part = 0 }) => part),
    ],
  )
}

const providerColumns = `company_id, appointment_id, hold_id, appointment_type_id, latitude, longitude, written_at, held_until,
       session_id, lead, resource_id, start_minute, end_minute, job_start_minute, job_end_minute, part`

/** The minutes in which one of its providers is with the appointment: what that provider's calendars are told. */
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

/**
 * Deletes what holds that are over still keep of the resources: the law of overlap can't look at the clock. Under the
 * resources' locks, in a statement before the one that occupies the time.
 */
export function freeOverdue(tx: Tx, companyId: number, resourceIds: readonly number[], now: Date): void {
  tx.write("DELETE FROM allocation WHERE company_id = $1 AND resource_id = ANY ($2) AND held_until <= $3", [
    companyId,
    resourceIds,
    now,
  ])
}

/** What the hold keeps of its provider's time, in the order of its days. */
export async function findHeldBlocks(db: Db, companyId: number, holdId: number): Promise<BlockMinutes[]> {
  return db.query<BlockMinutes>(
    `SELECT start_minute AS start, end_minute AS "end", job_start_minute AS "jobStart", job_end_minute AS "jobEnd", part
     FROM allocation WHERE company_id = $1 AND hold_id = $2 AND active AND lead ORDER BY job_start_minute`,
    [companyId, holdId],
  )
}

/** Who leads what the hold still keeps: of several types at one coming it may be more than one. */
export async function findLeadersHeld(db: Db, companyId: number, holdId: number): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    `SELECT DISTINCT resource_id AS id FROM allocation WHERE company_id = $1 AND hold_id = $2 AND active AND lead`,
    [companyId, holdId],
  )
  return rows.map(({ id }) => id)
}

/**
 * Makes what the hold keeps the appointment's, which has exactly the same time: so many rows. Fails the transaction where the
 * hold lost them meanwhile.
 */
export function allocateFromHold(
  tx: Tx,
  companyId: number,
  holdId: number,
  appointment: Appointment,
  rows: number,
): void {
  const { id, latitude, longitude, updated_at } = appointment
  tx.write(
    `UPDATE allocation SET appointment_id = $3, hold_id = NULL, held_until = NULL, latitude = $4, longitude = $5, written_at = $6
     WHERE company_id = $1 AND hold_id = $2 RETURNING 1`,
    [companyId, holdId, id, latitude, longitude, updated_at],
    (taken) => {
      if (taken.length !== rows) throw new Refusal("busy", { retryAfterSeconds: 1 })
    },
  )
}

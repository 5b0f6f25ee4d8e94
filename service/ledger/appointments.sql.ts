/** Appointments and their blocks, the time that providers are occupied. */
import type { Appointment, AppointmentStatus, Attendance, Block } from "../../domain/model/appointment.ts"
import type { ExternalDataFilter } from "../../domain/model/external-data.ts"
import { enqueueReports, type Span } from "../outbox/reports-due.sql.ts"
import type { Db, Tx } from "../platform/pg/database.ts"
import { externalDataConditions } from "../platform/pg/external-data.ts"
import { requireTold } from "../platform/tell-first.ts"
import type { MetSpan } from "./allocations.sql.ts"

/** Asked of those alone that have a crew. */
export const crewColumns = `CASE WHEN a.crew IS NOT NULL THEN (
      SELECT json_agg(json_build_object('id', q.id, 'name', q.name) ORDER BY array_position(a.crew, q.id))
      FROM provider q WHERE q.company_id = $1 AND q.id = ANY (a.crew)) END AS crew,
    CASE WHEN a.crew IS NOT NULL AND a.status IN ('scheduled', 'pending') THEN EXISTS (
      SELECT 1 FROM allocation k JOIN provider q ON q.company_id = k.company_id AND q.id = k.resource_id
      WHERE k.company_id = $1 AND k.appointment_id = a.id AND k.active AND (NOT q.active OR EXISTS (
        SELECT 1 FROM time_off f WHERE f.company_id = $1 AND f.provider_id = q.id
          AND f.start_minute < k.job_end_minute AND f.end_minute > k.job_start_minute))) ELSE false END AS understaffed`

const selected = `SELECT a.id, a.customer_id, a.appointment_type_id, t.name AS type_name, t.place,
    a.scheduling_request_id,
    a.provider_id, p.name AS provider_name, ${crewColumns}, a.location_id, l.name AS location_name, a.status, a.start_at, a.end_at,
    a.blocks, a.timezone, a.clock_offsets, a.duration_option, a.work_minutes, a.planned_start_at,
    a.pinned, a.keeps_provider, a.narrowed_start_at, a.narrowed_end_at, a.on_the_way_at, a.expected_at, a.arrived_at, a.no_show_reason, a.notice_waived, a.texts_declined, a.booked_by, a.notes, a.external_ref, a.metadata, a.notes_version, a.answers, a.address, a.latitude, a.longitude,
    a.cancel_reason, a.cancelled_by, a.cancelled_at, a.cancels_at, a.undo_hold_id, a.closed_at, a.attendance, a.proposed_start_at,
    a.proposed_end_at, a.answer_by, a.proposals, a.asked_time, a.link_version, a.link_key_id, a.link_random, a.version, a.last_event_at,
    a.created_at, a.updated_at, a.series_id, a.series_index, a.group_id, a.group_index,
    a.session_id, a.seats,
    CASE WHEN a.session_id IS NULL THEN (
      SELECT json_agg(DISTINCT jsonb_build_object('id', d.id, 'name', d.name, 'kind', d.kind)) FROM allocation k
      JOIN resource_detail d ON d.company_id = $1 AND d.id = k.resource_id
      WHERE k.company_id = $1 AND k.appointment_id = a.id AND k.active AND NOT k.lead)
    WHEN a.status <> 'cancelled' THEN (
      SELECT json_agg(DISTINCT jsonb_build_object('id', d.id, 'name', d.name, 'kind', d.kind)) FROM allocation k
      JOIN resource_detail d ON d.company_id = $1 AND d.id = k.resource_id
      WHERE k.company_id = $1 AND k.session_id = a.session_id AND k.active AND NOT k.lead) END AS resources
  FROM appointment a
  JOIN appointment_type t ON t.company_id = a.company_id AND t.id = a.appointment_type_id
  JOIN provider p ON p.company_id = a.company_id AND p.id = a.provider_id
  JOIN location l ON l.company_id = a.company_id AND l.id = a.location_id`

export async function findAppointment(db: Db, companyId: number, id: number): Promise<Appointment | null> {
  return db.first<Appointment>(`${selected} WHERE a.company_id = $1 AND a.id = $2`, [companyId, id])
}

/** In the order of their ids. */
export async function listByIds(db: Db, companyId: number, ids: readonly number[]): Promise<Appointment[]> {
  return db.query<Appointment>(
    `${selected} WHERE a.company_id = $1 AND a.id = ANY ($2::bigint[]) ORDER BY a.id`,
    [companyId, ids],
  )
}

/** The request's appointment that is not cancelled, if there is one. */
export async function findAppointmentOfRequest(
  db: Db,
  companyId: number,
  requestId: number,
): Promise<Appointment | null> {
  return db.first<Appointment>(
    `${selected} WHERE a.company_id = $1 AND a.scheduling_request_id = $2 AND a.status <> 'cancelled'`,
    [companyId, requestId],
  )
}

/** The request's cancelled appointment that was booked last; null where none is. */
export async function findLastCancelledOfRequest(
  db: Db,
  companyId: number,
  { id, customer_id }: { id: number; customer_id: number },
): Promise<Appointment | null> {
  return db.first<Appointment>(
    `${selected}
     WHERE a.company_id = $1 AND a.customer_id = $2 AND a.scheduling_request_id = $3 AND a.status = 'cancelled'
     ORDER BY a.id DESC LIMIT 1`,
    [companyId, customer_id, id],
  )
}

/** The location of the customer's last visit. */
export async function findLastVisited(
  db: Db,
  companyId: number,
  customerId: number,
  now: number,
): Promise<number | null> {
  const last = await db.first<{ location_id: number }>(
    `SELECT location_id FROM appointment
     WHERE company_id = $1 AND customer_id = $2 AND status IN ('scheduled', 'completed') AND start_at <= $3
     ORDER BY start_at DESC LIMIT 1`,
    [companyId, customerId, new Date(now)],
  )
  return last?.location_id ?? null
}

/** The first `most` of the customer's scheduled and pending appointments that have not ended, soonest first. */
export async function listUpcoming(
  db: Db,
  companyId: number,
  customerId: number,
  { now, most }: { now: number; most: number },
): Promise<Appointment[]> {
  return db.query<Appointment>(
    `${selected}
     WHERE a.company_id = $1 AND a.customer_id = $2 AND a.status IN ('scheduled', 'pending') AND a.end_at > $3
     ORDER BY a.start_at, a.id LIMIT $4`,
    [companyId, customerId, new Date(now), most],
  )
}

/** All of the series, cancelled ones too, in the order of their places in it. */
export async function listOfSeries(db: Db, companyId: number, seriesId: number): Promise<Appointment[]> {
  return db.query<Appointment>(
    `${selected} WHERE a.company_id = $1 AND a.series_id = $2 ORDER BY a.series_index, a.id`,
    [companyId, seriesId],
  )
}

/** All that were booked together with it, cancelled ones too, in the order of their places. */
export async function listOfGroup(db: Db, companyId: number, groupId: number): Promise<Appointment[]> {
  return db.query<Appointment>(
    `${selected} WHERE a.company_id = $1 AND a.group_id = $2 ORDER BY a.group_index`,
    [companyId, groupId],
  )
}

/** The appointments of these types, booked from then on, and neither cancelled nor over. */
export const bookedSince = (
  db: Db,
  companyId: number,
  { customerId, typeIds, since }: { customerId: number; typeIds: readonly number[]; since: Date },
): Promise<Pick<Appointment, "appointment_type_id" | "created_at">[]> =>
  db.query(
    `SELECT appointment_type_id, created_at FROM appointment
     WHERE company_id = $1 AND customer_id = $2 AND appointment_type_id = ANY ($3::bigint[]) AND created_at >= $4
       AND status IN ('scheduled', 'pending')`,
    [companyId, customerId, typeIds, since],
  )

/** The appointments with seats in the session, by their ids. */
export async function listOfSession(db: Db, companyId: number, sessionId: number): Promise<Appointment[]> {
  return db.query<Appointment>(
    `${selected} WHERE a.company_id = $1 AND a.session_id = $2 AND a.status = 'scheduled' ORDER BY a.id`,
    [companyId, sessionId],
  )
}

export async function nextGroupId(db: Db): Promise<number> {
  const [row] = await db.query<{ id: number }>("SELECT nextval('appointment_group_id_seq') AS id")
  return row!.id
}

const meetsOne = `
       AND EXISTS (SELECT 1 FROM jsonb_to_recordset($16::jsonb) AS s("providerId" bigint, "locationId" bigint, "from" int, until int)
         JOIN allocation k ON k.company_id = $1 AND k.appointment_id = a.id AND k.active
           AND k.job_start_minute < s.until AND k.job_end_minute > s."from"
         WHERE (s."providerId" IS NULL OR s."providerId" = k.resource_id)
           AND (s."locationId" IS NULL OR s."locationId" = a.location_id))`

export interface AppointmentFilter extends Partial<ExternalDataFilter> {
  /** Null for all. */
  statuses: readonly AppointmentStatus[] | null
  /** Left out or null for all. */
  attendance?: Attendance | null
  providerId: number | null
  customerId: number | null
  locationId: number | null
  /** Left out or null for all. */
  seriesId?: number | null
  /** Left out or null for all. */
  groupId?: number | null
  /** Left out or null for all. */
  sessionId?: number | null
  /** Starts at or after. */
  from: Date | null
  /** Starts before. */
  to: Date | null
  updatedSince: Date | null
  /**
   * Only appointments whose days meet one of these; left out or null for all. Seats of a class have no time of their own,
   * and so meet none.
   */
  meets?: readonly MetSpan[] | null
  /** Start (epoch milliseconds) and id of the last row seen. */
  after: readonly [number, number] | null
  limit: number
}

export async function listAppointments(
  db: Db,
  companyId: number,
  filter: AppointmentFilter,
): Promise<Appointment[]> {
  const { externalRef = null, metadata = null, ids = null } = filter
  const carrying = externalDataConditions({ externalRef, metadata, ids }, "a.", filter.meets ? 16 : 15)
  return db.query<Appointment>(
    `${selected}
     WHERE a.company_id = $1
       AND ($2::text[] IS NULL OR a.status = ANY ($2)) AND ($3::bigint IS NULL OR a.provider_id = $3 OR $3 = ANY (a.crew))
       AND ($4::bigint IS NULL OR a.customer_id = $4) AND ($5::bigint IS NULL OR a.location_id = $5)
       AND ($6::timestamptz IS NULL OR a.start_at >= $6) AND ($7::timestamptz IS NULL OR a.start_at < $7)
       AND ($8::timestamptz IS NULL OR a.updated_at >= $8)
       AND ($9::timestamptz IS NULL OR (a.start_at, a.id) > ($9, $10::bigint))
       AND ($12::text IS NULL OR a.attendance = $12) AND ($13::bigint IS NULL OR a.series_id = $13)
       AND ($14::bigint IS NULL OR a.group_id = $14) AND ($15::bigint IS NULL OR a.session_id = $15)${filter.meets ? meetsOne : ""}${carrying.sql}
     ORDER BY a.start_at, a.id LIMIT $11`,
    [
      companyId,
      filter.statuses,
      filter.providerId,
      filter.customerId,
      filter.locationId,
      filter.from,
      filter.to,
      filter.updatedSince,
      filter.after && new Date(filter.after[0]),
      filter.after?.[1] ?? null,
      filter.limit,
      filter.attendance ?? null,
      filter.seriesId ?? null,
      filter.groupId ?? null,
      filter.sessionId ?? null,
      ...(filter.meets ? [JSON.stringify(filter.meets)] : []),
      ...carrying.values,
    ],
  )
}

/** Drawn before the INSERT, since the event that is written beside it names the appointment. */
export async function nextAppointmentId(db: Db): Promise<number> {
  const [row] = await db.query<{ id: number }>("SELECT nextval('appointment_id_seq') AS id")
  return row!.id
}

/** Inserts the appointment without its time. Does not wait for the answer. */
export function insertAppointment(tx: Tx, companyId: number, appointment: Appointment): void {
  const values = [
    companyId,
    appointment.id,
    appointment.customer_id,
    appointment.appointment_type_id,
    appointment.scheduling_request_id,
    appointment.provider_id,
    appointment.location_id,
    appointment.start_at,
    appointment.end_at,
    JSON.stringify(appointment.blocks),
    appointment.timezone,
    appointment.duration_option,
    appointment.booked_by,
    appointment.notes,
    appointment.address,
    appointment.latitude,
    appointment.longitude,
    appointment.created_at,
    appointment.link_key_id,
    appointment.clock_offsets,
    appointment.link_random,
    JSON.stringify(appointment.answers),
    appointment.series_id,
    appointment.series_index,
    appointment.status,
    appointment.answer_by,
    appointment.work_minutes,
    appointment.planned_start_at,
    appointment.keeps_provider,
    appointment.crew?.map(({ id }) => id),
    appointment.group_id,
    appointment.group_index,
    appointment.narrowed_start_at,
    appointment.narrowed_end_at,
    appointment.session_id,
    appointment.seats,
    appointment.external_ref,
    appointment.metadata,
  ]
  tx.write(
    `INSERT INTO appointment (company_id, id, customer_id, appointment_type_id, scheduling_request_id, provider_id,
       location_id, start_at, end_at, blocks, timezone, duration_option, booked_by, notes, address, latitude,
       longitude, version, last_event_at, created_at, updated_at, link_key_id, clock_offsets, link_random, answers,
       series_id, series_index, status, answer_by, work_minutes, planned_start_at, keeps_provider, crew, group_id, group_index,
       narrowed_start_at, narrowed_end_at, session_id, seats, external_ref, metadata)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, 1, $18, $18, $18, $19, $20, $21, $22, $23, $24,
       $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35, $36, $37, $38)`,
    values,
  )
  enqueueReports(tx, companyId, "appointments", [spanOf(appointment)])
}

/** From its start to its end: the dates that its start and its blocks are on. */
const spanOf = ({ start_at, end_at }: Pick<Appointment, "start_at" | "end_at">): Span => ({
  from: start_at,
  until: end_at,
})

/**
 * Writes the columns that a move, a cancel, a completion, a no-show or a reopening changes. `before` is the appointment as
 * it was. Throws `UndoStands` while the change before it is not announced yet.
 */
export function updateAppointment(
  tx: Tx,
  companyId: number,
  appointment: Appointment,
  before: Appointment,
): void {
  if (appointment.undo_hold_id === before.undo_hold_id) requireTold(before)
  const hasMoved =
    before.start_at.getTime() !== appointment.start_at.getTime() ||
    before.end_at.getTime() !== appointment.end_at.getTime()
  enqueueReports(tx, companyId, "appointments", [spanOf(appointment), ...(hasMoved ? [spanOf(before)] : [])])
  // Its texts so far count at its provider and location.
  if (before.provider_id !== appointment.provider_id || before.location_id !== appointment.location_id)
    enqueueReports(tx, companyId, "texts", [{ from: before.created_at, until: appointment.updated_at }])
  tx.write(
    `UPDATE appointment SET status = $3, start_at = $4, end_at = $5, blocks = $6, timezone = $7, address = $8,
       latitude = $9, longitude = $10, cancel_reason = $11, cancelled_by = $12, cancelled_at = $13, version = $14,
       last_event_at = $15, updated_at = $16, provider_id = $17, location_id = $18, clock_offsets = $19,
       cancels_at = $20, closed_at = $21, attendance = $22, proposed_start_at = $23, proposed_end_at = $24,
       duration_option = $25, answer_by = $26, proposals = $27, asked_time = $28, work_minutes = $29, planned_start_at = $30,
       pinned = $31, keeps_provider = $32, crew = $33, narrowed_start_at = $34, narrowed_end_at = $35, on_the_way_at = $36,
       expected_at = $37, session_id = $38, seats = $39, arrived_at = $40, no_show_reason = $41, undo_hold_id = $42
     WHERE company_id = $1 AND id = $2`,
    [
      companyId,
      appointment.id,
      appointment.status,
      appointment.start_at,
      appointment.end_at,
      JSON.stringify(appointment.blocks satisfies Block[]),
      appointment.timezone,
      appointment.address,
      appointment.latitude,
      appointment.longitude,
      appointment.cancel_reason,
      appointment.cancelled_by,
      appointment.cancelled_at,
      appointment.version,
      appointment.last_event_at,
      appointment.updated_at,
      appointment.provider_id,
      appointment.location_id,
      appointment.clock_offsets,
      appointment.cancels_at,
      appointment.closed_at,
      appointment.attendance,
      appointment.proposed_start_at,
      appointment.proposed_end_at,
      appointment.duration_option,
      appointment.answer_by,
      JSON.stringify(appointment.proposals),
      appointment.asked_time && JSON.stringify(appointment.asked_time),
      appointment.work_minutes,
      appointment.planned_start_at,
      appointment.pinned,
      appointment.keeps_provider,
      appointment.crew?.map(({ id }) => id),
      appointment.narrowed_start_at,
      appointment.narrowed_end_at,
      appointment.on_the_way_at,
      appointment.expected_at,
      appointment.session_id,
      appointment.seats,
      appointment.arrived_at,
      appointment.no_show_reason,
      appointment.undo_hold_id ?? null,
    ],
  )
}

/** Takes the mark off: the change is announced now, or has been taken back. */
export function endUndoOf(
  tx: Tx,
  companyId: number,
  { holdId, appointmentIds, at }: { holdId: number; appointmentIds: readonly number[]; at: Date },
): void {
  tx.write(
    `UPDATE appointment SET undo_hold_id = NULL, updated_at = $4
     WHERE company_id = $1 AND id = ANY ($2::bigint[]) AND undo_hold_id = $3`,
    [companyId, appointmentIds, holdId, at],
  )
}

/** Lets a cancel wait, or takes one back that waits. Nothing else has happened, so the version stays. */
export function setWaitingCancel(tx: Tx, companyId: number, appointment: Appointment): void {
  requireTold(appointment)
  const { id, cancels_at, cancel_reason, updated_at } = appointment
  tx.write(
    `UPDATE appointment SET cancels_at = $3, cancel_reason = $4, updated_at = $5
     WHERE company_id = $1 AND id = $2`,
    [companyId, id, cancels_at, cancel_reason, updated_at],
  )
}

export function setAttendance(tx: Tx, companyId: number, appointment: Appointment): void {
  requireTold(appointment)
  const { id, attendance, last_event_at, updated_at } = appointment
  tx.write(
    `UPDATE appointment SET attendance = $3, last_event_at = $4, updated_at = $5
     WHERE company_id = $1 AND id = $2`,
    [companyId, id, attendance, last_event_at, updated_at],
  )
}

/** Staff's and the day plan's remarks on a visit. They change no promise, so the version stays. */
export function setPlanned(
  tx: Tx,
  companyId: number,
  appointment: Pick<
    Appointment,
    | "id"
    | "pinned"
    | "narrowed_start_at"
    | "narrowed_end_at"
    | "on_the_way_at"
    | "expected_at"
    | "arrived_at"
    | "last_event_at"
    | "updated_at"
    | "undo_hold_id"
  >,
): void {
  requireTold(appointment)
  tx.write(
    `UPDATE appointment SET pinned = $3, narrowed_start_at = $4, narrowed_end_at = $5, on_the_way_at = $6, expected_at = $7,
       updated_at = $8, arrived_at = $9, last_event_at = $10
     WHERE company_id = $1 AND id = $2`,
    [
      companyId,
      appointment.id,
      appointment.pinned,
      appointment.narrowed_start_at,
      appointment.narrowed_end_at,
      appointment.on_the_way_at,
      appointment.expected_at,
      appointment.updated_at,
      appointment.arrived_at,
      appointment.last_event_at,
    ],
  )
}

/** The time that the customer's calendar proposed instead. */
export function setProposedTime(tx: Tx, companyId: number, appointment: Appointment): void {
  requireTold(appointment)
  const { id, proposed_start_at, proposed_end_at, updated_at } = appointment
  tx.write(
    `UPDATE appointment SET proposed_start_at = $3, proposed_end_at = $4, updated_at = $5
     WHERE company_id = $1 AND id = $2`,
    [companyId, id, proposed_start_at, proposed_end_at, updated_at],
  )
}

/** Notes and answers appear in no text and no calendar, so the version stays. */
export function setNotesAndAnswers(
  tx: Tx,
  companyId: number,
  {
    id,
    notes,
    answers,
    external_ref,
    metadata,
    updated_at,
  }: Pick<Appointment, "id" | "notes" | "answers" | "external_ref" | "metadata" | "updated_at">,
): void {
  tx.write(
    `UPDATE appointment SET notes = $3, answers = $4, updated_at = $5, external_ref = $6, metadata = $7
     WHERE company_id = $1 AND id = $2`,
    [companyId, id, notes, JSON.stringify(answers), updated_at, external_ref, metadata],
  )
}

/** The customers' wishes about texts on these appointments. */
export function setTextsDeclined(
  tx: Tx,
  companyId: number,
  appointmentIds: readonly number[],
  declined: boolean,
): void {
  tx.write("UPDATE appointment SET texts_declined = $3 WHERE company_id = $1 AND id = ANY ($2::bigint[])", [
    companyId,
    appointmentIds,
    declined,
  ])
}

/** Replaces the appointment's own link. */
export function setManageLink(
  tx: Tx,
  companyId: number,
  { id, link_version, link_key_id, link_random, updated_at }: Appointment,
): void {
  tx.write(
    `UPDATE appointment SET link_version = $3, link_key_id = $4, updated_at = $5, link_random = $6
     WHERE company_id = $1 AND id = $2`,
    [companyId, id, link_version, link_key_id, updated_at, link_random],
  )
}

/** Appointment types: the company's own view of them, and what agents may offer a caller. */
import type { DurationOption } from "../../domain/model/appointment.ts"
import type { AppointmentType, StoredType } from "../../domain/model/appointment-type.ts"
import type { ExternalDataFilter } from "../../domain/model/external-data.ts"
import type { Question } from "../../domain/model/question.ts"
import type { Db, Tx } from "../platform/pg/database.ts"
import {
  externalDataConditions,
  type IdSpan,
  inIdOrder,
  unlessArchived,
} from "../platform/pg/external-data.ts"
import { zonesWhereOffered } from "./where-offered.sql.ts"

const columns = `id, version, name, description, category, price_text, image_hash, active, kind, block_minutes, duration_options, buffer_before_minutes,
  buffer_after_minutes, slot_interval_minutes, starts, min_notice_minutes, booking_window_days, cancel_notice_minutes,
  daily_limit, place, public_booking, provider_choice, skip_short_days, customer_overlap, location_ids,
  questions, questions_version, needs, steps, confirmation, answer_within_minutes, unanswered, window_minutes, seats,
  external_ref, metadata, updated_at, archived_at`

export async function findAppointmentType(db: Db, companyId: number, id: number): Promise<StoredType | null> {
  return db.first<StoredType>(
    `SELECT ${columns} FROM appointment_type WHERE company_id = $1 AND id = $2 AND archived_at IS NULL`,
    [companyId, id],
  )
}

/** Locks the row until the transaction ends. */
export async function lockAppointmentType(tx: Tx, companyId: number, id: number): Promise<StoredType | null> {
  return tx.first<StoredType>(
    `SELECT ${columns} FROM appointment_type WHERE company_id = $1 AND id = $2 AND archived_at IS NULL FOR UPDATE`,
    [companyId, id],
  )
}

export async function listAppointmentTypes(
  db: Db,
  companyId: number,
  page: ExternalDataFilter & IdSpan & { active: boolean | null },
): Promise<StoredType[]> {
  const carrying = externalDataConditions(page, "", 4)
  const { after, by } = inIdOrder(page, "")
  return db.query<StoredType>(
    `SELECT ${columns} FROM appointment_type
     WHERE company_id = $1 AND ${after}${unlessArchived(page, "")} AND ($4::boolean IS NULL OR active = $4)${carrying.sql}
     ${by} LIMIT $3`,
    [companyId, page.afterId, page.limit, page.active, ...carrying.values],
  )
}

/** The unarchived appointment types of the company among the ids. */
export async function knownTypeIds(
  db: Db,
  companyId: number,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await db.query<{ id: number }>(
    "SELECT id FROM appointment_type WHERE company_id = $1 AND id = ANY($2::bigint[]) AND archived_at IS NULL",
    [companyId, ids],
  )
  return new Set(rows.map((row) => row.id))
}

interface WithOptions {
  /** A new option has no id yet. */
  duration_options: readonly (Omit<DurationOption, "id"> & { id: number | null })[]
}

/** Gives each new duration option an id. */
export async function withOptionIds<Type extends WithOptions>(
  tx: Tx,
  type: Type,
): Promise<Omit<Type, "duration_options"> & Pick<AppointmentType, "duration_options">> {
  const newOptions = type.duration_options.filter(({ id }) => id === null)
  const rows = await tx.query<{ id: number }>(
    "SELECT nextval('duration_option_id_seq') AS id FROM generate_series(1, $1::int)",
    [newOptions.length],
  )
  const newIds = rows.map(({ id }) => id)
  const options = type.duration_options.map(({ id, label, minutes }) => ({
    id: id ?? newIds.shift()!,
    label,
    minutes,
  }))
  return { ...type, duration_options: options }
}

export async function insertAppointmentType(
  tx: Tx,
  companyId: number,
  type: Omit<AppointmentType, "id" | "version">,
  now: number,
): Promise<StoredType> {
  const [row] = await tx.query<StoredType>(
    `INSERT INTO appointment_type (company_id, name, description, active, kind, block_minutes, duration_options,
       buffer_before_minutes, buffer_after_minutes, slot_interval_minutes, starts, min_notice_minutes,
       booking_window_days, cancel_notice_minutes, daily_limit, place, public_booking, provider_choice, skip_short_days,
       customer_overlap, location_ids, questions, questions_version, needs, steps, confirmation, answer_within_minutes,
       unanswered, window_minutes, seats, external_ref, metadata, category, price_text,
       created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35, $35)
     RETURNING ${columns}`,
    [companyId, ...valuesOf(type), new Date(now)],
  )
  return row!
}

/** Returns when it was changed: each change is later than the one before, since receivers of events order by time. */
export async function updateAppointmentType(
  tx: Tx,
  companyId: number,
  type: AppointmentType,
  now: number,
): Promise<Date> {
  const [row] = await tx.query<Pick<StoredType, "updated_at">>(
    `UPDATE appointment_type SET name = $3, description = $4, active = $5, kind = $6, block_minutes = $7,
       duration_options = $8, buffer_before_minutes = $9, buffer_after_minutes = $10, slot_interval_minutes = $11,
       starts = $12, min_notice_minutes = $13, booking_window_days = $14, cancel_notice_minutes = $15,
       daily_limit = $16, place = $17, public_booking = $18, provider_choice = $19, skip_short_days = $20,
       customer_overlap = $21, location_ids = $22, questions = $23, questions_version = $24, needs = $25, steps = $26,
       confirmation = $27, answer_within_minutes = $28, unanswered = $29, window_minutes = $30, seats = $31, external_ref = $32,
       metadata = $33, category = $34, price_text = $35, updated_at = greatest($36, updated_at + interval '1 ms')
     WHERE company_id = $1 AND id = $2 RETURNING updated_at`,
    [companyId, type.id, ...valuesOf(type), new Date(now)],
  )
  return row!.updated_at
}

export async function archiveAppointmentType(
  tx: Tx,
  companyId: number,
  id: number,
  now: number,
): Promise<StoredType> {
  const [row] = await tx.query<StoredType>(
    `UPDATE appointment_type SET archived_at = $3, active = false, public_booking = false,
       updated_at = greatest($3, updated_at + interval '1 ms')
     WHERE company_id = $1 AND id = $2 RETURNING ${columns}`,
    [companyId, id, new Date(now)],
  )
  return row!
}

function valuesOf(type: Omit<AppointmentType, "id" | "version">): unknown[] {
  return [
    type.name,
    type.description,
    type.active,
    type.kind,
    type.block_minutes,
    JSON.stringify(type.duration_options),
    type.buffer_before_minutes,
    type.buffer_after_minutes,
    type.slot_interval_minutes,
    type.starts,
    type.min_notice_minutes,
    type.booking_window_days,
    type.cancel_notice_minutes,
    type.daily_limit,
    type.place,
    type.public_booking,
    type.provider_choice,
    type.skip_short_days,
    type.customer_overlap,
    type.location_ids,
    JSON.stringify(type.questions),
    type.questions_version,
    type.needs,
    type.steps && JSON.stringify(type.steps),
    type.confirmation,
    type.answer_within_minutes,
    type.unanswered,
    type.window_minutes,
    type.seats,
    type.external_ref,
    type.metadata,
    type.category,
    type.price_text,
  ]
}

/** How many minutes before the start customers may still cancel. Archived types are found too. */
export async function findCancelNotice(db: Db, companyId: number, typeId: number): Promise<number> {
  const [row] = await db.query<{ minutes: number }>(
    "SELECT cancel_notice_minutes AS minutes FROM appointment_type WHERE company_id = $1 AND id = $2",
    [companyId, typeId],
  )
  return row?.minutes ?? 0
}

/** The fate of the type's pending appointments that are not answered in time. Archived types are found too. */
export async function findUnanswered(
  db: Db,
  companyId: number,
  typeId: number,
): Promise<AppointmentType["unanswered"]> {
  const [row] = await db.query<Pick<AppointmentType, "unanswered">>(
    "SELECT unanswered FROM appointment_type WHERE company_id = $1 AND id = $2",
    [companyId, typeId],
  )
  return row?.unanswered ?? "decline"
}

/** The same for the types of these appointments, by the type's id. */
export async function cancelNotices(
  db: Db,
  companyId: number,
  appointments: readonly { appointment_type_id: number }[],
): Promise<ReadonlyMap<number, number>> {
  if (appointments.length === 0) return new Map()
  const ids = [...new Set(appointments.map(({ appointment_type_id: id }) => id))]
  const rows = await db.query<{ id: number; minutes: number }>(
    "SELECT id, cancel_notice_minutes AS minutes FROM appointment_type WHERE company_id = $1 AND id = ANY($2::bigint[])",
    [companyId, ids],
  )
  return new Map(rows.map(({ id, minutes }) => [id, minutes]))
}

export interface BookableTypeRow {
  id: number
  name: string
  description: string | null
  price_text: string | null
  kind: "open" | "by_request"
  place: "at_location" | "at_customer" | "remote"
  provider_choice: boolean
  block_minutes: number[]
  duration_options: DurationOption[]
  questions: Question[]
  seats: number | null
  window_minutes: number | null
  confirmation: "none" | "staff"
  answer_within_minutes: number
  request: {
    id: number
    block_minutes: number[] | null
    duration_label: string | null
    earliest_date: string | null
    latest_date: string
  } | null
  /** Time zones of the locations where the request could be booked. */
  zones: string[]
}

/** Active types that an active provider offers: open types, and types that the customer has an open request for. */
export async function listBookableTypes(
  db: Db,
  companyId: number,
  customerId: number | null,
): Promise<BookableTypeRow[]> {
  return db.query<BookableTypeRow>(
    `SELECT t.id, t.name, t.description, t.price_text, t.kind, t.place, t.provider_choice, t.block_minutes, t.duration_options, t.questions,
       t.seats, t.window_minutes, t.confirmation, t.answer_within_minutes,
       CASE WHEN r.id IS NOT NULL THEN json_build_object('id', r.id, 'block_minutes', r.block_minutes,
         'duration_label', r.duration_label, 'earliest_date', r.earliest_date, 'latest_date', r.latest_date) END AS request,
       CASE WHEN r.id IS NULL THEN '{}' ELSE ARRAY(${zonesWhereOffered({
         typeId: "t.id",
         typeLocationIds: "t.location_ids",
         locationId: "r.location_id",
         providerId: "r.provider_id",
         latestDate: "r.latest_date",
       })}) END AS zones
     FROM appointment_type t
     LEFT JOIN scheduling_request r ON r.company_id = t.company_id AND r.customer_id = coalesce($2::bigint, 0)
       AND r.appointment_type_id = t.id AND r.status = 'open'
     WHERE t.company_id = $1 AND t.active AND t.archived_at IS NULL AND (t.kind = 'open' OR r.id IS NOT NULL)
       AND EXISTS (SELECT 1 FROM provider_type y JOIN provider p ON p.company_id = y.company_id AND p.id = y.provider_id
         WHERE y.company_id = $1 AND y.appointment_type_id = t.id AND p.active)
     ORDER BY t.name, t.id`,
    [companyId, customerId],
  )
}

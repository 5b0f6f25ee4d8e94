/** Stretches in which a provider cannot come or a location is closed, with what is proposed. */
import type { Appointment } from "../../domain/model/appointment.ts"
import type { LocationPlan, ProviderPlan } from "../../domain/model/availability.ts"
import type { Choice, Disruption, KeptPlan, Proposal, ShownHit } from "../../domain/model/disruption.ts"
import { minutesPerDay, msPerDay } from "../../domain/time/units.ts"
import { type HoursRow, hoursOf, type OverrideRow, overridesOf } from "../ledger/packed-hours.sql.ts"
import { minutesOf } from "../ledger/packed-minutes.sql.ts"
import type { Db, Tx } from "../platform/pg/database.ts"

const selected = `SELECT d.id, d.provider_id, p.name AS provider_name, d.location_id, l.name AS location_name,
    coalesce(l.timezone, c.timezone) AS timezone, d.start_at, d.end_at, d.reason, d.version, d.choices, d.proposals, d.plans,
    d.worked_out_at, d.applied_at, d.created_at
  FROM disruption d
  JOIN company c ON c.company_id = d.company_id
  LEFT JOIN provider p ON p.company_id = d.company_id AND p.id = d.provider_id
  LEFT JOIN location l ON l.company_id = d.company_id AND l.id = d.location_id`

export interface NewDisruption {
  providerId: number | null
  locationId: number | null
  startAt: Date
  endAt: Date
  reason: string | null
}

/** The proposals as worked out, with the choices behind them. */
export interface WorkedOut {
  choices: readonly Choice[]
  proposals: readonly Proposal[]
  plans: readonly KeptPlan[]
}

export async function insertDisruption(
  tx: Tx,
  companyId: number,
  { providerId, locationId, startAt, endAt, reason }: NewDisruption,
  { choices, proposals, plans }: WorkedOut,
  now: number,
): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    `INSERT INTO disruption (company_id, provider_id, location_id, start_at, end_at, reason, choices, proposals, plans,
       worked_out_at, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10) RETURNING id`,
    [
      ...[companyId, providerId, locationId, startAt, endAt, reason],
      ...[JSON.stringify(choices), JSON.stringify(proposals), JSON.stringify(plans), new Date(now)],
    ],
  )
  return row!.id
}

export async function findDisruption(db: Db, companyId: number, id: number): Promise<Disruption | null> {
  return db.first<Disruption>(`${selected} WHERE d.company_id = $1 AND d.id = $2`, [companyId, id])
}

/** The newest first. */
export async function listDisruptions(
  db: Db,
  companyId: number,
  { open, beforeId, limit }: { open: boolean; beforeId: number; limit: number },
): Promise<Disruption[]> {
  return db.query<Disruption>(
    `${selected} WHERE d.company_id = $1 AND d.id < $2 AND (NOT $3::boolean OR d.applied_at IS NULL)
     ORDER BY d.id DESC LIMIT $4`,
    [companyId, beforeId, open, limit],
  )
}

/** Locks it until the transaction ends, so that it is applied once. */
export async function lockDisruption(tx: Tx, companyId: number, id: number): Promise<Disruption | null> {
  await tx.query("SELECT 1 FROM disruption WHERE company_id = $1 AND id = $2 FOR UPDATE", [companyId, id])
  return findDisruption(tx, companyId, id)
}

export function rewriteDisruption(
  tx: Tx,
  companyId: number,
  id: number,
  { choices, proposals, plans }: WorkedOut,
  now: number,
): void {
  tx.write(
    `UPDATE disruption SET choices = $3, proposals = $4, plans = $5, worked_out_at = $6, version = version + 1
     WHERE company_id = $1 AND id = $2`,
    [companyId, id, JSON.stringify(choices), JSON.stringify(proposals), JSON.stringify(plans), new Date(now)],
  )
}

export function markApplied(
  tx: Tx,
  companyId: number,
  id: number,
  proposals: readonly Proposal[],
  now: number,
): void {
  tx.write(
    "UPDATE disruption SET proposals = $3, applied_at = $4, version = version + 1 WHERE company_id = $1 AND id = $2",
    [companyId, id, JSON.stringify(proposals), new Date(now)],
  )
}

export async function dropOldDisruptions(
  db: Db,
  companyId: number,
  now: number,
  days: number,
): Promise<void> {
  await db.query("DELETE FROM disruption WHERE company_id = $1 AND created_at < $2", [
    companyId,
    new Date(now - days * msPerDay),
  ])
}

/** The data of their appointments that proposals show. */
export async function listShownHits(db: Db, companyId: number, ids: readonly number[]): Promise<ShownHit[]> {
  return db.query<ShownHit>(
    `SELECT a.id, a.customer_id, trim(u.first_name || ' ' || u.last_name) AS customer_name, a.appointment_type_id,
       t.name AS type_name, a.timezone
     FROM appointment a
     JOIN customer u ON u.company_id = a.company_id AND u.id = a.customer_id
     JOIN appointment_type t ON t.company_id = a.company_id AND t.id = a.appointment_type_id
     WHERE a.company_id = $1 AND a.id = ANY ($2::bigint[])`,
    [companyId, ids],
  )
}

/** Names of providers and locations, archived ones too. */
export async function listNames(
  db: Db,
  companyId: number,
  providerIds: readonly number[],
  locationIds: readonly number[],
): Promise<{ kind: "provider" | "location"; id: number; name: string }[]> {
  return db.query(
    `SELECT 'provider' AS kind, id, name FROM provider WHERE company_id = $1 AND id = ANY ($2::bigint[])
     UNION ALL SELECT 'location', id, name FROM location WHERE company_id = $1 AND id = ANY ($3::bigint[])`,
    [companyId, providerIds, locationIds],
  )
}

/** Their customers may change them until their starts. */
export function waiveNotice(tx: Tx, companyId: number, appointmentIds: readonly number[]): void {
  tx.write("UPDATE appointment SET notice_waived = true WHERE company_id = $1 AND id = ANY ($2::bigint[])", [
    companyId,
    appointmentIds,
  ])
}

export type WorkingThere = Pick<ProviderPlan, "id" | "hours" | "overrides" | "timeOff">

interface WorkingRow {
  id: number
  hours: HoursRow[] | null
  overrides: OverrideRow[] | null
  time_off: Buffer | null
}

/** The providers who have hours at the location between these minutes, or could have by an override. */
export async function listWorkingAt(
  db: Db,
  companyId: number,
  locationId: number,
  { from, to }: { from: number; to: number },
): Promise<WorkingThere[]> {
  const rows = await db.query<WorkingRow>(
    `SELECT p.id,
       (SELECT json_agg(json_build_array(h.location_id, h.weekday, h.start_minute, h.end_minute))
        FROM weekly_hours h WHERE h.company_id = $1 AND h.provider_id = p.id AND h.location_id = $2) AS hours,
       (SELECT json_agg(json_build_array(o.location_id, o.day, o.intervals)) FROM date_override o
        WHERE o.company_id = $1 AND o.provider_id = p.id AND o.location_id = $2 AND o.day BETWEEN $3 AND $4) AS overrides,
       (SELECT string_agg(int8send((f.start_minute::bigint << 32) | f.end_minute), '' ORDER BY f.start_minute)
        FROM time_off f WHERE f.company_id = $1 AND f.provider_id = p.id AND f.end_minute > $5 AND f.start_minute < $6) AS time_off
     FROM provider p WHERE p.company_id = $1 AND p.active ORDER BY p.id`,
    [
      ...[companyId, locationId, Math.floor(from / minutesPerDay) - 12, Math.floor(to / minutesPerDay) + 2],
      ...[from - 12 * minutesPerDay, to + 2 * minutesPerDay],
    ],
  )
  return rows.flatMap(({ id, hours, overrides, time_off }) =>
    hours === null && overrides === null
      ? []
      : [{ id, hours: hoursOf(hours), overrides: overridesOf(overrides), timeOff: minutesOf(time_off) }],
  )
}

/** The location with its dates that are closed left out: they are closed already. */
export async function findClosing(
  db: Db,
  companyId: number,
  id: number,
): Promise<Pick<LocationPlan, "id" | "zone"> | null> {
  return db.first("SELECT id, timezone AS zone FROM location WHERE company_id = $1 AND id = $2", [
    companyId,
    id,
  ])
}

/** The minutes of a provider's time off around these. */
export async function findTimeOffMinutes(
  db: Db,
  companyId: number,
  providerId: number,
  { from, to }: { from: number; to: number },
): Promise<Int32Array> {
  const row = await db.first<{ time_off: Buffer | null }>(
    `SELECT string_agg(int8send((f.start_minute::bigint << 32) | f.end_minute), '' ORDER BY f.start_minute) AS time_off
     FROM time_off f WHERE f.company_id = $1 AND f.provider_id = $2 AND f.end_minute > $3 AND f.start_minute < $4`,
    [companyId, providerId, from, to],
  )
  return minutesOf(row?.time_off ?? null)
}

/** Locks customers and requests, each in the order of ids, before the locks of `lockInOrder`. */
export function lockPeople(tx: Tx, companyId: number, appointments: readonly Appointment[]): void {
  const customers = [...new Set(appointments.map(({ customer_id }) => customer_id))]
  const requests = appointments.flatMap(({ scheduling_request_id }) => scheduling_request_id ?? [])
  tx.write(
    "SELECT 1 FROM customer WHERE company_id = $1 AND id = ANY ($2::bigint[]) ORDER BY id FOR UPDATE",
    [companyId, customers],
  )
  tx.write(
    "SELECT 1 FROM scheduling_request WHERE company_id = $1 AND id = ANY ($2::bigint[]) ORDER BY id FOR UPDATE",
    [companyId, requests],
  )
}

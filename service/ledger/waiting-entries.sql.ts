/** Entries of the waiting list. What they were offered is in `waiting-offers.ts`. */
import type {
  EntryState,
  EntryStatus,
  NamedEntry,
  WaitingEntry,
  WaitingOffer,
} from "../../domain/model/waiting-entry.ts"
import { msPerDay } from "../../domain/time/units.ts"
import { deleteWaitingLinks } from "../platform/directory.sql.ts"
import type { Db, Tx } from "../platform/pg/database.ts"
import { openOffersOf } from "./waiting-offers.sql.ts"

const columns = `id, customer_id, appointment_type_id, then_type_ids, same_provider, earliest_date, latest_date, weekdays, parts_of_day, location_ids,
  provider_ids, appointment_id, least_notice_minutes, channels, priority, status, made_by, asked_at, times_asked,
  booked_appointment_id, ended_at, link_version, link_key_id, link_random, version, created_at, updated_at`

const named = `SELECT ${columns
  .split(",")
  .map((column) => `e.${column.trim()}`)
  .join(", ")}, trim(u.first_name || ' ' || u.last_name) AS customer_name, t.name AS type_name,
  ARRAY(SELECT f.name FROM unnest(e.then_type_ids) WITH ORDINALITY AS x(id, place)
    JOIN appointment_type f ON f.company_id = $1 AND f.id = x.id ORDER BY x.place) AS then_type_names
  FROM waiting_entry e
  JOIN customer u ON u.company_id = e.company_id AND u.id = e.customer_id
  JOIN appointment_type t ON t.company_id = e.company_id AND t.id = e.appointment_type_id`

type WithNames = Omit<NamedEntry, "open_offer">

async function withOffers(db: Db, companyId: number, rows: readonly WithNames[]): Promise<NamedEntry[]> {
  const ids = rows.flatMap(({ id, status }) => (status === "waiting" ? [id] : []))
  const offers = ids.length === 0 ? [] : await openOffersOf(db, companyId, ids)
  const byEntry = new Map<number, WaitingOffer>(offers.map((offer) => [offer.entry_id, offer]))
  return rows.map((row) => ({ ...row, open_offer: byEntry.get(row.id) ?? null }))
}

export async function findEntry(db: Db, companyId: number, id: number): Promise<NamedEntry | null> {
  const rows = await db.query<WithNames>(`${named} WHERE e.company_id = $1 AND e.id = $2`, [companyId, id])
  return (await withOffers(db, companyId, rows))[0] ?? null
}

/** A text for the row of an appointment that is shown with the entry. */
const standingOf = (id: string) =>
  `(SELECT concat_ws('.', a.version, extract(epoch FROM a.updated_at)) FROM appointment a WHERE a.company_id = $1 AND a.id = ${id})`

/** Matches the resources whose time the offer `o` needs. */
const isOfOffer = (resource: string) =>
  `(${resource} = o.provider_id OR ${resource} IN (SELECT (x ->> 'provider_id')::bigint FROM jsonb_array_elements(o.parts) AS x))`

/**
 * Another text after every change of what the entry's page shows: of the entry, its last offer, who else holds or asks for that
 * time, and the appointments. Null for an unknown entry.
 */
export async function findWaitingStanding(
  db: Db,
  companyId: number,
  id: number,
  now: number,
): Promise<string | null> {
  const row = await db.first<{ standing: string }>(
    `SELECT concat_ws('.', e.version, extract(epoch FROM e.updated_at), o.id, o.status, o.good_until <= $3,
       ${standingOf("e.appointment_id")}, ${standingOf("e.booked_appointment_id")},
       CASE WHEN o.status IN ('offered', 'held') THEN concat_ws('.',
         (SELECT concat_ws('.', count(*), max(k.id)) FROM allocation k
          WHERE k.company_id = $1 AND k.active AND (k.held_until IS NULL OR k.held_until > $3)
            AND ${isOfOffer("k.resource_id")}
            AND k.start_minute < ceil(extract(epoch FROM o.end_at) / 60) AND k.end_minute > floor(extract(epoch FROM o.start_at) / 60)),
         (SELECT concat_ws('.', s.version, s.seats - s.seats_taken) FROM class_session s
          WHERE s.company_id = $1 AND s.appointment_type_id = o.appointment_type_id AND s.provider_id = o.provider_id
            AND s.start_at = o.start_at AND s.status = 'scheduled' LIMIT 1),
         (SELECT concat_ws('.', count(*), max(extract(epoch FROM w.asked_for_at))) FROM waiting_offer w
          WHERE w.company_id = $1 AND w.status IN ('offered', 'held') AND w.provider_id = o.provider_id
            AND w.start_at = o.start_at))
       END) AS standing
     FROM waiting_entry e
     LEFT JOIN LATERAL (SELECT * FROM waiting_offer f WHERE f.company_id = $1 AND f.entry_id = e.id ORDER BY f.id DESC LIMIT 1) o ON true
     WHERE e.company_id = $1 AND e.id = $2`,
    [companyId, id, new Date(now)],
  )
  return row?.standing ?? null
}

export interface EntryFilter {
  state: EntryState | null
  customerId: number | null
  typeId: number | null
  updatedSince: Date | null
}

const isOpen = `EXISTS (SELECT 1 FROM waiting_offer o WHERE o.company_id = $1 AND o.entry_id = e.id
  AND (o.status = 'held' OR (o.status = 'offered' AND o.good_until > $5))`

/** From the oldest on. */
export async function listEntries(
  db: Db,
  companyId: number,
  { state, customerId, typeId, updatedSince }: EntryFilter,
  { afterId, limit, now }: { afterId: number; limit: number; now: number },
): Promise<NamedEntry[]> {
  const rows = await db.query<WithNames>(
    `${named}
     WHERE e.company_id = $1 AND e.id > $2 AND ($4::text IS NULL OR CASE
         WHEN $4 IN ('offered', 'held') THEN e.status = 'waiting' AND ${isOpen} AND o.status = $4)
         WHEN $4 = 'waiting' THEN e.status = 'waiting' AND NOT ${isOpen})
         ELSE e.status = $4 END)
       AND ($6::bigint IS NULL OR e.customer_id = $6) AND ($7::bigint IS NULL OR e.appointment_type_id = $7 OR $7 = ANY (e.then_type_ids))
       AND ($8::timestamptz IS NULL OR e.updated_at >= $8)
     ORDER BY e.id LIMIT $3`,
    [companyId, afterId, limit, state, new Date(now), customerId, typeId, updatedSince],
  )
  return withOffers(db, companyId, rows)
}

/** The waiting entries of one customer. Under the customer's lock they stay the same. */
export async function waitingOfCustomer(
  db: Db,
  companyId: number,
  customerId: number,
): Promise<WaitingEntry[]> {
  return db.query<WaitingEntry>(
    `SELECT ${columns} FROM waiting_entry WHERE company_id = $1 AND customer_id = $2 AND status = 'waiting' ORDER BY id`,
    [companyId, customerId],
  )
}

/** All of a customer, for an export. */
export async function entriesOfCustomer(
  db: Db,
  companyId: number,
  customerId: number,
  { afterId, limit }: { afterId: number; limit: number },
): Promise<WaitingEntry[]> {
  return db.query<WaitingEntry>(
    `SELECT ${columns} FROM waiting_entry WHERE company_id = $1 AND customer_id = $2 AND id > $3 ORDER BY id LIMIT $4`,
    [companyId, customerId, afterId, limit],
  )
}

/**
 * The entries that wait for a time between two dates, with the provider if they name any and one is given. A search decides
 * which of them get an offer.
 */
export async function waitingBetween(
  db: Db,
  companyId: number,
  { firstDate, lastDate, providerId }: { firstDate: string; lastDate: string; providerId: number | null },
): Promise<NamedEntry[]> {
  const rows = await db.query<WithNames>(
    `${named}
     WHERE e.company_id = $1 AND e.status = 'waiting' AND e.earliest_date <= $3 AND e.latest_date >= $2 AND u.archived_at IS NULL
       AND ($4::bigint IS NULL OR e.provider_ids IS NULL OR $4 = ANY (e.provider_ids))
       AND ($4::bigint IS NULL OR EXISTS (SELECT 1 FROM provider_type p
         WHERE p.company_id = $1 AND p.provider_id = $4
           AND p.appointment_type_id = ANY (e.appointment_type_id || e.then_type_ids)))
     ORDER BY e.id`,
    [companyId, firstDate, lastDate, providerId],
  )
  return withOffers(db, companyId, rows)
}

export type NewEntry = Omit<
  WaitingEntry,
  | "id"
  | "status"
  | "asked_at"
  | "times_asked"
  | "booked_appointment_id"
  | "ended_at"
  | "link_version"
  | "version"
  | "created_at"
  | "updated_at"
>

export async function insertEntry(
  tx: Tx,
  companyId: number,
  entry: NewEntry,
  now: number,
): Promise<WaitingEntry> {
  const row = await tx.first<WaitingEntry>(
    `INSERT INTO waiting_entry (company_id, customer_id, appointment_type_id, earliest_date, latest_date, weekdays, parts_of_day,
       location_ids, provider_ids, appointment_id, least_notice_minutes, channels, priority, made_by, link_key_id, link_random,
       created_at, updated_at, then_type_ids, same_provider)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $17, $18, $19) RETURNING ${columns}`,
    [
      companyId,
      entry.customer_id,
      entry.appointment_type_id,
      entry.earliest_date,
      entry.latest_date,
      entry.weekdays,
      entry.parts_of_day,
      entry.location_ids,
      entry.provider_ids,
      entry.appointment_id,
      entry.least_notice_minutes,
      entry.channels,
      entry.priority,
      entry.made_by,
      entry.link_key_id,
      entry.link_random,
      new Date(now),
      entry.then_type_ids,
      entry.same_provider,
    ],
  )
  return row!
}

/** Writes what its customer or staff may change. Raises the version. */
export async function updateEntry(
  tx: Tx,
  companyId: number,
  entry: WaitingEntry,
  now: number,
): Promise<WaitingEntry> {
  const row = await tx.first<WaitingEntry>(
    `UPDATE waiting_entry SET earliest_date = $3, latest_date = $4, weekdays = $5, parts_of_day = $6, location_ids = $7,
       provider_ids = $8, least_notice_minutes = $9, channels = $10, priority = $11, appointment_id = $12,
       same_provider = $14, version = version + 1, updated_at = $13
     WHERE company_id = $1 AND id = $2 RETURNING ${columns}`,
    [
      companyId,
      entry.id,
      entry.earliest_date,
      entry.latest_date,
      entry.weekdays,
      entry.parts_of_day,
      entry.location_ids,
      entry.provider_ids,
      entry.least_notice_minutes,
      entry.channels,
      entry.priority,
      entry.appointment_id,
      new Date(now),
      entry.same_provider,
    ],
  )
  return row!
}

/** Under the customer's lock. */
export async function endEntry(
  tx: Tx,
  companyId: number,
  id: number,
  {
    status,
    appointmentId = null,
  }: { status: Exclude<EntryStatus, "waiting">; appointmentId?: number | null },
  now: number,
): Promise<void> {
  await tx.query(
    `UPDATE waiting_entry SET status = $3, booked_appointment_id = $4, ended_at = $5, updated_at = $5, version = version + 1
     WHERE company_id = $1 AND id = $2 AND status = 'waiting'`,
    [companyId, id, status, appointmentId, new Date(now)],
  )
}

/**
 * Entries that this appointment ended, which was asked for and declined: they wait again, where their dates are not over and
 * no other entry of the customer waits for the same. Returns their ids.
 */
export async function waitAgain(
  tx: Tx,
  companyId: number,
  appointmentId: number,
  { customerId, today, now }: { customerId: number; today: string; now: number },
): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(
    `UPDATE waiting_entry w SET status = 'waiting', booked_appointment_id = NULL, ended_at = NULL, updated_at = $5,
       version = version + 1
     WHERE w.company_id = $1 AND w.customer_id = $2 AND w.booked_appointment_id = $3 AND w.status = 'booked' AND w.latest_date >= $4
       AND NOT EXISTS (SELECT 1 FROM waiting_entry o
         WHERE o.company_id = $1 AND o.customer_id = $2 AND o.status = 'waiting'
           AND o.appointment_type_id = w.appointment_type_id AND o.then_type_ids = w.then_type_ids
           AND o.earliest_date = w.earliest_date AND o.latest_date = w.latest_date)
     RETURNING w.id`,
    [companyId, customerId, appointmentId, today, new Date(now)],
  )
  return rows.map(({ id }) => id)
}

/** Erasing a customer ends their entries, and the link leads nowhere. */
export async function withdrawEntries(
  tx: Tx,
  companyId: number,
  customerId: number,
  now: number,
): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(
    `UPDATE waiting_entry SET status = CASE WHEN status = 'waiting' THEN 'withdrawn' ELSE status END,
       ended_at = coalesce(ended_at, $3), updated_at = $3, version = version + 1
     WHERE company_id = $1 AND customer_id = $2 RETURNING id`,
    [companyId, customerId, new Date(now)],
  )
  return rows.map(({ id }) => id)
}

/** Notes that a time was offered. */
export function noteAsked(tx: Tx, companyId: number, id: number, now: number): void {
  tx.write(
    "UPDATE waiting_entry SET asked_at = $3, times_asked = times_asked + 1 WHERE company_id = $1 AND id = $2",
    [companyId, id, new Date(now)],
  )
}

/** Entries whose dates are over on the company's calendar. */
export async function listOverdueEntries(
  db: Db,
  companyId: number,
  today: string,
  limit: number,
): Promise<WaitingEntry[]> {
  return db.query<WaitingEntry>(
    `SELECT ${columns} FROM waiting_entry
     WHERE company_id = $1 AND status = 'waiting' AND latest_date < $2 ORDER BY id LIMIT $3`,
    [companyId, today, limit],
  )
}

/** Deletes those that ended long ago, with their offers and the keys of their links. */
export async function dropOldEntries(db: Db, companyId: number, now: number, days: number): Promise<void> {
  const before = new Date(now - days * msPerDay)
  await db.query(
    `DELETE FROM waiting_offer o USING waiting_entry e
     WHERE o.company_id = $1 AND e.company_id = $1 AND e.id = o.entry_id AND e.status <> 'waiting' AND e.ended_at < $2`,
    [companyId, before],
  )
  const gone = await db.query<{ id: number }>(
    "DELETE FROM waiting_entry WHERE company_id = $1 AND status <> 'waiting' AND ended_at < $2 RETURNING id",
    [companyId, before],
  )
  const ids = gone.map(({ id }) => id)
  if (ids.length > 0) await deleteWaitingLinks(db, companyId, ids)
}

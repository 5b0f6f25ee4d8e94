/** Times that were offered to those who wait. */
import type {
  NamedOffer,
  OfferPart,
  OfferState,
  WaitingOffer,
  WaitingSummary,
} from "../../domain/model/waiting-entry.ts"
import type { Db, Tx } from "../platform/pg/database.ts"

const columns = `id, entry_id, customer_id, appointment_type_id, provider_id, location_id, start_at, end_at, parts, status, hold_id,
  made_by, asked_for_at, created_at, good_until, ended_at`

const namedParts = `(SELECT jsonb_agg(x.part || jsonb_build_object('type_name', t.name, 'provider_name', q.name) ORDER BY x.place)
  FROM jsonb_array_elements(o.parts) WITH ORDINALITY AS x(part, place)
  JOIN appointment_type t ON t.company_id = $1 AND t.id = (x.part ->> 'appointment_type_id')::bigint
  JOIN provider q ON q.company_id = $1 AND q.id = (x.part ->> 'provider_id')::bigint) AS parts`

/** The offer takes time of provider $2 between $3 and $4: of several types by one of its parts, not between them. */
const takesTime = `CASE WHEN parts IS NULL THEN provider_id = $2 AND start_at < $4 AND end_at > $3
  ELSE EXISTS (SELECT 1 FROM jsonb_to_recordset(parts) AS x(provider_id bigint, start_time timestamptz, end_time timestamptz)
    WHERE x.provider_id = $2 AND x.start_time < $4 AND x.end_time > $3) END`

const named = `SELECT ${columns
  .split(",")
  .map((column) => column.trim())
  .map((column) => (column === "parts" ? namedParts : `o.${column}`))
  .join(", ")}, p.name AS provider_name, l.name AS location_name, l.timezone
  FROM waiting_offer o
  JOIN provider p ON p.company_id = o.company_id AND p.id = o.provider_id
  JOIN location l ON l.company_id = o.company_id AND l.id = o.location_id`

export const findOffer = (db: Db, companyId: number, id: number): Promise<NamedOffer | null> =>
  db.first<NamedOffer>(`${named} WHERE o.company_id = $1 AND o.id = $2`, [companyId, id])

/** The newest that the entry was offered; null without any. */
export const lastOfferOf = (db: Db, companyId: number, entryId: number): Promise<NamedOffer | null> =>
  db.first<NamedOffer>(`${named} WHERE o.company_id = $1 AND o.entry_id = $2 ORDER BY o.id DESC LIMIT 1`, [
    companyId,
    entryId,
  ])

export interface OfferFilter {
  entryId: number | null
  state: OfferState | null
}

/** From the newest on. One that is over by the clock counts as `expired`. */
export async function listOffers(
  db: Db,
  companyId: number,
  { entryId, state }: OfferFilter,
  { beforeId, limit, now }: { beforeId: number; limit: number; now: number },
): Promise<NamedOffer[]> {
  return db.query<NamedOffer>(
    `${named}
     WHERE o.company_id = $1 AND o.id < $2 AND ($4::bigint IS NULL OR o.entry_id = $4)
       AND ($5::text IS NULL OR $5 =
         CASE WHEN o.status = 'offered' AND o.good_until <= $6 THEN 'expired' ELSE o.status END)
     ORDER BY o.id DESC LIMIT $3`,
    [companyId, beforeId, limit, entryId, state, new Date(now)],
  )
}

export const openOffersOf = (
  db: Db,
  companyId: number,
  entryIds: readonly number[],
): Promise<WaitingOffer[]> =>
  db.query<WaitingOffer>(
    `SELECT ${columns} FROM waiting_offer
     WHERE company_id = $1 AND entry_id = ANY ($2::bigint[]) AND status IN ('offered', 'held')`,
    [companyId, entryIds],
  )

/** The customer's one open offer. Under the customer's lock it stays the same. */
export const openOfferOfCustomer = (
  db: Db,
  companyId: number,
  customerId: number,
): Promise<WaitingOffer | null> =>
  db.first<WaitingOffer>(
    `SELECT ${columns} FROM waiting_offer WHERE company_id = $1 AND customer_id = $2 AND status IN ('offered', 'held')`,
    [companyId, customerId],
  )

/** The customers who have an open offer, or an offer of this time. */
export async function customersWithOffers(
  db: Db,
  companyId: number,
  now: number,
): Promise<ReadonlySet<number>> {
  const rows = await db.query<{ customer_id: number }>(
    `SELECT customer_id FROM waiting_offer
     WHERE company_id = $1 AND (status = 'held' OR (status = 'offered' AND good_until > $2))`,
    [companyId, new Date(now)],
  )
  return new Set(rows.map(({ customer_id }) => customer_id))
}

/** The offers that the entry had before, in any state. */
export async function offeredBefore(
  db: Db,
  companyId: number,
  entryIds: readonly number[],
): Promise<Pick<WaitingOffer, "entry_id" | "provider_id" | "location_id" | "start_at">[]> {
  return db.query(
    `SELECT entry_id, provider_id, location_id, start_at FROM waiting_offer
     WHERE company_id = $1 AND entry_id = ANY ($2::bigint[])`,
    [companyId, entryIds],
  )
}

/** Open offers of a time that overlaps, those first whose customers asked for it first. */
export async function openOffersAt(
  db: Db,
  companyId: number,
  { providerId, from, to }: { providerId: number | null; from: Date; to: Date },
): Promise<WaitingOffer[]> {
  return db.query<WaitingOffer>(
    `SELECT ${columns} FROM waiting_offer
     WHERE company_id = $1 AND status IN ('offered', 'held') AND start_at < $4 AND end_at > $3
       AND ($2::bigint IS NULL OR ${takesTime})
     ORDER BY asked_for_at NULLS LAST, id`,
    [companyId, providerId, from, to],
  )
}

export type NewOffer = Omit<
  WaitingOffer,
  "id" | "status" | "hold_id" | "asked_for_at" | "created_at" | "ended_at"
> & {
  /** The offset of its location's clock at the start, in minutes. */
  clock_offset: number
}

/** Null when the entry was offered this start before. */
export async function insertOffer(
  tx: Tx,
  companyId: number,
  offer: NewOffer,
  now: number,
): Promise<WaitingOffer | null> {
  return tx.first<WaitingOffer>(
    `INSERT INTO waiting_offer (company_id, entry_id, customer_id, appointment_type_id, provider_id, location_id, start_at,
       end_at, made_by, good_until, created_at, parts, clock_offset)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
     ON CONFLICT (company_id, entry_id, provider_id, location_id, start_at) DO NOTHING RETURNING ${columns}`,
    [
      companyId,
      offer.entry_id,
      offer.customer_id,
      offer.appointment_type_id,
      offer.provider_id,
      offer.location_id,
      offer.start_at,
      offer.end_at,
      offer.made_by,
      offer.good_until,
      new Date(now),
      offer.parts && JSON.stringify(offer.parts),
      offer.clock_offset,
    ],
  )
}

/** Puts the customer in line for the time, once. */
export function askFor(tx: Tx, companyId: number, id: number, now: number): void {
  tx.write(
    `UPDATE waiting_offer SET asked_for_at = coalesce(asked_for_at, $3)
     WHERE company_id = $1 AND id = $2 AND status = 'offered'`,
    [companyId, id, new Date(now)],
  )
}

/** Its time is kept for the customer by this hold; of several types with the parts as they are held. */
export function holdOffer(
  tx: Tx,
  companyId: number,
  id: number,
  { holdId, endAt, parts }: { holdId: number; endAt: Date; parts: readonly OfferPart[] | null },
): void {
  tx.write(
    `UPDATE waiting_offer SET status = 'held', hold_id = $3, end_at = $4, parts = $5
     WHERE company_id = $1 AND id = $2 AND status IN ('offered', 'held')`,
    [companyId, id, holdId, endAt, parts && JSON.stringify(parts)],
  )
}

export function endOffer(
  tx: Tx,
  companyId: number,
  id: number,
  status: Exclude<OfferState, "offered" | "held">,
  now: number,
): void {
  tx.write(
    `UPDATE waiting_offer SET status = $3, ended_at = $4
     WHERE company_id = $1 AND id = $2 AND status IN ('offered', 'held')`,
    [companyId, id, status, new Date(now)],
  )
}

/** The entry's open offer of this start was taken. */
export function takeOfferAt(
  tx: Tx,
  companyId: number,
  { entryId, providerId, startAt }: { entryId: number; providerId: number; startAt: Date },
  now: number,
): void {
  tx.write(
    `UPDATE waiting_offer SET status = 'booked', ended_at = $5
     WHERE company_id = $1 AND entry_id = $2 AND provider_id = $3 AND start_at = $4 AND status IN ('offered', 'held')`,
    [companyId, entryId, providerId, startAt, new Date(now)],
  )
}

/** Open offers of these entries, which have ended. */
export function endOffersOf(
  tx: Tx,
  companyId: number,
  entryIds: readonly number[],
  status: Exclude<OfferState, "offered" | "held">,
  now: number,
): void {
  tx.write(
    `UPDATE waiting_offer SET status = $3, ended_at = $4
     WHERE company_id = $1 AND entry_id = ANY ($2::bigint[]) AND status IN ('offered', 'held')`,
    [companyId, entryIds, status, new Date(now)],
  )
}

/**
 * Offers of a time that was taken. Those whose time is held are their holder's. Of a session of a class they stay while it has seats
 * left. Does not wait for the answer.
 */
export function expireOffersAt(
  tx: Tx,
  companyId: number,
  { providerId, from, to, sessionId }: { providerId: number; from: Date; to: Date; sessionId: number | null },
  now: number,
): void {
  tx.write(
    `UPDATE waiting_offer SET status = 'expired', ended_at = $5
     WHERE company_id = $1 AND status = 'offered' AND start_at < $4 AND end_at > $3 AND ${takesTime}
       AND NOT EXISTS (SELECT 1 FROM class_session s
         WHERE s.company_id = $1 AND s.id = coalesce($6::bigint, 0) AND s.seats_taken < s.seats)`,
    [companyId, providerId, from, to, new Date(now), sessionId],
  )
}

/** The hold that kept the offer's time is over: the time may be asked for again, behind those who wait in line for it. */
export function letGoOfOffer(tx: Tx, companyId: number, holdId: number): void {
  tx.write(
    `UPDATE waiting_offer SET status = 'offered', hold_id = NULL, asked_for_at = NULL
     WHERE company_id = $1 AND hold_id = $2 AND status = 'held'`,
    [companyId, holdId],
  )
}

/** The end of others' holds of the provider's time then; null where there are none. */
export async function heldByOthers(
  db: Db,
  companyId: number,
  {
    providerId,
    start,
    end,
    holdId,
  }: { providerId: number; start: number; end: number; holdId: number | null },
  now: number,
): Promise<Date | null> {
  const row = await db.first<{ until: Date | null }>(
    `SELECT max(held_until) AS until FROM allocation
     WHERE company_id = $1 AND resource_id = $2 AND active AND held_until > $3 AND start_minute < $5 AND end_minute > $4
       AND hold_id <> coalesce($6::bigint, 0)`,
    [companyId, providerId, new Date(now), start, end, holdId],
  )
  return row!.until
}

/** Offers that are over by the clock, of customers whose next offers they would hold back. */
export async function expireOverdueOffers(
  tx: Tx,
  companyId: number,
  customerId: number,
  now: number,
): Promise<void> {
  await tx.query(
    `UPDATE waiting_offer SET status = 'expired', ended_at = $3
     WHERE company_id = $1 AND customer_id = $2 AND status = 'offered' AND good_until <= $3`,
    [companyId, customerId, new Date(now)],
  )
}

export async function sumUpWaiting(
  db: Db,
  companyId: number,
  { from, to }: { from: Date; to: Date },
): Promise<WaitingSummary> {
  const [entries, offers] = await Promise.all([
    db.first<Pick<WaitingSummary, "waiting" | "joined">>(
      `SELECT count(*) FILTER (WHERE status = 'waiting') AS waiting,
         count(*) FILTER (WHERE created_at >= $2 AND created_at < $3) AS joined
       FROM waiting_entry WHERE company_id = $1`,
      [companyId, from, to],
    ),
    db.first<Omit<WaitingSummary, "waiting" | "joined">>(
      `SELECT count(*) AS offers, count(*) FILTER (WHERE status = 'booked') AS booked,
         coalesce(sum(extract(epoch FROM end_at - start_at) / 60) FILTER (WHERE status = 'booked'), 0)::bigint AS booked_minutes,
         round(percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM ended_at - created_at) / 60)
           FILTER (WHERE status = 'booked'))::bigint AS median_minutes_to_booking
       FROM waiting_offer WHERE company_id = $1 AND created_at >= $2 AND created_at < $3`,
      [companyId, from, to],
    ),
  ])
  return { ...entries!, ...offers! }
}

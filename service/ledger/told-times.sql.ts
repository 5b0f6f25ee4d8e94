/** Times that people know and that are not booked yet: holds, and open offers of the waiting list. */
import type { Hold } from "../../domain/model/hold.ts"
import type { OfferPart } from "../../domain/model/waiting-entry.ts"
import type { Db, Tx } from "../platform/pg/database.ts"
import type { WantedSpan } from "./allocations.sql.ts"

export type ToldHold = Pick<Hold, "id" | "provider_id" | "start_at" | "end_at"> & ToldByClock

export interface ToldOffer extends ToldByClock {
  id: number
  entry_id: number
  customer_id: number
  start_at: Date
  end_at: Date
  good_until: Date
  parts: OfferPart[] | null
}

export interface ToldByClock {
  timezone: string
  /** Null where the rules of then are not known. */
  clock_offset: number | null
}

const holds = `SELECT h.id, h.provider_id, h.start_at, h.end_at, h.clock_offset, l.timezone
  FROM hold h JOIN location l ON l.company_id = $1 AND l.id = h.location_id
  WHERE h.company_id = $1 AND h.expires_at > $2 AND h.start_at > $2 AND h.clock_offset IS NOT NULL
    AND h.kind = 'start'`

export const listLiveHolds = (db: Db, companyId: number, now: number): Promise<ToldHold[]> =>
  db.query<ToldHold>(`${holds} ORDER BY h.id`, [companyId, new Date(now)])

export const findLiveHold = (db: Db, companyId: number, id: number, now: number): Promise<ToldHold | null> =>
  db.first<ToldHold>(`${holds} AND h.id = $3`, [companyId, new Date(now), id])

/** Offers without a hold: a held one goes with its hold. */
const offers = `SELECT o.id, o.entry_id, o.customer_id, o.start_at, o.end_at, o.good_until, o.parts, o.clock_offset, l.timezone
  FROM waiting_offer o JOIN location l ON l.company_id = $1 AND l.id = o.location_id
  WHERE o.company_id = $1 AND o.status = 'offered' AND o.good_until > $2 AND o.clock_offset IS NOT NULL`

export const listOpenOffers = (db: Db, companyId: number, now: number): Promise<ToldOffer[]> =>
  db.query<ToldOffer>(`${offers} ORDER BY o.id`, [companyId, new Date(now)])

export const findOpenOffer = (
  db: Db,
  companyId: number,
  id: number,
  now: number,
): Promise<ToldOffer | null> => db.first<ToldOffer>(`${offers} AND o.id = $3`, [companyId, new Date(now), id])

/** The parts of the offer that the hold is for; null of one type, and where it is for none. */
export async function partsOfHeldOffer(
  db: Db,
  companyId: number,
  holdId: number,
): Promise<OfferPart[] | null> {
  const row = await db.first<{ parts: OfferPart[] | null }>(
    "SELECT parts FROM waiting_offer WHERE company_id = $1 AND hold_id = $2 AND status = 'held'",
    [companyId, holdId],
  )
  return row?.parts ?? null
}

export const findSpansOfHold = (
  db: Db,
  companyId: number,
  holdId: number,
): Promise<(WantedSpan & { isProvider: boolean })[]> =>
  db.query(
    `SELECT k.resource_id AS "resourceId", k.start_minute AS start, k.end_minute AS "end", r.kind = 'provider' AS "isProvider"
     FROM allocation k JOIN resource r ON r.company_id = $1 AND r.id = k.resource_id
     WHERE k.company_id = $1 AND k.hold_id = $2 AND k.active ORDER BY k.resource_id`,
    [companyId, holdId],
  )

interface Shift {
  minutes: number
  clockOffset: number
  /** The parts of the offer at its new instants. */
  parts: readonly OfferPart[] | null
}

/** The hold without the time that it keeps, and the offer whose time it is. Does not wait for the answer. */
export function shiftHold(
  tx: Tx,
  companyId: number,
  id: number,
  { minutes, clockOffset, parts }: Shift,
): void {
  tx.write(
    `UPDATE hold SET start_at = start_at + $3::int * interval '1 minute', end_at = end_at + $3::int * interval '1 minute',
       clock_offset = $4
     WHERE company_id = $1 AND id = $2`,
    [companyId, id, minutes, clockOffset],
  )
  tx.write(`${shiftedOffer} AND hold_id = $2 AND status = 'held'`, [
    companyId,
    id,
    minutes,
    clockOffset,
    parts && JSON.stringify(parts),
  ])
}

/** Does not wait for the answer. */
export function shiftOffer(
  tx: Tx,
  companyId: number,
  id: number,
  { minutes, clockOffset, parts }: Shift,
): void {
  tx.write(`${shiftedOffer} AND id = $2`, [
    companyId,
    id,
    minutes,
    clockOffset,
    parts && JSON.stringify(parts),
  ])
}

const later = (time: string) => `${time} + $3::int * interval '1 minute'`

const shiftedOffer = `UPDATE waiting_offer SET start_at = ${later("start_at")}, end_at = ${later("end_at")},
  good_until = ${later("good_until")}, clock_offset = $4, parts = $5
  WHERE company_id = $1`

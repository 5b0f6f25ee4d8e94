/** Events as they are written and read one by one. Their order is in `event-order.ts`. */
import type { EventSource } from "../../domain/model/actor.ts"
import { endpointDisabled, type QueuedDelivery } from "../../domain/model/delivery.ts"
import {
  type EventData,
  type EventType,
  type StoredEvent,
  subscriptionsTo,
} from "../../domain/model/event.ts"
import type { Db, Tx } from "../platform/pg/database.ts"
import { dailyId, idDayOf, newDailyId } from "../platform/pg/partitions.ts"
import { insertDue } from "./deliveries-due.sql.ts"

export interface NewEvent {
  type: EventType
  occurredAt: Date
  /** When the change happened by the clock; `occurredAt` may be later. */
  recordedAt: Date
  source: EventSource
  data: EventData
  customerId: number | null
  appointmentId: number | null
  /** Null for an event about no type: an endpoint that wants some types' events only gets it too. */
  appointmentTypeId: number | null
  requestId: number | null
  /** The endpoint that the event is about, which does not get it. */
  aboutEndpointId: number | null
  /** The trace context of the request that made it. */
  traceparent?: string | null
}

/** The numbers of an event and its deliveries, and the endpoints that subscribe to it. */
export interface EventDraft {
  number: number
  /** The number of the first delivery. The sequence leaves room for one to each endpoint that a company may have. */
  deliveryNumber: number
  subscribers: { endpointId: number; isEnabled: boolean }[]
  /** No endpoint is to get it, now or by a recovery. It has no subscribers then. */
  isWithheld?: boolean
}

/**
 * Drawn before the event is written, so that every row of it is known when it is. The numbers have a statement of their own:
 * beside `nextval`, a distributed database would ask every machine for the company's endpoints.
 */
export async function draftEvent(
  tx: Tx,
  companyId: number,
  event: Pick<NewEvent, "type" | "appointmentTypeId" | "aboutEndpointId">,
): Promise<EventDraft> {
  const [[drawn], subscribers] = await Promise.all([
    tx.query<Pick<EventDraft, "number" | "deliveryNumber">>(
      `SELECT nextval('event_seq') AS number, nextval('delivery_seq') AS "deliveryNumber"`,
    ),
    tx.query<EventDraft["subscribers"][number]>(
      `SELECT id AS "endpointId", enabled AS "isEnabled" FROM webhook_endpoint
       WHERE company_id = $1 AND events && $2::text[]
         AND (appointment_type_ids IS NULL OR $3::bigint IS NULL OR $3 = ANY (appointment_type_ids))
         AND id IS DISTINCT FROM $4::bigint
       ORDER BY id`,
      [companyId, subscriptionsTo(event.type), event.appointmentTypeId, event.aboutEndpointId],
    ),
  ])
  return { ...drawn!, subscribers }
}

/**
 * Appends the event and a delivery, due now, to every endpoint that subscribes to it; the log of a disabled endpoint shows
 * that it missed the event. Returns its id and the deliveries that are due. The event's era is its column's default.
 */
export function insertEvent(
  tx: Tx,
  companyId: number,
  draft: EventDraft,
  event: NewEvent,
): { id: number; due: QueuedDelivery[] } {
  const id = dailyId(idDayOf(companyId, event.occurredAt.getTime()), draft.number)
  tx.write(
    `INSERT INTO event (company_id, id, type, occurred_at, source, data, customer_id, appointment_id,
       appointment_type_id, scheduling_request_id, xid, traceparent, withheld)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, pg_current_xact_id(), $11, $12)`,
    [
      companyId,
      id,
      event.type,
      event.occurredAt,
      event.source,
      event.data,
      event.customerId,
      event.appointmentId,
      event.appointmentTypeId,
      event.requestId,
      event.traceparent ?? null,
      draft.isWithheld ?? false,
    ],
  )
  const day = idDayOf(companyId, event.recordedAt.getTime())
  const deliveries = draft.subscribers.map(({ endpointId, isEnabled }, nth) => {
    const delivery = { id: dailyId(day, draft.deliveryNumber + nth), endpoint_id: endpointId, event_id: id }
    tx.write(
      `INSERT INTO delivery (company_id, id, endpoint_id, event_id, event_type, trigger, status, last_error, has_failed,
         next_attempt_at, created_at)
       VALUES ($1, $2, $3, $4, $5, 'event', $6, $7, $8, $9, $10)`,
      [
        companyId,
        delivery.id,
        endpointId,
        id,
        event.type,
        isEnabled ? "pending" : "abandoned",
        isEnabled ? null : endpointDisabled,
        !isEnabled,
        isEnabled ? event.recordedAt : null,
        event.recordedAt,
      ],
    )
    return isEnabled ? [delivery] : []
  })
  const due = deliveries.flat()
  if (due.length > 0) insertDue(tx, companyId, due, { dueAt: event.recordedAt, byHand: false })
  return { id, due }
}

/** The own part of one event of many. */
export type EventOfMany = Pick<NewEvent, "data" | "customerId">

/** Appends many events of one type and moment, which go to no endpoint: lists and streams alone have them. */
export async function insertWithheld(
  tx: Tx,
  companyId: number,
  { type, occurredAt, source }: Pick<NewEvent, "type" | "occurredAt" | "source">,
  events: readonly EventOfMany[],
): Promise<void> {
  const drawn = await tx.query<{ number: number }>(
    "SELECT nextval('event_seq') AS number FROM generate_series(1, $1::int)",
    [events.length],
  )
  const day = idDayOf(companyId, occurredAt.getTime())
  const rows = events.map((event, nth) => ({ ...event, id: dailyId(day, drawn[nth]!.number) }))
  tx.write(
    `INSERT INTO event (company_id, id, type, occurred_at, source, data, customer_id, xid, withheld)
     SELECT $1, r.id, $3, $4, $5, r.data, r."customerId", pg_current_xact_id(), true
     FROM json_to_recordset($2::json) AS r (id bigint, data json, "customerId" bigint)`,
    [companyId, JSON.stringify(rows), type, occurredAt, source],
  )
}

/** Null for an unknown id and for an event older than 30 days. */
export async function findEvent(db: Db, companyId: number, id: number): Promise<StoredEvent | null> {
  return db.first<StoredEvent>(
    "SELECT id, type, occurred_at, source, data FROM event WHERE company_id = $1 AND id = $2",
    [companyId, id],
  )
}

/** The events about an appointment, a scheduling request, or both. They are found by the customer of either. */
export async function listEventIdsAbout(
  db: Db,
  companyId: number,
  about: { appointmentId: number | null; requestId: number | null },
): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    `SELECT id FROM event
     WHERE company_id = $1
       AND customer_id = coalesce(
         (SELECT customer_id FROM appointment WHERE company_id = $1 AND id = coalesce($2::bigint, 0)),
         (SELECT customer_id FROM scheduling_request WHERE company_id = $1 AND id = coalesce($3::bigint, 0)))
       AND ($2::bigint IS NULL OR appointment_id = $2) AND ($3::bigint IS NULL OR scheduling_request_id = $3)`,
    [companyId, about.appointmentId, about.requestId],
  )
  return rows.map(({ id }) => id)
}

/** An id for a test event, which is sent but not stored. */
export async function nextEventId(tx: Tx, companyId: number, now: number): Promise<number> {
  const day = idDayOf(companyId, now)
  const [row] = await tx.query<{ id: number }>(`SELECT ${newDailyId("event", "$1")} AS id`, [day])
  return row!.id
}

/**
 * Called after a restore: xids of the old database mean nothing in the new one, or come a second time where it went back to
 * a point in time. So its events become a past era, and a reader who had read further finds what comes now. `eraBefore` is an era that the lost time had.
 */
export async function afterRestore(db: Db, eraBefore = 0): Promise<void> {
  const [row] = await db.query<{ era: number }>(
    "UPDATE database_era SET era = greatest(era, $1::integer) + 1 RETURNING era",
    [eraBefore],
  )
  await db.query(`ALTER TABLE event ALTER COLUMN era SET DEFAULT ${row!.era}`)
}

/** How many events were ever appended, on the whole host. Transactions that rolled back leave gaps, which count. */
export async function countEvents(db: Db): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    "SELECT CASE WHEN is_called THEN last_value ELSE 0 END AS count FROM event_seq",
  )
  return row!.count
}

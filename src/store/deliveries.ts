/** The log of deliveries. Which of them are still to be sent stands in `queue/deliveries-due.ts`. */
import type {
  Delivery,
  DeliveryAttempt,
  DeliveryStatus,
  DeliveryTrigger,
  QueuedDelivery,
} from "../model/delivery.ts"
import { utcDayOf } from "../time/units.ts"
import type { Db, Tx } from "./pg/database.ts"
import { firstIdOf, newDailyId } from "./pg/partitions.ts"

const columns = `id, endpoint_id, event_id, payload->>'id' AS test_event_id, event_type, trigger, status, attempts,
  last_status_code, last_error, next_attempt_at, created_at, delivered_at`

export interface NewDelivery {
  endpointId: number
  /** Null for a test, which carries its payload instead. */
  eventId: number | null
  eventType: Delivery["event_type"]
  trigger: DeliveryTrigger
  payload: unknown
  now: number
}

export async function insertDelivery(tx: Tx, companyId: number, delivery: NewDelivery): Promise<Delivery> {
  const [row] = await tx.query<Delivery>(
    `INSERT INTO delivery (company_id, id, endpoint_id, event_id, event_type, trigger, status, next_attempt_at,
       created_at, payload)
     VALUES ($1, ${newDailyId("delivery", "$2")}, $3, $4, $5, $6, 'pending', $7, $7, $8)
     RETURNING ${columns}`,
    [
      companyId,
      utcDayOf(delivery.now),
      delivery.endpointId,
      delivery.eventId,
      delivery.eventType,
      delivery.trigger,
      new Date(delivery.now),
      delivery.payload,
    ],
  )
  return row!
}

export interface DeliveryFilter {
  endpointId: number
  status: DeliveryStatus | null
  eventType: string | null
  /** Created at `from` or later, and before `to`. */
  from: Date
  to: Date | null
  beforeId: number | null
  limit: number
}

/** Newest first. Ids hold their day, so partitions of days outside the filter are not read. */
export async function listDeliveries(db: Db, companyId: number, filter: DeliveryFilter): Promise<Delivery[]> {
  const { from, to, beforeId } = filter
  const dayAfter = to === null ? Number.MAX_SAFE_INTEGER : firstIdOf(utcDayOf(to.getTime()) + 1)
  const values: unknown[] = [
    companyId,
    filter.endpointId,
    firstIdOf(utcDayOf(from.getTime())),
    Math.min(dayAfter, beforeId ?? dayAfter),
    from,
    filter.limit,
  ]
  const also = conditionsOf(filter).map(([condition, value]) => `AND ${condition} $${values.push(value)}`)
  return db.query<Delivery>(
    `SELECT ${columns} FROM delivery
     WHERE company_id = $1 AND endpoint_id = $2 AND id >= $3 AND id < $4 AND created_at >= $5 ${also.join(" ")}
     ORDER BY id DESC LIMIT $6`,
    values,
  )
}

/** Conditions with constants, since a partial index does not serve a parameter. */
const amongFew: Partial<Record<DeliveryStatus, string>> = {
  pending:
    "id = ANY (ARRAY(SELECT delivery_id FROM delivery_due WHERE company_id = $1 AND endpoint_id = $2)) AND",
  failed: "has_failed AND",
  abandoned: "has_failed AND",
}

/** The filter's conditions with their values; rare rows are found by their partial indexes. */
function conditionsOf({ to, status, eventType }: DeliveryFilter): [string, unknown][] {
  const conditions: [string, unknown][] = []
  if (to !== null) conditions.push(["created_at <", to])
  if (status !== null) conditions.push([`${amongFew[status] ?? ""} status =`, status])
  if (eventType !== null) {
    const isRare = eventType !== "appointment.created"
    conditions.push([
      isRare ? "event_type <> 'appointment.created' AND event_type =" : "event_type =",
      eventType,
    ])
  }
  return conditions
}

export type DeliveryWithPayload = Delivery & { payload: Record<string, unknown> | null }

/** With its payload, which only tests have; the payload of an event is made from the event. */
export async function findDelivery(
  db: Db,
  companyId: number,
  endpointId: number,
  id: number,
): Promise<DeliveryWithPayload | null> {
  return db.first<DeliveryWithPayload>(
    `SELECT ${columns}, payload FROM delivery WHERE company_id = $1 AND id = $3 AND endpoint_id = $2`,
    [companyId, endpointId, id],
  )
}

/** The attempts of a delivery, in their order. */
export async function listAttempts(
  db: Db,
  companyId: number,
  endpointId: number,
  deliveryId: number,
): Promise<DeliveryAttempt[]> {
  return db.query<DeliveryAttempt>(
    `SELECT a.* FROM delivery d CROSS JOIN unnest(d.attempt_log) a
     WHERE d.company_id = $1 AND d.endpoint_id = $2 AND d.id = $3 ORDER BY a.number, a.started_at`,
    [companyId, endpointId, deliveryId],
  )
}

/**
 * Makes a new delivery for every event since `since` that the endpoint subscribes to, unless the event has a delivery to it
 * that was not abandoned. The caller has locked the endpoint, so that two recoveries at once do not send an event twice.
 */
export async function insertRecovered(
  tx: Tx,
  companyId: number,
  recovery: { endpointId: number; since: Date; now: number },
): Promise<QueuedDelivery[]> {
  const sinceDay = utcDayOf(recovery.since.getTime())
  return tx.query<QueuedDelivery>(
    `INSERT INTO delivery (company_id, id, endpoint_id, event_id, event_type, trigger, status, next_attempt_at, created_at)
     SELECT $1, ${newDailyId("delivery", "$3")}, w.id, e.id, e.type, 'recover', 'pending', $4, $4
     FROM webhook_endpoint w JOIN event e
       ON e.company_id = $1 AND e.id >= $6 AND e.occurred_at >= greatest($5, w.created_at) AND e.type = ANY (w.events)
       AND (w.appointment_type_ids IS NULL OR e.appointment_type_id = ANY (w.appointment_type_ids))
     WHERE w.company_id = $1 AND w.id = $2
       AND NOT EXISTS (SELECT FROM delivery d
         WHERE d.company_id = $1 AND d.endpoint_id = $2 AND d.id >= $7 AND d.event_id = e.id AND d.status <> 'abandoned')
     ORDER BY e.id
     RETURNING id, endpoint_id, event_id`,
    [
      companyId,
      recovery.endpointId,
      utcDayOf(recovery.now),
      new Date(recovery.now),
      recovery.since,
      firstIdOf(sinceDay),
      // A delivery's id holds the day of the change, which may be a moment, and so a day, before the event's own time.
      firstIdOf(sinceDay - 1),
    ],
  )
}

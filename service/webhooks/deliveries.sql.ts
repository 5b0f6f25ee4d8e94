/** The log of deliveries. Which of them are still to be sent stands in `../outbox/deliveries-due.sql.ts`. */
import type {
  Delivery,
  DeliveryAttempt,
  DeliveryStatus,
  DeliveryTrigger,
  QueuedDelivery,
} from "../../domain/model/delivery.ts"
import type { Db, Tx } from "../platform/pg/database.ts"
import { dayOfId, firstIdOf, idDayOf, newDailyId } from "../platform/pg/partitions.ts"

const columns = `id, endpoint_id, event_id, event_type, trigger, status, attempts, last_status_code, last_error,
  next_attempt_at, created_at, delivered_at`

export interface NewDelivery {
  endpointId: number
  eventId: number
  eventType: Delivery["event_type"]
  trigger: DeliveryTrigger
  /** The payload of a test, whose event is not recorded; null otherwise. */
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
      idDayOf(companyId, delivery.now),
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
  endpointIds: readonly number[]
  /** Only these events. */
  eventIds: readonly number[] | null
  status: DeliveryStatus | null
  eventType: string | null
  /** An attempt was answered with this status. */
  statusCode: number | null
  /** Created at `from` or later, and before `to`. */
  from: Date
  to: Date | null
  beforeId: number | null
  limit: number
}

/**
 * Newest first. An endpoint has a statement of its own: one for several would be planned anew at each call, which takes ten
 * times as long as to run it.
 */
export async function listDeliveries(db: Db, companyId: number, filter: DeliveryFilter): Promise<Delivery[]> {
  if (filter.eventIds?.length === 0) return []
  const lists = await Promise.all(
    filter.endpointIds.map((endpointId) => listOfEndpoint(db, companyId, endpointId, filter)),
  )
  return lists
    .flat()
    .sort((one, other) => other.id - one.id)
    .slice(0, filter.limit)
}

/** Ids hold their day, so partitions of days outside the filter are not read; nor are those before an event. */
async function listOfEndpoint(
  db: Db,
  companyId: number,
  endpointId: number,
  filter: DeliveryFilter,
): Promise<Delivery[]> {
  const { from, to, beforeId, eventIds } = filter
  const dayAfter = to === null ? Number.MAX_SAFE_INTEGER : firstIdOf(idDayOf(companyId, to.getTime()) + 1)
  // A delivery's id holds the day of the change, which may be a moment, and so a day, before the event's own time.
  const firstDays = (eventIds ?? []).map((id) => dayOfId(id) - 1)
  const values: unknown[] = [
    companyId,
    endpointId,
    firstIdOf(
      Math.max(idDayOf(companyId, from.getTime()), firstDays.length === 0 ? 0 : Math.min(...firstDays)),
    ),
    Math.min(dayAfter, beforeId ?? dayAfter),
    from,
    filter.limit,
  ]
  const conditions = conditionsOf(filter)
  // Pending deliveries are in the queue, which is read apart: it is kept elsewhere in a distributed database.
  if (filter.status === "pending") conditions.push([among, await queuedIds(db, companyId, endpointId)])
  const also = conditions.map(([condition, value]) => `AND ${condition(`$${values.push(value)}`)}`)
  return db.query<Delivery>(
    `SELECT ${columns} FROM delivery
     WHERE company_id = $1 AND endpoint_id = $2 AND id >= $3 AND id < $4 AND created_at >= $5 ${also.join(" ")}
     ORDER BY id DESC LIMIT $6`,
    values,
  )
}

async function queuedIds(db: Db, companyId: number, endpointId: number): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    "SELECT delivery_id AS id FROM delivery_due WHERE company_id = $1 AND endpoint_id = $2",
    [companyId, endpointId],
  )
  return rows.map(({ id }) => id)
}

/** Conditions with constants, since a partial index does not serve a parameter. */
const amongFew: Partial<Record<DeliveryStatus, string>> = {
  failed: "has_failed AND",
  abandoned: "has_failed AND",
}

type Condition = (parameter: string) => string

/** The filter's conditions with their values; rare rows are found by their partial indexes. */
function conditionsOf({
  to,
  status,
  eventType,
  eventIds,
  statusCode,
}: DeliveryFilter): [Condition, unknown][] {
  const conditions: [Condition, unknown][] = []
  if (to !== null) conditions.push([(time) => `created_at < ${time}`, to])
  if (status !== null) conditions.push([(value) => `${amongFew[status] ?? ""} status = ${value}`, status])
  if (eventType !== null) {
    const rare = eventType === "appointment.created" ? "" : "event_type <> 'appointment.created' AND"
    conditions.push([(type) => `${rare} event_type = ${type}`, eventType])
  }
  if (eventIds !== null) conditions.push([ofEvents, eventIds])
  // A success is the last attempt; any other answer is in the log of a delivery that has failed.
  if (statusCode !== null) conditions.push([isTaken(statusCode) ? lastAnswer : failedWith, statusCode])
  return conditions
}

const among: Condition = (ids) => `id = ANY (${ids}::bigint[])`
const ofEvents: Condition = (ids) =>
  `id = ANY (ARRAY(SELECT id FROM delivery WHERE company_id = $1 AND event_id = ANY (${ids}::bigint[]) AND id >= $3))`
const lastAnswer: Condition = (status) => `last_status_code = ${status}`
const failedWith: Condition = (status) =>
  `has_failed AND EXISTS (SELECT FROM unnest(attempt_log) a WHERE a.status_code = ${status})`
const isTaken = (statusCode: number) => statusCode >= 200 && statusCode < 300

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

interface Recovery {
  endpointId: number
  since: Date
  /** Events from before the endpoint was made are sent too. */
  beforeCreation: boolean
  now: number
}

/** Events since `$3` that the endpoint subscribes to, as `subscriptionsTo` says, and that no delivery has taken or is to take to it. */
const missedByEndpoint = `webhook_endpoint w JOIN event e
       ON e.company_id = w.company_id AND e.id >= $4 AND e.occurred_at >= $3
       AND w.events && ARRAY[e.type, split_part(e.type, '.', 1) || '.*', '*']
       AND (w.appointment_type_ids IS NULL OR e.appointment_type_id IS NULL
         OR e.appointment_type_id = ANY (w.appointment_type_ids))
       AND (e.data #>> '{webhook_endpoint,id}') IS DISTINCT FROM w.id::text
     WHERE w.company_id = $1 AND w.id = $2
       AND NOT EXISTS (SELECT FROM delivery d
         WHERE d.company_id = $1 AND d.endpoint_id = $2 AND d.id >= $5 AND d.event_id = e.id AND d.status <> 'abandoned')`

function missedSince(companyId: number, { endpointId, since }: Recovery) {
  const sinceDay = idDayOf(companyId, since.getTime())
  // A delivery's id holds the day of the change, which may be a moment, and so a day, before the event's own time.
  return [companyId, endpointId, since, firstIdOf(sinceDay), firstIdOf(sinceDay - 1)]
}

/** How many of the missed events a recovery leaves out, by why. */
export interface LeftOut {
  /** The number of events of an import, which are not delivered. */
  imported: number
  beforeCreation: number
}

export async function countLeftOut(db: Db, companyId: number, recovery: Recovery): Promise<LeftOut> {
  const found = await db.first<LeftOut>(
    `SELECT count(*) FILTER (WHERE e.withheld)::int AS imported,
       count(*) FILTER (WHERE NOT e.withheld AND NOT $6 AND e.occurred_at < w.created_at)::int AS "beforeCreation"
     FROM ${missedByEndpoint}`,
    [...missedSince(companyId, recovery), recovery.beforeCreation],
  )
  return found!
}

/**
 * Makes a new delivery for every missed event that was meant for endpoints. The caller has locked the endpoint, so that two
 * recoveries at once do not send an event twice.
 */
export async function insertRecovered(
  tx: Tx,
  companyId: number,
  recovery: Recovery,
): Promise<QueuedDelivery[]> {
  const missed = await tx.query<{ id: number; type: string }>(
    `SELECT e.id, e.type FROM ${missedByEndpoint}
       AND NOT e.withheld AND ($6 OR e.occurred_at >= w.created_at)
     ORDER BY e.id`,
    [...missedSince(companyId, recovery), recovery.beforeCreation],
  )
  if (missed.length === 0) return []
  return tx.query<QueuedDelivery>(
    `INSERT INTO delivery (company_id, id, endpoint_id, event_id, event_type, trigger, status, next_attempt_at, created_at)
     SELECT $1, ${newDailyId("delivery", "$3")}, $2, m.id, m.type, 'recover', 'pending', $4, $4
     FROM unnest($5::bigint[], $6::text[]) AS m (id, type)
     RETURNING id, endpoint_id, event_id`,
    [
      companyId,
      recovery.endpointId,
      idDayOf(companyId, recovery.now),
      new Date(recovery.now),
      missed.map(({ id }) => id),
      missed.map(({ type }) => type),
    ],
  )
}

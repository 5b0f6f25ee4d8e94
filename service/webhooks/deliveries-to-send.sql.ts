/** The data to send leased deliveries: their endpoints, and the events or the tests' own payloads. */
import type { StoredEvent } from "../../domain/model/event.ts"
import { type Answer, shownAnswers } from "../../domain/model/question.ts"
import type { LeasedDelivery } from "../outbox/deliveries-due.sql.ts"
import type { Tx } from "../platform/pg/database.ts"
import { byPartition } from "../platform/pg/partitions.ts"

export interface DeliveryToSend extends LeasedDelivery {
  /** Null when the endpoint is gone. */
  endpoint: EndpointToReach | null
  /** Null for a test, and when the event is past its retention. */
  event: EventToSend | null
  testPayload: { id: string } | null
}

export interface EndpointToReach {
  url: string
  sealedSecret: string
  /** The company's own headers; null for none. */
  sealedHeaders: string | null
  enabled: boolean
  includesAnswers: boolean
}

/** With the trace context of the request that made it. */
export type EventToSend = StoredEvent & { traceparent: string | null }

/**
 * The company of all rows; null when they are of several. A distributed database asks only the company's machine where a
 * statement names the company.
 */
export function onlyCompanyOf(rows: readonly { companyId: number }[]): number | null {
  const [first] = rows
  return first !== undefined && rows.every(({ companyId }) => companyId === first.companyId)
    ? first.companyId
    : null
}

/** Endpoints and events are read once each, however many deliveries share them. */
export async function loadDeliveries(
  tx: Tx,
  rows: readonly LeasedDelivery[],
  now: number,
): Promise<DeliveryToSend[]> {
  const [endpoints, events, payloads] = await Promise.all([
    findEndpoints(tx, rows),
    findEvents(tx, rows, now),
    findTestPayloads(tx, rows),
  ])
  const deliveries = rows.map((row) => ({
    ...row,
    endpoint: endpoints.get(row.endpointId) ?? null,
    event: events.get(row.eventId) ?? null,
    testPayload: payloads.get(row.deliveryId) ?? null,
  }))
  return withAnswers(tx, deliveries)
}

/**
 * Endpoints that asked for answers get them in the event's appointment. They are read from the appointment when an event is
 * sent and never kept with the event: so an erasure leaves nothing behind, and no other reader of events sees them.
 */
async function withAnswers(tx: Tx, deliveries: DeliveryToSend[]): Promise<DeliveryToSend[]> {
  const wanting = deliveries.flatMap(({ companyId, endpoint, event }) => {
    const id = event?.data.appointment?.id
    return endpoint?.includesAnswers && id !== undefined ? [{ companyId, id }] : []
  })
  if (wanting.length === 0) return deliveries
  const found = await tx.query<{ id: number; answers: Answer[] }>(
    `SELECT a.id, a.answers FROM unnest($1::bigint[], $2::bigint[]) AS c (company_id, id)
     JOIN appointment a ON a.company_id = c.company_id AND a.id = c.id AND ($3::bigint IS NULL OR a.company_id = $3)`,
    [wanting.map(({ companyId }) => companyId), wanting.map(({ id }) => id), onlyCompanyOf(wanting)],
  )
  const answersOf = new Map(found.map(({ id, answers }) => [id, answers]))
  return deliveries.map((delivery) => {
    const { endpoint, event } = delivery
    const appointment = event?.data.appointment
    if (!event || !appointment || !endpoint?.includesAnswers) return delivery
    const told = { ...appointment, ...shownAnswers(answersOf.get(appointment.id) ?? []) }
    return { ...delivery, event: { ...event, data: { ...event.data, appointment: told } } }
  })
}

async function findEndpoints(tx: Tx, rows: readonly LeasedDelivery[]): Promise<Map<number, EndpointToReach>> {
  const distinct = [...new Map(rows.map((row) => [row.endpointId, row])).values()]
  const found = await tx.query<EndpointToReach & { id: number }>(
    `SELECT w.id, w.url, w.secret AS "sealedSecret", w.headers_sealed AS "sealedHeaders", w.enabled, w.include_answers AS "includesAnswers"
     FROM unnest($1::bigint[], $2::bigint[]) AS c (company_id, id)
     JOIN webhook_endpoint w ON w.company_id = c.company_id AND w.id = c.id
       AND ($3::bigint IS NULL OR w.company_id = $3)`,
    [distinct.map((row) => row.companyId), distinct.map((row) => row.endpointId), onlyCompanyOf(distinct)],
  )
  return new Map(found.map((row) => [row.id, row]))
}

/**
 * Names each day's own table: finding the day of every single row costs more than finding the row. Ids are the host's own,
 * so the companies only lead through the index, which meets a company's events side by side.
 */
async function findEvents(
  tx: Tx,
  rows: readonly LeasedDelivery[],
  now: number,
): Promise<Map<number | null, EventToSend>> {
  const companyOf = new Map<number, number>()
  for (const { eventId, companyId } of rows) {
    if (eventId !== null) companyOf.set(eventId, companyId)
  }
  const byDay = byPartition("event", companyOf, ([eventId]) => eventId, now)
  const found = await Promise.all(
    [...byDay].map(([partition, ofDay]) =>
      tx.query<EventToSend>(
        `SELECT id, type, occurred_at, source, data, traceparent FROM ${partition}
         WHERE company_id = ANY ($1::bigint[]) AND id = ANY ($2::bigint[])
           AND ($3::bigint IS NULL OR company_id = $3)`,
        [
          [...new Set(ofDay.map(([, companyId]) => companyId))],
          ofDay.map(([eventId]) => eventId),
          onlyCompanyOf(rows),
        ],
      ),
    ),
  )
  return new Map(found.flat().map((event) => [event.id, event]))
}

interface TestPayload {
  delivery_id: number
  payload: { id: string }
}

/** Tests are rare, so they may be looked up through the parent of all days. */
async function findTestPayloads(
  tx: Tx,
  rows: readonly LeasedDelivery[],
): Promise<Map<number, TestPayload["payload"]>> {
  const tests = rows.filter((row) => row.eventId === null)
  if (tests.length === 0) return new Map()
  const found = await tx.query<TestPayload>(
    `SELECT d.id AS delivery_id, d.payload
     FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS c (company_id, endpoint_id, id)
     JOIN delivery d ON d.company_id = c.company_id AND d.endpoint_id = c.endpoint_id AND d.id = c.id
       AND ($4::bigint IS NULL OR d.company_id = $4)`,
    [
      tests.map((row) => row.companyId),
      tests.map((row) => row.endpointId),
      tests.map((row) => row.deliveryId),
      onlyCompanyOf(tests),
    ],
  )
  return new Map(found.map((row) => [row.delivery_id, row.payload]))
}

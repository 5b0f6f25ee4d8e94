/** What is needed to send claimed deliveries: their endpoints, and the events or the tests' own payloads. */
import type { StoredEvent } from "../../model/event.ts"
import type { Tx } from "../pg/database.ts"
import { byPartition } from "../pg/partitions.ts"
import type { DueRow } from "./deliveries-due.ts"

/** What an endpoint or an event no longer gives is null. */
export interface LoadedDelivery extends DueRow {
  url: string | null
  sealed_secret: string | null
  enabled: boolean | null
  event: StoredEvent | null
  test_payload: { id: string } | null
}

/** Endpoints and events are read once each, however many deliveries share them. */
export async function loadClaimed(tx: Tx, rows: readonly DueRow[], now: number): Promise<LoadedDelivery[]> {
  const [endpoints, events, payloads] = await Promise.all([
    findEndpoints(tx, rows),
    findEvents(tx, rows, now),
    findTestPayloads(tx, rows),
  ])
  return rows.map((row) => {
    const endpoint = endpoints.get(row.endpoint_id)
    return {
      ...row,
      url: endpoint?.url ?? null,
      sealed_secret: endpoint?.secret ?? null,
      enabled: endpoint?.enabled ?? null,
      event: events.get(row.event_id) ?? null,
      test_payload: payloads.get(row.delivery_id) ?? null,
    }
  })
}

interface EndpointRow {
  id: number
  url: string
  secret: string
  enabled: boolean
}

async function findEndpoints(tx: Tx, rows: readonly DueRow[]): Promise<Map<number, EndpointRow>> {
  const distinct = [...new Map(rows.map((row) => [row.endpoint_id, row])).values()]
  const found = await tx.query<EndpointRow>(
    `SELECT w.id, w.url, w.secret, w.enabled
     FROM unnest($1::bigint[], $2::bigint[]) AS c (company_id, id)
     JOIN webhook_endpoint w ON w.company_id = c.company_id AND w.id = c.id`,
    [distinct.map((row) => row.company_id), distinct.map((row) => row.endpoint_id)],
  )
  return new Map(found.map((row) => [row.id, row]))
}

/**
 * Names each day's own table: finding the day of every single row costs more than finding the row. Ids are the host's own,
 * so the companies only lead through the index, which meets a company's events side by side.
 */
async function findEvents(
  tx: Tx,
  rows: readonly DueRow[],
  now: number,
): Promise<Map<number | null, StoredEvent>> {
  const companyOf = new Map<number, number>()
  for (const { event_id, company_id } of rows) {
    if (event_id !== null) companyOf.set(event_id, company_id)
  }
  const byDay = byPartition("event", companyOf, ([eventId]) => eventId, now)
  const found = await Promise.all(
    [...byDay].map(([partition, ofDay]) =>
      tx.query<StoredEvent>(
        `SELECT id, type, occurred_at, source, data FROM ${partition}
         WHERE company_id = ANY ($1::bigint[]) AND id = ANY ($2::bigint[])`,
        [[...new Set(ofDay.map(([, companyId]) => companyId))], ofDay.map(([eventId]) => eventId)],
      ),
    ),
  )
  return new Map(found.flat().map((event) => [event.id, event]))
}

interface TestPayload {
  delivery_id: number
  payload: { id: string }
}

/** Tests are rare, so they may be looked for through the parent of all days. */
async function findTestPayloads(
  tx: Tx,
  rows: readonly DueRow[],
): Promise<Map<number, TestPayload["payload"]>> {
  const tests = rows.filter((row) => row.event_id === null)
  if (tests.length === 0) return new Map()
  const found = await tx.query<TestPayload>(
    `SELECT d.id AS delivery_id, d.payload
     FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS c (company_id, endpoint_id, id)
     JOIN delivery d ON d.company_id = c.company_id AND d.endpoint_id = c.endpoint_id AND d.id = c.id`,
    [
      tests.map((row) => row.company_id),
      tests.map((row) => row.endpoint_id),
      tests.map((row) => row.delivery_id),
    ],
  )
  return new Map(found.map((row) => [row.delivery_id, row.payload]))
}

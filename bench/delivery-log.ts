/**
 * webhooks.log_page_ms: one page of 25 of the delivery log, at operation level, where one endpoint has a million
 * deliveries over 30 days and another company's as many beside them. The slowest of nine kinds of page counts: the
 * newest, one in the middle, by a status that few have and by one that none has, of what waits, by a rare type, by a
 * status code, of one event, and of one hour. Each is asked for 1,000 times, warm; the value is the median. Against: the
 * newest page of an endpoint with a thousand deliveries.
 */

import { utcDayOf } from "../domain/time/units.ts"
import { openCompany } from "../service/people/operator.ts"
import type { AppContext } from "../service/platform/context.ts"
import type { Call } from "../service/platform/operation.ts"
import { firstIdOf, makePartition, newDailyId } from "../service/platform/pg/partitions.ts"
import { listDeliveries } from "../service/webhooks/deliveries.ts"
import { benchNow, openBenchContext } from "./bench-context.ts"
import { atMost, type Figure, median } from "./figure.ts"

export const figures = ["webhooks.log_page_ms"] as const

const goalMs = 10
const rows = 1_000_000
const days = 30
const requests = 1_000
const today = utcDayOf(benchNow)

export async function run(): Promise<Figure[]> {
  const bench = await openBenchContext(4)
  try {
    const { context } = bench
    for (let day = today - days; day <= today; day += 1) await makePartition(context.db, "delivery", day)
    const large = await endpointWith(context, rows)
    await endpointWith(context, rows)
    const small = await endpointWith(context, 1_000)
    await context.db.query("VACUUM ANALYZE delivery")
    const kinds = Object.entries(await pagesOf(context, large))
    const slowest = { kind: "", ms: 0 }
    for (const [kind, query] of kinds) {
      const ms = await pageMs(context, large, query)
      if (ms > slowest.ms) Object.assign(slowest, { kind, ms })
    }
    const beside = await pageMs(context, small, {})
    return [
      atMost(
        "webhooks.log_page_ms",
        slowest.ms,
        "ms",
        goalMs,
        `${slowest.kind}; the newest of a thousand ${beside.toFixed(2)} ms`,
      ),
    ]
  } finally {
    await bench.close()
  }
}

interface Endpoint {
  companyId: number
  id: number
}

/** One in a thousand is abandoned, one in two thousand a test; most have succeeded. */
async function endpointWith(context: AppContext, count: number): Promise<Endpoint> {
  const { companyId } = await openCompany(context, {
    name: "Bench",
    timezone: "UTC",
    slug: null,
    phone: null,
  })
  const [endpoint] = await context.db.query<{ id: number }>(
    `INSERT INTO webhook_endpoint (company_id, slot, url, events, secret, created_at, updated_at)
     VALUES ($1, 1, 'https://receiver.example/', '{appointment.created}', '', $2, $2) RETURNING id`,
    [companyId, new Date(benchNow)],
  )
  for (let day = 0; day < days; day += 1) {
    await context.db.query(
      `INSERT INTO delivery (company_id, id, endpoint_id, event_id, event_type, trigger, status, attempts,
         last_status_code, created_at, delivered_at, payload, has_failed)
       SELECT $1, ${newDailyId("delivery", "$3")}, $2, ($3::bigint << 36) + n,
         CASE WHEN n % 2000 = 7 THEN 'webhook.test' ELSE 'appointment.created' END, 'event',
         CASE WHEN n % 1000 = 5 THEN 'abandoned' ELSE 'succeeded' END, 1, 204, at, at,
         CASE WHEN n % 2000 = 7 THEN '{"id":"evt_1"}'::jsonb END, n % 1000 = 5
       FROM generate_series(1, $4::int) AS n, to_timestamp($3::bigint * 86400 + n * 86400.0 / $4::int) AS at`,
      [companyId, endpoint!.id, today - days + day + 1, Math.ceil(count / days)],
    )
  }
  return { companyId, id: endpoint!.id }
}

/** As the operation reads it. */
type Page = Record<string, string | number>

async function pagesOf(context: AppContext, endpoint: Endpoint): Promise<Record<string, Page>> {
  const midday = new Date(benchNow - 15 * 86_400_000).toISOString()
  const before = await list(context, endpoint, { to: midday })
  return {
    newest: {},
    "in the middle": { cursor: before.next_cursor! },
    "by a rare status": { status: "abandoned" },
    "by a status that none has": { status: "failed" },
    "of what waits": { status: "pending" },
    "by a rare type": { event_type: "webhook.test" },
    "by a status code": { status_code: 503 },
    "of an event": { event_id: firstIdOf(today - 15) + 7 },
    "of an hour": { from: midday, to: new Date(Date.parse(midday) + 3_600_000).toISOString() },
  }
}

async function list(context: AppContext, endpoint: Endpoint, query: Page) {
  const call: Call = {
    companyId: endpoint.companyId,
    actor: { kind: "system" },
    requestId: "bench",
    now: benchNow,
  }
  return listDeliveries.run(context, call, { id: endpoint.id, ...query } as never)
}

/** The median in milliseconds. */
async function pageMs(context: AppContext, endpoint: Endpoint, query: Page): Promise<number> {
  for (let n = 0; n < 20; n += 1) await list(context, endpoint, query)
  const times: number[] = []
  for (let n = 0; n < requests; n += 1) {
    const from = performance.now()
    await list(context, endpoint, query)
    times.push(performance.now() - from)
  }
  return median(times)
}

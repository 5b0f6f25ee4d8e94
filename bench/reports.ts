/**
 * reports.month_ms: one report of one month of a company with ten million appointments in two years, over HTTP: the p95 of all six
 * reports by day, week, month, location, provider and type, each of random months, one request at a time. Input: 1,370
 * providers at 20 locations who have ten appointments a day of twelve types, so that a month has about 165,000 sums, of its
 * providers' types and days. The sums of appointments and minutes are made by the worker's own statements, the same as
 * `reports rebuild` uses; those of requests and texts, whose rows are not made, are copied from them. Warm, after ANALYZE.
 *
 * An ordinary run makes the appointments of the 74 days around two of those months only, a million: what a month's report
 * reads is the same, and the tables are a tenth. REPORTS_FULL=1 makes all ten million, which takes some minutes and 10 GB.
 *
 * reports.rebuild_days_s: how many of these dates, with 13,700 appointments each, the worker sums up in a second; printed.
 */

import { reportGroupings, reportNames } from "../domain/model/report.ts"
import { dateOfDay, dayOfDate } from "../domain/time/dates.ts"
import { diceFrom } from "../service/host/demo/dice.ts"
import type { AppContext } from "../service/platform/context.ts"
import type { Database } from "../service/platform/pg/database.ts"
import { rebuildReports } from "../service/reports/sum-up-reports.ts"
import { type BenchCompany, makeBenchCompany } from "./bench-company.ts"
import { benchApi, openBenchContext } from "./bench-context.ts"
import { atMost, type Figure, median, printed } from "./figure.ts"
import { oneBlock } from "./one-block.ts"

const monthMs = "reports.month_ms"
const rebuild = "reports.rebuild_days_s"
export const figures = [monthMs, rebuild]

const isFull = process.env.REPORTS_FULL === "1"
const providers = 1_370
const perDay = 10
const locations = 20
const types = 12
const days = isFull ? 730 : 74
const firstDay = dayOfDate(isFull ? "2025-07-01" : "2027-01-28")!
const rounds = 28
const goal = 300

export async function run(): Promise<Figure[]> {
  const bench = await openBenchContext(4)
  const app = benchApi(bench.context)
  try {
    const company = await makeBenchCompany(bench.context, { providers, busyEach: 0 })
    await fill(bench.context.db, company)
    const startedAt = performance.now()
    await rebuildReports(bench.context, company.companyId)
    const seconds = (performance.now() - startedAt) / 1_000
    const sums = await copySums(bench.context, company.companyId)
    const { port } = new URL(await app.listen({ host: "127.0.0.1", port: 0 }))
    const times = await readMonths(`http://127.0.0.1:${port}/api/v1`, company.apiKey)
    const against = `${(days * providers * perDay) / 1e6} million appointments, ${sums} sums; p50 ${median(times).toFixed(0)} ms, the slowest ${times.at(-1)!.toFixed(0)} ms`
    return [
      atMost(monthMs, times[Math.floor(times.length * 0.95)]!, "ms", goal, against),
      printed(rebuild, days / seconds, "dates/s", `${days} dates in ${seconds.toFixed(0)} s`),
    ]
  } finally {
    await app.close()
    await bench.close()
  }
}

/** The appointments with their blocks, a few days at a time, and their indexes after them: so millions take minutes. */
async function fill(db: Database, company: BenchCompany): Promise<void> {
  const { companyId, locationId, typeId, customerId } = company
  await db.query(
    `INSERT INTO location (company_id, id, name, timezone, service_area, created_at, updated_at)
     SELECT $1, $2::bigint + n, 'Location ' || n, 'America/New_York', '{"kind":"anywhere"}', now(), now()
     FROM generate_series(1, $3::int - 1) AS n`,
    [companyId, locationId, locations],
  )
  await db.query(
    `INSERT INTO appointment_type (company_id, id, name, block_minutes, created_at, updated_at)
     SELECT $1, $2::bigint + n, 'Type ' || n, '{45}', now(), now() FROM generate_series(1, $3::int - 1) AS n`,
    [companyId, typeId, types],
  )
  await db.query(
    "UPDATE weekly_hours SET location_id = $2::bigint + provider_id % $3::int WHERE company_id = $1",
    [companyId, locationId, locations],
  )
  const kept = await dropIndexes(db, ["appointment", "allocation"])
  const [first] = company.providerIds
  for (let day = 0; day < days; day += 10) {
    await db.transaction(async (tx) => {
      // Keys to other tables are not checked.
      await tx.query("SET LOCAL session_replication_role = replica")
      await tx.query("SET LOCAL statement_timeout = 0")
      await tx.query("SET LOCAL synchronous_commit = off")
      const values = [
        companyId,
        customerId,
        first,
        providers,
        firstDay + day,
        Math.min(10, days - day),
        perDay,
      ]
      const slots = `(SELECT d * 100000 + p * 10 + k AS id, $3::bigint + p AS provider_id, p % ${locations} AS location,
           (p * 7 + d * 5 + k * 3) % ${types} AS type, (d * 1440 + 14 * 60 + k * 60) AS minute, (p * 31 + d * 17 + k * 13) % 100 AS luck
         FROM generate_series($5::int, $5::int + $6::int - 1) AS d, generate_series(0, $4::int - 1) AS p,
           generate_series(0, $7::int - 1) AS k)`
      await tx.query(
        `INSERT INTO appointment (company_id, id, customer_id, appointment_type_id, provider_id, location_id, status,
           start_at, end_at, blocks, timezone, clock_offsets, booked_by, last_event_at, created_at, updated_at)
         SELECT $1, s.id, $2, ${typeId} + s.type, s.provider_id, ${locationId} + s.location,
           CASE WHEN luck < 8 THEN 'cancelled' WHEN luck < 12 THEN 'no_show' WHEN luck < 60 THEN 'completed' ELSE 'scheduled' END,
           to_timestamp(minute * 60.0), to_timestamp((minute + 45) * 60.0), ${oneBlock("to_timestamp(minute * 60.0)", "to_timestamp((minute + 45) * 60.0)")}, 'America/New_York', '{}',
           (ARRAY['api', 'link', 'public', 'agent', 'admin'])[1 + luck % 5], now(),
           to_timestamp(minute * 60.0) - (luck * luck / 200.0) * interval '1 day', now()
         FROM ${slots} AS s`,
        values,
      )
      await tx.query(
        `INSERT INTO allocation (company_id, appointment_id, resource_id, appointment_type_id, start_minute, end_minute,
           job_start_minute, job_end_minute, active)
         SELECT $1, s.id, s.provider_id, ${typeId} + s.type, minute, minute + 45, minute, minute + 45, luck >= 8
         FROM ${slots} AS s WHERE $2::bigint IS NOT NULL`,
        values,
      )
    })
  }
  await db.transaction(async (tx) => {
    await tx.query("SET LOCAL statement_timeout = 0")
    await tx.query("SET LOCAL maintenance_work_mem = '1GB'")
    for (const text of kept) await tx.query(text)
    await tx.query("ANALYZE appointment, allocation")
  })
}

/** Drops all indexes that are no constraints; returns the statements that make those again which sums are made by. */
async function dropIndexes(db: Database, tables: readonly string[]): Promise<string[]> {
  const needed = ["appointment_by_start", "allocation_busy"]
  const indexes = await db.query<{ name: string; definition: string }>(
    `SELECT c.relname AS name, pg_get_indexdef(i.indexrelid) AS definition FROM pg_index i
     JOIN pg_class c ON c.oid = i.indexrelid
     WHERE i.indrelid = ANY ($1::regclass[]) AND NOT EXISTS (SELECT 1 FROM pg_constraint k WHERE k.conindid = i.indexrelid)`,
    [tables],
  )
  for (const { name } of indexes) await db.query(`DROP INDEX ${name}`)
  await db.query("ALTER TABLE allocation DROP CONSTRAINT no_overlap, DROP CONSTRAINT allocation_pkey")
  return indexes.filter(({ name }) => needed.includes(name)).map(({ definition }) => definition)
}

/** Returns how many sums of appointments there are. */
async function copySums({ db }: AppContext, companyId: number): Promise<number> {
  const key = "company_id, detail, day, location_id, provider_id, appointment_type_id"
  return db.transaction(async (tx) => {
    await tx.query("SET LOCAL statement_timeout = 0")
    await tx.query(
      `INSERT INTO report_requests (${key}, open, scheduled, cancelled, expired)
       SELECT ${key}, 1, 2, 0, 1 FROM report_appointments WHERE company_id = $1`,
      [companyId],
    )
    await tx.query(
      `INSERT INTO report_texts (${key}, sent, delivered, undelivered, skipped, failed)
       SELECT ${key}, 1, 5, 0, 1, 0 FROM report_appointments WHERE company_id = $1`,
      [companyId],
    )
    await tx.query("ANALYZE report_appointments, report_minutes, report_requests, report_texts")
    const [row] = await tx.query<{ count: number }>(
      "SELECT count(*) AS count FROM report_appointments WHERE company_id = $1 AND detail = 0",
      [companyId],
    )
    return row!.count
  })
}

/** Milliseconds of each request, the shortest first. */
async function readMonths(apiUrl: string, apiKey: string): Promise<number[]> {
  const dice = diceFrom(1)
  const times: number[] = []
  for (let round = -1; round < rounds; round++) {
    for (const name of reportNames) {
      for (const grouping of reportGroupings) {
        const from = firstDay + dice.between(0, days - 31)
        const query = `from=${dateOfDay(from)}&to=${dateOfDay(from + 30)}&group_by=${grouping}`
        const startedAt = performance.now()
        const answer = await fetch(`${apiUrl}/reports/${name}?${query}`, {
          headers: { authorization: `Bearer ${apiKey}` },
        })
        const { data } = (await answer.json()) as { data: { rows: unknown[] } }
        if (data.rows.length === 0) throw new Error(`${name} by ${grouping} is empty`)
        if (round >= 0) times.push(performance.now() - startedAt)
      }
    }
  }
  return times.sort((a, b) => a - b)
}

if (import.meta.main) console.table(await run())

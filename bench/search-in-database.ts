/**
 * search.db_time_1m_vs_10k: how many times longer PostgreSQL works on one search when its table of appointment blocks holds
 * a million rows than when it holds ten thousand. Input: ten providers with 40 blocks each in 31 days, in both; the
 * other rows belong to other providers, a hundred to a company, with 40 blocks each in the same days (blocks without
 * appointments, which a search does not read). After VACUUM ANALYZE; one search at a time, the two in turns, 1,500 each
 * after 300 unmeasured ones. Execution time as pg_stat_statements counts it, the median of 30 rounds. Warm: what is read is
 * in memory.
 */
import { strictEqual } from "node:assert"
import type { AppContext } from "../service/platform/context.ts"
import type { Database } from "../service/platform/pg/database.ts"
import { findSlots } from "../service/slots/search-slots.ts"
import { type BenchCompany, makeBenchCompany, searchedDates } from "./bench-company.ts"
import { type BenchContext, openBenchContext } from "./bench-context.ts"
import { atMost, type Figure, median } from "./figure.ts"

const searchedProviders = 10
const providersPerCompany = 100
const rounds = 30
const warmUpRounds = 6
const searchesPerRound = 50
const goal = 1.2

export async function databaseTimeRatio(name: string, busyEach: number): Promise<Figure> {
  const bench = await openBenchContext(2)
  try {
    const many = await openFilled(bench, "bench_many", 1_000_000, busyEach)
    const few = await openFilled(bench, "bench_few", 10_000, busyEach)
    const perSearch = { few: [] as number[], many: [] as number[] }
    for (let round = 0; round < warmUpRounds + rounds; round++) {
      const ofFew = await microsecondsPerSearch(few)
      const ofMany = await microsecondsPerSearch(many)
      if (round < warmUpRounds) continue
      perSearch.few.push(ofFew)
      perSearch.many.push(ofMany)
    }
    const ofFew = median(perSearch.few)
    const ofMany = median(perSearch.many)
    const against = `ten thousand blocks (${ofFew.toFixed(0)} µs; a million ${ofMany.toFixed(0)} µs)`
    return atMost(name, ofMany / ofFew, "×", goal, against)
  } finally {
    await bench.close()
  }
}

interface Filled {
  context: AppContext
  company: BenchCompany
}

async function openFilled(
  bench: BenchContext,
  name: string,
  blocks: number,
  busyEach: number,
): Promise<Filled> {
  const context = await bench.another(name)
  const company = await makeBenchCompany(context, { providers: searchedProviders, busyEach })
  await addOthers(context.db, company, blocks / busyEach - searchedProviders)
  await context.db.query("CREATE EXTENSION pg_stat_statements")
  await context.db.query("VACUUM ANALYZE")
  const [row] = await context.db.query<{ count: number }>("SELECT count(*) AS count FROM allocation")
  strictEqual(row!.count, blocks)
  return { context, company }
}

/** Providers of other companies, each with the hours and the blocks of one of the searched ones. */
async function addOthers(db: Database, like: BenchCompany, count: number): Promise<void> {
  await db.transaction(async (tx) => {
    // Keys to other tables are not checked, so that a million rows take seconds.
    await tx.query("SET LOCAL session_replication_role = replica")
    await tx.query("SET LOCAL statement_timeout = 0")
    const values = [count, like.companyId, like.providerIds[0], providersPerCompany, 1_000_000]
    await tx.query(
      `INSERT INTO resource (company_id, id, kind)
       SELECT $5::int + n / $4::int, $5::int + n, 'provider' FROM generate_series(1, $1::int) AS n
       WHERE $2::bigint IS NOT NULL AND $3::bigint IS NOT NULL`,
      values,
    )
    await tx.query(
      `INSERT INTO provider (company_id, id, name, created_at, updated_at)
       SELECT $5::int + n / $4::int, $5::int + n, p.name, p.created_at, p.updated_at
       FROM generate_series(1, $1::int) AS n, provider p WHERE p.company_id = $2 AND p.id = $3`,
      values,
    )
    await tx.query(
      `INSERT INTO weekly_hours (company_id, provider_id, location_id, weekday, start_minute, end_minute)
       SELECT $5::int + n / $4::int, $5::int + n, h.location_id, h.weekday, h.start_minute, h.end_minute
       FROM generate_series(1, $1::int) AS n, weekly_hours h WHERE h.company_id = $2 AND h.provider_id = $3`,
      values,
    )
    await tx.query(
      `INSERT INTO provider_type (company_id, provider_id, appointment_type_id)
       SELECT $5::int + n / $4::int, $5::int + n, y.appointment_type_id
       FROM generate_series(1, $1::int) AS n, provider_type y WHERE y.company_id = $2 AND y.provider_id = $3`,
      values,
    )
    await tx.query(
      `INSERT INTO allocation (company_id, appointment_id, resource_id, appointment_type_id, start_minute,
         end_minute, job_start_minute, job_end_minute)
       SELECT $5::int + n / $4::int, k.appointment_id, $5::int + n, k.appointment_type_id, k.start_minute,
         k.end_minute, k.job_start_minute, k.job_end_minute
       FROM generate_series(1, $1::int) AS n, allocation k WHERE k.company_id = $2 AND k.resource_id = $3`,
      values,
    )
  })
}

/** The mean of one round, by the database's own count. */
async function microsecondsPerSearch({ context, company }: Filled): Promise<number> {
  const { companyId, typeId } = company
  const call = { companyId, actor: { kind: "system" }, requestId: "bench", now: context.clock.now() } as const
  await context.db.query("SELECT pg_stat_statements_reset()")
  for (let i = 0; i < searchesPerRound; i++) {
    await findSlots(context, call, { appointment_type_id: typeId, ...searchedDates })
  }
  const [row] = await context.db.query<{ calls: number; ms: number }>(
    `SELECT calls, total_exec_time / calls AS ms FROM pg_stat_statements
     WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database()) AND query LIKE '%allocation%'`,
  )
  strictEqual(row!.calls, searchesPerRound)
  return row!.ms * 1000
}

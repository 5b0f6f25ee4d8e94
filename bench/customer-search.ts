/**
 * console.customer_search_ms: `GET /api/v1/customers?search=` over a company of 1,000,000 customers, each with a number: the
 * p95 of what a person types key by key, one request at a time, over HTTP. Input: names put together from 600 first and
 * 9,000 last names; 40 people of them, each searched by all beginnings from two characters on of first and last name, by all
 * beginnings of their number from four digits on, by email and by external_ref. Warm, after what autovacuum does by itself:
 * statistics, and the indexes' waiting rows in their places.
 */
import type { AppContext } from "../service/platform/context.ts"
import { makeBenchCompany } from "./bench-company.ts"
import { benchApi, openBenchContext } from "./bench-context.ts"
import { atMost, type Figure, median } from "./figure.ts"

const figure = "console.customer_search_ms"
export const figures = [figure]

const customers = 1_000_000
const people = 40
/** How many are inserted by one statement. */
const atOnce = 20_000
const goal = 50

interface Person {
  first_name: string
  last_name: string
  email: string
  external_ref: string
  phone: string
}

export async function run(): Promise<Figure[]> {
  const bench = await openBenchContext(4)
  const app = benchApi(bench.context)
  try {
    const company = await makeBenchCompany(bench.context, { providers: 1, busyEach: 0 })
    const found = await fill(bench.context, company.companyId)
    const { port } = new URL(await app.listen({ host: "127.0.0.1", port: 0 }))
    const typed = found.flatMap(keysOf)
    const times: number[] = []
    for (const round of ["warm", "measured"]) {
      for (const search of typed) {
        const startedAt = performance.now()
        const answer = await fetch(
          `http://127.0.0.1:${port}/api/v1/customers?limit=10&search=${encodeURIComponent(search)}`,
          { headers: { authorization: `Bearer ${company.apiKey}` } },
        )
        const { data } = (await answer.json()) as { data: unknown[] }
        if (data.length === 0) throw new Error(`"${search}" finds nobody`)
        if (round === "measured") times.push(performance.now() - startedAt)
      }
    }
    times.sort((a, b) => a - b)
    const against = `${typed.length} keys, p50 ${median(times).toFixed(1)} ms, the slowest ${times.at(-1)!.toFixed(0)} ms`
    return [atMost(figure, times[Math.floor(times.length * 0.95)]!, "ms", goal, against)]
  } finally {
    await app.close()
    await bench.close()
  }
}

/** Customers of names that are as common and as rare as a modulus makes them; returns some of them. */
async function fill({ db }: AppContext, companyId: number): Promise<Person[]> {
  for (let first = 1; first <= customers; first += atOnce) {
    await db.query(
      `WITH made AS (
         INSERT INTO customer (company_id, first_name, last_name, email, external_ref, source, created_at, updated_at)
         SELECT $1, initcap(translate(lpad(((n * 7) % 600)::text, 3, '0'), '0123456789', 'anserilomt')) || 'a',
           initcap(translate(((n * 13) % 9000)::text, '0123456789', 'rodavinesk')) || 'son',
           'c' || n || '@example.com', 'crm-' || n, 'company', now(), now()
         FROM generate_series($2::int, $3::int) n
         RETURNING id
       )
       INSERT INTO contact (company_id, customer_id, phone, is_primary, identifies, created_at)
       SELECT $1, id, '+1512' || lpad((id % 10000000)::text, 7, '0'), true, true, now() FROM made`,
      [companyId, first, first + atOnce - 1],
    )
  }
  await db.query("ANALYZE customer, contact")
  await db.query(
    "SELECT gin_clean_pending_list(name::regclass) FROM unnest(ARRAY['customer_by_words', 'customer_by_street', 'customer_by_likeness']) AS name",
  )
  return db.query<Person>(
    `SELECT c.first_name, c.last_name, c.email, c.external_ref, p.phone
     FROM customer c JOIN contact p ON p.company_id = c.company_id AND p.customer_id = c.id
     WHERE c.company_id = $1 AND c.external_ref LIKE 'crm-%' AND c.id % ${customers / people} = 0`,
    [companyId],
  )
}

function keysOf({ first_name, last_name, email, external_ref, phone }: Person): string[] {
  const beginnings = (text: string, shortest: number) =>
    Array.from({ length: text.length - shortest + 1 }, (_, i) => text.slice(0, shortest + i))
  return [
    ...beginnings(first_name, 2),
    ...beginnings(last_name, 2),
    ...beginnings(last_name, 1).map((beginning) => `${first_name} ${beginning}`),
    ...beginnings(phone.slice(2), 4),
    email,
    external_ref,
  ]
}

if (import.meta.main) console.table(await run())

/** One number over all rows of all tables, so that a refusal that changed anything is seen. */
import type { Database } from "../../service/store/pg/database.ts"

/** Counters, kept answers and the moment of a key's last use change with a refusal too. */
const excluded = ["rate_counter", "idempotency"]
const ignoredColumn = "last_used_at"

/** Reads the tables' names once; the function it gives reads their rows. */
export async function checksumOf(db: Database): Promise<() => Promise<string>> {
  const tables = await db.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
       AND relname <> ALL ($1) ORDER BY 1`,
    [excluded],
  )
  const sums = tables.map(
    ({ name }) =>
      `SELECT '${name}' AS name, count(*) AS rows,
         coalesce(sum(hashtextextended((to_jsonb(t) - $1::text)::text, 0)::numeric), 0) AS sum FROM ${name} t`,
  )
  const text = `SELECT string_agg(name || ':' || rows || ':' || sum, ' ' ORDER BY name) AS sum FROM (${sums.join(" UNION ALL ")}) s`
  // A statement with a value is planned once for each connection, which takes longer than reading the rows does.
  return async () => (await db.query<{ sum: string }>(text, [ignoredColumn]))[0]!.sum
}

/** The names of the tables whose part of the checksum differs. */
export function changedTables(before: string, after: string): string[] {
  const known = new Set(before.split(" "))
  return after
    .split(" ")
    .filter((part) => !known.has(part))
    .map((part) => part.split(":")[0]!)
}

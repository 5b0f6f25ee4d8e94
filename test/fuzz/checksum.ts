/** One number over all rows of all tables, so that a refusal that changed anything is seen. */
import type { Database } from "../../service/platform/pg/database.ts"

/** Counters, kept answers and the moment of a key's last use change with a refusal too. */
const excluded = ["rate_counter", "idempotency"]
const ignoredColumn = "last_used_at"

/** All tables, and whether their rows have ids. */
export async function tablesOf(db: Database): Promise<{ name: string; hasId: boolean }[]> {
  return db.query(
    `SELECT c.relname AS name, EXISTS (SELECT FROM pg_attribute a
       WHERE a.attrelid = c.oid AND a.attname = 'id' AND NOT a.attisdropped) AS "hasId"
     FROM pg_class c
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition ORDER BY 1`,
  )
}

/** Reads the tables' names once; the function it gives reads their rows. */
export async function checksumOf(db: Database): Promise<() => Promise<string>> {
  const tables = (await tablesOf(db)).filter(({ name }) => !excluded.includes(name))
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

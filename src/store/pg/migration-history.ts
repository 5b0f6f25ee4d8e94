import type { Db } from "./database.ts"

/** The number of the newest migration that the database has; 0 when it has none. */
export async function appliedMigration(db: Db): Promise<number> {
  const [row] = await db.query<{ number: number | null }>("SELECT max(number) AS number FROM migration")
  return row?.number ?? 0
}

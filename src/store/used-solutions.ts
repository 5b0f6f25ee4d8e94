/** Bot-check solutions that were used, so that none counts twice. */
import type { Db } from "./pg/database.ts"

/** False when it was used before. */
export async function useSolution(db: Db, key: string, expiresAt: number): Promise<boolean> {
  const rows = await db.query(
    "INSERT INTO used_solution (key, expires_at) VALUES ($1, $2) ON CONFLICT (key) DO NOTHING RETURNING 1",
    [key, new Date(expiresAt)],
  )
  return rows.length > 0
}

export async function dropOldSolutions(db: Db, now: number): Promise<void> {
  await db.query("DELETE FROM used_solution WHERE expires_at < $1", [new Date(now)])
}

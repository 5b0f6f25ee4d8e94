/** Answers operators: is the process up, and can it do its work? */
import type { FastifyInstance } from "fastify"
import { Refusal } from "../../../domain/model/errors.ts"
import { zoneDataInUse } from "../../../domain/time/zone-table.ts"
import { type Database, readState } from "../../store/pg/database.ts"

export interface HealthOptions {
  /** The number of the newest migration that this program needs; left out, any schema will do. */
  newestMigration?: number
  /** Whether the process is about to stop, so that proxies are to send it no more. */
  isDraining?: () => boolean
}

/** `GET /healthz` answers by itself; `GET /readyz` asks the database, and compares its schema. With `?verbose` it says more. */
export function mountHealth(app: FastifyInstance, db: Database, options: HealthOptions): void {
  const config = { budget: "none" } as const
  app.get("/healthz", { config }, async () => ({ success: true, data: { status: "up" } }))
  app.get<{ Querystring: { verbose?: string } }>("/readyz", { config }, async ({ query }) => {
    const problem = await whyNotReady(db, options)
    if (problem !== null) throw new Refusal("not_ready", { message: problem, retryAfterSeconds })
    const more = query.verbose === undefined ? {} : { zone_rules: zoneDataInUse() }
    return { success: true, data: { status: "ready", ...more } }
  })
}

const retryAfterSeconds = 5

async function whyNotReady(
  db: Database,
  { newestMigration = 0, isDraining }: HealthOptions,
): Promise<string | null> {
  if (isDraining?.()) return "The process is about to stop."
  try {
    const { migration, isReadOnly } = await readState(db)
    if (isReadOnly) return "The database takes no writes: it is a standby, or set to read only."
    if (migration < newestMigration) return "The database's schema is older than this program."
    return (await db.takesWrites()) ? null : "The database cannot write: its disk is full, or fails."
  } catch {
    return "The database does not answer."
  }
}

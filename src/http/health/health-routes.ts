/** Answers operators: is the process up, and can it do its work? */
import type { FastifyInstance } from "fastify"
import { Refusal } from "../../model/errors.ts"
import { appliedMigration, type Database } from "../../store/pg/database.ts"
import { zoneDataInUse } from "../../time/zone-table.ts"

export interface HealthOptions {
  /** The number of the newest migration that this program needs; left out, any schema will do. */
  newestMigration?: number
}

/** `GET /healthz` answers by itself; `GET /readyz` asks the database, and compares its schema. With `?verbose` it says more. */
export function mountHealth(app: FastifyInstance, db: Database, options: HealthOptions): void {
  app.get("/healthz", async () => ({ success: true, data: { status: "up" } }))
  app.get<{ Querystring: { verbose?: string } }>("/readyz", async ({ query }) => {
    const applied = await appliedMigration(db).catch(() => null)
    if (applied === null) throw new Refusal("not_ready", { message: "The database does not answer." })
    if (applied < (options.newestMigration ?? 0)) {
      throw new Refusal("not_ready", { message: "The database's schema is older than this program." })
    }
    const more = query.verbose === undefined ? {} : { zone_rules: zoneDataInUse() }
    return { success: true, data: { status: "ready", ...more } }
  })
}

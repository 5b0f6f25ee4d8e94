/** Answers operators: is the process up, and can it do its work? */
import type { FastifyInstance } from "fastify"
import { Refusal } from "../../../domain/model/errors.ts"
import { zoneDataInUse } from "../../../domain/time/zone-table.ts"
import type { Database, DatabaseState } from "../../platform/pg/database.ts"

export interface HealthOptions {
  /** The number of the newest migration that this program needs; left out, any schema will do. */
  newestMigration?: number
  /** True where the process is about to stop, so that proxies send it no more. */
  isDraining?: () => boolean
}

/**
 * `GET /healthz` answers by itself; `GET /readyz` asks the database over a connection of its own, compares its schema, and
 * names servers that do not answer. With `?verbose` it says more.
 */
export function mountHealth(app: FastifyInstance, db: Database, options: HealthOptions): void {
  const config = { budget: "none" } as const
  app.get("/healthz", { config }, async () => ({ success: true, data: { status: "up" } }))
  app.get<{ Querystring: { verbose?: string } }>("/readyz", { config }, async ({ query }) => {
    const { problem, hanging } = await readinessOf(db, options)
    if (problem !== null) throw new Refusal("not_ready", { message: problem, retryAfterSeconds })
    const named = hanging.length === 0 ? {} : { hanging }
    const more = query.verbose === undefined ? {} : { zone_rules: zoneDataInUse() }
    return { success: true, data: { status: "ready", ...named, ...more } }
  })
}

const retryAfterSeconds = 5
/** Proxies wait for about half a second. */
const answerWithinMs = 200

/** Other servers that hang leave the process ready: it serves the companies whose servers answer. */
async function readinessOf(
  db: Database,
  { newestMigration = 0, isDraining }: HealthOptions,
): Promise<{ problem: string | null; hanging: readonly string[] }> {
  if (isDraining?.()) return { problem: "The process is about to stop.", hanging: [] }
  const { state, hanging } = await db.vitals(answerWithinMs)
  if (state === null) return { problem: doesNotAnswer(hanging), hanging }
  return { problem: await whyNotReady(db, state, newestMigration), hanging }
}

const doesNotAnswer = (names: readonly string[]) =>
  names.length === 0 ? "The database does not answer." : `The database does not answer: ${names.join(", ")}.`

async function whyNotReady(
  db: Database,
  { migration, isReadOnly, spreading }: DatabaseState,
  newestMigration: number,
): Promise<string | null> {
  if (isReadOnly) return "The database takes no writes: it is a standby, or set to read only."
  if (spreading === "now") return "The database is being spread over its machines."
  if (migration < newestMigration) return "The database's schema is older than this program."
  const takesWrites = await db.takesWrites().catch(() => false)
  return takesWrites ? null : "The database cannot write: its disk is full, or fails."
}

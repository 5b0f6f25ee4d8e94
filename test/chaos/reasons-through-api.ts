/** Random days on the road, whose reasons are lifted record by record through the API. `REASONS_SEED` repeats them. */

import { cloneDatabase } from "../support/databases.ts"
import { tryThroughApi } from "../support/reasons-through-api.ts"
import { startService } from "../support/service.ts"
import { startTestCluster } from "../support/test-cluster.ts"
import type { Outcome, Scale } from "./trial.ts"

export const name = "reasons-through-api"
/** service/slots/reasons-through-api.test.ts has schedules of its own. */
export const onlyFull = true

const counts: Record<Scale, number> = { few: 50, full: 10_000 }

export async function run(scale: Scale): Promise<Outcome[]> {
  const schedules = Number(process.env.REASONS_CASES ?? counts[scale])
  const seed = Number(process.env.REASONS_SEED ?? 20_270_318)
  const cluster = await startTestCluster()
  const database = await cloneDatabase(cluster.url, cluster.templateName)
  const service = await startService({ database })
  try {
    const { starts, offered, lifted, wrong } = await tryThroughApi(service, schedules, seed)
    const note = [`${starts} starts, ${offered} offered; REASONS_SEED=${seed}`, ...wrong.slice(0, 3)].join(
      "; ",
    )
    return [{ name, tried: lifted, lost: wrong.length, note }]
  } finally {
    await service.stop()
    await cluster.stop()
  }
}

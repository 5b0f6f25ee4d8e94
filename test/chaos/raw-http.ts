/**
 * Raw bytes on both hosts: spellings, encodings, contradicting headers, bodies that are cut or stall, pipelined requests. No
 * answer of 500 or above, no limit passed, no connection held. `RAW_SEED` begins elsewhere.
 */
import { cloneDatabase } from "../support/databases.ts"
import { openRawHosts } from "../support/raw-hosts.ts"
import { startTestCluster } from "../support/test-cluster.ts"
import type { Outcome, Scale } from "./trial.ts"

export const name = "raw-http"

const batchStreams = 500
const batches = 20

/** The few of `npm test` are in test/attacks/raw-http.test.ts. */
export const onlyFull = true

export async function run(_scale: Scale): Promise<Outcome[]> {
  const seed = Number(process.env.RAW_SEED ?? Date.now() % 1_000_000)
  const cluster = await startTestCluster()
  const wrong: string[] = []
  try {
    const hosts = await openRawHosts(await cloneDatabase(cluster.url, cluster.templateName))
    for (let batch = 0; batch < batches; batch += 1) {
      wrong.push(...(await hosts.attack(batchStreams, seed + batch)).wrong)
    }
    await hosts.service.stop()
  } finally {
    await cluster.stop()
  }
  const note = [`RAW_SEED=${seed}`, ...wrong.slice(0, 3)].join("; ")
  return [{ name, tried: 2 * batchStreams * batches, lost: wrong.length, note }]
}

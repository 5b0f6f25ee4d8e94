/** Writes the results of attempts until they are written: the database, or one machine of it, may be away for a while. */
import { setTimeout as pause } from "node:timers/promises"
import type { AppContext } from "../platform/context.ts"
import { isMachineAway, missesPartition } from "../platform/pg/laws.ts"
import { ensurePartitions } from "../platform/pg/partitions.ts"
import type { DeliveryLimits } from "./delivery-limits.ts"
import type { DeliveryResult } from "./delivery-results.sql.ts"
import { writeResults } from "./write-results.ts"

export interface ResultWriter {
  writeUntilDone(results: readonly DeliveryResult[]): Promise<void>
  /** From now on it gives up after a few more tries: leases end instead. */
  stop(): void
  /** Resolves when nothing waits for a machine any more. */
  written(): Promise<void>
}

/** How often results are tried to be written once the worker is to stop. With the database away, leases end instead. */
const lastTries = 6

export function createResultWriter(
  context: AppContext,
  { retryMs }: Pick<DeliveryLimits, "retryMs">,
): ResultWriter {
  /** Writes that wait for a machine to come back. */
  const late = new Set<Promise<void>>()
  let stopped = false

  /** Keeps what can't be written while the database is away. */
  async function writeUntilDone(results: readonly DeliveryResult[]): Promise<void> {
    for (let triesLeft = lastTries; triesLeft > 0; triesLeft -= stopped ? 1 : 0) {
      try {
        return await writeResults(context, results)
      } catch (error) {
        const fields = { err: error, job: "deliveries", count: results.length }
        context.log.error(fields, "results are not written yet")
        if (isMachineAway(error)) return writeApart(results)
        // They disable an endpoint on a day whose tables no booking has made yet.
        if (missesPartition(error))
          await ensurePartitions(context.db, context.clock.now()).catch(() => undefined)
        await pause(retryMs)
      }
    }
  }

  /** One machine of a distributed database is away: its companies' results wait without holding up the others'. */
  async function writeApart(results: readonly DeliveryResult[]): Promise<void> {
    const ofCompanies = [...Map.groupBy(results, ({ companyId }) => companyId).values()]
    await Promise.all(
      ofCompanies.map(async (own) => {
        try {
          await writeResults(context, own)
        } catch (error) {
          if (isMachineAway(error)) writeLater(own)
          else await writeUntilDone(own)
        }
      }),
    )
  }

  function writeLater(results: readonly DeliveryResult[]): void {
    const written = writeWhenBack(results).finally(() => late.delete(written))
    late.add(written)
  }

  /** When the worker is stopped before, leases end instead. */
  async function writeWhenBack(results: readonly DeliveryResult[]): Promise<void> {
    for (;;) {
      await pause(retryMs)
      if (stopped) return
      try {
        return await writeResults(context, results)
      } catch (error) {
        if (!isMachineAway(error)) return writeUntilDone(results)
      }
    }
  }

  return {
    writeUntilDone,
    stop() {
      stopped = true
    },
    async written() {
      await Promise.all(late)
    },
  }
}

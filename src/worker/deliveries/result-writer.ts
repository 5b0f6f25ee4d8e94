/** Gathers results and writes them together; keeps what can't be written while the database is away. */
import { setTimeout as sleep } from "node:timers/promises"
import type { AppContext } from "../../context.ts"
import type { DeliveryResult } from "../../store/queue/delivery-results.ts"
import type { DeliveryLimits } from "./limits.ts"
import { writeResults } from "./write-results.ts"

export interface ResultWriter {
  add(result: DeliveryResult): void
  /** Until everything that was added is written. With the database away, the rest is left to its leases. */
  close(): Promise<void>
}

const batchSize = 128
/** How often a batch is tried once the worker is to stop. */
const lastTries = 6

/** `written` is called after each batch with what it held. */
export function createResultWriter(
  context: AppContext,
  limits: Pick<DeliveryLimits, "gatherMs" | "retryMs">,
  written: (batch: readonly DeliveryResult[]) => void,
): ResultWriter {
  const waiting: DeliveryResult[] = []
  let running: Promise<void> | null = null
  let closing = false

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      if (waiting.length < batchSize) await sleep(limits.gatherMs)
      const batch = waiting.splice(0, batchSize)
      await writeUntilDone(batch)
      written(batch)
    }
    running = null
  }

  /** Once somebody has ended the hold the token no longer matches, and there is nothing left to write. */
  async function writeUntilDone(batch: readonly DeliveryResult[]): Promise<void> {
    for (let triesLeft = lastTries; triesLeft > 0; triesLeft -= closing ? 1 : 0) {
      try {
        await writeResults(context, batch)
        return
      } catch (error) {
        context.log.error(
          { err: error, job: "deliveries", count: batch.length },
          "results are not written yet",
        )
        await sleep(limits.retryMs)
      }
    }
  }

  return {
    add(result) {
      waiting.push(result)
      running ??= writeAll()
    },
    async close() {
      closing = true
      await running
    },
  }
}

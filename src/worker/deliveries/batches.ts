/** Gathers what many ask to have written, and writes it together. */
import { setTimeout as pause } from "node:timers/promises"

export interface BatchLimits {
  size: number
  /** How long a batch that is not full waits for more. */
  gatherMs: number
}

/** What it makes resolves when the item's batch is written. `write` handles its own errors. */
export function createBatches<Item>(
  { size, gatherMs }: BatchLimits,
  write: (batch: readonly Item[]) => Promise<void>,
): (item: Item) => Promise<void> {
  const waiting: { item: Item; written: () => void }[] = []
  let isWriting = false

  async function writeAll(): Promise<void> {
    isWriting = true
    while (waiting.length > 0) {
      if (waiting.length < size) await pause(gatherMs)
      const batch = waiting.splice(0, size)
      await write(batch.map(({ item }) => item))
      for (const { written } of batch) written()
    }
    isWriting = false
  }

  return (item) =>
    new Promise((written) => {
      waiting.push({ item, written })
      if (!isWriting) void writeAll()
    })
}

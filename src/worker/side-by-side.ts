/** Works on so many items at once; one that takes long holds up none but itself. */
import type { AppContext } from "../context.ts"
import type { Loop } from "./loop.ts"
import { createWakeup } from "./wakeup.ts"

export interface SideBySide<Item> {
  /** The job's name in the log. */
  name: string
  atOnce: number
  pollMs: number
  /** Takes up to `most` items that are due. */
  claim(most: number): Promise<readonly Item[]>
  /** What it throws is logged; the item's lease then ends by itself. */
  perform(item: Item): Promise<void>
}

/** Looks for work by the clock and whenever an item is done. Stopping finishes what is in hand. */
export function startSideBySide<Item>(context: AppContext, work: SideBySide<Item>): Loop {
  const running = new Set<Promise<void>>()
  const wakeup = createWakeup()
  let stopped = false

  function begin(item: Item): void {
    const done = attempt(context, work, item).finally(() => {
      running.delete(done)
      wakeup.ring()
    })
    running.add(done)
  }

  async function look(): Promise<void> {
    while (!stopped) {
      const free = work.atOnce - running.size
      const items = free > 0 ? await claimed(context, work, free) : []
      items.forEach(begin)
      if (items.length < free || free <= 0) await wakeup.wait(work.pollMs)
    }
  }

  const looking = look()
  return {
    async stop() {
      stopped = true
      wakeup.ring()
      await looking
      await Promise.all(running)
    },
  }
}

/** The same work until nothing is due, for whoever waits for it. */
export async function workOff<Item>(context: AppContext, work: SideBySide<Item>): Promise<void> {
  for (;;) {
    const items = await claimed(context, work, work.atOnce)
    if (items.length === 0) return
    await Promise.all(items.map((item) => attempt(context, work, item)))
  }
}

async function claimed<Item>(
  context: AppContext,
  work: SideBySide<Item>,
  most: number,
): Promise<readonly Item[]> {
  return work.claim(most).catch((error: unknown) => {
    context.log.error({ err: error, job: work.name }, "the queue could not be asked")
    return []
  })
}

async function attempt<Item>(context: AppContext, work: SideBySide<Item>, item: Item): Promise<void> {
  await work.perform(item).catch((error: unknown) => {
    context.log.error({ err: error, job: work.name }, "job failed")
  })
}

/**
 * The loop of every kind of work. It looks for work when a hint comes, when an item is done and by the clock, and works on
 * several items side by side: one that takes long holds up none of the others. Any number of processes may run it.
 */
import { setTimeout as pause } from "node:timers/promises"
import type { AppContext } from "../context.ts"
import { type Channel, listen } from "../pg/hints.ts"

export interface Work<Item> {
  /** The job's name in the log. */
  name: string
  /** Items in hand at once. */
  atOnce: number
  /** Items leased in one look; as many as are free when it is left out. */
  lookSize?: number
  /** The longest pause between two looks, in milliseconds. */
  pollMs: number
  /** The shortest pause after a look that found less than it could, so that under load a look finds many. */
  restMs?: number
  /** The channel whose hints start a look at once, where the database lets them be heard. */
  hints?: Channel
  /** Leases up to `most` items that are due. */
  lease(most: number): Promise<readonly Item[]>
  /** An error is logged, and the item is left to the end of its lease. */
  perform(item: Item): Promise<unknown>
}

export interface Loop {
  /** Begins nothing more; resolves when everything in hand is done. */
  stop(): Promise<void>
}

type LoopContext = Pick<AppContext, "db" | "log">

export function startLoop<Item>(context: LoopContext, work: Work<Item>): Loop {
  const running = new Set<Promise<void>>()
  const bell = createBell()

  function begin(item: Item): void {
    const done = perform(context, work, item).then(() => {
      running.delete(done)
      bell.ring()
    })
    running.add(done)
  }

  /** True where there may be more to lease at once. */
  async function look(): Promise<boolean> {
    const most = Math.min(work.atOnce - running.size, work.lookSize ?? work.atOnce)
    if (most <= 0) return false
    const items = await lease(context, work, most)
    items.forEach(begin)
    return items.length >= most
  }

  const listening = work.hints && listen(context.db, work.hints, () => bell.ring())
  const looking = repeat(bell, work, look)
  return {
    async stop() {
      await Promise.all([looking.stop(), listening?.stop()])
      await Promise.all(running)
    },
  }
}

/** Several loops as one. */
export const together = (loops: readonly Loop[]): Loop => ({
  async stop() {
    await Promise.all(loops.map((loop) => loop.stop()))
  },
})

/** Does the same work until nothing is due, for a caller that waits for it. */
export async function workOff<Item>(context: LoopContext, work: Work<Item>): Promise<void> {
  for (;;) {
    const items = await lease(context, work, work.atOnce)
    if (items.length === 0) return
    await Promise.all(items.map((item) => perform(context, work, item)))
  }
}

/** A job without items: runs at once, and again after each pause. */
export function startTimer(
  context: LoopContext,
  name: string,
  everyMs: number,
  run: () => Promise<unknown>,
): Loop {
  return repeat(createBell(), { pollMs: everyMs }, async () => {
    await run().catch((error: unknown) => context.log.error({ err: error, job: name }, "job failed"))
    return false
  })
}

/** Looks, and looks again: at once after true, otherwise when the bell rings or the pause is over. */
function repeat(
  bell: Bell,
  { pollMs, restMs = 0 }: { pollMs: number; restMs?: number },
  look: () => Promise<boolean>,
): Loop {
  let stopped = false
  async function lookAgainAndAgain(): Promise<void> {
    while (!stopped) {
      const restUntil = performance.now() + restMs
      if (await look()) continue
      await bell.wait(pollMs)
      const leftMs = restUntil - performance.now()
      if (leftMs > 0 && !stopped) await pause(leftMs)
    }
  }
  const looking = lookAgainAndAgain()
  return {
    stop() {
      stopped = true
      bell.ring()
      return looking
    },
  }
}

async function lease<Item>(context: LoopContext, work: Work<Item>, most: number): Promise<readonly Item[]> {
  return work.lease(most).catch((error: unknown) => {
    context.log.error({ err: error, job: work.name }, "the queue could not be asked")
    return []
  })
}

async function perform<Item>(context: LoopContext, work: Work<Item>, item: Item): Promise<void> {
  await work.perform(item).catch((error: unknown) => {
    context.log.error({ err: error, job: work.name }, "job failed")
  })
}

interface Bell {
  ring(): void
  /** Until it rings, or so many milliseconds have passed. A ring that came before ends the wait at once. */
  wait(ms: number): Promise<void>
}

function createBell(): Bell {
  let isRung = false
  let wake = () => {}
  return {
    ring() {
      isRung = true
      wake()
    },
    async wait(ms) {
      if (!isRung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
        wake = () => {}
      }
      isRung = false
    },
  }
}

/**
 * Turns at something that many calls of this process want at once, by the id of what they want. So many have their turn at
 * a time; the others wait here, first come first served, where waiting holds no connection to the database and no memory
 * for an answer. What one id's calls wait for, those of another id do not.
 */
import { Refusal } from "../model/errors.ts"

export interface Turns {
  /**
   * Waits for a turn. It ends when the caller's block ends: `using turn = await turns.enter(providerId)`. Throws
   * `rate_limited` when too many wait already.
   */
  enter(id: number): Promise<Turn>
}

export interface Turn extends Disposable {
  /** Others had their turn first. At a provider: their times have probably changed. */
  hasWaited: boolean
}

export interface TurnsOptions {
  atOnce: number
  /** Any number when left out. */
  mostWaiting?: number
}

export function createTurns({ atOnce, mostWaiting = Number.POSITIVE_INFINITY }: TurnsOptions): Turns {
  const queues = new Map<number, { inside: number; waiting: (() => void)[] }>()

  function leave(id: number): void {
    const queue = queues.get(id)!
    const next = queue.waiting.shift()
    if (next) {
      next()
      return
    }
    queue.inside -= 1
    if (queue.inside === 0) queues.delete(id)
  }

  return {
    async enter(id) {
      const queue = queues.get(id) ?? { inside: 0, waiting: [] }
      const hasWaited = queue.inside >= atOnce
      if (hasWaited && queue.waiting.length >= mostWaiting) {
        throw new Refusal("rate_limited", { retryAfterSeconds: 1 })
      }
      queues.set(id, queue)
      if (hasWaited) await new Promise<void>((resolve) => queue.waiting.push(resolve))
      else queue.inside += 1
      return { hasWaited, [Symbol.dispose]: () => leave(id) }
    },
  }
}

/** One provider in demand can't drain the pool: two hold a connection for its lock, one of them the lock. */
export const createProviderTurns = (): Turns => createTurns({ atOnce: 2 })

/**
 * For each company's searches through the company API. Four keep a processor busy, since some of them always wait for the
 * database. Of those that wait, a client soon gives up.
 */
export const createSearchTurns = (): Turns => createTurns({ atOnce: 4, mostWaiting: 200 })

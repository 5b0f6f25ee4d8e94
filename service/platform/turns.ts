/**
 * Turns at something that many calls of this process want at once, by the id of what they want. So many have their turn at
 * a time; the others wait here, first come first served, where waiting holds no connection to the database and no memory
 * for an answer. What one id's calls wait for, those of another id do not.
 */
import { holdingNothing } from "./spending.ts"

export interface Turns {
  /**
   * Waits for a turn. It ends when the caller's block ends: `using turn = await turns.enter(providerId)`.
   */
  enter(id: number): Promise<Turn>
}

export interface Turn extends Disposable {
  /** Others had their turn first. At a provider: their times have probably changed. */
  hasWaited: boolean
}

export function createTurns(atOnce: number): Turns {
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
      queues.set(id, queue)
      if (hasWaited) await holdingNothing(() => new Promise<void>((resolve) => queue.waiting.push(resolve)))
      else queue.inside += 1
      return { hasWaited, [Symbol.dispose]: () => leave(id) }
    },
  }
}

/** One provider in demand can't drain the pool: two hold a connection for its lock, one of them the lock. */
export const createProviderTurns = (): Turns => createTurns(2)

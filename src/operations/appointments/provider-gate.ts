/**
 * At most two calls of this process hold a connection for one provider's lock at a time. The others wait here, where
 * waiting holds no connection, so that one provider in demand can't drain the pool.
 */
export interface ProviderGate {
  /** Waits for a turn. The turn ends when the caller's block ends: `using turn = await gate.enter(providerId)`. */
  enter(providerId: number): Promise<ProviderTurn>
}

export interface ProviderTurn extends Disposable {
  /** Others had their turn first, so the provider's times have probably changed. */
  hasWaited: boolean
}

const seats = 2

export function createProviderGate(): ProviderGate {
  const queues = new Map<number, { inside: number; waiting: (() => void)[] }>()

  function leave(providerId: number): void {
    const queue = queues.get(providerId)!
    const next = queue.waiting.shift()
    if (next) {
      next()
      return
    }
    queue.inside -= 1
    if (queue.inside === 0) queues.delete(providerId)
  }

  return {
    async enter(providerId) {
      const queue = queues.get(providerId) ?? { inside: 0, waiting: [] }
      queues.set(providerId, queue)
      const hasWaited = queue.inside >= seats
      if (hasWaited) await new Promise<void>((resolve) => queue.waiting.push(resolve))
      else queue.inside += 1
      return { hasWaited, [Symbol.dispose]: () => leave(providerId) }
    },
  }
}

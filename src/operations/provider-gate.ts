/**
 * At most two calls of this process hold a connection for one provider's lock at a time. The others wait here, where
 * waiting costs nothing, so that one hot provider can't drain the pool.
 */
export interface ProviderGate {
  /** Runs `work` when it is this call's turn; `waited` says whether the world may have changed meanwhile. */
  pass<T>(providerId: number, work: (waited: boolean) => Promise<T>): Promise<T>
}

const seats = 2

export function createProviderGate(): ProviderGate {
  const queues = new Map<number, { inside: number; waiting: (() => void)[] }>()

  async function enter(providerId: number): Promise<boolean> {
    const queue = queues.get(providerId) ?? { inside: 0, waiting: [] }
    queues.set(providerId, queue)
    if (queue.inside < seats) {
      queue.inside += 1
      return false
    }
    await new Promise<void>((resolve) => queue.waiting.push(resolve))
    return true
  }

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
    async pass(providerId, work) {
      const waited = await enter(providerId)
      try {
        return await work(waited)
      } finally {
        leave(providerId)
      }
    },
  }
}

/** A lane for each endpoint: so many requests at once, and the others in their order behind them. */

export interface Lanes<Item> {
  add(endpointId: number, item: Item): void
  /** Takes back what waits in the lane. */
  clear(endpointId: number): Item[]
  /** Takes back what waits in any lane. */
  clearAll(): Item[]
  /** Until nothing runs. */
  idle(): Promise<void>
}

interface Lane<Item> {
  running: number
  waiting: Item[]
}

/** `run` never throws. */
export function createLanes<Item>(atOnce: number, run: (item: Item) => Promise<void>): Lanes<Item> {
  const lanes = new Map<number, Lane<Item>>()
  const runs = new Set<Promise<void>>()

  function start(endpointId: number, lane: Lane<Item>): void {
    while (lane.running < atOnce && lane.waiting.length > 0) {
      lane.running += 1
      const running = run(lane.waiting.shift()!).then(() => {
        runs.delete(running)
        lane.running -= 1
        start(endpointId, lane)
      })
      runs.add(running)
    }
    if (lane.running === 0) lanes.delete(endpointId)
  }

  return {
    add(endpointId, item) {
      const lane = lanes.get(endpointId) ?? { running: 0, waiting: [] }
      lanes.set(endpointId, lane)
      lane.waiting.push(item)
      start(endpointId, lane)
    },
    clear: (endpointId) => lanes.get(endpointId)?.waiting.splice(0) ?? [],
    clearAll: () => [...lanes.values()].flatMap((lane) => lane.waiting.splice(0)),
    async idle() {
      while (runs.size > 0) await Promise.all(runs)
    },
  }
}

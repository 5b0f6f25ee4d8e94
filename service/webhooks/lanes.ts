/** A lane for each endpoint: so many tasks at once, and the others in their order behind them. */
export interface Lanes {
  /** Runs the task when its lane has room. Null, without running it, when the lane is cleared before. */
  run<Result>(laneId: number, task: () => Promise<Result>): Promise<Result | null>
  /** Turns away the tasks that wait in the lane. */
  clear(laneId: number): void
  /** Turns away all that wait in any lane, and all that come later. */
  close(): void
}

interface Lane {
  running: number
  /** Called with true when the lane has room for the task, with false when it is turned away. */
  waiting: ((isNext: boolean) => void)[]
}

export function createLanes(atOnce: number): Lanes {
  const lanes = new Map<number, Lane>()
  let isClosed = false

  /** Hands the place to the next task, if there is one. */
  function leave(laneId: number, lane: Lane): void {
    const next = lane.waiting.shift()
    if (next) next(true)
    else lane.running -= 1
    if (lane.running === 0) lanes.delete(laneId)
  }

  function clear(lane: Lane | undefined): void {
    for (const turnAway of lane?.waiting.splice(0) ?? []) turnAway(false)
  }

  return {
    async run(laneId, task) {
      if (isClosed) return null
      const lane = lanes.get(laneId) ?? { running: 0, waiting: [] }
      lanes.set(laneId, lane)
      if (lane.running < atOnce) lane.running += 1
      else if (!(await new Promise<boolean>((resolve) => lane.waiting.push(resolve)))) return null
      return task().finally(() => leave(laneId, lane))
    },
    clear: (laneId) => clear(lanes.get(laneId)),
    close() {
      isClosed = true
      for (const lane of lanes.values()) clear(lane)
    },
  }
}

import { describe, expect, it } from "vitest"
import { createLanes } from "./lanes.ts"

const nothing = () => {}

/** Lanes whose tasks end when the test says so. */
function heldLanes(atOnce: number) {
  const running = new Map<string, () => void>()
  const turnedAway: string[] = []
  const lanes = createLanes(atOnce)
  const add = (laneId: number, task: string) => {
    const run = () => new Promise<string>((resolve) => running.set(task, () => resolve(task)))
    return lanes.run(laneId, run).then((result) => {
      if (result === null) turnedAway.push(task)
      return result
    })
  }
  const end = async (task: string) => {
    ;(running.get(task) ?? nothing)()
    running.delete(task)
    await new Promise(setImmediate)
  }
  return { lanes, add, end, turnedAway, runningNow: () => [...running.keys()] }
}

describe("lanes", () => {
  it("run so many of each endpoint at once, in their order", async () => {
    const { lanes, add, end, turnedAway, runningNow } = heldLanes(2)
    const [first] = ["a1", "a2", "a3", "a4"].map((task) => add(1, task))
    add(2, "b1")
    expect(runningNow()).toEqual(["a1", "a2", "b1"])
    await end("a1")
    expect(await first).toBe("a1")
    expect(runningNow()).toEqual(["a2", "b1", "a3"])
    lanes.clear(1)
    lanes.clear(3)
    await end("a2")
    expect([turnedAway, runningNow()]).toEqual([["a4"], ["b1", "a3"]])
    add(1, "a5")
    expect(runningNow()).toEqual(["b1", "a3", "a5"])
  })

  it("turn away what waits once they are closed, and what comes later; what runs goes on", async () => {
    const { lanes, add, end, turnedAway, runningNow } = heldLanes(1)
    const first = add(1, "a1")
    for (const [laneId, task] of [
      [1, "a2"],
      [2, "b1"],
      [2, "b2"],
    ] as const)
      add(laneId, task)
    lanes.close()
    add(3, "c1")
    await end("b1")
    expect(turnedAway.sort()).toEqual(["a2", "b2", "c1"])
    expect(runningNow()).toEqual(["a1"])
    await end("a1")
    expect(await first).toBe("a1")
  })

  it("give the place of a task that failed to the next one", async () => {
    const { lanes, add, runningNow } = heldLanes(1)
    const failing = lanes.run(1, async () => {
      throw new Error("no")
    })
    add(1, "a2")
    await expect(failing).rejects.toThrow("no")
    expect(runningNow()).toEqual(["a2"])
  })
})

import { describe, expect, it } from "vitest"
import { createLanes } from "../../src/worker/deliveries/lanes.ts"

const nothing = () => {}

/** Lanes whose items end when they are told to. */
function heldLanes(atOnce: number) {
  const running = new Map<string, () => void>()
  const lanes = createLanes<string>(atOnce, (item) => new Promise((resolve) => running.set(item, resolve)))
  const end = async (item: string) => {
    ;(running.get(item) ?? nothing)()
    running.delete(item)
    await Promise.resolve().then(nothing).then(nothing)
  }
  return { lanes, end, runningNow: () => [...running.keys()] }
}

describe("lanes", () => {
  it("run so many of each endpoint at once, in their order", async () => {
    const { lanes, end, runningNow } = heldLanes(2)
    for (const item of ["a1", "a2", "a3", "a4"]) lanes.add(1, item)
    lanes.add(2, "b1")
    expect(runningNow()).toEqual(["a1", "a2", "b1"])
    await end("a1")
    expect(runningNow()).toEqual(["a2", "b1", "a3"])
    expect(lanes.clear(1)).toEqual(["a4"])
    expect(lanes.clear(3)).toEqual([])
  })

  it("give back what waits, and are idle when nothing runs", async () => {
    const { lanes, end, runningNow } = heldLanes(1)
    for (const item of ["a1", "a2"]) lanes.add(1, item)
    lanes.add(2, "b1")
    lanes.add(2, "b2")
    expect(lanes.clearAll()).toEqual(["a2", "b2"])
    let isIdle = false
    const idle = lanes.idle().then(() => {
      isIdle = true
    })
    for (const item of runningNow()) {
      expect(isIdle).toBe(false)
      await end(item)
    }
    await idle
  })
})

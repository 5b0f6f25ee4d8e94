import { expect, it } from "vitest"
import type { Refusal } from "../../domain/model/errors.ts"
import { FairLine } from "./fair-line.ts"

function lineOf(most: number, mostOfShare: number) {
  const turnedAway: string[] = []
  const line = new FairLine<string>({ most, mostOfShare, turnAway: (job) => turnedAway.push(job) })
  const join = (share: string, count: number) => {
    for (let n = 1; n <= count; n += 1) line.join(share, `${share}${n}`)
  }
  const served = () => {
    const jobs: string[] = []
    for (let turn = line.next(); turn !== null; turn = line.next()) jobs.push(turn.job)
    return jobs
  }
  const codeOf = (share: string, job: string) => {
    try {
      line.join(share, job)
      return "joined"
    } catch (refusal) {
      return (refusal as Refusal).code
    }
  }
  return { line, turnedAway, join, served, codeOf }
}

it("FX-14 shares take turns, each in its own order", () => {
  const { join, served } = lineOf(100, 100)
  join("a", 4)
  join("b", 1)
  join("c", 2)
  expect(served()).toEqual(["a1", "b1", "c1", "a2", "c2", "a3", "a4"])
})

it("FX-14 a share has so many and no more, and a full line makes room for one who has few", () => {
  const { join, served, codeOf, turnedAway } = lineOf(6, 4)
  join("a", 4)
  expect(codeOf("a", "a5")).toBe("busy")
  join("b", 2)
  expect(codeOf("c", "c1")).toBe("joined")
  expect(codeOf("b", "b3")).toBe("busy")
  expect(codeOf("c", "c2")).toBe("joined")
  expect(codeOf("c", "c3")).toBe("busy")
  expect(turnedAway).toEqual(["a4", "a3"])
  expect(served()).toEqual(["a1", "b1", "c1", "a2", "b2", "c2"])
})

it("FX-14 a share whose turn may not come yet holds up no other, and a lost turn comes again first", () => {
  const { line, join, served } = lineOf(100, 100)
  join("a", 2)
  join("b", 2)
  const turn = line.next((share) => share !== "a")!
  expect(turn).toEqual({ share: "b", job: "b1" })
  line.comeBack(turn)
  expect(line.leave("a", "a1")).toBe(true)
  expect(line.leave("a", "a1")).toBe(false)
  expect(served()).toEqual(["b1", "a2", "b2"])
})

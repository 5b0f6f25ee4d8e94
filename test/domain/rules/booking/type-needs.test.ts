import { expect, it } from "vitest"
import { judgeSteps } from "../../../../domain/rules/booking/type-needs.ts"

const step = (minutes: number, staffed: boolean) => ({ minutes, staffed })

it("TQ-02 steps are of one day, fill the job, and have the provider in one of them at least", () => {
  expect(judgeSteps(null, [60, 60])).toBeNull()
  expect(judgeSteps([step(20, true), step(40, false)], [60])).toBeNull()
  expect(judgeSteps([step(60, true)], [60, 60])?.message).toContain("none for a type of several days")
  expect(judgeSteps([step(20, false), step(40, false)], [60])?.message).toContain("with the provider")
  expect(judgeSteps([step(20, true), step(30, false)], [60])?.message).toContain("60 minutes in all, not 50")
})

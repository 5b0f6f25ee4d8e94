/** `npm run chaos -- --only reasons` tries 10,000, and sees that each reason is given. */
import { expect, it } from "vitest"
import { seedFrom, trials } from "../../../support/trials.ts"
import { tryReasons } from "./reasons-trial.ts"

it("EX-02 CL-10 the reasons are complete, and each is necessary", () => {
  const { wrong, offered } = tryReasons(trials(240), seedFrom(20270314))
  expect(wrong.slice(0, 3)).toEqual([])
  expect(offered).toBeGreaterThan(0)
})

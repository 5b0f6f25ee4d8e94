/** `REASONS_SEED` and `REASONS_CASES` choose other or more schedules; `npm run chaos` tries 10,000, and sees that each reason is given. */
import { expect, it } from "vitest"
import { tryReasons } from "./reasons-trial.ts"

const seed = Number(process.env.REASONS_SEED ?? 20270314)
const cases = Number(process.env.REASONS_CASES ?? 50)

it("EX-02 CL-10 the reasons are complete, and each is necessary", () => {
  const { wrong, offered } = tryReasons(cases, seed)
  expect(wrong.slice(0, 3)).toEqual([])
  expect(offered).toBeGreaterThan(0)
})

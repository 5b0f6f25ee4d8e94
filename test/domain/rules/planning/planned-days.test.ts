import { expect, it } from "vitest"
import { seedFrom, shareOfNumber, trials } from "../../../support/trials.ts"
import { tryPlannedDays } from "./planned-days.ts"

it("WN-05 WN-03 no promise breaks, and nothing that is locked moves, through bookings, moves, cancels, time off and new plans", () => {
  const { bookings, replanned, broken } = tryPlannedDays(trials(400), seedFrom(20_270_301))
  expect(broken).toEqual([])
  expect(bookings).toBeGreaterThanOrEqual(shareOfNumber(400))
  expect(replanned).toBeGreaterThan(0)
})

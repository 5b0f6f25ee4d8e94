import { expect, it } from "vitest"
import { tryPlannedDays } from "./planned-days.ts"

it("WN-05 WN-03 no promise breaks, and nothing that is locked moves, through bookings, moves, cancels, time off and new plans", () => {
  const { bookings, replanned, broken } = tryPlannedDays(400, 20_270_301)
  expect(broken).toEqual([])
  expect(bookings).toBeGreaterThanOrEqual(400)
  expect(replanned).toBeGreaterThan(20)
})

/** Recommended times on the road, beside the earliest ones. `bench/quality` measures more days, and what hindsight serves. */
import { expect, it } from "vitest"
import {
  type Choice,
  type Diary,
  earliest,
  firstRecommended,
  visitsServed,
} from "../../../../bench/quality/van-days.ts"

const seeds = (from: number, count: number) => Array.from({ length: count }, (_, i) => from + i)
const served = (diary: Diary, from: number, count: number, choose: Choice) =>
  seeds(from, count).reduce((sum, seed) => sum + visitsServed(diary, seed, choose), 0)

it.each([5, 15, 30])(
  "RE-01 the first recommended start costs no visits, on a grid of %i minutes",
  (gridMinutes) => {
    const day = { vans: 1, days: 1, customers: 14, gridMinutes }
    expect(served(day, 1_000, 40, firstRecommended)).toBeGreaterThanOrEqual(served(day, 1_000, 40, earliest))
  },
)

it.each([5, 15, 30])(
  "RE-01 no more customers find nothing in a week of two vans, on a grid of %i minutes",
  (gridMinutes) => {
    const week = { vans: 2, days: 5, customers: 55, gridMinutes }
    expect(served(week, 9_000, 4, firstRecommended)).toBeGreaterThanOrEqual(served(week, 9_000, 4, earliest))
  },
)

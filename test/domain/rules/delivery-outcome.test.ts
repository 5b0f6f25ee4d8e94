import { describe, expect, it } from "vitest"
import {
  healthChangeOf,
  isFailingForTooLong,
  isGone,
  isTaken,
  nextAttemptAt,
  outcomeOf,
} from "../../../domain/rules/webhooks/delivery-outcome.ts"

const minute = 60_000
const day = 86_400_000

describe("retries", () => {
  it("WH-05 waits 1 m, 5 m, 30 m, 2 h, 6 h, 12 h from the end of the failed attempt, and gives up after the 7th", () => {
    const end = Date.parse("2027-03-01T12:00:00.123Z")
    const delays = [1, 2, 3, 4, 5, 6].map((attempt) => (nextAttemptAt(attempt, end)! - end) / minute)
    expect(delays).toEqual([1, 5, 30, 120, 360, 720])
    expect(nextAttemptAt(7, end)).toBeNull()
    expect(nextAttemptAt(8, end)).toBeNull()
  })

  it("WH-05 takes every 2xx for success and nothing else", () => {
    expect([200, 201, 204, 299].every(isTaken)).toBe(true)
    expect([null, 100, 199, 300, 301, 304, 400, 410, 429, 500, 503].some(isTaken)).toBe(false)
    expect(isGone(410)).toBe(true)
    expect([null, 404, 200].some(isGone)).toBe(false)
  })

  it("WH-05 sends nothing more after a success, a 410 and the last attempt", () => {
    expect(outcomeOf(1, 204, 0)).toEqual({ status: "succeeded", nextAttemptAt: null })
    expect(outcomeOf(1, 500, 0)).toEqual({ status: "failed", nextAttemptAt: minute })
    expect(outcomeOf(1, 410, 0)).toEqual({ status: "abandoned", nextAttemptAt: null })
    expect(outcomeOf(7, 500, 0)).toEqual({ status: "abandoned", nextAttemptAt: null })
  })
})

describe("an endpoint's health", () => {
  const failed = (finishedAt: number) => ({ succeeded: false, finishedAt })
  const succeeded = (finishedAt: number) => ({ succeeded: true, finishedAt })

  it("WH-06 begins a stretch of failures with the first after the last success", () => {
    expect(healthChangeOf([failed(1), failed(2)])).toEqual({
      succeeded: false,
      firstFailureAt: 1,
      lastFailureAt: 2,
    })
    expect(healthChangeOf([failed(1), succeeded(2)])).toEqual({
      succeeded: true,
      firstFailureAt: null,
      lastFailureAt: null,
    })
    expect(healthChangeOf([failed(1), succeeded(2), failed(3), failed(4)])).toEqual({
      succeeded: true,
      firstFailureAt: 3,
      lastFailureAt: 4,
    })
  })

  it("WH-06 calls it failing at a failure three days after the first, not before", () => {
    expect(isFailingForTooLong(1_000, 1_000 + 3 * day - 1)).toBe(false)
    expect(isFailingForTooLong(1_000, 1_000 + 3 * day)).toBe(true)
  })
})

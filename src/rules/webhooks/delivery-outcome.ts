/** What an attempt means for its delivery: done, to be tried again, or given up. */
import type { DeliveryStatus } from "../../model/delivery.ts"
import { isGone, isTaken, nextAttemptAt } from "./retry.ts"

export interface DeliveryOutcome {
  status: Exclude<DeliveryStatus, "pending">
  /** Epoch milliseconds; null when nothing more is sent. */
  nextAttemptAt: number | null
}

/** `attempt` is 1-based; `statusCode` is null when no answer came. */
export function outcomeOf(attempt: number, statusCode: number | null, finishedAt: number): DeliveryOutcome {
  if (isTaken(statusCode)) return { status: "succeeded", nextAttemptAt: null }
  const next = isGone(statusCode) ? null : nextAttemptAt(attempt, finishedAt)
  return { status: next === null ? "abandoned" : "failed", nextAttemptAt: next }
}

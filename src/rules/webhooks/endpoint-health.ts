/** Whether an endpoint has been failing for too long, judged over all that is sent to it. */
import { failingAfterMs } from "./retry.ts"

/** One finished attempt, in epoch milliseconds. */
export interface EndpointResult {
  succeeded: boolean
  finishedAt: number
}

/** What a run of results, in the order in which they finished, does to an endpoint. */
export interface HealthChange {
  /** A success ends the stretch of failures that came before. */
  succeeded: boolean
  /** The first failure after the last success of the run. */
  firstFailureAt: number | null
  lastFailureAt: number | null
}

export function healthChangeOf(results: readonly EndpointResult[]): HealthChange {
  const change: HealthChange = { succeeded: false, firstFailureAt: null, lastFailureAt: null }
  for (const { succeeded, finishedAt } of results) {
    if (succeeded) {
      change.succeeded = true
      change.firstFailureAt = null
      change.lastFailureAt = null
    } else {
      change.firstFailureAt ??= finishedAt
      change.lastFailureAt = finishedAt
    }
  }
  return change
}

/** `firstFailureAt` is where the present stretch of failures began, this run included. */
export function isFailingForTooLong(firstFailureAt: number, lastFailureAt: number): boolean {
  return lastFailureAt - firstFailureAt >= failingAfterMs
}

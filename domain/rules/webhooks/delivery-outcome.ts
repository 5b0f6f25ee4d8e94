/**
 * The consequences of an attempt for its delivery (done, to be retried, or abandoned) and for its endpoint, which is
 * disabled after failing for too long.
 */
import type { DeliveryStatus } from "../../model/delivery.ts"
import { msPerDay, msPerHour, msPerMinute } from "../../time/units.ts"

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

/** The waits after the first, second … failed attempt, counted from its end. */
const retryDelaysMs = [
  msPerMinute,
  5 * msPerMinute,
  30 * msPerMinute,
  2 * msPerHour,
  6 * msPerHour,
  12 * msPerHour,
] as const

/** How long an endpoint may fail without any success before it is disabled. */
const failingAfterMs = 3 * msPerDay
/** A run of failures without a try for so long is over: the receiver's state meanwhile is unknown. */
const quietMs = 3 * msPerDay

/** When the attempt after the failed `attempt` (1-based) is due, in epoch milliseconds; null when it was the last. */
export function nextAttemptAt(attempt: number, finishedAt: number): number | null {
  const delayMs = retryDelaysMs[attempt - 1]
  return delayMs === undefined ? null : finishedAt + delayMs
}

/** True where an answer's status means that the receiver took it. */
export const isTaken = (statusCode: number | null) =>
  statusCode !== null && statusCode >= 200 && statusCode < 300

/** True where the receiver says that it will never take anything again. */
export const isGone = (statusCode: number | null) => statusCode === 410

/** One finished attempt, in epoch milliseconds. */
export interface EndpointResult {
  succeeded: boolean
  finishedAt: number
}

/** The effect of a batch of results on an endpoint, in the order in which they finished. */
export interface HealthChange {
  /** A success ends the run of failures before it. */
  succeeded: boolean
  /** The first failure after the last success of the batch. */
  firstFailureAt: number | null
  lastFailureAt: number | null
}

/** A run of failures whose last one is not after this is over when the endpoint fails at `firstFailureAt`. */
export const quietSince = (firstFailureAt: number) => firstFailureAt - quietMs

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

/**
 * True where an endpoint is to be disabled whose present run of failures began at `firstFailureAt`. `now` is a failure of the
 * run, or the clock, which judges alike: a receiver that gets no deliveries any more is not well again.
 */
export function isFailingForTooLong(firstFailureAt: number, now: number): boolean {
  return firstFailureAt <= failedForTooLongSince(now)
}

/** When an endpoint whose run of failures began at `firstFailureAt` is disabled, in epoch milliseconds. */
export const failingUntil = (firstFailureAt: number) => firstFailureAt + failingAfterMs

/** An endpoint whose run of failures began then or before, without a success since, is to be disabled. */
export const failedForTooLongSince = (now: number) => now - failingAfterMs

/** When a webhook is sent again, when it is given up, and when its endpoint is. */

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** After the first, second … failed attempt; counted from its end. */
const retryDelaysMs = [minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour, 12 * hour] as const

/** How long an endpoint may fail without a success between before it is disabled. */
export const failingAfterMs = 3 * day

/** When the attempt after the failed `attempt` (1-based) is due, in epoch milliseconds; null when it was the last. */
export function nextAttemptAt(attempt: number, finishedAt: number): number | null {
  const delayMs = retryDelaysMs[attempt - 1]
  return delayMs === undefined ? null : finishedAt + delayMs
}

/** Whether an answer's status means that the receiver took it. */
export const isTaken = (statusCode: number | null) =>
  statusCode !== null && statusCode >= 200 && statusCode < 300

/** Whether the receiver says that it will never take anything again. */
export const isGone = (statusCode: number | null) => statusCode === 410

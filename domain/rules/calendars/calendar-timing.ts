/** When calendars are read and written again, in milliseconds. */

/** With the time that reading takes, busy times are at most a minute old while the calendar answers. */
export const readEveryMs = 40_000

const readRetriesMs = [10_000, 20_000, 60_000, 120_000]
const writeRetriesMs = [5_000, 15_000, 60_000, 300_000, 900_000, 3_600_000]

/** `failures` counts those in a row, this one included. A server's Retry-After is respected. */
export const nextRead = (failures: number, retryAfterSeconds: number | null, now: number) =>
  now + waitFor(readRetriesMs, failures, retryAfterSeconds)

/** A write is retried until it succeeds. */
export const nextWrite = (failures: number, retryAfterSeconds: number | null, now: number) =>
  now + waitFor(writeRetriesMs, failures, retryAfterSeconds)

function waitFor(waitsMs: readonly number[], failures: number, retryAfterSeconds: number | null): number {
  const wait = waitsMs[Math.min(failures, waitsMs.length) - 1] ?? waitsMs[0]!
  return Math.max(wait, (retryAfterSeconds ?? 0) * 1_000)
}

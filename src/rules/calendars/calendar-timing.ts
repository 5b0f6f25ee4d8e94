/** When calendars are read and written again. Milliseconds. */

/** With the time that reading takes, the busy table is never more than a minute old while the calendar answers. */
export const readEveryMs = 40_000

const readRetriesMs = [10_000, 20_000, 60_000, 120_000]
const writeRetriesMs = [5_000, 15_000, 60_000, 300_000, 900_000, 3_600_000]

/** After so many failures in a row, the next included; a server that names a time is waited for. */
export const nextRead = (failures: number, retryAfterSeconds: number | null, now: number) =>
  now + waitFor(readRetriesMs, failures, retryAfterSeconds)

/** Writing is tried until it is done. */
export const nextWrite = (failures: number, retryAfterSeconds: number | null, now: number) =>
  now + waitFor(writeRetriesMs, failures, retryAfterSeconds)

function waitFor(waitsMs: readonly number[], failures: number, retryAfterSeconds: number | null): number {
  const wait = waitsMs[Math.min(failures, waitsMs.length) - 1] ?? waitsMs[0]!
  return Math.max(wait, (retryAfterSeconds ?? 0) * 1_000)
}

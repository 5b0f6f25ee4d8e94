/**
 * When a text that the carrier did not take is tried again: soon at first, since a code is of no use for long, and for
 * some eight hours in all, since a carrier may be away for a while.
 */
const delaysSeconds = [2, 5, 15, 30, 60, 120, 300, 900, 1_800, 3_600, 7_200, 14_400]

/** Epoch milliseconds; null when there is no sense in another try. `attempts` counts the one that just failed. */
export function nextTextTry(
  attempts: number,
  retryAfterSeconds: number | null,
  goodUntil: number,
  now: number,
): number | null {
  const delay = delaysSeconds[attempts - 1]
  if (delay === undefined) return null
  const at = now + Math.max(delay, retryAfterSeconds ?? 0) * 1_000
  return at < goodUntil ? at : null
}

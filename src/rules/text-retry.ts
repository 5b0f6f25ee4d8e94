/** When a text that did not go is tried again: soon, since a code is of no use for long. */
const delaysSeconds = [2, 5, 15, 30, 60, 120]

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

/**
 * Where a dragged card snaps: to the nearest start that works, the earlier of two that are as near. Null when none is within
 * reach of the hand.
 *
 * @param possible minutes, sorted
 */
export function snapToStart(
  possible: readonly number[],
  minute: number,
  reachMinutes: number,
): number | null {
  let best: number | null = null
  for (const start of possible)
    if (best === null || Math.abs(start - minute) < Math.abs(best - minute)) best = start
  return best === null || Math.abs(best - minute) > reachMinutes ? null : best
}

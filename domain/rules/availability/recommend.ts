/**
 * Up to five times to offer first, best first, or as many as `most` says.
 *
 * Times are judged by `score.ts`; ties go to the earlier start, then the lower provider id, then the lower location id.
 * From the best on, a time is taken unless its local date has as many as it may (two), or the same start with another provider.
 * When all taken times lie in one half of the day (before or after local noon), the best time of the other half replaces
 * one of them: the last for which the result is still allowed. The same input gives the same answer.
 */

import type { FoundStarts, SearchInput, Slot } from "../../model/availability.ts"
import { scoreStarts } from "./score.ts"
import { type Half, type Most, Shortlist } from "./shortlist.ts"
import { finished } from "./steps.ts"

/** The number of times that customers and agents are offered first. */
const few: Most = { inAll: 5, perDay: 2 }

/** The best times among those found; each is in `found`. */
export const recommend = (input: SearchInput, found: readonly FoundStarts[]): Slot[] =>
  finished(recommendSteps(input, found))

/** The same in steps, between which other work may be done. */
export function* recommendSteps(
  input: SearchInput,
  found: readonly FoundStarts[],
  most: Most = few,
): Generator<void, Slot[]> {
  const list = new Shortlist(input.firstDay, found, most)
  for (let index = 0; index < found.length; index++) {
    scoreStarts(input, found[index]!, index, list)
    yield
  }
  return withBothHalves(list, takeBest(list, most), most).map((entry) => list.slotOf(entry))
}

function takeBest(list: Shortlist, most: Most): number[] {
  const taken: number[] = []
  while (taken.length < most.inAll) {
    const best = bestBeside(list, taken, null, most)
    if (best === null) break
    taken.push(best)
  }
  return taken
}

/** The best entry, of one half of the day or of either, that is allowed beside those taken. */
function bestBeside(list: Shortlist, taken: readonly number[], half: Half | null, most: Most): number | null {
  let best: number | null = null
  for (let entry = 0; entry < list.size; entry++) {
    if (!list.isFilled(entry) || (best !== null && !list.isBetter(entry, best))) continue
    if (half !== null && list.halfOf(entry) !== half) continue
    if (fitsBeside(list, taken, entry, most)) best = entry
  }
  return best
}

function fitsBeside(list: Shortlist, taken: readonly number[], entry: number, { perDay }: Most): boolean {
  let onSameDay = 0
  for (const other of taken) {
    if (list.dayOf(other) !== list.dayOf(entry)) continue
    if (list.startOf(other) === list.startOf(entry)) return false
    onSameDay += 1
  }
  return onSameDay < perDay
}

function withBothHalves(list: Shortlist, taken: number[], most: Most): number[] {
  const half = taken.length < 2 ? null : list.halfOf(taken[0]!)
  if (half === null || taken.some((entry) => list.halfOf(entry) !== half)) return taken
  for (let i = taken.length - 1; i >= 0; i--) {
    const rest = taken.toSpliced(i, 1)
    const other = bestBeside(list, rest, half === 0 ? 1 : 0, most)
    if (other !== null) return [...rest, other].sort((a, b) => (list.isBetter(a, b) ? -1 : 1))
  }
  return taken
}

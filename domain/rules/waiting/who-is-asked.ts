/** The order in which waiting customers are asked about a time that got free, and how many are asked at once. */
import type { WaitingOrder } from "../../model/company-settings.ts"
import type { WaitingEntry } from "../../model/waiting-entry.ts"

type Waiting = Pick<WaitingEntry, "id" | "created_at" | "priority" | "asked_at">

/** In the company's order. Of equals, who has waited longest comes first. */
export function inAskingOrder<Entry extends Waiting>(
  entries: readonly Entry[],
  order: WaitingOrder,
): Entry[] {
  return entries.toSorted((a, b) => ranks[order](a, b) || longestWaiting(a, b))
}

const longestWaiting = (a: Waiting, b: Waiting): number =>
  a.created_at.getTime() - b.created_at.getTime() || a.id - b.id

const askedAt = ({ asked_at }: Waiting): number => asked_at?.getTime() ?? 0

const ranks: Record<WaitingOrder, (a: Waiting, b: Waiting) => number> = {
  longest_waiting: () => 0,
  priority: (a, b) => b.priority - a.priority,
  least_recently_asked: (a, b) => askedAt(a) - askedAt(b),
}

/** Between two rounds of one freed time. */
export const roundMs = 60_000

/** Most answers come within so many minutes, so that who is asked later than that before its end is asked in vain. */
const answeringMinutes = 45

/**
 * The number of customers who are offered a time in the round that begins now. `left` are those who have not been asked, and
 * `minutesLeft` how long the time can still be taken. As a rule a few, so that the first who answers is the one who gets it;
 * more where the time is so near that some could not answer any more.
 */
export function askedInRound(
  left: number,
  { perMinute, minutesLeft }: { perMinute: number; minutesLeft: number },
): number {
  if (minutesLeft <= 0) return 0
  const rounds = Math.max(1, Math.floor(minutesLeft - answeringMinutes))
  return Math.min(left, Math.max(perMinute, Math.ceil(left / rounds)))
}

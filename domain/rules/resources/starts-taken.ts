/**
 * The minutes at which a job can't start for want of rooms or equipment. Where enough are free, that is a count over sorted
 * minutes; between them the rule that books is asked, once for all starts that have the same jobs around them.
 */
import type { Minute } from "../../model/availability.ts"
import { firstEndingAfter, type Intervals, normalized, subtract } from "../../time/intervals.ts"
import { localDay, minutesOfDays } from "../../time/local-time.ts"
import { chooseResources, indexesFor } from "./choose-resources.ts"
import { couldMakeRoom, type GroupResource, type GroupTime } from "./group-time.ts"

interface Span {
  count: number
  minutes: number
}

/** The minutes in the local days `firstDay…endDay` at which the span can't start; normalized. */
export function startsTaken(
  group: GroupTime,
  span: Span,
  [firstDay, endDay]: readonly [number, number],
): Intervals {
  const minutes = minutesOfDays(group.zone, firstDay, endDay)
  const all = normalized(Int32Array.of(minutes[0]!, minutes.at(-1)!))
  const free = indexesFor(group).map((index) => freeStarts(group.resources[index]!, span.minutes))
  const rest = subtract(all, atLeast(span.count, free))
  if (!couldMakeRoom(group, span.count)) return rest
  const taken: Minute[] = []
  for (let i = 0; i < rest.length; i += 2) {
    const edges = edgesBetween(group, span.minutes, rest[i]!, rest[i + 1]!)
    for (const [index, start] of edges.entries()) {
      const isTaken = chooseResources(group, { ...span, start }) === null
      if (isTaken) taken.push(start, edges[index + 1] ?? rest[i + 1]!)
    }
  }
  return normalized(Int32Array.from(taken))
}

/** When a job of so many minutes can start in the resource as it is. */
function freeStarts({ plan, open, taken }: GroupResource, minutes: number): Intervals {
  const fits: Minute[] = []
  for (let i = 0; i < open.length; i += 2) fits.push(open[i]!, open[i + 1]! - minutes + 1)
  const before = minutes + plan.turnoverMinutes - 1
  const meets = taken.map((minute, i) => (i % 2 === 0 ? minute - before : minute))
  return subtract(normalized(Int32Array.from(fits)), normalized(meets))
}

/** The minutes that at least so many of the lists hold; normalized. */
function atLeast(count: number, lists: readonly Intervals[]): Intervals {
  if (count === 1 && lists.length === 1) return lists[0]!
  const starts = sortedMinutes(lists, 0)
  const ends = sortedMinutes(lists, 1)
  const found: Minute[] = []
  let open = 0
  for (let s = 0, e = 0; e < ends.length; ) {
    const isStart = s < starts.length && starts[s]! < ends[e]!
    if (isStart && ++open === count) found.push(starts[s]!)
    if (!isStart && open-- === count) found.push(ends[e]!)
    if (isStart) s += 1
    else e += 1
  }
  return normalized(Int32Array.from(found))
}

/** Every second minute of the lists, from `offset` on. */
function sortedMinutes(lists: readonly Intervals[], offset: 0 | 1): Int32Array {
  const minutes = new Int32Array(lists.reduce((sum, list) => sum + (list.length >> 1), 0))
  let length = 0
  for (const list of lists) for (let i = offset; i < list.length; i += 2) minutes[length++] = list[i]!
  return minutes.sort()
}

/** The first minute, and those up to `until` from which on a job that starts has others around it than before. */
function edgesBetween(group: GroupTime, minutes: number, from: Minute, until: Minute): Minute[] {
  const edges = new Set<Minute>([from])
  const add = (minute: Minute) => {
    if (from < minute && minute < until) edges.add(minute)
  }
  const turnovers = new Set([
    group.longestTurnover,
    ...group.resources.map(({ plan }) => plan.turnoverMinutes),
  ])
  const reach = minutes + group.longestTurnover
  for (const { open, taken, uses } of group.resources) {
    for (let i = firstEndingAfter(open, from - reach); i < open.length && open[i]! < until + reach; i += 2) {
      add(open[i]!)
      add(open[i + 1]! - minutes + 1)
    }
    const first = firstEndingAfter(taken, from - reach - group.longestTurnover) >> 1
    for (let i = first; i < uses.length && uses[i]!.start < until + reach; i++) {
      const use = uses[i]!
      for (const minute of [use.start, use.start + 1, use.end, use.until]) add(minute)
      for (const turnover of turnovers) {
        add(use.start - minutes - turnover + 1)
        add(use.end + turnover)
      }
    }
  }
  for (let day = localDay(group.zone, from); day <= localDay(group.zone, until); day++)
    for (const minute of minutesOfDays(group.zone, day, day + 1)) add(minute)
  return [...edges].sort((a, b) => a - b)
}

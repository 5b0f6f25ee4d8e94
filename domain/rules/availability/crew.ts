/**
 * A crew: a type may take several providers at once. The minutes at which each of those who could come to a location is free
 * to start the job are counted, and a start needs as many as the type takes, the lead among them. Which of them come is
 * chosen at booking.
 */
import type {
  LocationPlan,
  Minute,
  ProviderLocation,
  ProviderPlan,
  SearchInput,
} from "../../model/availability.ts"
import type { MinuteBlock } from "../../model/slot-search.ts"
import { type Intervals, intersect, normalized, subtract } from "../../time/intervals.ts"
import { isFreeAt, type ProviderTime } from "./blocks.ts"
import { couldComeTo } from "./eligible-locations.ts"
import { startsMeeting, startsUnreached } from "./parts.ts"
import { judgedTime } from "./provider-time.ts"
import { type StartBounds, windowsWithinLimit } from "./start-windows.ts"

export interface Crew {
  /** The minutes at which the first block can start, as far as the number of free members is concerned; normalized. */
  starts: Intervals
  /** The times of possible members, so that each is made once. */
  times: ReadonlyMap<ProviderPlan, ProviderTime>
}

/** Null for a type that takes one provider. */
export function crewAt(input: SearchInput, location: LocationPlan, bounds: StartBounds | null): Crew | null {
  const { crew = 1 } = input.type
  if (crew === 1 || bounds === null) return null
  const times = new Map<ProviderPlan, ProviderTime>()
  const free: Intervals[] = []
  for (const at of couldComeTo(input, location)) {
    const time = judgedTime(input, at, bounds)
    times.set(at.provider, time)
    free.push(freeStarts(time, bounds))
  }
  return { starts: coveredBy(free, crew), times }
}

/** True where beside the lead as many others are free for all blocks of a job. */
export function isCrewFree(
  crew: Crew,
  type: SearchInput["type"],
  lead: ProviderPlan,
  blocks: readonly MinuteBlock[],
): boolean {
  let missing = (type.crew ?? 1) - 1
  for (const [provider, time] of crew.times) {
    if (missing === 0) break
    if (provider !== lead && isFreeAt(time, blocks)) missing -= 1
  }
  return missing === 0
}

/** The minutes, on or off the grid, at which the first block could start as far as the provider is concerned; normalized. */
function freeStarts(time: ProviderTime, bounds: StartBounds): Intervals {
  const { type, open, busy, trips } = time
  const jobMinutes = type.blockMinutes[0]!
  const fits = normalized(open.map((minute, i) => (i % 2 === 0 ? minute : minute - jobMinutes + 1)))
  const wanted = intersect(windowsWithinLimit(bounds, time.dailyLimit, time.zone), fits)
  const free = subtract(wanted, startsMeeting(type, busy))
  return trips === null ? free : subtract(free, startsUnreached(type, trips))
}

/** The minutes that at least so many of the lists (each normalized) hold; normalized. */
export function coveredBy(lists: readonly Intervals[], least: number): Intervals {
  const starts: Minute[] = []
  const ends: Minute[] = []
  for (const list of lists) {
    for (let i = 0; i < list.length; i += 2) {
      starts.push(list[i]!)
      ends.push(list[i + 1]!)
    }
  }
  const [from, to] = [Int32Array.from(starts).sort(), Int32Array.from(ends).sort()]
  const covered: Minute[] = []
  let count = 0
  for (let s = 0, e = 0; e < to.length; ) {
    // An end comes before a start at the same minute: ends are exclusive.
    if (s < from.length && from[s]! < to[e]!) {
      count += 1
      if (count === least) covered.push(from[s]!)
      s += 1
    } else {
      if (count === least) covered.push(to[e]!)
      count -= 1
      e += 1
    }
  }
  return normalized(Int32Array.from(covered))
}

/** The providers who could join the lead and are free for all blocks. */
export function freeBeside(
  input: SearchInput,
  { provider: lead, location }: ProviderLocation,
  blocks: readonly MinuteBlock[],
  bounds: Pick<StartBounds, "firstDay" | "endDay">,
): { provider: ProviderPlan; time: ProviderTime }[] {
  return couldComeTo(input, location).flatMap((at) => {
    if (at.provider.id === lead.id) return []
    const time = judgedTime(input, at, bounds)
    return isFreeAt(time, blocks) ? [{ provider: at.provider, time }] : []
  })
}

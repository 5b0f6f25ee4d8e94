/**
 * A job in steps: the stretches of it in which the provider is there. Between them others can book the provider, so what
 * takes starts away is judged stretch by stretch, and shifted back to the start of the job.
 */
import type { JobPart, Minute, TypePlan } from "../../model/availability.ts"
import type { MinuteBlock } from "../../model/slot-search.ts"
import type { Step } from "../../model/type-needs.ts"
import { type Intervals, normalized } from "../../time/intervals.ts"

/** The steps with the provider, those that follow one another as one; undefined where that is all of the job. */
export function staffedParts(
  steps: readonly Step[] | null,
  blockMinutes: readonly number[],
): JobPart[] | undefined {
  if (steps === null || blockMinutes.length !== 1) return undefined
  const parts: JobPart[] = []
  let at = 0
  for (const { minutes, staffed } of steps) {
    const last = parts.at(-1)
    if (staffed && last?.to === at) last.to = at + minutes
    else if (staffed) parts.push({ from: at, to: at + minutes })
    at += minutes
  }
  // A request, an option or a moved appointment has a length of its own, and then no steps.
  const isWhole = at !== blockMinutes[0] || (parts[0]?.from === 0 && parts[0].to === at)
  return isWhole ? undefined : parts
}

type Lengths = Pick<TypePlan, "parts" | "bufferBeforeMinutes" | "bufferAfterMinutes">

/** The parts of the type's block of so many minutes, with the buffers around each. Where two are so near that these would meet, the one after goes first. */
export function bufferedParts(type: Lengths, minutes: number): JobPart[] {
  if (type.parts === undefined)
    return [{ from: -type.bufferBeforeMinutes, to: minutes + type.bufferAfterMinutes }]
  const buffered: JobPart[] = []
  for (const [i, { from, to }] of type.parts.entries()) {
    const earliest = buffered.at(-1)?.to ?? Number.NEGATIVE_INFINITY
    const latest = type.parts[i + 1]?.from ?? Number.POSITIVE_INFINITY
    buffered.push({
      from: Math.max(from - type.bufferBeforeMinutes, earliest),
      to: Math.min(to + type.bufferAfterMinutes, latest),
    })
  }
  return buffered
}

/** The parts of the block in which the provider is there, without buffers. */
export const partsOf = ({ parts }: Pick<TypePlan, "parts">, { start, end }: MinuteBlock): MinuteBlock[] =>
  parts === undefined
    ? [{ start, end }]
    : parts.map(({ from, to }) => ({ start: start + from, end: start + to }))

/** The minutes at which the first block must not start, since it would meet something busy; normalized. */
export function startsMeeting(type: Lengths & Pick<TypePlan, "blockMinutes">, busy: Intervals): Intervals {
  const shifted = bufferedParts(type, type.blockMinutes[0]!).map(({ from, to }) =>
    busy.map((minute, i) => (i % 2 === 0 ? minute - to + 1 : minute - from)),
  )
  return normalized(joined(shifted))
}

interface Reached {
  startsOutOfReach(jobMinutes: number): Intervals
}

/** The minutes at which the first block must not start, since one of its parts could not be reached by road; normalized. */
export function startsUnreached({ parts, blockMinutes }: TypePlan, trips: Reached): Intervals {
  if (parts === undefined) return trips.startsOutOfReach(blockMinutes[0]!)
  const shifted = parts.map(({ from, to }) =>
    trips.startsOutOfReach(to - from).map((minute: Minute) => minute - from),
  )
  return normalized(joined(shifted))
}

function joined(lists: readonly Intervals[]): Intervals {
  if (lists.length === 1) return lists[0]!
  const all = new Int32Array(lists.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const list of lists) {
    all.set(list, at)
    at += list.length
  }
  return all
}

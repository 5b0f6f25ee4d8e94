/**
 * The minutes that a pair takes, worked out anew from the documents rather than by the rules of the program: buffers stand
 * around each stretch with the provider, a room is taken from the job's start until its turnover is over, a day's block by
 * day.
 */
import {
  bufferAfter,
  bufferBefore,
  days,
  duration,
  longDuration,
  nextService,
  steps,
  type Together,
  turnover,
} from "./capabilities.ts"

export interface Taken {
  of: "provider" | "room"
  from: number
  to: number
}

const minutesPerDay = 1_440

/** When each appointment begins, of those that are booked at once. A day of these weeks has 24 hours. */
export function startsOf({ ways }: Together, start: number): number[] {
  if (!ways.has("in a series")) return [start]
  return [0, 1, 2].map((week) => start + week * 7 * minutesPerDay)
}

/** The minutes of all whose work begins then. */
export const expectedMinutes = (pair: Together, beginnings: readonly number[]): Taken[] =>
  beginnings.flatMap((each) => minutesOfOne(pair, each)).sort(byTime)

/** The same without buffers, which are no work: the providers' minutes of all who do it. */
export function workedMinutes(pair: Together, beginnings: readonly number[]): number {
  const ofProviders = expectedMinutes(pair, beginnings).filter(({ of }) => of === "provider")
  const taken = ofProviders.reduce((sum, { from, to }) => sum + to - from, 0)
  // The next service is of a type without buffers.
  const next = pair.ways.has("with another service") ? beginnings.length : 0
  return taken - (ofProviders.length - next) * (bufferBefore + bufferAfter)
}

function minutesOfOne(pair: Together, start: number): Taken[] {
  const providers = pair.type.needs?.providers ?? 1
  const hasRoom = pair.type.needs?.resources !== undefined
  const own = blocksOf(pair, start).flatMap(([from, to]) => [
    ...Array.from({ length: providers }, () => staffedOf(pair, from, to)).flat(),
    ...(hasRoom ? [{ of: "room" as const, from, to: to + turnover }] : []),
  ])
  if (!pair.ways.has("with another service")) return own
  // The provider of the first part goes on, after the buffer.
  const nextStart = start + lengthOf(pair) + bufferAfter
  return [...own, { of: "provider", from: nextStart, to: nextStart + nextService }]
}

const lengthOf = ({ ways }: Together) => (ways.has("with the long option") ? longDuration : duration)

/** An option is of one day. */
function blocksOf(pair: Together, start: number): [number, number][] {
  if ("blocks" in pair.type && !pair.ways.has("with the long option"))
    return days.map((minutes, day) => [start + day * minutesPerDay, start + day * minutesPerDay + minutes])
  return [[start, start + lengthOf(pair)]]
}

/** The stretches with the provider. An option of another length has no steps. */
function staffedOf({ type, ways }: Together, from: number, to: number): Taken[] {
  const buffered = (start: number, end: number): Taken => ({
    ...{ of: "provider", from: start - bufferBefore, to: end + bufferAfter },
  })
  if (!("steps" in type) || ways.has("with the long option")) return [buffered(from, to)]
  const [first, passive] = steps
  return [buffered(from, from + first.minutes), buffered(from + first.minutes + passive.minutes, to)]
}

export const byTime = (a: Taken, b: Taken) => a.of.localeCompare(b.of) || a.from - b.from || a.to - b.to

/**
 * The hours of a week as stretches of minutes since Monday's midnight, and what drawing does with them. A stretch that ends
 * past midnight is one stretch, on Sunday night as well: it then ends after the week's last minute.
 */
import { type Span, without } from "./spans.ts"

/** As the API has them: at or before `start`, `end` means the next day. */
export interface Hours {
  /** 1 is Monday, 7 is Sunday. */
  weekday: number
  /** `HH:MM` */
  start: string
  end: string
}

export interface Stretch {
  /** From 0 up to the week's last minute. */
  start: number
  /** After `start`, at most a day later. */
  end: number
}

/** As `Hours` count them. */
export const weekdays = [1, 2, 3, 4, 5, 6, 7]
export const dayMinutes = 1_440
const weekMinutes = 7 * dayMinutes
/** Drawing goes by these; typing by single minutes. */
export const stepMinutes = 15

const minuteOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))
const two = (value: number) => String(value).padStart(2, "0")
export const clockOf = (minute: number) => `${two(Math.floor(minute / 60) % 24)}:${two(minute % 60)}`

export const weekdayOf = ({ start }: Stretch): number => Math.floor(start / dayMinutes) + 1

export function stretchOf({ weekday, start, end }: Hours): Stretch {
  const from = minuteOf(start)
  const until = minuteOf(end)
  const midnight = (weekday - 1) * dayMinutes
  return { start: midnight + from, end: midnight + (until > from ? until : until + dayMinutes) }
}

export const stretchesOf = (hours: readonly Hours[]): Stretch[] => inOrder(hours.map(stretchOf))

export const hoursOf = (stretches: readonly Stretch[]): Hours[] =>
  stretches.map((one) => ({
    weekday: weekdayOf(one),
    start: clockOf(one.start % dayMinutes),
    end: clockOf(one.end % dayMinutes),
  }))

const inOrder = (stretches: Stretch[]) => stretches.sort((a, b) => a.start - b.start)

/** The same stretch a week earlier, now and a week later: Sunday night meets Monday morning. */
const repeated = ({ start, end }: Stretch): Stretch[] =>
  [-weekMinutes, 0, weekMinutes].map((shift) => ({ start: start + shift, end: end + shift }))

export const meet = (one: Stretch, other: Stretch): boolean =>
  repeated(other).some(({ start, end }) => one.start < end && start < one.end)

/** The part of a stretch of hours outside others. */
const outside = ({ start, end }: Stretch, others: readonly Stretch[]): Stretch[] =>
  without([[start, end]], others.flatMap(repeated).map(spanOf)).map(([from, until]) => ({
    start: from,
    end: until,
  }))

const spanOf = ({ start, end }: Stretch): Span => [start, end]

/** Adds a stretch. It joins those that it meets or touches, and leaves out what is blocked. */
export function drawn(
  stretches: readonly Stretch[],
  added: Stretch,
  blocked: readonly Stretch[] = [],
): Stretch[] {
  let all = [...stretches]
  for (const piece of outside(added, blocked)) {
    let joined = piece
    for (let next = touching(all, joined); next; next = touching(all, joined)) {
      all = all.filter((one) => one !== next!.one)
      joined = { start: Math.min(joined.start, next.at.start), end: Math.max(joined.end, next.at.end) }
    }
    const start = ((joined.start % weekMinutes) + weekMinutes) % weekMinutes
    all.push({ start, end: start + Math.min(dayMinutes, joined.end - joined.start) })
  }
  return inOrder(all)
}

function touching(all: readonly Stretch[], one: Stretch): { one: Stretch; at: Stretch } | null {
  for (const other of all)
    for (const at of repeated(other))
      if (one.start <= at.end && at.start <= one.end) return { one: other, at }
  return null
}

export const withoutOne = (stretches: readonly Stretch[], index: number): Stretch[] =>
  stretches.filter((_, at) => at !== index)

/** Puts another stretch in the place of one. */
export const replaced = (
  stretches: readonly Stretch[],
  index: number,
  by: Stretch,
  blocked: readonly Stretch[],
): Stretch[] => drawn(withoutOne(stretches, index), by, blocked)

/** From the end of what comes before a stretch to the start of what comes after it: at most a day away. */
export function roomAround(one: Stretch, others: readonly Stretch[]): Stretch {
  const all = others.flatMap(repeated)
  return {
    start: Math.max(one.start - dayMinutes, ...all.map(({ end }) => end).filter((end) => end <= one.start)),
    end: Math.min(one.end + dayMinutes, ...all.map(({ start }) => start).filter((start) => start >= one.end)),
  }
}

const within = (least: number, value: number, most: number) => Math.max(least, Math.min(value, most))

/** Moves a stretch within its day, as far as its neighbours let it. */
export function moved(
  stretches: readonly Stretch[],
  index: number,
  minutes: number,
  blocked: readonly Stretch[],
): Stretch[] {
  const one = stretches[index]!
  const room = roomAround(one, [...withoutOne(stretches, index), ...blocked])
  const midnight = (weekdayOf(one) - 1) * dayMinutes
  const least = Math.max(room.start, midnight)
  const most = Math.min(room.end - (one.end - one.start), midnight + dayMinutes - stepMinutes)
  const by = within(least, one.start + minutes, most) - one.start
  return stretches.map((each, at) => (at === index ? { start: one.start + by, end: one.end + by } : each))
}

/** Lets a stretch end earlier or later, as far as what comes after it lets it. */
export function stretched(
  stretches: readonly Stretch[],
  index: number,
  minutes: number,
  blocked: readonly Stretch[],
): Stretch[] {
  const one = stretches[index]!
  const room = roomAround(one, [...withoutOne(stretches, index), ...blocked])
  const most = Math.min(room.end, one.start + dayMinutes)
  const end = within(one.start + stepMinutes, one.end + minutes, most)
  return stretches.map((each, at) => (at === index ? { start: one.start, end } : each))
}

export const startingOn = (stretches: readonly Stretch[], weekday: number): Stretch[] =>
  stretches.filter((one) => weekdayOf(one) === weekday)

/** Gives days the hours of another one, in place of their own. */
export function copied(
  stretches: readonly Stretch[],
  from: number,
  to: readonly number[],
  blocked: readonly Stretch[],
): Stretch[] {
  const source = startingOn(stretches, from)
  const days = to.filter((weekday) => weekday !== from)
  let all = stretches.filter((one) => !days.includes(weekdayOf(one)))
  for (const weekday of days)
    for (const { start, end } of source) {
      const shift = (weekday - from) * dayMinutes
      all = drawn(all, { start: start + shift, end: end + shift }, blocked)
    }
  return all
}

/** The part of a stretch that lies on one day, in minutes of that day. */
export interface Piece {
  index: number
  from: number
  to: number
  /** False where it came over from the day before. */
  begins: boolean
  ends: boolean
}

export function piecesOn(stretches: readonly Stretch[], weekday: number): Piece[] {
  const midnight = (weekday - 1) * dayMinutes
  return stretches.flatMap((one, index) =>
    repeated(one)
      .filter(({ start, end }) => start < midnight + dayMinutes && end > midnight)
      .map(({ start, end }) => ({
        index,
        from: Math.max(0, start - midnight),
        to: Math.min(dayMinutes, end - midnight),
        begins: start >= midnight,
        ends: end <= midnight + dayMinutes,
      })),
  )
}

/**
 * Sets of minutes as interval lists. A list is *normalized* when it is sorted and its intervals neither touch nor overlap
 * nor are empty; it is *disjoint* when they may touch.
 */

/** `[start, end, start, end, …]` in epoch minutes, ends exclusive. */
export type Intervals = Int32Array

/** The same minutes, normalized; the very same array when it is normalized already. */
export function normalized(intervals: Intervals): Intervals {
  if (isNormalized(intervals)) return intervals
  const sorted = isSorted(intervals) ? intervals : sortedByStart(intervals)
  const out = new Int32Array(sorted.length)
  let length = 0
  for (let i = 0; i < sorted.length; i += 2) {
    const start = sorted[i]!
    const end = sorted[i + 1]!
    if (end <= start) continue
    if (length > 0 && start <= out[length - 1]!) {
      if (end > out[length - 1]!) out[length - 1] = end
    } else {
      out[length] = start
      out[length + 1] = end
      length += 2
    }
  }
  return out.subarray(0, length)
}

/**
 * The same minutes as a disjoint list; the very same array when it is disjoint already. Jobs back to back stay apart, so
 * that the usual list of a provider's jobs needs no copy.
 */
export function disjoint(intervals: Intervals): Intervals {
  return isDisjoint(intervals) ? intervals : normalized(intervals)
}

/** The minutes of either list, in any order, normalized. */
export function union(a: Intervals, b: Intervals): Intervals {
  const both = new Int32Array(a.length + b.length)
  both.set(a)
  both.set(b, a.length)
  return normalized(both)
}

/** The intervals of two sorted lists in one list, sorted by their starts and not merged. */
export function mergedByStart(a: Intervals, b: Intervals): Intervals {
  if (b.length === 0) return a
  if (a.length === 0) return b
  const merged = new Int32Array(a.length + b.length)
  let j = 0
  let k = 0
  for (let i = 0; i < merged.length; i += 2) {
    const takesFirst = k >= b.length || (j < a.length && a[j]! <= b[k]!)
    merged[i] = takesFirst ? a[j]! : b[k]!
    merged[i + 1] = takesFirst ? a[j + 1]! : b[k + 1]!
    if (takesFirst) j += 2
    else k += 2
  }
  return merged
}

/** The minutes of `from` that are not in `taken`; both normalized. */
export function subtract(from: Intervals, taken: Intervals): Intervals {
  if (taken.length === 0 || from.length === 0) return from
  const out = new Int32Array(from.length + taken.length)
  let length = 0
  let t = 0
  for (let i = 0; i < from.length; i += 2) {
    let start = from[i]!
    const end = from[i + 1]!
    while (t < taken.length && taken[t + 1]! <= start) t += 2
    for (let k = t; k < taken.length && taken[k]! < end; k += 2) {
      if (taken[k]! > start) {
        out[length++] = start
        out[length++] = taken[k]!
      }
      start = taken[k + 1]!
    }
    if (start < end) {
      out[length++] = start
      out[length++] = end
    }
  }
  return out.subarray(0, length)
}

/** The minutes of both lists, each normalized. */
export const intersect = (a: Intervals, b: Intervals): Intervals => subtract(a, subtract(a, b))

/** The part of a normalized list at or after a minute. */
export function notBefore(intervals: Intervals, minute: number): Intervals {
  const first = firstEndingAfter(intervals, minute)
  if (first === 0 && (intervals.length === 0 || intervals[0]! >= minute)) return intervals
  const out = intervals.slice(first)
  if (out.length > 0 && out[0]! < minute) out[0] = minute
  return out
}

/** The intervals of a disjoint list, whole, that have a minute in common with `start…end` (end exclusive). */
export function overlapping(intervals: Intervals, start: number, end: number): Intervals {
  const first = firstEndingAfter(intervals, start)
  let last = first
  while (last < intervals.length && intervals[last]! < end) last += 2
  return intervals.subarray(first, last)
}

/** The index of the first of sorted minutes that is not earlier; their number when all are. */
export function firstFrom(sorted: ArrayLike<number>, minute: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle]! < minute) low = middle + 1
    else high = middle
  }
  return low
}

/** The index of the first interval of a disjoint list that ends after the minute; the list's length when none does. */
export function firstEndingAfter(intervals: Intervals, minute: number): number {
  let low = 0
  let high = intervals.length >> 1
  while (low < high) {
    const middle = (low + high) >> 1
    if (intervals[middle * 2 + 1]! > minute) high = middle
    else low = middle + 1
  }
  return low * 2
}

/** True where a disjoint list and `start…end` (end exclusive) have a minute in common. */
export function overlaps(intervals: Intervals, start: number, end: number): boolean {
  const i = firstEndingAfter(intervals, start)
  return i < intervals.length && intervals[i]! < end
}

/** True where one interval of a normalized list holds all of `start…end` (end exclusive). */
export function covers(intervals: Intervals, start: number, end: number): boolean {
  const i = firstEndingAfter(intervals, start)
  return i < intervals.length && intervals[i]! <= start && intervals[i + 1]! >= end
}

function isNormalized(intervals: Intervals): boolean {
  let previousEnd = Number.NEGATIVE_INFINITY
  for (let i = 0; i < intervals.length; i += 2) {
    if (intervals[i]! <= previousEnd || intervals[i + 1]! <= intervals[i]!) return false
    previousEnd = intervals[i + 1]!
  }
  return true
}

function isDisjoint(intervals: Intervals): boolean {
  let previousEnd = Number.NEGATIVE_INFINITY
  for (let i = 0; i < intervals.length; i += 2) {
    if (intervals[i]! < previousEnd || intervals[i + 1]! <= intervals[i]!) return false
    previousEnd = intervals[i + 1]!
  }
  return true
}

function isSorted(intervals: Intervals): boolean {
  for (let i = 2; i < intervals.length; i += 2) if (intervals[i]! < intervals[i - 2]!) return false
  return true
}

function sortedByStart(intervals: Intervals): Intervals {
  const order = Uint32Array.from({ length: intervals.length >> 1 }, (_, i) => i * 2)
  order.sort((a, b) => intervals[a]! - intervals[b]!)
  const out = new Int32Array(intervals.length)
  order.forEach((from, i) => {
    out[i * 2] = intervals[from]!
    out[i * 2 + 1] = intervals[from + 1]!
  })
  return out
}

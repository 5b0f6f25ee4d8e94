/**
 * Sets of minutes as pairs `[start, end, start, end, …]`, ends exclusive. A set is *plain* when it is sorted and its
 * pairs neither touch nor overlap nor are empty; *disjoint* when they may touch.
 */

/** A plain set of the same minutes; the very same array when it is plain already. */
export function plain(pairs: Int32Array): Int32Array {
  if (isPlain(pairs)) return pairs
  const sorted = isSorted(pairs) ? pairs : sortedByStart(pairs)
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
 * A sorted set of the same minutes whose pairs do not overlap; they may touch, as jobs back to back do. The very same
 * array when it is so already.
 */
export function disjoint(pairs: Int32Array): Int32Array {
  return isDisjoint(pairs) ? pairs : plain(pairs)
}

/** What is in either of two sets, plain or not. */
export function union(a: Int32Array, b: Int32Array): Int32Array {
  const both = new Int32Array(a.length + b.length)
  both.set(a)
  both.set(b, a.length)
  return plain(both)
}

/** The pairs of two sorted sets side by side, sorted by their starts; the one when the other is empty. */
export function mergedByStart(a: Int32Array, b: Int32Array): Int32Array {
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

/** What is in `from` and not in `taken`; both plain. */
export function subtract(from: Int32Array, taken: Int32Array): Int32Array {
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

/** What of a plain set lies at or after a minute. */
export function notBefore(pairs: Int32Array, minute: number): Int32Array {
  const first = firstEndingAfter(pairs, minute)
  if (first === 0 && (pairs.length === 0 || pairs[0]! >= minute)) return pairs
  const out = pairs.slice(first)
  if (out.length > 0 && out[0]! < minute) out[0] = minute
  return out
}

/** The index of the first pair of a disjoint set that ends after the minute; `pairs.length` when none does. */
export function firstEndingAfter(pairs: Int32Array, minute: number): number {
  let low = 0
  let high = pairs.length >> 1
  while (low < high) {
    const middle = (low + high) >> 1
    if (pairs[middle * 2 + 1]! > minute) high = middle
    else low = middle + 1
  }
  return low * 2
}

/** Whether a disjoint set and `start…end` (end exclusive) have a minute in common. */
export function overlaps(pairs: Int32Array, start: number, end: number): boolean {
  const i = firstEndingAfter(pairs, start)
  return i < pairs.length && pairs[i]! < end
}

/** Whether one pair of a plain set holds all of `start…end` (end exclusive). */
export function covers(pairs: Int32Array, start: number, end: number): boolean {
  const i = firstEndingAfter(pairs, start)
  return i < pairs.length && pairs[i]! <= start && pairs[i + 1]! >= end
}

function isPlain(pairs: Int32Array): boolean {
  let previousEnd = Number.NEGATIVE_INFINITY
  for (let i = 0; i < pairs.length; i += 2) {
    if (pairs[i]! <= previousEnd || pairs[i + 1]! <= pairs[i]!) return false
    previousEnd = pairs[i + 1]!
  }
  return true
}

function isDisjoint(pairs: Int32Array): boolean {
  let previousEnd = Number.NEGATIVE_INFINITY
  for (let i = 0; i < pairs.length; i += 2) {
    if (pairs[i]! < previousEnd || pairs[i + 1]! <= pairs[i]!) return false
    previousEnd = pairs[i + 1]!
  }
  return true
}

function isSorted(pairs: Int32Array): boolean {
  for (let i = 2; i < pairs.length; i += 2) if (pairs[i]! < pairs[i - 2]!) return false
  return true
}

function sortedByStart(pairs: Int32Array): Int32Array {
  const order = Uint32Array.from({ length: pairs.length >> 1 }, (_, i) => i * 2)
  order.sort((a, b) => pairs[a]! - pairs[b]!)
  const out = new Int32Array(pairs.length)
  order.forEach((from, i) => {
    out[i * 2] = pairs[from]!
    out[i * 2 + 1] = pairs[from + 1]!
  })
  return out
}

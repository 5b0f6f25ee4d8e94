import { MinuteList } from "./minute-list.ts"

const BITS = 32

const union = new MinuteList()

/**
 * Every minute that is in one of the sorted lists, sorted, each once. The providers of one search bring a hundred lists
 * that are nearly alike: crossing all of them off in one set of bits takes a fraction of merging list by list.
 */
export function unionOfLists(lists: readonly Int32Array[]): Int32Array {
  const filled = lists.filter(({ length }) => length > 0)
  if (filled.length < 2) return filled[0] ?? union.take()
  const first = Math.min(...filled.map((list) => list[0]!))
  const last = Math.max(...filled.map((list) => list[list.length - 1]!))
  const bits = new Int32Array(Math.floor((last - first) / BITS) + 1)
  for (const list of filled) addAll(bits, first, list)
  return minutesIn(bits, first)
}

function addAll(bits: Int32Array, first: number, list: Int32Array): void {
  for (let i = 0; i < list.length; i++) {
    const bit = list[i]! - first
    bits[bit >> 5]! |= 1 << (bit & 31)
  }
}

function minutesIn(bits: Int32Array, first: number): Int32Array {
  for (let word = 0; word < bits.length; word++) {
    for (let rest = bits[word]!; rest !== 0; ) {
      const lowest = rest & -rest
      union.push(first + word * BITS + (BITS - 1 - Math.clz32(lowest)))
      rest ^= lowest
    }
  }
  return union.take()
}

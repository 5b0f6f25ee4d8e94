import fc from "fast-check"
import { expect, it } from "vitest"
import {
  covers,
  disjoint,
  mergedByStart,
  normalized,
  notBefore,
  overlaps,
  subtract,
  union,
} from "../../../domain/time/intervals.ts"
import { drawn } from "../../support/trials.ts"

const SIZE = 60
const anyPairs = fc
  .array(fc.tuple(fc.nat(SIZE - 1), fc.nat(12)), { maxLength: 10 })
  .map((list) => Int32Array.from(list.flatMap(([start, length]) => [start, Math.min(SIZE, start + length)])))

function minutesIn(pairs: Int32Array): boolean[] {
  const inside = new Array<boolean>(SIZE).fill(false)
  for (let i = 0; i < pairs.length; i += 2) inside.fill(true, pairs[i], Math.max(pairs[i]!, pairs[i + 1]!))
  return inside
}

function both(holds: (a: Int32Array, b: Int32Array) => void): void {
  fc.assert(fc.property(anyPairs, anyPairs, holds), drawn(4_000, 11))
}

function expectPlain(pairs: Int32Array): void {
  for (let i = 1; i < pairs.length; i++) expect(pairs[i]!).toBeGreaterThan(pairs[i - 1]!)
}

it("makes any set plain, and leaves a plain one as it is", () => {
  both((a) => {
    const made = normalized(a)
    expectPlain(made)
    expect(minutesIn(made)).toEqual(minutesIn(a))
    expect(normalized(made)).toBe(made)
  })
})

it("unites and subtracts minute by minute", () => {
  both((a, b) => {
    const [inA, inB] = [minutesIn(a), minutesIn(b)]
    const results = [union(a, b), subtract(normalized(a), normalized(b))]
    results.forEach(expectPlain)
    const wanted = [inA.map((x, i) => x || inB[i]!), inA.map((x, i) => x && !inB[i])]
    expect(results.map(minutesIn)).toEqual(wanted)
  })
})

it("keeps touching pairs apart when only overlaps must go", () => {
  const touching = Int32Array.of(0, 10, 10, 20)
  expect(disjoint(touching)).toBe(touching)
  expect([...disjoint(Int32Array.of(0, 10, 9, 20))]).toEqual([0, 20])
  expect([...disjoint(Int32Array.of(5, 9, 0, 3))]).toEqual([0, 3, 5, 9])
})

it("tells overlap, cover and what is left after a minute", () => {
  both((a, b) => {
    const set = normalized(a)
    const inside = minutesIn(a)
    const start = b[0] ?? 3
    const end = start + 5
    expect(overlaps(set, start, end)).toBe(inside.slice(start, end).includes(true))
    expect(covers(set, start, end)).toBe(end <= SIZE && !inside.slice(start, end).includes(false))
    expect(minutesIn(notBefore(set, start))).toEqual(inside.map((x, i) => x && i >= start))
  })
})

it("merges two sorted sets side by side, keeping every pair", () => {
  const merged = mergedByStart(Int32Array.of(1, 4, 7, 9, 20, 21), Int32Array.of(0, 2, 7, 8, 30, 31))
  expect([...merged]).toEqual([0, 2, 1, 4, 7, 9, 7, 8, 20, 21, 30, 31])
  const only = Int32Array.of(3, 5)
  expect(mergedByStart(only, new Int32Array(0))).toBe(only)
  expect(mergedByStart(new Int32Array(0), only)).toBe(only)
})

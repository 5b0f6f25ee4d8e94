/** The engine against the oracle. */
import fc from "fast-check"
import { expect, it } from "vitest"
import type { SearchInput } from "../../../../domain/model/availability.ts"
import { blocksOf } from "../../../../domain/rules/availability/blocks.ts"
import { isOffered } from "../../../../domain/rules/availability/find-slots.ts"
import { findStarts } from "../../../../domain/rules/availability/find-starts.ts"
import { drawn, shareOfNumber } from "../../../support/trials.ts"
import { oracleBlocks, oracleStarts } from "./oracle.ts"
import { randomSearch } from "./random-input.ts"

const seed = 20270314
const cases = 80

function check(kind: "one day" | "several days", all: number, holds: (input: SearchInput) => void): void {
  fc.assert(fc.property(randomSearch(kind), holds), drawn(all, seed))
}

function found(input: SearchInput): number[] {
  return [...findStarts(input, { provider: input.providers[0]!, location: input.locations[0]! }).starts]
}

const withoutSpeed = (input: SearchInput): SearchInput => ({
  ...input,
  providers: input.providers.map((provider) => ({ ...provider, travel: null })),
})

const onTheGrid = (input: SearchInput): SearchInput => ({
  ...input,
  type: { ...input.type, starts: "grid" },
})

it("SL-02 SL-03 EX-05 EX-07 CL-11 offers exactly the minutes that the oracle allows, on the grid, packed, by road and with rooms", () => {
  let offered = 0
  let packed = 0
  let outOfReach = 0
  check("one day", cases, (input) => {
    const starts = found(input)
    packed += starts.length - found(onTheGrid(input)).length
    outOfReach += found(onTheGrid(withoutSpeed(input))).length - found(onTheGrid(input)).length
    expect(starts).toEqual(oracleStarts(input, input.providers[0]!, input.locations[0]!))
    offered += starts.length
  })
  expect(offered).toBeGreaterThan(shareOfNumber(cases))
  expect(packed).toBeGreaterThan(0)
  expect(outOfReach).toBeGreaterThan(0)
})

it("SL-04 TR-18 EX-06 EX-07 offers exactly the multi-day starts that the oracle allows, with its blocks", () => {
  let offered = 0
  let offeredBySkipping = 0
  let packed = 0
  check("several days", cases, (input) => {
    const [provider, location] = [input.providers[0]!, input.locations[0]!]
    const starts = found(input)
    expect(starts).toEqual(oracleStarts(input, provider, location))
    for (const start of starts.slice(0, 3))
      expect(blocksOf(input, provider, location, start)).toEqual(
        oracleBlocks(input, provider, location, start),
      )
    offered += starts.length
    packed += starts.length - found(onTheGrid(input)).length
    const strict = { ...input, type: { ...input.type, skipShortDays: false } }
    offeredBySkipping += starts.length - found(strict).length
  })
  expect(offered).toBeGreaterThan(shareOfNumber(cases))
  expect(offeredBySkipping).toBeGreaterThan(0)
  expect(packed).toBeGreaterThan(0)
})

it.each(["one day", "several days"] as const)(
  "SL-09 the same %s times whatever range is searched",
  (kind) => {
    check(kind, cases * 2, (input) => {
      const days = Array.from({ length: input.endDay - input.firstDay }, (_, i) => input.firstDay + i)
      const dayByDay = days.flatMap((day) => found({ ...input, firstDay: day, endDay: day + 1 }))
      expect(found(input)).toEqual(dayByDay.sort((a, b) => a - b))
    })
  },
)

it("SL-09 a booking is allowed for exactly the times that were offered", () => {
  check("one day", cases, (input) => {
    const offered = new Set(found(input))
    for (const start of offered) {
      expect(isOffered(input, 1, 1, start)).toBe(true)
      for (const near of [start - 1, start + 1, start + 5]) {
        const isInRange = near > Math.min(...offered) && near < Math.max(...offered)
        if (isInRange) expect(isOffered(input, 1, 1, near)).toBe(offered.has(near))
      }
    }
  })
})

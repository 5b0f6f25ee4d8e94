/** WN-08: appointments in one visit on a day that breaks, against a search that tries every option of each. */
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { finished } from "../../../../domain/rules/availability/steps.ts"
import { assign } from "../../../../domain/rules/disruption/assign.ts"
import {
  type ChainOption,
  type ChainPart,
  chainOptions,
  chainsOf,
} from "../../../../domain/rules/disruption/chains.ts"
import type { MoveOption } from "../../../../domain/rules/disruption/move-options.ts"
import { type Hit, optionsMeet } from "../../../../domain/rules/disruption/options.ts"
import { drawn } from "../../../support/trials.ts"

const minutes = 60

/** An option for an appointment that was to begin at `was` with the first provider; the customer is in one place at a time. */
function optionAt(customer: number, was: number, [providerId, step]: readonly [number, number]): MoveOption {
  const start = step * minutes
  const taking = (key: string) => ({
    ...{ key, start, end: start + minutes, jobStart: start, jobEnd: start + minutes, leg: null },
  })
  return {
    ...{ providerId, locationId: 1, start },
    takes: [taking(`provider ${providerId}`), taking(`customer ${customer}`)],
    isTold: start !== was,
    shiftMinutes: Math.abs(start - was),
    limits: providerId === 2 ? [{ key: "limit of 2", left: 2 }] : [],
  }
}

interface Coming {
  parts: ChainPart[]
}

const drawnDay = fc
  .array(
    fc.record({
      first: fc.integer({ min: 0, max: 3 }),
      free: fc.array(
        fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 0, max: 6 })), {
          maxLength: 5,
          selector: String,
        }),
        { minLength: 1, maxLength: 3 },
      ),
    }),
    { minLength: 1, maxLength: 3 },
  )
  .map((all) =>
    all.map(
      ({ first, free }, customer): Coming => ({
        parts: free.map((options, i) => {
          const start = (first + i) * minutes
          return { start, providerId: 1, options: options.map((one) => optionAt(customer, start, one)) }
        }),
      }),
    ),
  )

type Counts = [unplaced: number, told: number, shift: number]
const isLess = (a: Counts, b: Counts) => {
  const at = a.findIndex((count, i) => count !== b[i])
  return at >= 0 && a[at]! < b[at]!
}

/** Tries every option of each appointment; of one visit all are as far from their old time, or none has a time. */
function bruteForce(comings: readonly Coming[]): Counts {
  let best: Counts = [Number.MAX_SAFE_INTEGER, 0, 0]
  const place = (at: number, chosen: readonly MoveOption[], counts: Counts): void => {
    const coming = comings[at]
    if (coming === undefined) {
      if (isLess(counts, best)) best = counts
      return
    }
    place(at + 1, chosen, [counts[0] + 1, counts[1], counts[2]])
    const tryParts = (parts: readonly MoveOption[]): void => {
      const next = coming.parts[parts.length]
      if (next === undefined) {
        const shift = Math.abs(parts[0]!.start - coming.parts[0]!.start)
        place(at + 1, [...chosen, ...parts], [counts[0], counts[1] + (shift > 0 ? 1 : 0), counts[2] + shift])
        return
      }
      for (const option of next.options) {
        const isApart = parts[0] && option.start - next.start !== parts[0].start - coming.parts[0]!.start
        const all = [...chosen, ...parts]
        const limited = [...all, option].filter(({ limits }) => limits.length > 0).length
        if (isApart || limited > 2 || all.some((other) => optionsMeet(other, option))) continue
        tryParts([...parts, option])
      }
    }
    tryParts([])
  }
  place(0, [], [0, 0, 0])
  return best
}

describe("those who come for several things", () => {
  it("WN-08 CL-06 keep together, and as few of them hear as when everything is tried", () => {
    fc.assert(
      fc.property(drawnDay, (comings) => {
        const hits = comings.map(({ parts }, id): Hit<ChainOption> => ({ id, options: chainOptions(parts) }))
        const chosen = [...finished(assign(hits))]
        const taken = chosen.flatMap(([, { parts }]) => parts)
        taken.forEach((one, i) => {
          expect(taken.slice(i + 1).some((other) => optionsMeet(one, other))).toBe(false)
        })
        expect(taken.filter(({ limits }) => limits.length > 0).length).toBeLessThanOrEqual(2)
        for (const [id, { parts }] of chosen) {
          const shifts = parts.map(({ start }, i) => start - comings[id]!.parts[i]!.start)
          expect(new Set(shifts).size).toBe(1)
        }
        const counts: Counts = [
          hits.length - chosen.length,
          chosen.filter(([, { isTold }]) => isTold).length,
          chosen.reduce((sum, [, { shiftMinutes }]) => sum + shiftMinutes, 0),
        ]
        expect(counts).toEqual(bruteForce(comings))
      }),
      drawn(1_600, 5),
    )
  })

  it("WN-08 CL-06 follow one another only while they do: one that was moved away, or elsewhere, is alone", () => {
    const one = (id: number, group_id: number | null, start: number, location_id = 1) => ({
      ...{ id, group_id, location_id },
      ...{ start_at: new Date(start * 60_000), end_at: new Date((start + 30) * 60_000) },
    })
    const all = [
      one(1, 7, 0),
      one(2, 7, 30),
      one(3, 7, 600),
      one(4, 8, 30),
      one(5, 8, 60, 2),
      one(6, null, 60),
      one(7, 9, 90),
      one(8, 9, 100),
    ]
    const chains = chainsOf(all, (each) => each).map((chain) => chain.map(({ id }) => id))
    expect(chains).toEqual([[1, 2], [4], [5], [6], [7], [8], [3]])
  })
})

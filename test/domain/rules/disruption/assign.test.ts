import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { finished } from "../../../../domain/rules/availability/steps.ts"
import { assign } from "../../../../domain/rules/disruption/assign.ts"
import type { Hit, Option } from "../../../../domain/rules/disruption/options.ts"
import { drawn } from "../../../support/trials.ts"

interface Drawn {
  provider: number
  start: number
  minutes: number
  isTold: boolean
}

const optionOf = ({ provider, start, minutes, isTold }: Drawn): Option => ({
  takes: [
    {
      key: `provider ${provider}`,
      start,
      end: start + minutes,
      jobStart: start,
      jobEnd: start + minutes,
      leg: null,
    },
  ],
  isTold,
  shiftMinutes: isTold ? start % 97 : 0,
  limits: provider === 1 ? [{ key: "limit of 1", left: 2 }] : [],
})

const drawnDay = fc
  .array(
    fc.array(
      fc.record({
        provider: fc.integer({ min: 1, max: 3 }),
        start: fc.integer({ min: 0, max: 12 }).map((step) => step * 30),
        minutes: fc.constantFrom(30, 60, 90),
        isTold: fc.boolean(),
      }),
      { maxLength: 4 },
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((hits): Hit[] => hits.map((options, i) => ({ id: i + 1, options: options.map(optionOf) })))

type Counts = [unplaced: number, told: number, shift: number]

function countsOf(hits: readonly Hit[], chosen: ReadonlyMap<number, Option>): Counts {
  const all = [...chosen.values()]
  return [
    hits.length - all.length,
    all.filter(({ isTold }) => isTold).length,
    all.reduce((sum, { shiftMinutes }) => sum + shiftMinutes, 0),
  ]
}

function isPossible(options: readonly Option[]): boolean {
  const takes = options.flatMap((option) => option.takes)
  const meet = takes.some((a, i) =>
    takes.some((b, j) => i < j && a.key === b.key && a.start < b.end && b.start < a.end),
  )
  const limits = options.flatMap((option) => option.limits)
  return !meet && limits.every(({ key, left }) => limits.filter((one) => one.key === key).length <= left)
}

/** Tries everything. */
function bruteForce(hits: readonly Hit[]): Counts {
  let best: Counts = [Number.MAX_SAFE_INTEGER, 0, 0]
  const tryFrom = (at: number, chosen: ReadonlyMap<number, Option>): void => {
    if (!isPossible([...chosen.values()])) return
    const hit = hits[at]
    if (hit === undefined) {
      const counts = countsOf(hits, chosen)
      if (isLess(counts, best)) best = counts
      return
    }
    tryFrom(at + 1, chosen)
    for (const option of hit.options) tryFrom(at + 1, new Map(chosen).set(hit.id, option))
  }
  tryFrom(0, new Map())
  return best
}

const isLess = (a: Counts, b: Counts): boolean => {
  const at = a.findIndex((count, i) => count !== b[i])
  return at >= 0 && a[at]! < b[at]!
}

describe("WN-08 of a day that breaks", () => {
  it("as few stay without a time, and as few customers hear of it, as brute force finds", () => {
    fc.assert(
      fc.property(drawnDay, (hits) => {
        const chosen = finished(assign(hits))
        expect(isPossible([...chosen.values()])).toBe(true)
        expect(countsOf(hits, chosen)).toEqual(bruteForce(hits))
      }),
      drawn(2_400, 20_261_127),
    )
  })

  it("the chains alone come near where there are no steps for the whole search", () => {
    let [more, all] = [0, 0]
    fc.assert(
      fc.property(drawnDay, (hits) => {
        const [unplaced, told] = countsOf(hits, finished(assign(hits, { chains: 100_000, whole: 0 })))
        const [fewest, fewestTold] = bruteForce(hits)
        expect(unplaced).toBe(fewest)
        more += Math.max(0, told - fewestTold)
        all += fewestTold
      }),
      drawn(2_400, 8),
    )
    expect(more / all).toBeLessThan(0.05)
  })

  it("two visits of one provider stand as far apart as the drive between them", () => {
    const travel = { speedKmh: 60, roadFactor: 1, setupMinutes: 0 }
    const at = (id: number, start: number, longitude: number): Hit => ({
      id,
      options: [
        {
          takes: [
            {
              ...{ key: "provider 1", start, end: start + 60, jobStart: start, jobEnd: start + 60 },
              leg: { point: { latitude: 0, longitude }, travel },
            },
          ],
          ...{ isTold: false, shiftMinutes: 0, limits: [] },
        },
      ],
    })
    // A tenth of a degree is 11.1 km, 12 minutes.
    expect(finished(assign([at(1, 480, 0), at(2, 551, 0.1)])).size).toBe(1)
    expect(finished(assign([at(1, 480, 0), at(2, 552, 0.1)])).size).toBe(2)
  })

  it("sixty appointments of ten providers are decided within a moment, the same whatever their order", () => {
    const hits = Array.from({ length: 60 }, (_, i): Hit => {
      const start = 480 + (i % 9) * 60
      const options = Array.from({ length: 90 }, (_, o) =>
        optionOf({
          provider: (i + o) % 10,
          start: o < 3 ? start : 480 + ((i * 7 + o * 5) % 30) * 30,
          minutes: 60,
          isTold: o >= 3,
        }),
      )
      return { id: i + 1, options }
    })
    const chosen = finished(assign(hits))
    expect(chosen.size).toBe(60)
    expect([...finished(assign(hits.toReversed())).keys()].sort()).toEqual([...chosen.keys()].sort())
  })

  it("sixty appointments that ask for the same time of one provider end after few steps, however many options they have", () => {
    const options = Array.from({ length: 700 }, (_, o) =>
      optionOf({ provider: 2, start: 480 + (o % 10), minutes: 60, isTold: true }),
    )
    const hits = Array.from({ length: 60 }, (_, i): Hit => ({ id: i + 1, options }))
    const work = assign(hits)
    let [steps, end] = [0, work.next()]
    for (; !end.done && steps < 10_000; steps++) end = work.next()
    expect(end.done && end.value.size).toBe(1)
  })
})

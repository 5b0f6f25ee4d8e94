/** Types that take several providers, and types in steps, against the oracle: minute by minute, provider by provider. */
import fc from "fast-check"
import { expect, it } from "vitest"
import type { ProviderPlan, SearchInput } from "../../../../domain/model/availability.ts"
import { blocksOf } from "../../../../domain/rules/availability/blocks.ts"
import { findStarts } from "../../../../domain/rules/availability/find-starts.ts"
import { chooseCrew } from "../../../../domain/rules/booking/choose-crew.ts"
import { drawn } from "../../../support/trials.ts"
import { oracleCrewStarts } from "./oracle.ts"
import { randomSearch } from "./random-input.ts"

const cases = 200

const shifted = (minutes: Int32Array, by: number) => minutes.map((minute) => minute + by)

/** A colleague: the same hours or all the time, and other appointments. */
const colleague = fc.record({
  by: fc.integer({ min: -700, max: 700 }),
  isAlways: fc.boolean(),
  isFree: fc.boolean(),
})

function colleagueOf(
  lead: ProviderPlan,
  id: number,
  drawn: { by: number; isAlways: boolean; isFree: boolean },
): ProviderPlan {
  const { by, isAlways, isFree } = drawn
  const always = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
    locationId: 1,
    weekday,
    startMinute: 0,
    endMinute: 0,
  }))
  return {
    ...lead,
    id,
    hours: isAlways ? always : lead.hours,
    timeOff: shifted(lead.timeOff, by),
    busy: isFree ? new Int32Array(0) : shifted(lead.busy, by),
    typeStarts: shifted(lead.typeStarts, by),
    jobs: isFree ? [] : lead.jobs.map((job) => ({ ...job, start: job.start + by, end: job.end + by })),
  }
}

const partsOf = (minutes: number) => {
  const third = Math.floor(minutes / 3)
  return [
    undefined,
    [
      { from: 0, to: third },
      { from: 2 * third, to: minutes },
    ],
    [{ from: third, to: minutes }],
    [{ from: 0, to: third }],
  ]
}

const search = (kind: "one day" | "several days"): fc.Arbitrary<SearchInput> =>
  fc
    .tuple(
      randomSearch(kind),
      fc.array(colleague, { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 1, max: 3 }),
      fc.integer({ min: 0, max: 3 }),
    )
    .map(([input, drawn, crew, pick]) => {
      const lead = input.providers[0]!
      const parts = kind === "one day" ? partsOf(input.type.blockMinutes[0]!)[pick] : undefined
      return {
        ...input,
        type: { ...input.type, crew, parts },
        providers: [lead, ...drawn.map((one, i) => colleagueOf(lead, i + 2, one))],
      }
    })

it.each(["one day", "several days"] as const)(
  "CL-04 CL-05 CL-11 offers of %s exactly the starts to which enough providers can come, steps without them left free",
  (kind) => {
    const tally = { offered: 0, short: 0, inSteps: 0 }
    const holds = (input: SearchInput) => {
      const [lead, location] = [input.providers[0]!, input.locations[0]!]
      const at = { provider: lead, location }
      const { starts } = findStarts(input, at)
      tally.offered += starts.length
      const alone = findStarts({ ...input, type: { ...input.type, crew: 1 } }, at).starts.length
      tally.short += alone - starts.length
      const whole = findStarts({ ...input, type: { ...input.type, parts: undefined } }, at).starts.length
      tally.inSteps += Math.max(0, starts.length - whole)
      expect(starts).toEqual(oracleCrewStarts(input, lead, location))
      for (const start of starts.slice(0, 5)) {
        const crew = chooseCrew(input, at, blocksOf(input, lead, location, start)!, {
          preferred: [],
          fixed: null,
        })
        expect(crew).toHaveLength(input.type.crew! - 1)
      }
    }
    fc.assert(fc.property(search(kind), holds), drawn(cases, 20270314))
    expect(tally.offered).toBeGreaterThan(0)
    expect(tally.short).toBeGreaterThan(0)
    if (kind === "one day") expect(tally.inSteps).toBeGreaterThan(0)
  },
)

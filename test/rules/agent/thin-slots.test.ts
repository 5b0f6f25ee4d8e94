import fc from "fast-check"
import { expect, it } from "vitest"
import type {
  LocationPlan,
  ProviderLocationStarts,
  ProviderPlan,
  Slot,
} from "../../../src/model/availability.ts"
import { thinSlots } from "../../../src/rules/agent/thin-slots.ts"

const placeOf = (nth: number, count: number): ProviderLocationStarts => ({
  provider: { id: nth } as ProviderPlan,
  location: { id: 1 } as LocationPlan,
  starts: Array.from({ length: count }, (_, i) => i * 30),
})
const slotsOf = (places: readonly ProviderLocationStarts[]): Slot[] =>
  places.flatMap(({ provider, location, starts }) =>
    Array.from(starts, (start) => ({ provider, location, start })),
  )
const named = ({ provider, start }: Slot) => `${provider.id}:${start}`

it("AG-15 keeps the recommended and an even share of the rest, in their order, never more than wanted", () => {
  const counts = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 8 })
  const picks = fc.array(fc.nat(), { maxLength: 5 })
  fc.assert(
    fc.property(counts, picks, fc.integer({ min: 5, max: 80 }), (sizes, nths, most) => {
      const places = sizes.map((count, nth) => placeOf(nth, count))
      const all = slotsOf(places)
      const recommended = [...new Set(nths.map((nth) => all[nth % all.length]!))]
      const kept = slotsOf(thinSlots(places, recommended, most)).map(named)
      expect(kept).toHaveLength(Math.min(most, all.length))
      expect(kept).toEqual(all.map(named).filter((name) => kept.includes(name)))
      for (const slot of recommended) expect(kept).toContain(named(slot))
      const rest = all.map(named).filter((name) => !recommended.map(named).includes(name))
      const gaps = gapsBetween(rest.map((name) => kept.includes(name)))
      if (gaps.length > 0) expect(Math.max(...gaps) - Math.min(...gaps)).toBeLessThanOrEqual(1)
    }),
    { seed: 20_270_301 },
  )
})

/** How far it is from each that was kept to the next. */
function gapsBetween(isKept: readonly boolean[]): number[] {
  const at = isKept.flatMap((kept, i) => (kept ? [i] : []))
  return at.slice(1).map((position, i) => position - at[i]!)
}

import fc from "fast-check"
import { expect, it } from "vitest"
import type {
  LocationPlan,
  ProviderLocationStarts,
  ProviderPlan,
  Slot,
} from "../../../../domain/model/availability.ts"
import { thinSlots } from "../../../../domain/rules/agent/thin-slots.ts"
import { minutesPerDay } from "../../../../domain/time/units.ts"
import { drawn } from "../../../support/trials.ts"

const interval = 30

/** The starts of one provider at one of two locations, on the half hour from the beginning of 1970. */
const entryOf = (nth: number, starts: readonly number[]): ProviderLocationStarts => ({
  provider: { id: nth } as ProviderPlan,
  location: { id: nth % 2, zone: "UTC" } as LocationPlan,
  starts: starts.map((index) => index * interval),
})
const slotsOf = (entries: readonly ProviderLocationStarts[]): Slot[] =>
  entries.flatMap(({ provider, location, starts }) => starts.map((start) => ({ provider, location, start })))
const named = ({ provider, start }: Slot) => `${provider.id}:${start}`
const startsOf = (entries: readonly ProviderLocationStarts[]) => [
  ...new Set(slotsOf(entries).map(({ start }) => start)),
]

/** Up to eight providers with up to 120 starts within five days, and some of all of these recommended. */
const offers = fc
  .array(fc.uniqueArray(fc.nat({ max: 239 }), { minLength: 1, maxLength: 120 }), {
    minLength: 1,
    maxLength: 8,
  })
  .map((all) =>
    all.map((starts, nth) =>
      entryOf(
        nth,
        starts.toSorted((a, b) => a - b),
      ),
    ),
  )
const picks = fc.array(fc.nat(), { maxLength: 5 })
const rooms = fc.integer({ min: 5, max: 80 })

/** As a search recommends: no start twice. */
function recommendedOf(entries: readonly ProviderLocationStarts[], nths: readonly number[]): Slot[] {
  const all = slotsOf(entries)
  const byStart = new Map(nths.map((nth) => [all[nth % all.length]!.start, all[nth % all.length]!]))
  return [...byStart.values()]
}

const check = (property: (entries: ProviderLocationStarts[], recommended: Slot[], most: number) => void) =>
  fc.assert(
    fc.property(offers, picks, rooms, (entries, nths, most) =>
      property(entries, recommendedOf(entries, nths), most),
    ),
    drawn(800, 20_270_301),
  )

it("AG-15 names what was offered, in its order, never more than wanted, the recommended among it", () => {
  check((entries, recommended, most) => {
    const all = slotsOf(entries).map(named)
    const kept = slotsOf(thinSlots(entries, recommended, { most, aroundMinute: null }).named).map(named)
    expect(kept).toHaveLength(Math.min(most, all.length))
    expect(kept).toEqual(all.filter((each) => kept.includes(each)))
    for (const slot of recommended) expect(kept).toContain(named(slot))
  })
})

it("TR-42 names every start before any of them with a second provider", () => {
  check((entries, recommended, most) => {
    const thinned = thinSlots(entries, recommended, { most, aroundMinute: null })
    const kept = slotsOf(thinned.named).map(({ start }) => start)
    const every = startsOf(entries)
    if (every.length <= most) expect(new Set(kept)).toEqual(new Set(every))
    else expect(new Set(kept).size).toBe(kept.length)
    const expected =
      every.length > most ? "starts" : kept.length < slotsOf(entries).length ? "choices" : "nothing"
    expect(thinned.left).toBe(expected)
  })
})

it("TR-42 names an even share of more starts than there is room for", () => {
  check((entries, recommended, most) => {
    const kept = new Set(startsOf(thinSlots(entries, recommended, { most, aroundMinute: null }).named))
    const given = new Set(recommended.map(({ start }) => start))
    const rest = startsOf(entries)
      .filter((start) => !given.has(start))
      .sort((a, b) => a - b)
    const at = rest.flatMap((start, i) => (kept.has(start) ? [i] : []))
    const gaps = at.slice(1).map((position, i) => position - at[i]!)
    if (gaps.length > 0) expect(Math.max(...gaps) - Math.min(...gaps)).toBeLessThanOrEqual(1)
  })
})

it("TR-42 names the starts nearest to the wished time of day", () => {
  const wished = 15 * 60
  const distance = (start: number) => Math.abs((start % minutesPerDay) - wished)
  check((entries, recommended, most) => {
    const kept = startsOf(thinSlots(entries, recommended, { most, aroundMinute: wished }).named)
    const left = startsOf(entries).filter((start) => !kept.includes(start))
    const given = recommended.map(({ start }) => start)
    const farthest = Math.max(...kept.filter((start) => !given.includes(start)).map(distance), 0)
    for (const start of left) expect(distance(start)).toBeGreaterThanOrEqual(farthest)
  })
})

it("TR-42 shares the starts among the providers who have them", () => {
  const both = [entryOf(0, [0, 1, 2, 3, 4, 5]), entryOf(2, [0, 1, 2, 3, 4, 5])]
  const { named: shared } = thinSlots(both, [], { most: 6, aroundMinute: null })
  expect(shared.map(({ starts }) => starts.length)).toEqual([3, 3])
})

it("TR-42 names a start at another location before it is named with another provider at the same", () => {
  const three = [entryOf(0, [0, 1]), entryOf(2, [0, 1]), entryOf(1, [0, 1])]
  const { named: listed } = thinSlots(three, [], { most: 4, aroundMinute: null })
  const locations = listed.flatMap(({ location, starts }) =>
    starts.map((start) => `${start} at ${location.id}`),
  )
  expect(new Set(locations)).toEqual(new Set(["0 at 0", "0 at 1", "30 at 0", "30 at 1"]))
})

/** Several types in one visit at a large clinic: what a search looks at and keeps, as counts. */
import { queryObjects } from "node:v8"
import { expect, it } from "vitest"
import { benchInput, benchProvider } from "../../../../bench/engine-input.ts"
import type { SearchInput, TypePlan } from "../../../../domain/model/availability.ts"
import { finished } from "../../../../domain/rules/availability/steps.ts"
import { Effort } from "../../../../domain/rules/cost/effort.ts"
import { looks } from "../../../../domain/rules/cost/looks.ts"
import { findGroups } from "../../../../domain/rules/groups/find-groups.ts"
import { OfferedPart } from "../../../../domain/rules/groups/group-part.ts"

const following = { gapMinutes: 15, sameProvider: false }

/** So many types of half an hour, on a grid of five minutes. */
function asked(types: number, providers: number, days: number, more: Partial<TypePlan> = {}) {
  const base = benchInput(Array.from({ length: providers }, (_, i) => benchProvider(i + 1)))
  const inputs = Array.from({ length: types }, (_, i): SearchInput => {
    const type = { ...base.type, id: i + 1, blockMinutes: [30], slotIntervalMinutes: 5, ...more }
    return { ...base, type, endDay: base.firstDay + days }
  })
  return inputs as [SearchInput, ...SearchInput[]]
}

const startsIn = ({ offered }: { offered: readonly { starts: ArrayLike<number> }[] }) =>
  offered.reduce((sum, { starts }) => sum + starts.length, 0)

it("FX-12 a search of five services looks at each start a few times, and keeps numbers only", () => {
  const effort = new Effort(Number.POSITIVE_INFINITY)
  const found = finished(findGroups(asked(5, 60, 14), following, effort))
  const { offered } = found.result
  expect(startsIn(found.result)).toBeGreaterThan(10_000)
  expect(queryObjects(OfferedPart, { format: "count" })).toBe(0)
  expect(effort.spent / looks.start).toBeLessThan(startsIn(found.result) * 12)
  const [{ provider, location, starts }] = offered as [(typeof offered)[0]]
  const parts = found.partsAt({ provider, location, start: starts[0]! })
  expect(parts.map(({ input }) => input.type.id)).toEqual([1, 2, 3, 4, 5])
})

it("FX-12 the shortest visit of an entry is that of its parts", () => {
  const found = finished(findGroups(asked(3, 4, 2), following))
  for (const entry of found.result.offered) {
    const lengths = Array.from(
      entry.starts,
      (start) => found.partsAt({ ...entry, start }).at(-1)!.end - start,
    )
    expect(found.shortestOf(entry)).toBe(Math.min(...lengths))
  }
})

it.each([
  ["a plain one", {}],
  ["one with packed starts, each tried by a search of the date", { starts: "packed" as const }],
])("FX-12 a search ends where its effort is used, %s", (_, more) => {
  const most = 2_000
  const effort = new Effort(most)
  const search = findGroups(asked(3, 20, 7, more), following, effort)
  expect(() => finished(search)).toThrow(expect.objectContaining({ code: "question_too_large" }))
  expect(effort.spent).toBeLessThanOrEqual(most + looks.searchBeside)
  expect(search.next()).toEqual({ done: true, value: undefined })
})

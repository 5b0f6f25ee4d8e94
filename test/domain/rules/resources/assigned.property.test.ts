/** Every start that is offered can be assigned, and what is assigned holds. */
import fc from "fast-check"
import { expect, it } from "vitest"
import type { SearchInput } from "../../../../domain/model/availability.ts"
import type { ResourceInput, ResourceNeed } from "../../../../domain/model/resource-plan.ts"
import { blocksOf } from "../../../../domain/rules/availability/blocks.ts"
import { findStarts } from "../../../../domain/rules/availability/find-starts.ts"
import { type AssignedResources, assignResources } from "../../../../domain/rules/resources/resources-at.ts"
import { drawn, shareOfNumber } from "../../../support/trials.ts"
import { randomSearch } from "../availability/random-input.ts"
import { randomResources } from "./random-resources.ts"

const cases = 60

interface Taken {
  resourceId: number
  start: number
  until: number
}

/** All that is taken once the job has what it was assigned. */
function takenAfter({ resources }: SearchInput, { taken, moved }: AssignedResources): Taken[] {
  const movedTo = new Map(moved.map((one) => [one.id, one]))
  return [...resources!.uses.map((use) => ({ ...use, ...movedTo.get(use.id) })), ...taken]
}

/** Resources that are taken until another time than their turnover leaves, newly or from before. */
function wrongTurnovers({ resources }: SearchInput, { taken, moved }: AssignedResources): object[] {
  const { resources: all, uses } = resources!
  const turnoverOf = new Map(all.map(({ id, turnoverMinutes }) => [id, turnoverMinutes]))
  const ends = new Map(uses.map(({ id, end }) => [id, end]))
  const movedAsTaken = moved.map((one) => ({ ...one, end: ends.get(one.id)! }))
  return [...taken, ...movedAsTaken].filter(
    ({ resourceId, end, until }) => until !== end + turnoverOf.get(resourceId)!,
  )
}

const meetings = (all: readonly Taken[]) =>
  all.filter((one, i) =>
    all.some(
      (other, k) =>
        k > i && other.resourceId === one.resourceId && one.start < other.until && other.start < one.until,
    ),
  )

/** Nothing but the resources takes starts away: the provider is there around the clock, and nothing has begun. */
function withOnlyResources(search: SearchInput, needs: readonly ResourceNeed[], resources: ResourceInput) {
  const none = new Int32Array(0)
  const [provider, location] = [search.providers[0]!, search.locations[0]!]
  const allDay = { locationId: location.id, startMinute: 0, endMinute: 0 }
  const hours = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ ...allDay, weekday }))
  const free = { overrides: [], timeOff: none, busy: none, typeStarts: none, jobs: [], travel: null }
  const { id, name, zone, point, serviceArea } = location
  return {
    ...search,
    now: (search.firstDay - 2) * 86_400_000,
    type: {
      ...search.type,
      ...{ blockMinutes: [60], bufferBeforeMinutes: 0, bufferAfterMinutes: 0, slotIntervalMinutes: 15 },
      ...{ starts: "grid" as const, dailyLimit: null, place: "at_location" as const, needs },
    },
    ...{ overrideEligibility: true, request: null, customerJobs: [], resources },
    providers: [{ ...provider, ...free, hours }],
    locations: [{ id, name, zone, point, serviceArea }],
  }
}

it("CL-03 every offered start can be assigned: no resource twice, as many as are needed, what staff fixed untouched", () => {
  let assignments = 0
  let anew = 0
  const searches = randomSearch("one day").chain((search) =>
    randomResources(search.firstDay).map(({ needs, input }) => withOnlyResources(search, needs, input)),
  )
  fc.assert(
    fc.property(searches, (input) => {
      const [provider, location] = [input.providers[0]!, input.locations[0]!]
      const { starts } = findStarts(input, { provider, location })
      for (const start of starts.slice(0, 200)) {
        const blocks = blocksOf(input, provider, location, start)!
        const assigned = assignResources(input, location, blocks)
        expect(assigned).not.toBeNull()
        expect(meetings(takenAfter(input, assigned!))).toEqual([])
        const needed = input.type.needs.reduce((sum, { count }) => sum + count, 0)
        expect(new Set(assigned!.taken.map(({ resourceId }) => resourceId)).size).toBe(needed)
        const fixed = new Set(input.resources.uses.flatMap(({ id, isPinned }) => (isPinned ? id : [])))
        expect(assigned!.moved.filter(({ id }) => fixed.has(id))).toEqual([])
        expect(wrongTurnovers(input, assigned!)).toEqual([])
        assignments += 1
        anew += Number(assigned!.moved.length > 0)
      }
    }),
    drawn(cases, 20270314),
  )
  expect(assignments).toBeGreaterThan(shareOfNumber(cases))
  expect(anew).toBeGreaterThan(0)
})

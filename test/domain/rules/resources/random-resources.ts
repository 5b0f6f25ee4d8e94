/** Random rooms and what takes them, around the dates of a random search. */
import fc from "fast-check"
import type {
  ResourceHours,
  ResourceInput,
  ResourceNeed,
  ResourcePlan,
  ResourceUse,
} from "../../../../domain/model/resource-plan.ts"

export interface RandomResources {
  needs: ResourceNeed[]
  input: ResourceInput
}

const DAY = 1440

const hours: fc.Arbitrary<ResourceHours[]> = fc
  .record({ opening: fc.integer({ min: 0, max: 14 }), length: fc.integer({ min: 2, max: 23 }) })
  .map(({ opening, length }) =>
    [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
      weekday,
      startMinute: opening * 60,
      endMinute: ((opening + length) % 24) * 60,
    })),
  )

/** Rooms are often alike. */
const room = (firstDay: number) =>
  fc.record({
    turnoverMinutes: fc.constantFrom(0, 0, 0, 15, 30),
    hours: fc.option(hours, { freq: 3 }),
    timeOff: fc.oneof(
      { weight: 3, arbitrary: fc.constant(new Int32Array(0)) },
      fc
        .tuple(fc.integer({ min: -2 * DAY, max: 8 * DAY }), fc.integer({ min: 30, max: 900 }))
        .map(([from, length]) => Int32Array.of(firstDay * DAY + from, firstDay * DAY + from + length)),
    ),
  })

const use = fc.record({
  /** The start is on one of the first dates, so that they meet each other. */
  start: fc.integer({ min: -4, max: 2 * 96 }).map((quarter) => quarter * 15),
  length: fc.constantFrom(15, 30, 60, 90, 240, 600),
  at: fc.nat(),
  isPinned: fc.constantFrom(false, false, false, true),
  lag: fc.constantFrom(0, 0, 0, 0, 0, 15),
})

export const randomResources = (firstDay: number): fc.Arbitrary<RandomResources> =>
  fc
    .record({
      rooms: fc.array(room(firstDay), { minLength: 1, maxLength: 4 }),
      uses: fc.array(use, { maxLength: 14 }),
      needs: fc.constantFrom([1], [1], [2], [1, 1]),
      // The part of a job of steps.
      span: fc.constantFrom<{ from: number; until: number | null }>(
        { from: 0, until: null },
        { from: 0, until: null },
        { from: 0, until: 15 },
        { from: 5, until: null },
      ),
    })
    .map(({ rooms, uses: drawn, needs, span }) => {
      const resources = rooms.map((plan, i): ResourcePlan => {
        const group = needs.length > 1 && i % 2 === 1 ? "Lasers" : "Rooms"
        return { ...plan, id: 50 + i, name: `Room ${i + 1}`, kind: "room", group, locationId: 1 }
      })
      const uses: ResourceUse[] = []
      for (const [i, { start: offset, length, at, isPinned, lag }] of drawn.entries()) {
        const resource = resources[at % resources.length]!
        const start = firstDay * DAY + offset
        const until = start + length + resource.turnoverMinutes + lag
        const isFree = uses.every(
          (other) => other.resourceId !== resource.id || other.until <= start || until <= other.start,
        )
        if (isFree)
          uses.push({
            ...{ id: 900 + i, resourceId: resource.id, start, end: start + length },
            until,
            isPinned,
          })
      }
      const groups = ["Rooms", "Lasers"]
      return {
        needs: needs.map((count, i) => ({ group: groups[i]!, count, ...span })),
        input: { resources, uses, chosenIds: [] },
      }
    })

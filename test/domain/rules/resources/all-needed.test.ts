/** A job that takes all rooms of a group. */
import { expect, it } from "vitest"
import { chooseResources } from "../../../../domain/rules/resources/choose-resources.ts"
import type { GroupResource, GroupTime } from "../../../../domain/rules/resources/group-time.ts"
import { startsTaken } from "../../../../domain/rules/resources/starts-taken.ts"
import { zoneTable } from "../../../../domain/time/zone-table.ts"

const day = 20_757
const midnight = day * 1_440

/** Two rooms, the first without turnover; the second is taken from midnight for a quarter of an hour. */
function rooms(turnoverMinutes: number): GroupTime {
  const room = (id: number, turnover: number, uses: GroupResource["uses"]): GroupResource => ({
    plan: {
      ...{ id, name: `Room ${id}`, kind: "room", group: "Rooms", locationId: 1 },
      ...{ hours: null, timeOff: new Int32Array(0), turnoverMinutes: turnover },
    },
    open: Int32Array.of(midnight - 1_440, midnight + 2_880),
    taken: Int32Array.from(uses.flatMap(({ start, until }) => [start, until])),
    uses,
  })
  const use = {
    ...{ id: 900, resourceId: 51, start: midnight, end: midnight + 15 },
    ...{ until: midnight + 15 + turnoverMinutes, isPinned: false, writtenAt: null },
  }
  return {
    ...{ zone: zoneTable("UTC"), now: midnight - 1_440, only: null, longestTurnover: turnoverMinutes },
    resources: [room(50, 0, []), room(51, turnoverMinutes, [use])],
  }
}

it("CL-03 others give way to the room that needs less turnover, also where the job takes all rooms", () => {
  const wish = { count: 2, minutes: 60 }
  const first = midnight + 15
  const taken = startsTaken(rooms(30), wish, [day, day + 1])
  expect(taken.at(-1)).toBe(first)
  expect(chooseResources(rooms(30), { ...wish, start: first })).toMatchObject({
    resourceIds: [50, 51],
    moved: [{ resourceId: 50 }],
  })
  expect(chooseResources(rooms(30), { ...wish, start: first - 1 })).toBeNull()
  expect(chooseResources(rooms(0), { ...wish, start: first - 1 })).toBeNull()
})

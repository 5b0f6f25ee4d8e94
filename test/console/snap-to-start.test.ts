import { expect, it } from "vitest"
import { snapToStart } from "../../console/board/snap-to-start.ts"

it.each([
  ["to the nearest start", [540, 570, 600], 580, 45, 570],
  ["to the earlier of two that are as near", [540, 570], 555, 45, 540],
  ["to one that is just within reach", [540], 585, 45, 540],
  ["nowhere beyond its reach", [540], 586, 45, null],
  ["nowhere where nothing works", [], 540, 45, null],
])("HO-06 TQ-03 a dragged card snaps %s", (_where, possible, minute, reach, start) => {
  expect(snapToStart(possible, minute, reach)).toBe(start)
})

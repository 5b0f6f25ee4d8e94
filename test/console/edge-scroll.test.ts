import { expect, it } from "vitest"
import { speed } from "../../console/board/edge-scroll.ts"

it.each([
  ["rests in the middle", 400, 0],
  ["rests just outside an edge's reach", 44, 0],
  ["goes back slowly where the edge begins", 40, -2],
  ["goes back fast at the edge", 0, -16],
  ["goes back no faster beyond the edge", -20, -16],
  ["rests far beyond the edge, where other things lie", -60, 0],
  ["goes on fast at the end", 800, 16],
  ["rests far beyond the end", 860, 0],
])("DS-01 the board %s", (_, at, pixels) => {
  expect(speed(at, 800)).toBe(pixels)
})

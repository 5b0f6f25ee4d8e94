import { expect, it } from "vitest"
import { pressedStart, rangesOf, snapToStart } from "../../console/board/snap-to-start.ts"

it.each([
  ["to the nearest start", [540, 570, 600], 580, 45, 570],
  ["to the earlier of two that are as near", [540, 570], 555, 45, 540],
  ["to one that is just within reach", [540], 585, 45, 540],
  ["nowhere beyond its reach", [540], 586, 45, null],
  ["nowhere where nothing works", [], 540, 45, null],
])("HO-06 TQ-03 a dragged card snaps %s", (_where, possible, minute, reach, start) => {
  expect(snapToStart(possible, minute, reach)).toBe(start)
})

it("WN-07 each window is lit for itself, and starts that touch as one stretch", () => {
  const offered = [480, 600, 720]
  const jobs = new Map(offered.map((start) => [start, [[start, start + 120]] as [number, number][]]))
  expect(rangesOf({ offered, jobs }, { start: 540, end: 600, promise: [480, 600] })).toEqual([
    { first: 480, last: 480, end: 600 },
    { first: 600, last: 600, end: 720 },
    { first: 720, last: 720, end: 840 },
  ])
  expect(rangesOf({ offered, jobs }, { start: 540, end: 660, promise: null })).toEqual([
    { first: 480, last: 720, end: 840 },
  ])
})

it.each([
  ["anywhere within an offered window chooses it", 555, true, 480],
  ["at the end of a window chooses the next", 600, true, 600],
  ["within the last window, which ends at closing time, chooses it", 659, true, 600],
  ["after closing time does not", 660, true, undefined],
  ["on an offered start chooses it", 480, false, 480],
  ["beside a start chooses nothing", 481, false, undefined],
])("WN-07 a press %s", (_what, minute, isOfWindows, start) => {
  const windows: [number, number][] = isOfWindows
    ? [
        [480, 600],
        [600, 660],
      ]
    : [[480, 540]]
  expect(pressedStart(windows, minute, isOfWindows)).toBe(start)
})

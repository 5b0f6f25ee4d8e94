/** Starts to which a card that was dropped on a taken time could go instead. */
import { beforeAll, expect, it, vi } from "vitest"
import type { Card, Column } from "../../console/board/columns.ts"
import type { Starts } from "../../console/board/starts.ts"
import { stubBrowser } from "./browser-globals.ts"

let moving: typeof import("../../console/board/moving.ts")
beforeAll(async () => {
  stubBrowser()
  moving = await import("../../console/board/moving.ts")
  vi.unstubAllGlobals()
})

const column = (key: string) => ({ key }) as Column
const startsAt = (offered: number[], possible = offered): Starts => ({
  ...{ offered, possible, isOfWindows: false },
  jobs: new Map(possible.map((start) => [start, [[start, start + 60]]])),
})
const card = { start: 600, promise: null } as unknown as Card
const near = (fallen: string, minute: number, starts: Record<string, Starts>) =>
  moving
    .nearestTargets(Object.keys(starts).map(column), new Map(Object.entries(starts)), {
      ...{ card, from: column("ana"), column: column(fallen), minute },
    })
    .map(({ column: { key }, start, isOverride }) => [key, start, isOverride])

it("DS-04 the nearest start of each column is named, the nearest first", () => {
  const starts = { ana: startsAt([540, 700]), ben: startsAt([660, 900]), cleo: startsAt([]) }
  expect(near("ben", 640, starts)).toEqual([
    ["ben", 660, false],
    ["ana", 700, false],
  ])
})

it("DS-04 the column under the card is as if it were half an hour nearer", () => {
  const starts = { ana: startsAt([640]), ben: startsAt([660]) }
  expect(near("ben", 640, starts).map(([key]) => key)).toEqual(["ben", "ana"])
  expect(near("ben", 625, starts).map(([key]) => key)).toEqual(["ben", "ana"])
  expect(near("ben", 620, { ...starts, ana: startsAt([620]) }).map(([key]) => key)).toEqual(["ana", "ben"])
})

it("DS-04 where the card already is, is no other time; where staff alone may book is none that is named", () => {
  expect(near("ana", 610, { ana: startsAt([600, 720]) })).toEqual([["ana", 720, false]])
  const starts = { ana: startsAt([600]), ben: startsAt([600, 720]) }
  expect(near("ben", 610, starts)).toEqual([["ben", 600, false]])
  expect(near("ana", 610, { ana: startsAt([], [615]) })).toEqual([])
})

it("DS-04 no more than three are named", () => {
  const starts = { ana: startsAt([700]), ben: startsAt([710]), cleo: startsAt([720]), dana: startsAt([730]) }
  expect(near("dana", 690, starts).map(([key]) => key)).toEqual(["ana", "dana", "ben"])
})

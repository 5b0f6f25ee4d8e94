import { expect, it } from "vitest"
import { offeredBlocks } from "../../../../domain/rules/availability/blocks.ts"
import { ana, at, downtown, visit } from "./story.ts"

const nine = at("2027-03-01 09:00")

it("TQ-02 WN-01 a window is promised whole, however short its job is", () => {
  const windowed = { ...visit, windowMinutes: 180 }
  expect(offeredBlocks({ type: windowed, providers: [ana] }, ana, downtown, nine)).toEqual([
    { start: nine, end: nine + 180, isWindow: true },
  ])
  expect(offeredBlocks({ type: visit, providers: [ana] }, ana, downtown, nine)).toEqual([
    { start: nine, end: nine + 60 },
  ])
})

/** WN-07: the board counts windows as such, never as starts. */
import { expect, it, vi } from "vitest"
import type { Card, Column } from "../../console/board/columns.ts"
import type { FoundStarts } from "../../console/board/starts.ts"
import { readWords } from "../../console/words/words.ts"

// The console's client of the API is made with the page's address.
vi.stubGlobal("location", { origin: "http://127.0.0.1" })
const { countText, startsInColumn } = await import("../../console/board/starts.ts")
vi.unstubAllGlobals()

const column = { provider: { id: 1 }, location: { id: 2 }, day: [0, 1_440] } as unknown as Column
const found = (isOfWindows: boolean): FoundStarts => ({
  jobs: new Map([["1 2", [480, 600].map((start) => ({ blocks: [[start, start + 120]], isOffered: true }))]]),
  best: [],
  dates: [],
  isOfWindows,
})

it.each([
  ["en", "2 starts", "2 windows"],
  ["es", "2 horas", "2 franjas"],
  ["fr", "2 horaires", "2 plages"],
] as const)("WN-07 a column says how many windows take a move: %s", async (locale, ...said) => {
  const { board } = await readWords(locale)
  const texts = [false, true].map((wanted) => {
    const { offered, isOfWindows } = startsInColumn(found(wanted), column, { day: 1 } as Card)
    return countText(board, offered.length, isOfWindows)
  })
  expect(texts).toEqual(said)
})

/** The table of pairs is whole, and what it says of itself is so. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { capabilities } from "./capabilities.ts"
import { cells, pairCells, silentCells } from "./cells.ts"
import { deeds, outsides } from "./deeds-and-outside.ts"
import { refusedDeeds } from "./follow-rows.ts"
import { titlesMade } from "./made-titles.ts"
import { pairsPath, pairsText } from "./print-pairs.ts"
import { refusedPairs } from "./refused-pairs.ts"

it("PM-03 the table has each two capabilities once, and each with every deed and every state outside", () => {
  const count = capabilities.length
  const seen = new Set(cells.map((cell) => [cell.capability, cell.with].toSorted().join(" × ")))
  expect(seen.size).toBe(cells.length)
  expect(cells.length).toBe((count * (count - 1)) / 2 + count * (deeds.length + outsides.length))
})

it("PM-03 each proven cell names a test that there is", () => {
  const made = titlesMade()
  const missing = cells.flatMap(({ fate }) => (fate.is === "proven" && !made.has(fate.by) ? fate.by : []))
  expect(missing).toEqual([])
})

it("PM-03 each refused pair is one of the table, with the user who would miss it and why it cannot be", () => {
  expect(pairCells.filter(({ fate }) => fate.is === "refused").length).toBe(refusedPairs.length)
  for (const { missedBy, because } of refusedPairs)
    for (const text of [missedBy, because]) expect(text).toMatch(/^[A-Z].{20,}\.$/)
})

it("PM-03 silent cells and refused pairs only become fewer", () => {
  const most = JSON.parse(readFileSync(join(import.meta.dirname, "../ceilings.json"), "utf8")).pairs
  expect({ silent: silentCells.length, refused: refusedPairs.length + refusedDeeds.length }).toEqual(most)
})

it("PM-03 docs/pairs.md is printed from the table", () => {
  expect(readFileSync(pairsPath, "utf8")).toBe(pairsText())
})

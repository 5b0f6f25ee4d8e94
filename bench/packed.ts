/**
 * packed.sold_vs_ideal: the minutes that packed starts sell of those that could be sold at all: 2,000 random days of one
 * provider with one to three meetings (quality/random-days.ts), filled one after the other with the first recommended start
 * until none is offered, with jobs of 60 minutes on a 60-minute grid, 45 on 45 and 90 on 90; the worst of the three counts.
 * The ideal is what fits back to back into the free time. The same days filled from the grid alone stand beside it.
 */
import { atLeast, type Figure } from "./figure.ts"
import { fillDays } from "./quality/random-days.ts"

export const figures = ["packed.sold_vs_ideal"]

const lengths = [60, 45, 90]
const days = 2_000
const seed = 20_270_314

export async function run(): Promise<Figure[]> {
  const shares = lengths.map((minutes) => ({
    minutes,
    packed: shareSold(minutes, "packed"),
    grid: shareSold(minutes, "grid"),
  }))
  const worst = Math.min(...shares.map(({ packed }) => packed))
  const each = shares.map(
    ({ minutes, packed, grid }) => `${minutes}: ${packed.toFixed(4)}, grid ${grid.toFixed(3)}`,
  )
  return [atLeast("packed.sold_vs_ideal", worst, "share", 0.995, `jobs back to back (${each.join("; ")})`)]
}

function shareSold(minutes: number, starts: "grid" | "packed"): number {
  const sold = fillDays(minutes, starts, days, seed)
  return sold.minutes / sold.ideal
}

if (import.meta.main) console.table(await run())

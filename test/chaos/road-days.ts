/** Days on the road: no time is offered that the provider's van could not drive. `ROAD_SEED` repeats the days. */
import { tryRoadDays } from "../domain/rules/availability/road-days.ts"
import type { Outcome, Scale } from "./trial.ts"

export const name = "road-days"

const counts: Record<Scale, number> = { few: 20, full: 1_000 }

export async function run(scale: Scale): Promise<Outcome[]> {
  const seed = Number(process.env.ROAD_SEED ?? Date.now() % 1_000_000)
  const { offers, unreachable, undrivenWithout } = tryRoadDays(counts[scale], seed)
  const note = `${counts[scale]} days; ${undrivenWithout} such offers without travel; ROAD_SEED=${seed}`
  return [
    { name, tried: offers, lost: unreachable.length, note: [note, ...unreachable.slice(0, 3)].join("; ") },
  ]
}

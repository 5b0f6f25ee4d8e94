/** Days of vans, booked and planned at random at the level of rules: no promise breaks. `PLAN_SEED` repeats the days. */
import { tryPlannedDays } from "../domain/rules/planning/planned-days.ts"
import type { Outcome, Scale } from "./trial.ts"

export const name = "planned-days"

const counts: Record<Scale, number> = { few: 200, full: 100_000 }

export async function run(scale: Scale): Promise<Outcome[]> {
  const seed = Number(process.env.PLAN_SEED ?? Date.now() % 1_000_000)
  const { bookings, replanned, broken } = tryPlannedDays(counts[scale], seed)
  const note = [`${replanned} visits planned anew; PLAN_SEED=${seed}`, ...broken].join("; ")
  return [{ name, tried: bookings, lost: broken.length, note }]
}

/** The database goes back in time, by each of the three ways, again and again, with everything around the cut. */
import { byFailover, byRestore, toPointInTime } from "../kills/ways-back.ts"
import { openTally } from "../races/tally.ts"
import type { Outcome, Scale } from "./trial.ts"

export const name = "going-back"
/** `npm test` has a round of its own, in test/kills/going-back.test.ts. */
export const onlyFull = true

const rounds = 3

export async function run(_scale: Scale): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const [way, play] of Object.entries({
    restore: byRestore,
    "point-in-time": toPointInTime,
    failover: byFailover,
  })) {
    const tally = openTally(`${name} ${way}`)
    for (let round = 0; round < rounds; round += 1) await play(tally)
    outcomes.push(tally.outcome(`${rounds} rounds`))
  }
  return outcomes
}

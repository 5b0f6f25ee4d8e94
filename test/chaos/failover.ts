/** A primary is killed under load beside its synchronous standby, again and again, the two taking turns. */
import { failOver, openFailoverSite, replaceKilled } from "../kills/failover.ts"
import { openTally } from "../races/tally.ts"
import type { Outcome, Scale } from "./trial.ts"

export const name = "failover"
/** `npm test` has a round of its own, in test/kills/failover.test.ts. */
export const onlyFull = true

const rounds = 10
const loadMs = 3_000

export async function run(_scale: Scale): Promise<Outcome[]> {
  const tally = openTally(name)
  const site = await openFailoverSite()
  let [acknowledged, longestGapMs, longestBackMs] = [0, 0, 0]
  try {
    for (let round = 0; round < rounds; round += 1) {
      if (round > 0) await replaceKilled(site)
      const found = await failOver(site, loadMs, tally)
      acknowledged += found.acknowledged
      longestGapMs = Math.max(longestGapMs, found.longestGapMs)
      longestBackMs = Math.max(longestBackMs, found.backAfterMs)
    }
  } finally {
    await site.stop()
  }
  const note = `${rounds} primaries killed, ${acknowledged} bookings acknowledged, longest gap ${longestGapMs} ms, back at most ${longestBackMs} ms after the promotion`
  return [tally.outcome(note)]
}

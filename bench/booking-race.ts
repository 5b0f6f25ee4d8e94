/**
 * booking.race_round_ms: 32 customers of one company ask at once for one and the same time; a round ends when all 32 have
 * their answer, the refused ones with their alternatives. Exactly one wins in each round, the others get `slot_taken`
 * or `time_not_offered`. p95 of 100 rounds, each for another time, after 10 unmeasured ones. Operation level, fsync on. Warm.
 */
import { strictEqual } from "node:assert"
import { Refusal } from "../domain/model/errors.ts"
import type { AppContext } from "../service/platform/context.ts"
import { type BenchCompany, makeBenchCompany } from "./bench-company.ts"
import { atMost, type Figure } from "./figure.ts"
import { bookOnce, timesFor, type WantedTime } from "./one-booking.ts"

const rivals = 32
const rounds = 100
const warmUpRounds = 10
const goalMs = 50

export async function measureRace(name: string, context: AppContext): Promise<Figure> {
  const company = await makeBenchCompany(context, { providers: rivals, busyEach: 40 })
  await context.db.query("VACUUM ANALYZE")
  const milliseconds: number[] = []
  for (const [round, time] of timesFor(1, warmUpRounds + rounds).entries()) {
    const ms = await race(context, company, time)
    if (round >= warmUpRounds) milliseconds.push(ms)
  }
  const p95 = milliseconds.sort((a, b) => a - b)[Math.ceil(rounds * 0.95) - 1]!
  return atMost(name, p95, "ms", goalMs, "the clock; one winner in each of 100 rounds")
}

async function race(context: AppContext, company: BenchCompany, time: WantedTime): Promise<number> {
  const startedAt = performance.now()
  const outcomes = await Promise.allSettled(
    Array.from({ length: rivals }, (_, customer) => bookOnce(context, company, { ...time, customer })),
  )
  const ms = performance.now() - startedAt
  const refusals = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []))
  for (const reason of refusals)
    if (!(reason instanceof Refusal) || reason.code !== "slot_taken") throw reason
  strictEqual(refusals.length, rivals - 1, "exactly one wins")
  return ms
}

/**
 * booking.vs_bare_insert: the throughput of bookings against that of inserting the very same rows without asking anything
 * (peers/bare-insert.ts). Input: the operation `book_appointment` with an Idempotency-Key, that is: lock, judge,
 * and write appointment, block, event, delivery (in the log and in the queue), audit row and the kept answer in one
 * transaction. Eight at once, each for a provider and a customer of its own, so that none waits for a lock; a pool of ten
 * connections; fsync on. In turns, 20 rounds of 160 each after 12 unmeasured ones, by which both are as fast as they get;
 * bookings per second over all rounds.
 *
 * booking.race_round_ms: see booking-race.ts.
 */
import { deepStrictEqual } from "node:assert"
import type { AppContext } from "../service/platform/context.ts"
import { makeBenchCompany } from "./bench-company.ts"
import { openBenchContext } from "./bench-context.ts"
import { measureRace } from "./booking-race.ts"
import { atLeast, type Figure } from "./figure.ts"
import { bookOnce, timesFor, type WantedTime } from "./one-booking.ts"
import { countBookedRows, prepareBareInsert, webhookUrl } from "./peers/bare-insert.ts"
import { addEndpoint } from "./webhooks/load.ts"

const ratioFigure = "booking.vs_bare_insert"
const raceFigure = "booking.race_round_ms"
export const figures = [ratioFigure, raceFigure]

const atOnce = 8
const providers = 64
const busyEach = 40
const rounds = 20
const warmUpRounds = 12
const perRound = 160
const poolSize = 10
const goal = 0.55

export async function run(only: (figure: string) => boolean): Promise<Figure[]> {
  const bench = await openBenchContext(poolSize)
  try {
    const results: Figure[] = []
    if (only(ratioFigure)) results.push(await measureRatio(bench.context))
    if (only(raceFigure)) results.push(await measureRace(raceFigure, bench.context))
    return results
  } finally {
    await bench.close()
  }
}

async function measureRatio(context: AppContext): Promise<Figure> {
  const booked = await makeBenchCompany(context, { providers, busyEach })
  await addEndpoint(context, booked.companyId, webhookUrl)
  const inserted = await makeBenchCompany(context, { providers, busyEach })
  const endpointId = await addEndpoint(context, inserted.companyId, webhookUrl)
  const bare = await prepareBareInsert(context, inserted, endpointId)
  const times = timesFor(providers, (warmUpRounds + rounds) * perRound)
  await context.db.query("VACUUM ANALYZE")

  let bookedMs = 0
  let bareMs = 0
  for (let round = 0; round < warmUpRounds + rounds; round++) {
    const wanted = times.slice(round * perRound, (round + 1) * perRound)
    const ofBare = await millisecondsFor(wanted, (time) => bare.insert(time))
    const ofBooked = await millisecondsFor(wanted, (time) => bookOnce(context, booked, time))
    if (round < warmUpRounds) continue
    bareMs += ofBare
    bookedMs += ofBooked
  }
  deepStrictEqual(
    await countBookedRows(context.db, booked.companyId),
    await countBookedRows(context.db, inserted.companyId),
  )
  const perSecond = (ms: number) => Math.round((rounds * perRound * 1000) / ms)
  const against = `the same rows inserted bare (${perSecond(bareMs)}/s; booked ${perSecond(bookedMs)}/s)`
  return atLeast(ratioFigure, bareMs / bookedMs, "×", goal, against)
}

/** Does the work for all wanted times, eight at once. */
async function millisecondsFor(
  wanted: readonly WantedTime[],
  work: (time: WantedTime) => Promise<void>,
): Promise<number> {
  const startedAt = performance.now()
  const waiting = wanted.values()
  const worker = async () => {
    for (const time of waiting) await work(time)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return performance.now() - startedAt
}

if (import.meta.main) console.table(await run(() => true))

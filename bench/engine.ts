/**
 * engine.us_per_provider: microseconds of one whole search (`searchSlots`, recommended included) for one provider, 31
 * days, 200 busy stretches, a clock change inside, 60 minutes on a 15-minute grid. One thread, no concurrency. Warm: the
 * zone's table stands and the code has run; the median of 400 rounds of 50 searches, each for another provider's month.
 *
 * engine.vs_date_library: how many times longer the same job takes with Luxon objects per time. Both run in turns in
 * the same process, 15 rounds each, after the answers were found equal, starts and recommended alike; medians are
 * compared.
 */
import { deepStrictEqual } from "node:assert"
import type { SearchInput } from "../domain/model/availability.ts"
import { searchSlots } from "../domain/rules/availability/find-slots.ts"
import { benchInput, benchProvider } from "./engine-input.ts"
import { atLeast, atMost, type Figure, median } from "./figure.ts"
import { type LuxonAnswer, luxonSlots } from "./peers/luxon-slots.ts"

export const figures = ["engine.us_per_provider", "engine.vs_date_library"]

const MONTHS = 50
const WARM_UP_ROUNDS = 1000
const ROUNDS = 400
const PEER_ROUNDS = 15

export async function run(): Promise<Figure[]> {
  const inputs = Array.from({ length: MONTHS }, (_, i) => benchInput([benchProvider(i + 1)]))
  for (let round = 0; round < WARM_UP_ROUNDS; round++) microsecondsPerSearch(inputs)
  const perProvider = median(Array.from({ length: ROUNDS }, () => microsecondsPerSearch(inputs)))
  return [
    atMost("engine.us_per_provider", perProvider, "µs", 10, "the clock"),
    atLeast("engine.vs_date_library", timesSlower(inputs), "×", 1000, "Luxon 3.7.2, an object per time"),
  ]
}

function timesSlower(inputs: readonly SearchInput[]): number {
  for (const input of inputs.slice(0, 5)) deepStrictEqual(ourAnswer(input), luxonSlots(input))
  const ours: number[] = []
  const theirs: number[] = []
  for (const input of inputs.slice(0, PEER_ROUNDS)) {
    ours.push(microsecondsPerSearch(inputs))
    theirs.push(peerMicroseconds(input))
  }
  return median(theirs) / median(ours)
}

function ourAnswer(input: SearchInput): LuxonAnswer {
  const { offered, recommended } = searchSlots(input)
  return { starts: [...offered[0]!.starts], recommended: recommended.map(({ start }) => start) }
}

function microsecondsPerSearch(inputs: readonly SearchInput[]): number {
  const startedAt = performance.now()
  for (const input of inputs) searchSlots(input)
  return ((performance.now() - startedAt) * 1000) / inputs.length
}

function peerMicroseconds(input: SearchInput): number {
  const startedAt = performance.now()
  luxonSlots(input)
  return (performance.now() - startedAt) * 1000
}

if (import.meta.main) console.table(await run())

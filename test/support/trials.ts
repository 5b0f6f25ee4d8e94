/**
 * Tests that draw what they try take the number of their trials and their seeds from here. `npm test` makes an eighth of the
 * trials with seeds that stand in the tests, so that two runs of one commit, and all zones of the pure tests, try the same.
 * `npm run chaos -- --only trials` makes all of them, from new seeds.
 *
 * - `TRIALS=2/8` is the second of eight shares, `TRIALS=1/1` is everything;
 * - `TRIALS_SEED=N` moves every seed by N, and repeats the run that printed it.
 *
 * A case that failed once is tried in every run: in `examples` of its property, or in `kept` of its list.
 */
import { count } from "./counts.ts"

const [nth = 1, of = 1] = (process.env.TRIALS ?? "1/8").split("/").map(Number)
const movedBy = Number(process.env.TRIALS_SEED ?? 0)

/** This run's share of a number: what all trials together must have met. */
export const shareOfNumber = (all: number): number => Math.ceil(all / of)

/** How many of `all` trials this run makes. */
export function trials(all: number): number {
  const own = shareOfNumber(all)
  count("trials", own)
  return own
}

/** The seed of this run for a test whose own seed is `seed`. */
export const seedFrom = (seed: number): number => seed + movedBy + nth - 1

/** The share and the seed, as fast-check takes them: `fc.assert(property, drawn(800, 7))`. */
export const drawn = (all: number, seed: number): { numRuns: number; seed: number } => ({
  numRuns: trials(all),
  seed: seedFrom(seed),
})

/** True where the trial of this number is one of this run's. */
export const isOwnTrial = (index: number): boolean => (index + movedBy) % of === nth - 1

/** The trials of a list that are this run's, and those of it that failed once. */
export function shareOf<T>(all: readonly T[], kept: readonly T[] = []): T[] {
  const own = all.filter((each, index) => isOwnTrial(index) || kept.includes(each))
  count("trials", own.length)
  return own
}

/** As many seeds as this run tries, from the test's own on, and those that failed once. */
export function seedsFrom(first: number, all: number, kept: readonly number[] = []): number[] {
  const own = trials(all)
  const begin = first + movedBy + (nth - 1) * own
  return [...new Set([...Array.from({ length: own }, (_, i) => begin + i), ...kept])]
}

/**
 * `npm test` runs the pure tests in one process zone after another. What they try at random, it shares out among these runs:
 * `TRIAL_SHARE=2/4` is the second of four shares. Without it, a run tries everything.
 */
const [nth = 1, of = 1] = (process.env.TRIAL_SHARE ?? "1/1").split("/").map(Number)

/** Those of the trials that are this run's. */
export const sharedOf = <T>(trials: readonly T[]): T[] => trials.filter((_, index) => index % of === nth - 1)

/** Counts trials, one for each call, and says which of them are this run's. */
export function countTrials(): () => boolean {
  let tried = 0
  return () => tried++ % of === nth - 1
}

/** Counts what a race tried and what it lost, and keeps the first few losses in words. */
import type { Outcome } from "../chaos/trial.ts"

export interface Tally {
  /** One thing that had to hold; `what` says what was found instead. */
  check(holds: boolean, what: () => string): void
  outcome(note?: string): Outcome
}

const shownLosses = 9

export function openTally(name: string): Tally {
  const losses: string[] = []
  let tried = 0
  return {
    check(holds, what) {
      tried += 1
      if (!holds) losses.push(what())
    },
    outcome(note) {
      const notes = [...(note === undefined ? [] : [note]), ...losses.slice(0, shownLosses)]
      return { name, tried, lost: losses.length, ...(notes.length > 0 ? { note: notes.join("; ") } : {}) }
    },
  }
}

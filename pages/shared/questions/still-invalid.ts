import type { InvalidAnswers, Told } from "./told.ts"

/** The mistakes that were not corrected. The same object while nothing was, so that the focus stays where it is. */
export function stillInvalid(invalid: InvalidAnswers, before: Told, after: Told): InvalidAnswers {
  const kept = Object.entries(invalid).filter(([key]) => before[key] === after[key])
  return kept.length === Object.keys(invalid).length ? invalid : Object.fromEntries(kept)
}

/**
 * The options for a day that breaks: at most one for each appointment, none that meets another. Wanted are, in this
 * order, as few without a time as possible, as few customers who hear of it, and as few minutes between old and new. Small days
 * are searched whole; large ones by chains in which one gives way to another. The search ends by counted looks, so that the same
 * day gives the same answer.
 */
import { AssignSearch } from "./assign-search.ts"
import { choicesOf, partsOf } from "./choices.ts"
import type { Hit, Option } from "./options.ts"

/** For each appointment, the options that are looked at, and those that a choice closes or opens again. */
export interface Looks {
  /** While one gives way to another. */
  chains: number
  /** While all is tried. */
  whole: number
}

export const usualLooks: Looks = { chains: 100_000, whole: 100_000 }

/** The chosen option of each; those without a time are missing. */
export function* assign<O extends Option>(
  hits: readonly Hit<O>[],
  looks = usualLooks,
): Generator<void, Map<number, O>> {
  const chosen = new Map<number, O>()
  const parts = yield* partsOf(yield* choicesOf(hits))
  for (const part of parts) {
    const search = new AssignSearch(part)
    search.insertAll()
    yield
    yield* search.improve(looks.chains * part.hits.length)
    yield* search.searchWhole(looks.whole * part.hits.length)
    for (const [hit, option] of search.best.entries())
      if (option !== null) chosen.set(part.hits[hit]!.id, part.options[option]!.option as O)
  }
  return chosen
}

/** The starts to which one appointment can move with those that were booked together with it, each as far from it as it is now. */
import type { FoundStarts, Minute, SearchInput } from "../../model/availability.ts"
import { type GroupPart, partAfter } from "./group-part.ts"

export interface MovedPart {
  /** The search for a move of this part alone, in which the time of all parts is free. */
  input: SearchInput
  providerId: number
  /** Minutes after the start of the named appointment. */
  offset: Minute
}

/** `parts` are all of them in their order, the named one with the offset 0. Its provider is the one of `found`. */
export function movedTogether(found: FoundStarts, parts: readonly MovedPart[]): FoundStarts {
  const isPossible = (start: Minute): boolean => {
    const before: GroupPart[] = []
    for (const { input, providerId, offset } of parts) {
      const id = offset === 0 ? found.provider.id : providerId
      const at = { providerId: id, location: found.location, start: start + offset }
      const part = partAfter(input, before, at)
      if (part === null) return false
      before.push(part)
    }
    return true
  }
  const starts = found.starts.filter(isPossible)
  const isLeft = new Set(starts)
  const left = (some: readonly Minute[]) => some.filter((start) => isLeft.has(start))
  return { ...found, starts, offGrid: left(found.offGrid), packed: left(found.packed) }
}

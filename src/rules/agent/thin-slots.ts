/** Cuts a long answer down to a length that a model can use: evenly spread slots, with all recommended ones among them. */
import type { ProviderLocationStarts, Slot } from "../../model/availability.ts"

/** At most `most` starts in all, in their order. A provider's location without any start is left out. */
export function thinSlots(
  offered: readonly ProviderLocationStarts[],
  recommended: readonly Slot[],
  most: number,
): ProviderLocationStarts[] {
  const total = offered.reduce((sum, { starts }) => sum + starts.length, 0)
  if (total <= most) return [...offered]
  const wanted = most - recommended.length
  const others = total - recommended.length
  let seen = 0
  const isTaken = (): boolean => {
    const before = Math.floor((seen * wanted) / others)
    seen += 1
    return Math.floor((seen * wanted) / others) > before
  }
  return offered
    .map((entry) => {
      const kept = recommended.filter((slot) => isAt(slot, entry)).map(({ start }) => start)
      return { ...entry, starts: entry.starts.filter((start) => kept.includes(start) || isTaken()) }
    })
    .filter(({ starts }) => starts.length > 0)
}

const isAt = (slot: Slot, { provider, location }: ProviderLocationStarts): boolean =>
  slot.provider.id === provider.id && slot.location.id === location.id

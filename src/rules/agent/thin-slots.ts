/** Cuts a long search down to what a model can hold: some times of every stretch, those recommended always among them. */
import type { ProviderLocationStarts, Slot } from "../../model/availability.ts"

/** At most `most` starts in all, in the order in which they came; providers and locations left without any are left out. */
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

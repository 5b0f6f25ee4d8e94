/** Cuts a long search down to what a model can hold: some times of every stretch, those recommended always among them. */
import type { PlaceSlots, Slot } from "../../model/availability.ts"

/** At most `most` starts in all, in the order in which they came; places left without any are left out. */
export function thinSlots(
  places: readonly PlaceSlots[],
  recommended: readonly Slot[],
  most: number,
): PlaceSlots[] {
  const total = places.reduce((sum, { starts }) => sum + starts.length, 0)
  if (total <= most) return [...places]
  const wanted = most - recommended.length
  const others = total - recommended.length
  let seen = 0
  const isTaken = (): boolean => {
    const before = Math.floor((seen * wanted) / others)
    seen += 1
    return Math.floor((seen * wanted) / others) > before
  }
  return places
    .map((place) => {
      const kept = recommended.filter((slot) => isAt(slot, place)).map(({ start }) => start)
      return { ...place, starts: place.starts.filter((start) => kept.includes(start) || isTaken()) }
    })
    .filter(({ starts }) => starts.length > 0)
}

const isAt = (slot: Slot, { provider, location }: PlaceSlots): boolean =>
  slot.provider.id === provider.id && slot.location.id === location.id

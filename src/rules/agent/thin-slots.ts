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
  const kept = new Set(recommended.map(keyOf))
  const wanted = most - kept.size
  const others = total - kept.size
  let seen = 0
  const isTaken = (): boolean => {
    const before = Math.floor((seen * wanted) / others)
    seen += 1
    return Math.floor((seen * wanted) / others) > before
  }
  return places
    .map((place) => ({
      ...place,
      starts: place.starts.filter((start) => kept.has(keyOf({ ...place, start })) || isTaken()),
    }))
    .filter(({ starts }) => starts.length > 0)
}

const keyOf = ({ provider, location, start }: Slot): string => `${provider.id}:${location.id}:${start}`

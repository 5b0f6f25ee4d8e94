/** The number of waiting customers whom a free time would suit, as the board shows it. */
import { type OfferedTime, spansOf } from "./fits.ts"

/** A stretch of a provider's time at a location in which people who wait would fit, in epoch minutes. */
export interface WaitedForGap {
  providerId: number
  locationId: number
  from: number
  to: number
  /** The people who wait, by their ids. */
  customerIds: readonly number[]
}

interface Offered {
  customerId: number
  times: readonly OfferedTime[]
}

/**
 * Times of the same provider and location that overlap or touch are one stretch; of several types in one visit each is a time of its
 * own. A customer counts once in each stretch, however many entries and times they have there. By provider, location and time.
 */
export function waitedForGaps(offered: readonly Offered[]): WaitedForGap[] {
  const times = offered
    .flatMap(({ customerId, times: own }) =>
      own.flatMap((time) =>
        spansOf(time).map((span) => ({ ...span, customerId, locationId: time.locationId })),
      ),
    )
    .toSorted((a, b) => a.providerId - b.providerId || a.locationId - b.locationId || a.start - b.start)
  const gaps: { gap: Omit<WaitedForGap, "customerIds">; customers: Set<number> }[] = []
  for (const { customerId, providerId, locationId, start, end } of times) {
    const last = gaps.at(-1)
    const isSame =
      last?.gap.providerId === providerId && last.gap.locationId === locationId && start <= last.gap.to
    if (isSame) {
      last.gap.to = Math.max(last.gap.to, end)
      last.customers.add(customerId)
    } else {
      gaps.push({ gap: { providerId, locationId, from: start, to: end }, customers: new Set([customerId]) })
    }
  }
  return gaps.map(({ gap, customers }) => ({ ...gap, customerIds: [...customers].sort((a, b) => a - b) }))
}

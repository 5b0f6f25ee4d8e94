/** What one worker holds: its endpoints, and what it has in hand for each of them. */
import { type HoldKey, holdName } from "../../store/delivery-holds.ts"
import type { DeliveryLimits } from "./limits.ts"

export interface Hold extends HoldKey {
  /** Epoch milliseconds by the Clock. */
  leaseUntil: number
  /** Deliveries from the claim until their result is written, or they are released. */
  readonly inHand: Set<number>
}

export interface Holds {
  /** In the order of their turn: what got something last comes last. */
  all(): Hold[]
  add(hold: Hold): void
  remove(holds: readonly Hold[]): void
  /** Into this worker's hand, for one of its holds. */
  take(key: HoldKey, deliveryId: number): void
  /** Out of it. */
  drop(key: HoldKey, deliveryId: number): void
  /** In hand for all of them together. */
  readonly size: number
}

/** An endpoint may be here twice for a while: held now, and held until its lease ended with something still in hand. */
export function createHolds(): Holds {
  const holds = new Map<string, Hold>()
  let size = 0
  return {
    all: () => [...holds.values()],
    add: (hold) => holds.set(holdName(hold), hold),
    remove(given) {
      for (const hold of given) holds.delete(holdName(hold))
    },
    take(key, deliveryId) {
      const hold = holds.get(holdName(key))!
      hold.inHand.add(deliveryId)
      size += 1
      holds.delete(holdName(key))
      holds.set(holdName(key), hold)
    },
    drop(key, deliveryId) {
      if (holds.get(holdName(key))?.inHand.delete(deliveryId)) size -= 1
    },
    get size() {
      return size
    },
  }
}

/** How many more deliveries a hold may have in hand. */
export function freeOf(hold: Hold, slowEndpoints: ReadonlySet<number>, limits: DeliveryLimits): number {
  const share = slowEndpoints.has(hold.endpointId) ? limits.slowShare : limits.share
  return Math.max(0, share - hold.inHand.size)
}

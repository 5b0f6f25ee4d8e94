/** What one worker holds: its endpoints, and what it has in hand for each of them. */
import type { House } from "../../operations/house.ts"
import { type HoldKey, holdName, keepHolds, leaveHolds, shrinkHold } from "../../store/delivery-holds.ts"
import type { DeliveryLimits } from "./limits.ts"

export interface Hold extends HoldKey {
  /** Epoch milliseconds by the Clock. */
  leaseUntil: number
  /** Deliveries from the claim until their result is written, or they are released. */
  readonly inHand: Set<number>
}

export interface Held {
  hold: Hold
  deliveryId: number
}

export interface Holds {
  /** In the order of their turn: what got something last comes last. */
  all(): Hold[]
  add(hold: Hold): void
  remove(holds: readonly Hold[]): void
  /** Into this worker's hand, for one of its holds. */
  take(key: HoldKey, deliveryId: number): void
  /** Out of it, when its result is written. */
  drop(key: HoldKey, deliveryId: number): void
  /** Out of it unsent, and back into the queue. */
  release(held: readonly Held[]): Promise<void>
  /** Prolongs the leases that are about to end. */
  keep(): Promise<void>
  /** Gives up those with nothing in hand; the others are left to their leases. */
  leave(): Promise<void>
  /** In hand for all of them together. */
  readonly size: number
}

export const isIdle = ({ inHand }: Hold) => inHand.size === 0

/** An endpoint may be here twice for a while: held now, and held until its lease ended with something still in hand. */
export function createHolds(house: House, limits: Pick<DeliveryLimits, "leaseMs" | "keepMs">): Holds {
  const holds = new Map<string, Hold>()
  let size = 0
  const all = () => [...holds.values()]
  const logFailure = (message: string) => (error: unknown) =>
    house.log.error({ err: error, job: "deliveries" }, message)

  function drop(key: HoldKey, deliveryId: number): void {
    if (holds.get(holdName(key))?.inHand.delete(deliveryId)) size -= 1
  }

  return {
    all,
    drop,
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
    async release(held) {
      for (const { hold, deliveryId } of held) drop(hold, deliveryId)
      const changed = [...new Set(held.map(({ hold }) => hold))]
      await Promise.all(changed.map((hold) => shrinkHold(house.db, hold, [...hold.inHand]))).catch(
        logFailure("a hold was left too large"),
      )
    },
    async keep() {
      const now = house.clock.now()
      const isEnding = ({ leaseUntil }: Hold) => leaseUntil > now && leaseUntil - now < limits.keepMs
      const ending = all().filter(isEnding)
      if (ending.length === 0) return
      const leaseUntil = now + limits.leaseMs
      const kept = new Set(await keepHolds(house.db, ending, leaseUntil))
      for (const hold of ending) if (kept.has(hold.endpointId)) hold.leaseUntil = leaseUntil
    },
    async leave() {
      const idle = all().filter(isIdle)
      await house.db
        .transaction(async (tx) => leaveHolds(tx, idle))
        .catch(logFailure("leases were left to end"))
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

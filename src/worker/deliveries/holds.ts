/** What one worker holds: its endpoints, and what it has in hand for each of them. */
import type { AppContext } from "../../context.ts"
import type { DueRow } from "../../store/queue/deliveries-due.ts"
import {
  type HoldKey,
  holdName,
  keepHolds,
  leaveHolds,
  shrinkHold,
} from "../../store/queue/delivery-leases.ts"
import type { DeliveryLimits } from "./limits.ts"

export interface Hold extends HoldKey {
  /** Epoch milliseconds by the Clock. */
  leaseUntil: number
  /** Deliveries from the claim until their result is written, or they are released. */
  readonly inHand: Set<number>
}

/** A delivery that is in hand, or to be. */
export interface Held {
  hold: Hold
  delivery: DueRow
}

export interface Holds {
  /** In the order of their turn: what got something last comes last. */
  all(): Hold[]
  add(hold: Hold): void
  remove(holds: readonly Hold[]): void
  /** Into this worker's hand. */
  take(held: readonly Held[]): void
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
export function createHolds(context: AppContext, limits: Pick<DeliveryLimits, "leaseMs" | "keepMs">): Holds {
  const holds = new Map<string, Hold>()
  const all = () => [...holds.values()]
  const logFailure = (message: string) => (error: unknown) =>
    context.log.error({ err: error, job: "deliveries" }, message)

  return {
    all,
    add: (hold) => holds.set(holdName(hold), hold),
    remove(given) {
      for (const hold of given) holds.delete(holdName(hold))
    },
    take(held) {
      for (const { hold, delivery } of held) hold.inHand.add(delivery.delivery_id)
      for (const hold of holdsOf(held)) {
        holds.delete(holdName(hold))
        holds.set(holdName(hold), hold)
      }
    },
    drop(key, deliveryId) {
      holds.get(holdName(key))?.inHand.delete(deliveryId)
    },
    async release(held) {
      for (const { hold, delivery } of held) hold.inHand.delete(delivery.delivery_id)
      const shrunk = holdsOf(held).map((hold) => shrinkHold(context.db, hold, [...hold.inHand]))
      await Promise.all(shrunk).catch(logFailure("a hold was left too large"))
    },
    async keep() {
      const now = context.clock.now()
      const isEnding = ({ leaseUntil }: Hold) => leaseUntil > now && leaseUntil - now < limits.keepMs
      const ending = all().filter(isEnding)
      if (ending.length === 0) return
      const leaseUntil = now + limits.leaseMs
      const kept = new Set(await keepHolds(context.db, ending, leaseUntil))
      for (const hold of ending) if (kept.has(hold.endpointId)) hold.leaseUntil = leaseUntil
    },
    async leave() {
      const idle = all().filter(isIdle)
      await context.db
        .transaction(async (tx) => leaveHolds(tx, idle))
        .catch(logFailure("leases were left to end"))
    },
    get size() {
      return all().reduce((sum, { inHand }) => sum + inHand.size, 0)
    },
  }
}

const holdsOf = (held: readonly Held[]) => [...new Set(held.map(({ hold }) => hold))]

/** How many more deliveries a hold may have in hand. */
export function freeOf(hold: Hold, slowEndpoints: ReadonlySet<number>, limits: DeliveryLimits): number {
  const share = slowEndpoints.has(hold.endpointId) ? limits.slowShare : limits.share
  return Math.max(0, share - hold.inHand.size)
}

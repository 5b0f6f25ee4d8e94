/**
 * How many deliveries a worker takes of each endpoint and company, so that no receiver and no company takes the others'
 * place. An endpoint's share shrinks while it lets a request wait, and further when no answer came. A company has a share
 * over all its endpoints, those that it has deleted included. All endpoints that brought no answer get half of the slots.
 */
import type { DeliveryShares } from "../outbox/deliveries-due.sql.ts"
import type { DeliveryLimits } from "./delivery-limits.ts"

type Limits = Pick<
  DeliveryLimits,
  "slots" | "share" | "atOnce" | "silentShare" | "companyShare" | "slowAfterMs"
>

interface Owner {
  companyId: number
  endpointId: number
}

export interface Shares {
  /** False when the company has its share in hand already: the delivery is to be given back. */
  take(delivery: Owner): boolean
  /** Gives the share back, with any outcome of the delivery. */
  letGo(delivery: Owner): void
  /** A request to the endpoint has waited for `slowAfterMs`. */
  isWaiting(endpointId: number): void
  attemptEnded(endpointId: number, attempt: { isAnswered: boolean; tookMs: number }): void
  /** For the next look at the queue. */
  now(): DeliveryShares
}

export function createShares(limits: Limits): Shares {
  const { slots, share, atOnce, silentShare, companyShare, slowAfterMs } = limits
  const ofCompany = createCounts()
  const ofEndpoint = createCounts()
  /** Endpoints whose last attempt brought no answer. */
  const silent = new Set<number>()
  /** Endpoints that answer, but let us wait. What is leased beyond the requests under way would only wait with them. */
  const slow = new Set<number>()

  function silentShareNow(): number {
    const inHand = [...silent].reduce((sum, endpointId) => sum + ofEndpoint.of(endpointId), 0)
    return inHand < slots / 2 ? silentShare : 0
  }

  return {
    take({ companyId, endpointId }) {
      if (ofCompany.of(companyId) >= companyShare) return false
      ofCompany.add(companyId, 1)
      ofEndpoint.add(endpointId, 1)
      return true
    },
    letGo({ companyId, endpointId }) {
      ofCompany.add(companyId, -1)
      ofEndpoint.add(endpointId, -1)
    },
    isWaiting(endpointId) {
      slow.add(endpointId)
    },
    attemptEnded(endpointId, { isAnswered, tookMs }) {
      if (isAnswered) silent.delete(endpointId)
      else silent.add(endpointId)
      if (isAnswered && tookMs < slowAfterMs) slow.delete(endpointId)
    },
    now() {
      const shareOfSilent = silentShareNow()
      const own = [...new Set([...silent, ...slow])].map((endpointId) => ({
        endpointId,
        share: silent.has(endpointId) ? shareOfSilent : Math.min(share, atOnce),
      }))
      return { share, own, fullCompanyIds: ofCompany.atLeast(companyShare) }
    },
  }
}

function createCounts() {
  const counts = new Map<number, number>()
  const of = (id: number) => counts.get(id) ?? 0
  return {
    of,
    add(id: number, change: 1 | -1): void {
      const count = of(id) + change
      if (count === 0) counts.delete(id)
      else counts.set(id, count)
    },
    atLeast: (least: number) => [...counts].filter(([, count]) => count >= least).map(([id]) => id),
  }
}

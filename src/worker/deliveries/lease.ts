/** Leases deliveries and reads what is needed to send them. */
import type { AppContext } from "../../context.ts"
import type { Tx } from "../../store/pg/database.ts"
import {
  deliveriesDue,
  type LeasedDelivery,
  leaseDeliveries,
  settleQueueTransaction,
} from "../../store/queue/deliveries-due.ts"
import { type DeliveryToSend, loadDeliveries } from "../../store/queue/deliveries-to-send.ts"
import { appendAttempts, type EndedAttempt } from "../../store/queue/delivery-results.ts"
import { type Lease, newLease } from "../../store/queue/leases.ts"
import type { DeliveryLimits } from "./limits.ts"
import type { Shares } from "./shares.ts"

/** A delivery to be sent before its lease ends. */
export interface Sendable {
  delivery: DeliveryToSend
  /** Epoch milliseconds by the Clock. */
  leaseUntil: number
}

/** Takes turns among the endpoints: one call goes on where the one before reached its limit. */
export function createDeliveryLeases(
  context: AppContext,
  { leaseMs }: Pick<DeliveryLimits, "leaseMs">,
  shares: Pick<Shares, "now">,
): (most: number) => Promise<Sendable[]> {
  let afterEndpointId = 0

  return async (most) => {
    const lease = newLease(context, leaseMs)
    const present = shares.now()
    return context.db.transaction(async (tx) => {
      // A lease that a crash of the database loses is taken again; waiting for the disk would only delay the sending.
      tx.write("SET LOCAL synchronous_commit = off", [])
      settleQueueTransaction(tx)
      const leased = await leaseDeliveries(tx, lease, present, afterEndpointId, most)
      if (afterEndpointId > 0 && leased.length < most) {
        leased.push(...(await leaseDeliveries(tx, lease, present, 0, most - leased.length)))
      }
      afterEndpointId =
        leased.length < most ? 0 : leased.reduce((last, { endpointId }) => Math.max(last, endpointId), 0)
      if (leased.length === 0) return []
      const deliveries = await loadLeased(tx, leased, lease)
      return deliveries.map((delivery) => ({ delivery, leaseUntil: lease.until }))
    })
  }
}

/** Leases up to `most` deliveries of one test company that are due by the clock of its `context`. */
export async function leaseDeliveriesOf(
  context: AppContext,
  companyId: number,
  { leaseMs, most }: { leaseMs: number; most: number },
): Promise<DeliveryToSend[]> {
  const lease = newLease(context, leaseMs)
  return context.db.transaction(async (tx) => {
    const leased = await deliveriesDue.leaseOf(tx, lease, companyId, most)
    return leased.length === 0 ? [] : loadLeased(tx, leased, lease)
  })
}

/** Reads what is to be sent, and logs the attempts whose workers died. */
async function loadLeased(
  tx: Tx,
  leased: readonly LeasedDelivery[],
  { now, until }: Lease,
): Promise<DeliveryToSend[]> {
  const deliveries = await loadDeliveries(tx, leased, now)
  appendAttempts(
    tx,
    leased.flatMap((delivery) => lostAttempt(delivery, until - now)),
    now,
  )
  return deliveries
}

/** The attempt of a worker that lost its lease, most likely because it died. */
function lostAttempt({ lostAt, failures, ...delivery }: LeasedDelivery, leaseMs: number): EndedAttempt[] {
  if (lostAt === null) return []
  return [
    {
      ...delivery,
      number: failures,
      startedAt: lostAt.getTime() - leaseMs,
      finishedAt: null,
      statusCode: null,
      error: "interrupted",
      trace: null,
    },
  ]
}

/** Leases deliveries and reads what is needed to send them. */

import {
  deliveriesDue,
  type LeasedDelivery,
  leaseDeliveries,
  settleQueueTransaction,
} from "../outbox/deliveries-due.sql.ts"
import type { AppContext } from "../platform/context.ts"
import type { Tx } from "../platform/pg/database.ts"
import { isMachineAway } from "../platform/pg/laws.ts"
import { commitsAreDone, uncommittedRetryMs } from "../platform/pg/open-commits.ts"
import { type Lease, newLease } from "../platform/queue/leases.ts"
import { type DeliveryToSend, loadDeliveries } from "./deliveries-to-send.sql.ts"
import type { DeliveryLimits } from "./delivery-limits.ts"
import { appendAttempts, type EndedAttempt } from "./delivery-results.sql.ts"
import type { Shares } from "./endpoint-shares.ts"
import { partition } from "./write-results.ts"

/** A delivery to be sent before its lease ends. */
export interface Sendable {
  delivery: DeliveryToSend
  /** Epoch milliseconds by the Clock. */
  leaseUntil: number
}

/** How long nothing is leased of a company whose machine did not answer. */
const awayMs = 5_000

/**
 * Takes turns among the endpoints: one call goes on where the one before reached its limit. Where another machine of a
 * distributed database is away, its companies are passed over, and the others' deliveries are read apart: what is asked for
 * several companies at once asks every machine.
 */
export function createDeliveryLeases(
  context: AppContext,
  { leaseMs }: Pick<DeliveryLimits, "leaseMs">,
  shares: Pick<Shares, "now">,
): (most: number) => Promise<Sendable[]> {
  const { db, clock } = context
  let afterEndpointId = 0
  /** Companies that are passed over, and until when by the Clock. */
  const away = new Map<number, number>()

  return async (most) => {
    const sendable = await (isAnyAway() ? leaseApart(most) : leaseTogether(most))
    const [unseen, seen] = partition(sendable, isUnseen)
    return unseen.length === 0 ? sendable : [...seen, ...(await settleUnseen(context, unseen))]
  }

  function isAnyAway(): boolean {
    for (const [companyId, until] of away) if (until <= clock.now()) away.delete(companyId)
    return away.size > 0
  }

  async function leaseTogether(most: number): Promise<Sendable[]> {
    const lease = newLease(context, leaseMs)
    try {
      return await db.transaction(async (tx) => {
        const leased = await leaseNext(tx, lease, most)
        return leased.length === 0 ? [] : toSend(await loadLeased(tx, leased, lease), lease)
      })
    } catch (error) {
      if (!isMachineAway(error)) throw error
      return leaseApart(most)
    }
  }

  async function leaseApart(most: number): Promise<Sendable[]> {
    const lease = newLease(context, leaseMs)
    const leased = await db.transaction((tx) => leaseNext(tx, lease, most))
    const sendable: Sendable[] = []
    for (const [companyId, own] of Map.groupBy(leased, (delivery) => delivery.companyId)) {
      try {
        sendable.push(...toSend(await db.transaction((tx) => loadLeased(tx, own, lease)), lease))
      } catch (error) {
        if (!isMachineAway(error)) throw error
        away.set(companyId, clock.now() + awayMs)
        await deliveriesDue.release(db, own)
      }
    }
    return sendable
  }

  async function leaseNext(tx: Tx, lease: Lease, most: number): Promise<LeasedDelivery[]> {
    const { fullCompanyIds, ...shared } = shares.now()
    const present = { ...shared, fullCompanyIds: [...fullCompanyIds, ...away.keys()] }
    // A lease that a crash of the database loses is taken again; waiting for the disk would only delay the sending.
    tx.write("SET LOCAL synchronous_commit = off", [])
    settleQueueTransaction(tx)
    const leased = await leaseDeliveries(tx, lease, present, afterEndpointId, most)
    if (afterEndpointId > 0 && leased.length < most) {
      leased.push(...(await leaseDeliveries(tx, lease, present, 0, most - leased.length)))
    }
    afterEndpointId =
      leased.length < most ? 0 : leased.reduce((last, { endpointId }) => Math.max(last, endpointId), 0)
    return leased
  }
}

const toSend = (deliveries: readonly DeliveryToSend[], { until }: Lease): Sendable[] =>
  deliveries.map((delivery) => ({ delivery, leaseUntil: until }))

const isUnseen = ({ delivery }: Sendable): boolean => delivery.event === null && delivery.testPayload === null

/** Their events may be in a commit that is under way: those are read again, or put back for a while. */
async function settleUnseen(context: AppContext, unseen: readonly Sendable[]): Promise<Sendable[]> {
  const { db, clock } = context
  const settled: Sendable[] = []
  for (const [companyId, own] of Map.groupBy(unseen, ({ delivery }) => delivery.companyId)) {
    if (await commitsAreDone(db, companyId)) settled.push(...own)
    else {
      const dueAt = clock.now() + uncommittedRetryMs
      await deliveriesDue.putBack(
        db,
        own.map(({ delivery }) => ({ work: delivery, dueAt, failures: delivery.failures })),
      )
    }
  }
  if (settled.length === 0) return []
  const leased = settled.map(({ delivery }) => delivery)
  const loaded = await db.transaction((tx) => loadDeliveries(tx, leased, clock.now()))
  return loaded.map((delivery, nth) => ({ delivery, leaseUntil: settled[nth]!.leaseUntil }))
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

/** Writes a batch of results in one transaction, and switches off the endpoints that they condemn. */
import { disableEndpoint } from "../../changes/disable-endpoint.ts"
import type { DisabledReason } from "../../model/webhook-endpoint.ts"
import type { House } from "../../operations/house.ts"
import { type HealthChange, healthChangeOf, isFailingForTooLong } from "../../rules/endpoint-health.ts"
import { isGone } from "../../rules/retry.ts"
import type { Tx } from "../../store/database.ts"
import { leadPlanner } from "../../store/deliveries-due.ts"
import {
  appendAttempts,
  type DeliveryResult,
  settleDue,
  updateDeliveries,
} from "../../store/delivery-results.ts"
import { changeHealth } from "../../store/endpoint-health.ts"

interface Condemned {
  companyId: number
  endpointId: number
  reason: DisabledReason
}

/** Endpoints first, then the queue, as everybody else locks them. */
export async function writeResults(house: House, results: readonly DeliveryResult[]): Promise<void> {
  const now = house.clock.now()
  await house.db.transaction(async (tx) => {
    leadPlanner(tx)
    const condemned = [...goneAmong(results), ...(await failingAmong(tx, results))]
    const settled = await settleDue(tx, results)
    const isSettled = ({ deliveryId }: DeliveryResult) => settled.has(deliveryId)
    updateDeliveries(tx, results.filter(isSettled), now)
    appendAttempts(
      tx,
      results.filter(wasSent).filter((result) => !isSettled(result)),
      now,
    )
    for (const endpoint of condemned) await disableEndpoint(tx, { ...endpoint, now })
  })
}

const wasSent = (result: DeliveryResult): result is DeliveryResult & { startedAt: number } =>
  result.startedAt !== null

function goneAmong(results: readonly DeliveryResult[]): Condemned[] {
  return results
    .filter((result) => isGone(result.statusCode))
    .map(({ companyId, endpointId }) => ({ companyId, endpointId, reason: "gone" }))
}

/** Tests say nothing about an endpoint's health, nor does what was never sent. */
async function failingAmong(tx: Tx, results: readonly DeliveryResult[]): Promise<Condemned[]> {
  const counting = results.filter((result) => !result.isTest && wasSent(result))
  const byEndpoint = Map.groupBy(counting, (result) => result.endpointId)
  const changes = [...byEndpoint].map(([endpointId, own]) => ({
    endpointId,
    companyId: own[0]!.companyId,
    ...healthChangeOf(
      own.map(({ status, finishedAt }) => ({ succeeded: status === "succeeded", finishedAt })),
    ),
  }))
  if (changes.length === 0) return []
  const health = await changeHealth(
    tx,
    changes.sort((a, b) => a.endpointId - b.endpointId),
  )
  const lastFailures = new Map(changes.map((change) => [change.endpointId, change.lastFailureAt]))
  return health.flatMap(({ company_id, id, first_failure_at }) =>
    isCondemned(first_failure_at, lastFailures.get(id) ?? null)
      ? [{ companyId: company_id, endpointId: id, reason: "failing" as const }]
      : [],
  )
}

function isCondemned(first: Date | null, lastFailureAt: HealthChange["lastFailureAt"]): boolean {
  return first !== null && lastFailureAt !== null && isFailingForTooLong(first.getTime(), lastFailureAt)
}

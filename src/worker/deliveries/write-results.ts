/** Writes a batch of results in one transaction, and switches off the endpoints that they condemn. */

import type { AppContext } from "../../context.ts"
import type { DisabledReason } from "../../model/webhook-endpoint.ts"
import { disableEndpoint } from "../../operations/shared/webhooks.ts"
import {
  type HealthChange,
  healthChangeOf,
  isFailingForTooLong,
  isGone,
} from "../../rules/webhooks/delivery-outcome.ts"
import type { Tx } from "../../store/pg/database.ts"
import { leadPlanner } from "../../store/queue/deliveries-due.ts"
import { endIfFrozen, holdName, lockHolds } from "../../store/queue/delivery-leases.ts"
import {
  addOutcomes,
  appendAttempts,
  type DeliveryResult,
  deleteDue,
  setDueAgain,
  updateDeliveries,
} from "../../store/queue/delivery-results.ts"
import { changeHealth } from "../../store/webhook-endpoints.ts"

interface Condemned {
  companyId: number
  endpointId: number
  reason: DisabledReason
}

/** Endpoints first, then their holds, then the queue, as everybody else locks them. */
export async function writeResults(context: AppContext, results: readonly DeliveryResult[]): Promise<void> {
  const now = context.clock.now()
  await context.db.transaction(async (tx) => {
    endIfFrozen(tx)
    leadPlanner(tx)
    const [failing, held] = await Promise.all([failingAmong(tx, results), lockHolds(tx, results)])
    const [ours, others] = partition(results, (result) => held.has(holdName(result)))
    const { settled, passed } = await settle(tx, ours)
    updateDeliveries(tx, settled, now)
    appendAttempts(tx, [...others, ...passed].filter(wasSent), now)
    for (const endpoint of [...goneAmong(results), ...failing])
      await disableEndpoint(tx, { ...endpoint, now })
    // Last: every worker counts in the same rows.
    addOutcomes(tx, countsOf(results))
  })
}

/**
 * Takes results out of the queue, or sets when they are due again. What somebody has abandoned while it was being sent is
 * passed over where it failed, and settled where it ended: a success is one whatever was thought of it.
 */
async function settle(
  tx: Tx,
  results: readonly DeliveryResult[],
): Promise<{ settled: DeliveryResult[]; passed: DeliveryResult[] }> {
  const [ended, again] = partition(results, (result) => result.nextAttemptAt === null)
  deleteDue(
    tx,
    ended.map((result) => result.deliveryId),
  )
  const found = await setDueAgain(tx, again)
  const [waiting, passed] = partition(again, (result) => found.has(result.deliveryId))
  return { settled: [...ended, ...waiting], passed }
}

function partition<Item>(items: readonly Item[], belongs: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(belongs), items.filter((item) => !belongs(item))]
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

/** `delivered`, an error's word, or the class of a status: `http_5xx`. */
function countsOf(batch: readonly DeliveryResult[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { status, error, statusCode } of batch) {
    const failure = error ?? `http_${Math.floor((statusCode ?? 0) / 100)}xx`
    const outcome = status === "succeeded" ? "delivered" : failure
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
  }
  return counts
}

/** Writes a batch of results in one transaction, and switches off the endpoints that they condemn. */

import { setTimeout as pause } from "node:timers/promises"
import type { DisabledReason } from "../../domain/model/webhook-endpoint.ts"
import {
  type HealthChange,
  healthChangeOf,
  isFailingForTooLong,
  isGone,
  quietSince,
} from "../../domain/rules/webhooks/delivery-outcome.ts"
import { deliveriesDue, settleQueueTransaction } from "../outbox/deliveries-due.sql.ts"
import { disableEndpoint } from "../outbox/plan-deliveries.ts"
import { changeHealth, type EndpointHealth } from "../outbox/webhook-endpoints.sql.ts"
import type { AppContext } from "../platform/context.ts"
import type { Tx } from "../platform/pg/database.ts"
import { addOutcomes, appendAttempts, type DeliveryResult, updateDeliveries } from "./delivery-results.sql.ts"

interface Condemned {
  companyId: number
  endpointId: number
  reason: DisabledReason
}

/** Locks endpoints first and then the queue, each in the order of ids, as every other writer does. */
export async function writeResults(context: AppContext, results: readonly DeliveryResult[]): Promise<void> {
  const now = context.clock.now()
  const sorted = results.toSorted((a, b) => a.deliveryId - b.deliveryId)
  await context.db.transaction(async (tx) => {
    settleQueueTransaction(tx)
    const [failing, { settled, passed }] = await Promise.all([failingAmong(tx, sorted), settle(tx, sorted)])
    updateDeliveries(tx, settled, now)
    appendAttempts(tx, passed.filter(wasSent), now)
    for (const endpoint of [...goneAmong(results), ...failing])
      await disableEndpoint(tx, { ...endpoint, actor: { kind: "system" }, now }, context)
    // Last: every worker counts in the same rows.
    addOutcomes(tx, countsOf(results))
  })
}

/**
 * Takes deliveries out of the queue, or sets when they are due again. A success ends its delivery even when the
 * lease was lost: the receiver has the event. Any other result is passed over when the lease was lost, or when the delivery was
 * abandoned meanwhile: another worker's result decides, or the abandoning has decided.
 */
async function settle(
  tx: Tx,
  results: readonly DeliveryResult[],
): Promise<{ settled: DeliveryResult[]; passed: DeliveryResult[] }> {
  const [succeeded, others] = partition(results, ({ status }) => status === "succeeded")
  const [again, abandoned] = partition(others, ({ nextAttemptAt }) => nextAttemptAt !== null)
  deliveriesDue.drop(tx, succeeded)
  const back = again.map((result) => ({
    work: result,
    dueAt: result.nextAttemptAt!,
    failures: result.number,
  }))
  const [finished, waiting] = await Promise.all([
    deliveriesDue.finish(tx, abandoned),
    deliveriesDue.putBack(tx, back),
  ])
  const ours = new Set([...finished, ...waiting.map(({ work }) => work)])
  const [settled, passed] = partition(others, (result) => ours.has(result))
  return { settled: [...succeeded, ...settled], passed }
}

export function partition<Item>(items: readonly Item[], belongs: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(belongs), items.filter((item) => !belongs(item))]
}

const wasSent = (result: DeliveryResult): result is DeliveryResult & { startedAt: number } =>
  result.startedAt !== null

function goneAmong(results: readonly DeliveryResult[]): Condemned[] {
  return results
    .filter((result) => isGone(result.statusCode))
    .map(({ companyId, endpointId }) => ({ companyId, endpointId, reason: "gone" }))
}

/** Tests say nothing about an endpoint's health, nor do deliveries that were never sent. */
async function failingAmong(tx: Tx, results: readonly DeliveryResult[]): Promise<Condemned[]> {
  const counting = results.filter((result) => result.eventId !== null && wasSent(result))
  const byEndpoint = Map.groupBy(counting, (result) => result.endpointId)
  const changes = [...byEndpoint].map(([endpointId, own]) => {
    const change = healthChangeOf(
      own.map(({ status, finishedAt }) => ({ succeeded: status === "succeeded", finishedAt })),
    )
    const { firstFailureAt } = change
    const quiet = firstFailureAt === null ? null : quietSince(firstFailureAt)
    return { endpointId, companyId: own[0]!.companyId, ...change, quietSince: quiet }
  })
  if (changes.length === 0) return []
  const health = await changeHealth(
    tx,
    changes.sort((a, b) => a.endpointId - b.endpointId),
  )
  hintOfChange(tx, changes, health)
  const lastFailures = new Map(changes.map((change) => [change.endpointId, change.lastFailureAt]))
  return health.flatMap(({ company_id, id, first_failure_at }) =>
    isCondemned(first_failure_at, lastFailures.get(id) ?? null)
      ? [{ companyId: company_id, endpointId: id, reason: "failing" as const }]
      : [],
  )
}

/** An endpoint begins to fail, or works again: staff see it at once. */
function hintOfChange(
  tx: Tx,
  changes: readonly { endpointId: number; firstFailureAt: HealthChange["firstFailureAt"] }[],
  health: readonly EndpointHealth[],
): void {
  const sent = new Map(changes.map(({ endpointId, firstFailureAt }) => [endpointId, firstFailureAt]))
  for (const { company_id, id, first_failure_at } of health) {
    const isChanged = (first_failure_at?.getTime() ?? null) === sent.get(id)
    if (isChanged) tx.hint({ channel: "events", companyId: company_id, stirs: true })
  }
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

export interface BatchLimits {
  size: number
  /** How long a batch that is not full waits for more. */
  gatherMs: number
}

/**
 * Gathers what many ask to have written, and writes it together. What it makes resolves when the item's batch is written.
 * `write` handles its own errors.
 */
export function createBatches<Item>(
  { size, gatherMs }: BatchLimits,
  write: (batch: readonly Item[]) => Promise<void>,
): (item: Item) => Promise<void> {
  const waiting: { item: Item; written: () => void }[] = []
  let isWriting = false

  async function writeAll(): Promise<void> {
    isWriting = true
    while (waiting.length > 0) {
      if (waiting.length < size) await pause(gatherMs)
      const batch = waiting.splice(0, size)
      await write(batch.map(({ item }) => item))
      for (const { written } of batch) written()
    }
    isWriting = false
  }

  return (item) =>
    new Promise((written) => {
      waiting.push({ item, written })
      if (!isWriting) void writeAll()
    })
}

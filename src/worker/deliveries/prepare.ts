/** Reads what is needed to send what was claimed; what can't be sent is given up at once. */

import type { AppContext } from "../../context.ts"
import type { DeliveryError } from "../../model/delivery-errors.ts"
import { type LoadedDelivery, loadClaimed } from "../../store/queue/claimed-deliveries.ts"
import { leadPlanner } from "../../store/queue/deliveries-due.ts"
import type { DeliveryResult } from "../../store/queue/delivery-results.ts"
import { type Attempt, subjectOf } from "./attempt.ts"
import type { Held } from "./holds.ts"

export interface Prepared {
  attempts: Attempt[]
  /** What is given up without being sent. */
  hopeless: DeliveryResult[]
}

export async function prepare(context: AppContext, claimed: readonly Held[]): Promise<Prepared> {
  const now = context.clock.now()
  const due = claimed.map(({ delivery }) => delivery)
  const loaded = await context.db.transaction((tx) => {
    leadPlanner(tx)
    return loadClaimed(tx, due, now)
  })
  const prepared: Prepared = { attempts: [], hopeless: [] }
  loaded.forEach((delivery, i) => {
    const attempt = { delivery, hold: claimed[i]!.hold }
    const error = whyHopeless(delivery)
    if (error === null) prepared.attempts.push(attempt)
    else prepared.hopeless.push(givenUp(attempt, error, now))
  })
  return prepared
}

/**
 * Why it can't be sent any more, if so. Tests go to disabled endpoints too. How many attempts there were is no reason: only
 * the end of one gives a delivery up, so that what workers died over reaches its receiver however often they did.
 */
function whyHopeless(delivery: LoadedDelivery): DeliveryError | null {
  const isTest = delivery.event_id === null
  if (delivery.url === null || !(delivery.enabled || isTest)) return "endpoint_disabled"
  if (delivery.event === null && delivery.test_payload === null) return "event_gone"
  return null
}

function givenUp(attempt: Attempt, error: DeliveryError, now: number): DeliveryResult {
  return {
    ...subjectOf(attempt),
    startedAt: null,
    status: "abandoned",
    nextAttemptAt: null,
    statusCode: null,
    error,
    finishedAt: now,
  }
}

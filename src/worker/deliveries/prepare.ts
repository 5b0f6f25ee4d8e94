/** Reads what is needed to send what was claimed; what can't be sent is given up at once. */
import type { House } from "../../operations/house.ts"
import { type LoadedDelivery, loadClaimed } from "../../store/claimed-deliveries.ts"
import { leadPlanner } from "../../store/deliveries-due.ts"
import type { DeliveryResult } from "../../store/delivery-results.ts"
import type { Claimed } from "./claim.ts"
import type { Hold } from "./holds.ts"

/** What is to be posted now. */
export interface Attempt {
  delivery: LoadedDelivery
  hold: Hold
}

export interface Prepared {
  attempts: Attempt[]
  /** What is given up without being sent. */
  hopeless: DeliveryResult[]
}

export async function prepare(house: House, claimed: readonly Claimed[]): Promise<Prepared> {
  const now = house.clock.now()
  const loaded = await house.db.transaction((tx) => {
    leadPlanner(tx)
    return loadClaimed(
      tx,
      claimed.map(({ due }) => due),
      now,
    )
  })
  const all = loaded.map((delivery, i) => ({ delivery, hold: claimed[i]!.hold }))
  return {
    attempts: all.filter(({ delivery }) => whyHopeless(delivery) === null),
    hopeless: all.flatMap((attempt) => givenUp(attempt, now)),
  }
}

/**
 * Why it can't be sent any more, if so. Tests go to disabled endpoints too. How many attempts there were is no reason: only
 * the end of one gives a delivery up, so that what workers died over reaches its receiver however often they did.
 */
function whyHopeless(delivery: LoadedDelivery): DeliveryResult["error"] {
  const isTest = delivery.event_id === null
  if (delivery.url === null || !(delivery.enabled || isTest)) return "endpoint_disabled"
  if (delivery.event === null && delivery.test_payload === null) return "event_gone"
  return null
}

function givenUp({ delivery, hold }: Attempt, now: number): DeliveryResult[] {
  const error = whyHopeless(delivery)
  if (error === null) return []
  return [
    {
      companyId: delivery.company_id,
      deliveryId: delivery.delivery_id,
      endpointId: delivery.endpoint_id,
      isTest: delivery.event_id === null,
      token: hold.token,
      number: delivery.number,
      startedAt: null,
      status: "abandoned",
      nextAttemptAt: null,
      statusCode: null,
      error,
      finishedAt: now,
    },
  ]
}

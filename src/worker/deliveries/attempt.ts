/** One attempt: sign, post, and say what came of it. */

import type { AppContext } from "../../context.ts"
import { envelopeOf, eventId } from "../../model/event.ts"
import { associatedData } from "../../model/sealing.ts"
import type { Post, Posted, Posting } from "../../ports.ts"
import { outcomeOf } from "../../rules/webhooks/delivery-outcome.ts"
import { webhookHeaders } from "../../rules/webhooks/webhook-signature.ts"
import type { LoadedDelivery } from "../../store/queue/claimed-deliveries.ts"
import type { DeliveryResult } from "../../store/queue/delivery-results.ts"
import type { Held } from "./holds.ts"

/** What is to be posted now. */
export interface Attempt extends Held {
  delivery: LoadedDelivery
}

/** What its result is of. */
export const subjectOf = ({ delivery, hold }: Attempt) => ({
  companyId: delivery.company_id,
  deliveryId: delivery.delivery_id,
  endpointId: delivery.endpoint_id,
  isTest: delivery.event_id === null,
  token: hold.token,
  number: delivery.number,
})

/** Opens sealed secrets, and remembers the last ones: an endpoint's is the same for all that is sent to it. */
export type OpenSecret = (delivery: LoadedDelivery) => string

const remembered = 1_000

export function createOpenSecret(context: Pick<AppContext, "sealer">): OpenSecret {
  const opened = new Map<string, string>()
  return ({ company_id, endpoint_id, sealed_secret }) => {
    const known = opened.get(sealed_secret!)
    if (known !== undefined) return known
    const secret = context.sealer.open(sealed_secret!, associatedData.webhook(company_id, endpoint_id))
    if (opened.size >= remembered) opened.clear()
    opened.set(sealed_secret!, secret)
    return secret
  }
}

function postingOf(delivery: LoadedDelivery, secret: string, now: number): Posting {
  const { event, test_payload } = delivery
  const body = JSON.stringify(event === null ? test_payload : envelopeOf(delivery.company_id, event))
  const id = event === null ? test_payload!.id : eventId(event.id)
  return { url: delivery.url!, headers: { ...webhookHeaders(secret, id, body, now) }, body }
}

/** Never throws: what can't even be signed is a failed attempt. */
export async function runAttempt(
  context: Pick<AppContext, "clock" | "log">,
  post: Post,
  openSecret: OpenSecret,
  attempt: Attempt,
): Promise<DeliveryResult> {
  const { delivery } = attempt
  const startedAt = context.clock.now()
  const { statusCode, error } = await sendSigned(context, post, openSecret, delivery)
  const finishedAt = context.clock.now()
  return {
    ...subjectOf(attempt),
    startedAt,
    ...outcomeOf(delivery.number, statusCode, finishedAt),
    statusCode,
    error,
    finishedAt,
  }
}

async function sendSigned(
  context: Pick<AppContext, "clock" | "log">,
  post: Post,
  openSecret: OpenSecret,
  delivery: LoadedDelivery,
): Promise<Posted> {
  try {
    return await post.send(postingOf(delivery, openSecret(delivery), context.clock.now()))
  } catch (error) {
    context.log.error(
      { err: error, job: "deliveries", company_id: delivery.company_id },
      "a webhook could not be signed",
    )
    return { statusCode: null, error: "failed" }
  }
}

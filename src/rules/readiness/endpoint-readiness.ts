/** Whether a webhook endpoint works, in a sentence with what to do about it. */
import type { ReadinessItem } from "../../model/readiness.ts"
import type { WebhookEndpoint } from "../../model/webhook-endpoint.ts"
import { failingUntil } from "./delivery-outcome.ts"

export function endpointReadiness(endpoint: WebhookEndpoint): ReadinessItem {
  return { code: "webhook_endpoint", target_id: endpoint.id, ...stateOf(endpoint) }
}

function stateOf(endpoint: WebhookEndpoint): Pick<ReadinessItem, "ok" | "message" | "fix"> {
  const { id, enabled, disabled_reason: reason, first_failure_at: failingSince } = endpoint
  const name = `Webhook endpoint ${id}`
  if (reason !== null)
    return { ok: false, message: `${name} is disabled: ${because[reason]}.`, fix: fixOf(id) }
  if (!enabled) return { ok: true, message: `${name} is switched off by the company.`, fix: null }
  if (failingSince === null)
    return { ok: true, message: `${name} has no failed delivery since its last success.`, fix: null }
  const until = new Date(failingUntil(failingSince.getTime())).toISOString()
  return {
    ok: false,
    message: `${name} has failed since ${failingSince.toISOString()}. It is disabled at ${until} unless a delivery succeeds.`,
    fix: `Each attempt in GET /api/v1/webhook-endpoints/${id}/deliveries shows what went wrong.`,
  }
}

const because = {
  gone: "its receiver answered 410, which says that it takes no more events",
  failing: "no delivery succeeded for three days",
}

const fixOf = (id: number) =>
  `Mend the receiver and send a test. Then switch the endpoint on by PUT /api/v1/webhook-endpoints/${id} with {"enabled":true}, ` +
  "and send what it missed by its recover."

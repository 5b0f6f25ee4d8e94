/** Judges that a webhook endpoint works, in a sentence with what to do about it. */
import type { WebhookEndpoint } from "../../model/webhook-endpoint.ts"
import { failingUntil } from "../webhooks/delivery-outcome.ts"
import { failing, type Judged, working } from "./judged.ts"

export function endpointReadiness(endpoint: WebhookEndpoint): Judged {
  const { id, enabled, disabled_reason: reason, first_failure_at: failingSince } = endpoint
  const name = `Webhook endpoint ${id}`
  if (reason !== null) return failing(`${name} is disabled: ${because[reason]}.`, fixOf(id), id)
  if (!enabled) return working(`${name} is switched off by the company.`, id)
  if (failingSince === null) return working(`${name} has no failed delivery since its last success.`, id)
  const until = new Date(failingUntil(failingSince.getTime())).toISOString()
  return failing(
    `${name} has failed since ${failingSince.toISOString()}. It is disabled at ${until} unless a delivery succeeds.`,
    `Each attempt in GET /api/v1/webhook-endpoints/${id}/deliveries shows what went wrong.`,
    id,
  )
}

const because = {
  gone: "its receiver answered 410, which says that it takes no more events",
  failing: "no delivery succeeded for three days",
}

const fixOf = (id: number) =>
  `Mend the receiver and send a test. Then switch the endpoint on by PUT /api/v1/webhook-endpoints/${id} with {"enabled":true}, ` +
  "and send what it missed by its recover."

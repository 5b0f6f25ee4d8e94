import { z } from "zod"
import { invalid, notFound } from "../../model/errors.ts"
import { idText } from "../../model/fields.ts"
import {
  showEndpoint,
  typeFilter,
  type WebhookEndpoint,
  webhookEndpointPatch,
  webhookEndpointView,
} from "../../model/webhook-endpoint.ts"
import { enableEndpoint, findEndpoint, lockEndpoint, updateEndpoint } from "../../store/webhook-endpoints.ts"
import { adminOnly, found, operation, staff } from "../operation.ts"
import { namedIn, refuseUnknownTypes } from "../shared/refuse-unknown.ts"
import { disableEndpoint } from "../shared/webhooks.ts"
import { write } from "../write.ts"

export const updateWebhookEndpoint = operation({
  name: "update_webhook_endpoint",
  summary: "Change a webhook endpoint",
  description:
    "Fields sent are changed. `enabled: true` switches it on again after it was disabled; what was missed meanwhile is " +
    "sent by its `recover`. `enabled: false` abandons what waits for it.",
  noun: "Webhooks",
  roles: staff,
  userRoles: adminOnly,
  params: z.strictObject({ id: idText }),
  body: webhookEndpointPatch,
  result: webhookEndpointView,
  async run(context, call, { id, ...patch }) {
    const unknown = notFound("webhook endpoint")
    found(await findEndpoint(context.db, call.companyId, id), unknown)
    const reason = patch.url === undefined ? null : await context.addressGuard.refuse(patch.url)
    if (reason !== null) throw invalid("url", reason)
    return write(context, call, "update_webhook_endpoint", async (tx) => {
      const { companyId, now } = call
      const present = found(await lockEndpoint(tx, companyId, id), unknown)
      await refuseUnknownTypes(
        tx,
        companyId,
        namedIn("appointment_type_ids", patch.appointment_type_ids ?? []),
      )
      await updateEndpoint(tx, companyId, withPatch(present, patch), now)
      if (patch.enabled === true) await enableEndpoint(tx, companyId, id, now)
      if (patch.enabled === false) await disableEndpoint(tx, { companyId, endpointId: id, reason: null, now })
      const changed = found(await findEndpoint(tx, companyId, id), unknown)
      return { result: showEndpoint(changed), targetId: id, fields: Object.keys(patch) }
    })
  },
})

function withPatch(present: WebhookEndpoint, patch: z.output<typeof webhookEndpointPatch>): WebhookEndpoint {
  return {
    ...present,
    url: patch.url ?? present.url,
    events: patch.events ?? present.events,
    appointment_type_ids:
      patch.appointment_type_ids === undefined
        ? present.appointment_type_ids
        : typeFilter(patch.appointment_type_ids),
  }
}

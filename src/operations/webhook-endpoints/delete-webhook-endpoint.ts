import { z } from "zod"
import { notFound } from "../../model/errors.ts"
import { idText } from "../../model/fields.ts"
import { showEndpoint, webhookEndpointView } from "../../model/webhook-endpoint.ts"
import { dropDue } from "../../store/deliveries.ts"
import { deleteEndpoint, lockEndpoint } from "../../store/webhook-endpoints.ts"
import { adminOnly, found, operation, staff } from "../operation.ts"
import { write } from "../write.ts"

export const deleteWebhookEndpoint = operation({
  name: "delete_webhook_endpoint",
  summary: "Delete a webhook endpoint",
  description: "Nothing more is sent to it, and its delivery log is no longer reached.",
  noun: "Webhooks",
  roles: staff,
  userRoles: adminOnly,
  params: z.strictObject({ id: idText }),
  result: webhookEndpointView,
  async run(context, call, { id }) {
    return write(context, call, "delete_webhook_endpoint", async (tx) => {
      const endpoint = found(await lockEndpoint(tx, call.companyId, id), notFound("webhook endpoint"))
      await deleteEndpoint(tx, call.companyId, id)
      await dropDue(tx, call.companyId, id)
      return { result: showEndpoint({ ...endpoint, enabled: false }), targetId: id, fields: ["deleted"] }
    })
  },
})

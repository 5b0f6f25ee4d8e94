import { z } from "zod"
import { notFound } from "../../model/errors.ts"
import { idText } from "../../model/fields.ts"
import { showEndpoint, webhookEndpointView } from "../../model/webhook-endpoint.ts"
import { findEndpoint } from "../../store/webhook-endpoints.ts"
import { adminOnly, found, operation, staff } from "../operation.ts"

export const readWebhookEndpoint = operation({
  name: "read_webhook_endpoint",
  summary: "Read a webhook endpoint",
  noun: "Webhooks",
  roles: staff,
  userRoles: adminOnly,
  params: z.strictObject({ id: idText }),
  result: webhookEndpointView,
  async run(context, call, { id }) {
    return showEndpoint(
      found(await findEndpoint(context.db, call.companyId, id), notFound("webhook endpoint")),
    )
  },
})

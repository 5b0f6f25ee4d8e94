import { showEndpoint, webhookEndpointView } from "../../model/webhook-endpoint.ts"
import { listEndpoints } from "../../store/webhook-endpoints.ts"
import { adminOnly, listOperation, staff } from "../operation.ts"

export const listWebhookEndpoints = listOperation({
  name: "list_webhook_endpoints",
  summary: "List webhook endpoints",
  description: "All of them, without their secrets.",
  noun: "Webhooks",
  roles: staff,
  userRoles: adminOnly,
  result: webhookEndpointView,
  async run(context, call) {
    const rows = await listEndpoints(context.db, call.companyId)
    return { rows: rows.map(showEndpoint), next_cursor: null }
  },
})

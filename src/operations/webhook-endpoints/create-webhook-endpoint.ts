import { invalid, Refusal } from "../../model/errors.ts"
import {
  secretPlace,
  showEndpoint,
  typeFilter,
  webhookEndpointInput,
  webhookEndpointWithSecret,
  webhookSecret,
} from "../../model/webhook-endpoint.ts"
import { lockCompany } from "../../store/companies.ts"
import { insertEndpoint, nextEndpointId } from "../../store/webhook-endpoints.ts"
import { adminOnly, operation, staff } from "../operation.ts"
import { namedIn, refuseUnknownTypes } from "../shared/refuse-unknown.ts"
import { write } from "../write.ts"

export const createWebhookEndpoint = operation({
  name: "create_webhook_endpoint",
  summary: "Create a webhook endpoint",
  description: "The secret is in this answer only. At most three per company: 409 `too_many_endpoints`.",
  noun: "Webhooks",
  roles: staff,
  userRoles: adminOnly,
  body: webhookEndpointInput,
  result: webhookEndpointWithSecret,
  status: 201,
  secret: true,
  async run(context, call, input) {
    const reason = await context.addressGuard.refuse(input.url)
    if (reason !== null) throw invalid("url", reason)
    const secret = webhookSecret(context.random.bytes(32))
    return write(context, call, "create_webhook_endpoint", async (tx) => {
      const { companyId, now } = call
      const types = typeFilter(input.appointment_type_ids)
      await refuseUnknownTypes(tx, companyId, namedIn("appointment_type_ids", types ?? []))
      await lockCompany(tx, companyId)
      const id = await nextEndpointId(tx)
      const sealedSecret = context.sealer.seal(secret, secretPlace(companyId, id))
      const fields = { ...input, appointment_type_ids: types, id, sealedSecret }
      const endpoint = await insertEndpoint(tx, companyId, fields, now)
      if (!endpoint) throw new Refusal("too_many_endpoints")
      return { result: { ...showEndpoint(endpoint), secret }, targetId: id, fields: Object.keys(input) }
    })
  },
})

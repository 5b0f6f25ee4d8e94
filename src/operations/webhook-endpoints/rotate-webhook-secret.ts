import { z } from "zod"
import { notFound } from "../../model/errors.ts"
import { idText } from "../../model/fields.ts"
import {
  secretPlace,
  showEndpoint,
  webhookEndpointWithSecret,
  webhookSecret,
} from "../../model/webhook-endpoint.ts"
import { lockEndpoint, replaceSecret } from "../../store/webhook-endpoints.ts"
import { adminOnly, found, operation, staff } from "../operation.ts"
import { write } from "../write.ts"

export const rotateWebhookSecret = operation({
  name: "rotate_webhook_secret",
  summary: "Rotate a webhook endpoint's secret",
  description: "Every attempt from now on is signed with the new secret, which is in this answer only.",
  noun: "Webhooks",
  roles: staff,
  userRoles: adminOnly,
  params: z.strictObject({ id: idText }),
  result: webhookEndpointWithSecret,
  secret: true,
  async run(context, call, { id }) {
    const secret = webhookSecret(context.random.bytes(32))
    return write(context, call, "rotate_webhook_secret", async (tx) => {
      const { companyId, now } = call
      const endpoint = found(await lockEndpoint(tx, companyId, id), notFound("webhook endpoint"))
      await replaceSecret(tx, companyId, id, context.sealer.seal(secret, secretPlace(companyId, id)), now)
      const shown = showEndpoint({ ...endpoint, updated_at: new Date(now) })
      return { result: { ...shown, secret }, targetId: id, fields: ["secret"] }
    })
  },
})

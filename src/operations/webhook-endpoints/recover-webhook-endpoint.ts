import { z } from "zod"
import { notFound, Refusal } from "../../model/errors.ts"
import { idText } from "../../model/fields.ts"
import { recoverInput, recoverView } from "../../model/webhook-endpoint.ts"
import { insertRecovered } from "../../store/deliveries.ts"
import { lockEndpoint } from "../../store/webhook-endpoints.ts"
import { msPerDay } from "../../time/units.ts"
import { adminOnly, found, operation, staff } from "../operation.ts"
import { enqueueDeliveries } from "../shared/webhooks.ts"
import { write } from "../write.ts"

const keptMs = 30 * msPerDay

export const recoverWebhookEndpoint = operation({
  name: "recover_webhook_endpoint",
  summary: "Send again what an endpoint missed",
  description:
    "Every event since then that the endpoint wants and that has not reached it, those raised while it was disabled " +
    "included. What is on its way anyway is not sent twice. 409 `endpoint_disabled` until it is enabled again.",
  noun: "Webhooks",
  roles: staff,
  userRoles: adminOnly,
  params: z.strictObject({ id: idText }),
  body: recoverInput,
  result: recoverView,
  async run(context, call, { id, since }) {
    return write(context, call, "recover_webhook_endpoint", async (tx) => {
      const { companyId, now } = call
      const endpoint = found(await lockEndpoint(tx, companyId, id), notFound("webhook endpoint"))
      if (!endpoint.enabled) throw new Refusal("endpoint_disabled")
      const from = new Date(Math.max(Date.parse(since), now - keptMs))
      const queued = await insertRecovered(tx, companyId, { endpointId: id, since: from, now })
      await enqueueDeliveries(tx, companyId, queued, new Date(now))
      return { result: { recovered: queued.length }, targetId: id, fields: [] }
    })
  },
})

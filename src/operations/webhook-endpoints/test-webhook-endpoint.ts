import { z } from "zod"
import { sourceOf } from "../../model/actor.ts"
import { deliveryView, showDelivery } from "../../model/delivery.ts"
import { notFound } from "../../model/errors.ts"
import { webhookTest } from "../../model/event.ts"
import { idText } from "../../model/fields.ts"
import { testEvent } from "../../model/test-event.ts"
import { insertDelivery } from "../../store/deliveries.ts"
import { nextEventId } from "../../store/events.ts"
import { lockEndpoint } from "../../store/webhook-endpoints.ts"
import { adminOnly, found, operation, staff } from "../operation.ts"
import { enqueueDeliveries } from "../shared/webhooks.ts"
import { write } from "../write.ts"

export const testWebhookEndpoint = operation({
  name: "test_webhook_endpoint",
  summary: "Send a test event",
  description:
    "Sends `webhook.test` with a sample appointment to this endpoint only, also to a disabled one. Its outcome is in the " +
    "delivery log, and never counts towards disabling.",
  noun: "Webhooks",
  roles: staff,
  userRoles: adminOnly,
  params: z.strictObject({ id: idText }),
  result: deliveryView,
  status: 201,
  async run(context, call, { id }) {
    return write(context, call, "test_webhook_endpoint", async (tx) => {
      const { companyId, now } = call
      found(await lockEndpoint(tx, companyId, id), notFound("webhook endpoint"))
      const payload = testEvent(companyId, await nextEventId(tx, now), sourceOf(call.actor), now)
      const delivery = await insertDelivery(tx, companyId, {
        endpointId: id,
        eventId: null,
        eventType: webhookTest,
        trigger: "test",
        payload,
        now,
      })
      await enqueueDeliveries(tx, companyId, [delivery], delivery.created_at)
      return { result: showDelivery(delivery), targetId: id, fields: [] }
    })
  },
})

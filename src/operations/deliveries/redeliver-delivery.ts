import { z } from "zod"
import { deliveryView, showDelivery } from "../../model/delivery.ts"
import { notFound, Refusal } from "../../model/errors.ts"
import { idText } from "../../model/fields.ts"
import { findDelivery, insertDelivery } from "../../store/deliveries.ts"
import { findEvent } from "../../store/events.ts"
import { lockEndpoint } from "../../store/webhook-endpoints.ts"
import { adminOnly, found, operation, staff } from "../operation.ts"
import { enqueueDeliveries } from "../shared/webhooks.ts"
import { write } from "../write.ts"

export const redeliverDelivery = operation({
  name: "redeliver_delivery",
  summary: "Send a delivery again",
  description:
    "A new delivery of the same event, with the same webhook-id, whatever became of the first. 409 `endpoint_disabled` " +
    "while the endpoint is off.",
  noun: "Webhooks",
  roles: staff,
  userRoles: adminOnly,
  params: z.strictObject({ id: idText, deliveryId: idText }),
  result: deliveryView,
  status: 201,
  async run(context, call, { id, deliveryId }) {
    return write(context, call, "redeliver_delivery", async (tx) => {
      const { companyId, now } = call
      const endpoint = found(await lockEndpoint(tx, companyId, id), notFound("webhook endpoint"))
      const first = found(await findDelivery(tx, companyId, id, deliveryId), notFound("delivery"))
      if (!endpoint.enabled) throw new Refusal("endpoint_disabled")
      if (first.event_id !== null) found(await findEvent(tx, companyId, first.event_id), notFound("event"))
      const again = await insertDelivery(tx, companyId, {
        endpointId: id,
        eventId: first.event_id,
        eventType: first.event_type,
        trigger: "redeliver",
        payload: first.payload,
        now,
      })
      await enqueueDeliveries(tx, companyId, [again], again.created_at)
      return { result: showDelivery(again), targetId: again.id, fields: [] }
    })
  },
})

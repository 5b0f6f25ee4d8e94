import { z } from "zod"
import { openedDeliveryView, showAttempt, showDelivery } from "../../model/delivery.ts"
import { notFound } from "../../model/errors.ts"
import { envelopeOf } from "../../model/event.ts"
import { idText } from "../../model/fields.ts"
import { findDelivery, listAttempts } from "../../store/deliveries.ts"
import { findEvent } from "../../store/events.ts"
import { findEndpoint } from "../../store/webhook-endpoints.ts"
import { adminOnly, found, operation, staff } from "../operation.ts"

export const readDelivery = operation({
  name: "read_delivery",
  summary: "Read a delivery",
  description: "With its payload and every attempt.",
  noun: "Webhooks",
  roles: staff,
  userRoles: adminOnly,
  params: z.strictObject({ id: idText, deliveryId: idText }),
  result: openedDeliveryView,
  async run(context, call, { id, deliveryId }) {
    const { companyId } = call
    found(await findEndpoint(context.db, companyId, id), notFound("webhook endpoint"))
    const { payload, ...delivery } = found(
      await findDelivery(context.db, companyId, id, deliveryId),
      notFound("delivery"),
    )
    const event =
      delivery.event_id === null ? null : await findEvent(context.db, companyId, delivery.event_id)
    const attempts = await listAttempts(context.db, companyId, id, deliveryId)
    return {
      ...showDelivery(delivery),
      payload: event ? envelopeOf(companyId, event) : payload,
      attempt_log: attempts.map(showAttempt),
    }
  },
})

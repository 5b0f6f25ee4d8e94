import { z } from "zod"
import { deliveryEventTypes, deliveryStatuses, deliveryView, showDelivery } from "../../model/delivery.ts"
import { notFound } from "../../model/errors.ts"
import { idText, instant, page } from "../../model/fields.ts"
import { decodeCursor, defaultLimit, pageOf } from "../../model/paging.ts"
import { listDeliveries as rowsOf } from "../../store/deliveries.ts"
import { findEndpoint } from "../../store/webhook-endpoints.ts"
import { msPerDay } from "../../time/units.ts"
import { adminOnly, found, listOperation, staff } from "../operation.ts"

const keptMs = 30 * msPerDay

export const listDeliveries = listOperation({
  name: "list_deliveries",
  summary: "List an endpoint's deliveries",
  description: "The log of the last 30 days, newest first.",
  noun: "Webhooks",
  roles: staff,
  userRoles: adminOnly,
  params: z.strictObject({ id: idText }),
  query: z.strictObject({
    ...page,
    status: z.enum(deliveryStatuses, { error: `expected one of ${deliveryStatuses.join(", ")}` }).optional(),
    event_type: z
      .enum(deliveryEventTypes, { error: `expected one of ${deliveryEventTypes.join(", ")}` })
      .optional(),
    from: instant.optional().meta({ description: "Created then or later." }),
    to: instant.optional().meta({ description: "Created before then." }),
  }),
  result: deliveryView,
  async run(context, call, input) {
    const { companyId, now } = call
    found(await findEndpoint(context.db, companyId, input.id), notFound("webhook endpoint"))
    const limit = input.limit ?? defaultLimit
    const cursor = decodeCursor(input.cursor, ["number"])
    const rows = await rowsOf(context.db, companyId, {
      endpointId: input.id,
      status: input.status ?? null,
      eventType: input.event_type ?? null,
      from: new Date(Math.max(now - keptMs, input.from === undefined ? 0 : Date.parse(input.from))),
      to: input.to === undefined ? null : new Date(input.to),
      beforeId: cursor === null ? null : (cursor[0] as number),
      limit: limit + 1,
    })
    return pageOf(rows.map(showDelivery), limit, (row) => [row.id])
  },
})

/** How many deliveries an endpoint got on each of the last days, and how they ended. */
import { deliveryDayView, showDeliveryDay } from "../../domain/model/delivery.ts"
import { notFound } from "../../domain/model/errors.ts"
import { byId } from "../../domain/model/fields.ts"
import { msPerDay, utcDayOf } from "../../domain/time/units.ts"
import { findEndpoint } from "../outbox/webhook-endpoints.sql.ts"
import { adminOnly, found, listOperation, staff } from "../platform/operation.ts"
import { countDeliveryDays } from "./delivery-days.sql.ts"

const countedDays = 30

export const countDeliveries = listOperation({
  noun: "Webhooks",
  roles: staff,
  userRoles: adminOnly,
  name: "count_deliveries",
  summary: "Count an endpoint's deliveries by day",
  description:
    "The last 30 days in UTC, oldest first, with the days that had none: how many deliveries were made, and how they ended.",
  params: byId,
  result: deliveryDayView,
  async run({ db }, { companyId, now }, { id }) {
    found(await findEndpoint(db, companyId, id), notFound("webhook endpoint"))
    const since = (utcDayOf(now) - countedDays + 1) * msPerDay
    const counted = await countDeliveryDays(db, companyId, { endpointId: id, since, days: countedDays })
    return { rows: counted.map(showDeliveryDay), next_cursor: null }
  },
})

/** A scheduling request as the company API shows it, with its booking link. */
import type { z } from "zod"
import { showMetadata } from "../../domain/model/external-data.ts"
import { earliestDateOf, requestView, totalMinutes } from "../../domain/model/scheduling-request.ts"
import { iso } from "../../domain/model/views.ts"
import type { RequestWithType } from "../ledger/scheduling-requests.sql.ts"
import type { AppContext } from "../platform/context.ts"
import { bookingUrl } from "../platform/links.ts"
import { staff } from "../platform/operation.ts"

/** The same for every operation on scheduling requests. */
export const common = { noun: "Scheduling requests", roles: staff, result: requestView }

export function showRequest(
  context: Pick<AppContext, "bookUrl" | "linkKeys">,
  request: RequestWithType,
  withLink: boolean,
): z.input<typeof requestView> {
  const blocks = request.block_minutes ?? request.type_block_minutes
  return {
    id: request.id,
    status: request.status,
    customer_id: request.customer_id,
    appointment_type_id: request.appointment_type_id,
    earliest_date: earliestDateOf(request),
    latest_date: request.latest_date,
    external_ref: request.external_ref,
    ...showMetadata(request),
    location_id: request.location_id,
    provider_id: request.provider_id,
    duration_minutes: totalMinutes(blocks),
    blocks,
    duration_label: request.duration_label,
    booking_url: withLink ? bookingUrl(context, request) : null,
    version: request.version,
    created_at: iso(request.created_at),
    updated_at: iso(request.updated_at),
  }
}

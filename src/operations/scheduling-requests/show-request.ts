/** A scheduling request as the company API shows it, with its booking link. */
import type { z } from "zod"
import type { AppContext } from "../../context.ts"
import { linkToken } from "../../model/link-token.ts"
import { requestView, type SchedulingRequest, totalMinutes } from "../../model/scheduling-request.ts"
import { iso } from "../../model/views.ts"
import { wantsLinks } from "../../store/companies.ts"
import type { RequestWithType } from "../../store/scheduling-requests.ts"
import { type Call, staff } from "../operation.ts"

/** The same for every operation on scheduling requests. */
export const common = { noun: "Scheduling requests", roles: staff, result: requestView }

/** Whether `{booking_link}`s can be given out: the host has booking pages and the company wants links. */
export async function linksAreSetUp(context: AppContext, call: Call): Promise<boolean> {
  return context.bookUrl !== null && (await wantsLinks(context.db, call.companyId))
}

/** Null when the host no longer has the key that the link was made with: rotating the link gives a new one. */
export function bookingUrl(
  context: AppContext,
  request: Pick<SchedulingRequest, "id" | "link_version" | "link_key_id">,
): string | null {
  const { id: requestId, link_version: linkVersion, link_key_id: linkKeyId } = request
  if (!context.linkKeys.some(({ id }) => id === linkKeyId)) return null
  return `${context.bookUrl}/r/${linkToken(context.linkKeys, { requestId, linkVersion, linkKeyId })}`
}

export function showRequest(
  context: AppContext,
  request: RequestWithType,
  withLink: boolean,
): z.input<typeof requestView> {
  const blocks = request.block_minutes ?? request.type_block_minutes
  return {
    id: request.id,
    status: request.status,
    customer_id: request.customer_id,
    appointment_type_id: request.appointment_type_id,
    earliest_date: request.earliest_date,
    latest_date: request.latest_date,
    external_ref: request.external_ref,
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

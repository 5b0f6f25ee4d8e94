/** What a visitor's search asks of the one slot search. */
import { notFound } from "../../model/errors.ts"
import { type PublicPage, phoneToCall } from "../../model/public-page.ts"
import type { SlotQuestion } from "../../model/slot-search.ts"
import type { Address } from "../../model/views.ts"
import type { Visit } from "../../model/visit.ts"
import { visitorAddress } from "../../rules/visitor-address.ts"
import { limitAddressSearches } from "../address-search-limits.ts"
import type { House } from "../house.ts"
import { bookableType } from "./bookable-type.ts"
import { limitUnverifiedSearches } from "./limits.ts"

export interface VisitorSearch {
  typeId: number
  startDate: string
  endDate: string
  locationId?: number | undefined
  providerId?: number | undefined
  durationOptionId?: number | undefined
  schedulingRequestId?: number | undefined
  address?: Address | undefined
}

/**
 * `visit` is null before a number is verified; such searches count toward the company's limit. `network` is the visitor's
 * network address, by which searches with an address are limited.
 */
export async function visitorQuestion(
  house: House,
  page: PublicPage,
  visit: Visit | null,
  { network, ...sent }: VisitorSearch & { network: string },
): Promise<SlotQuestion> {
  const customer = visit?.customer ?? null
  const requestId = sent.schedulingRequestId ?? null
  if (requestId !== null && customer === null) throw notFound("scheduling request", "schedulingRequestId")
  const [{ needsAddress }] = await Promise.all([
    bookableType(house, page, sent.typeId, requestId !== null),
    visit ? null : limitUnverifiedSearches(house, page),
  ])
  const address = visitorAddress(sent.address, needsAddress, customer)
  if (address) {
    await limitAddressSearches(house, page.companyId, network, { company_phone: phoneToCall(page) })
  }
  return {
    appointment_type_id: sent.typeId,
    start_date: sent.startDate,
    end_date: sent.endDate,
    customer_id: customer?.id ?? null,
    location_id: sent.locationId ?? null,
    provider_id: sent.providerId ?? null,
    duration_option_id: sent.durationOptionId ?? null,
    scheduling_request_id: requestId,
    address,
  }
}

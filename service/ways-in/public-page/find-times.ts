/** A visitor's search: the one slot search, over the types that the public page offers. */

import { notFound } from "../../../domain/model/errors.ts"
import type { VerifiedVisit } from "../../../domain/model/public-page.ts"
import { type PublicPage, type PublicType, phoneToCall } from "../../../domain/model/public-page.ts"
import type { SlotQuestion } from "../../../domain/model/slot-search.ts"
import type { Address } from "../../../domain/model/views.ts"
import { whyNotLinked } from "../../../domain/rules/groups/judge-group.ts"
import { isPublicType, visitorAddress } from "../../../domain/rules/public-page/visitor-bookings.ts"
import type { HoldOwner } from "../../ledger/holds.sql.ts"
import { liveHoldOfVisitor } from "../../ledger/kept-by-hold.ts"
import { requireOwnRequest } from "../../ledger/lock-requests.ts"
import type { AppContext } from "../../platform/context.ts"
import { limitAddressSearches } from "../../platform/rate-limits.ts"
import type { FoundSlots } from "../../slots/found-slots.ts"
import { findSlots } from "../../slots/search-slots.ts"
import { publicCall, type Visitor } from "./admit.ts"
import { findTypeForPage, listPublicTypes } from "./public-page.sql.ts"

/** The types that the page offers to every visitor. */
export const offeredTypes = (context: AppContext, page: PublicPage): Promise<PublicType[]> =>
  listPublicTypes(context.db, page.companyId)

/** It can be put together with others. What is asked, and how long it takes, is chosen for one type alone. */
export const isLinkable = (type: PublicType): boolean =>
  whyNotLinked(type, 0) === null &&
  type.place === "at_location" &&
  type.questions.length === 0 &&
  type.duration_options.length === 0

/**
 * Throws 404 for a type that is not public, as for an unknown one. A visitor who names a scheduling request of theirs
 * may ask for its type; whether the two belong together is judged with the times.
 */
export async function bookableType(
  context: AppContext,
  page: PublicPage,
  typeId: number,
  byRequest: boolean,
): Promise<{ needsAddress: boolean }> {
  const type = await findTypeForPage(context.db, page.companyId, typeId)
  if (!type || !(byRequest || isPublicType(type))) throw notFound("appointment type", "typeId")
  return { needsAddress: type.place === "at_customer" }
}

export interface VisitorSearch {
  typeId: number
  startDate: string
  endDate: string
  locationId?: number | undefined
  providerId?: number | undefined
  durationOptionId?: number | undefined
  schedulingRequestId?: number | undefined
  address?: Address | undefined
  /** Types that follow at the same coming. */
  thenTypeIds?: number[] | undefined
  sameProvider?: boolean | undefined
  /** The seats of a class. */
  seats?: number | undefined
  /** The end of the answer's part before. */
  moreFrom?: string | undefined
}

/** `visit` is null before a number is verified. What `owner` holds takes no time away. Searches with an address are limited by network and company. */
export async function findTimes(
  context: AppContext,
  page: PublicPage,
  visitor: Visitor,
  visit: VerifiedVisit | null,
  search: VisitorSearch,
  owner: HoldOwner = { holder: null },
): Promise<FoundSlots> {
  const customer = visit?.customer ?? null
  await requireOwnRequest(context.db, page.companyId, customer, search.schedulingRequestId)
  const address = await addressOf(context, page, visitor, customer, search)
  const call = publicCall(
    page.companyId,
    visitor,
    visit && { id: visit.id, customerId: customer?.id ?? null },
  )
  const own = await liveHoldOfVisitor(context.db, call, owner)
  return findSlots(context, call, questionOf(search, customer?.id ?? null, address), {
    forPage: true,
    holdId: own?.id ?? null,
  })
}

/** The address that the visitor typed, where the search needs it. */
export async function addressOf(
  context: AppContext,
  page: PublicPage,
  visitor: Visitor,
  customer: VerifiedVisit["customer"],
  { address, typeId, schedulingRequestId }: Pick<VisitorSearch, "address" | "typeId" | "schedulingRequestId">,
): Promise<Address | null> {
  if (!address) return null
  const { needsAddress } = await bookableType(context, page, typeId, schedulingRequestId !== undefined)
  const counting = visitorAddress(address, needsAddress, customer)
  if (counting) {
    await limitAddressSearches(context, page.companyId, visitor.clientAddress, {
      company_phone: phoneToCall(page),
    })
  }
  return counting
}

/** The search as the slot search takes it. */
const questionOf = (
  search: VisitorSearch,
  customerId: number | null,
  address: Address | null,
): SlotQuestion => ({
  ...(search.thenTypeIds
    ? {
        appointment_type_ids: [search.typeId, ...search.thenTypeIds],
        same_provider: search.sameProvider === true,
      }
    : { appointment_type_id: search.typeId }),
  start_date: search.startDate,
  end_date: search.endDate,
  customer_id: customerId,
  location_id: search.locationId ?? null,
  provider_id: search.providerId ?? null,
  duration_option_id: search.durationOptionId ?? null,
  scheduling_request_id: search.schedulingRequestId ?? null,
  address,
  more_from: search.moreFrom,
  seats: search.seats,
})

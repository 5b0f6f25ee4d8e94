import type { AppContext } from "../context.ts"
import { bookingUrl } from "../operations/shared/links.ts"
import { findPrimaryContact } from "../store/contacts.ts"
import { listRequests } from "../store/scheduling-requests.ts"
import { dateOfDay } from "../time/dates.ts"
import { utcDayOf } from "../time/units.ts"
import { firstDealRef } from "./ask-customers.ts"

const atMost = 100

export interface ShownRequest {
  /** Its link; null on a host without booking pages. */
  bookingUrl: string | null
  /** Its customer's number, from which an agent may be called. */
  callerPhone: string | null
}

/** An open request that can still be booked, to be shown to a newcomer. */
export async function shownRequest(context: AppContext, companyId: number): Promise<ShownRequest> {
  const today = dateOfDay(utcDayOf(context.clock.now()))
  const page = { status: "open", customerId: null, externalRef: null, afterId: 0, limit: atMost } as const
  const open = await listRequests(context.db, companyId, page)
  const bookable = open.filter(({ latest_date }) => latest_date > today)
  const request = bookable.find(({ external_ref }) => external_ref === firstDealRef) ?? bookable.at(-1)
  if (!request) return { bookingUrl: null, callerPhone: null }
  const contact = await findPrimaryContact(context.db, companyId, request.customer_id)
  return {
    bookingUrl: bookingUrl(context, request),
    callerPhone: contact?.phone ?? null,
  }
}

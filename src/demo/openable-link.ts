import type { House } from "../operations/house.ts"
import { bookingUrl } from "../operations/scheduling-requests/show-request.ts"
import { listRequests } from "../store/scheduling-requests.ts"
import { dateOfDay } from "../time/dates.ts"
import { firstDealRef } from "./ask-customers.ts"

const msPerDay = 86_400_000
const atMost = 100

/** The link of an open request that can still be booked; null without one, or on a host without booking pages. */
export async function openableLink(house: House, companyId: number): Promise<string | null> {
  if (house.bookUrl === null) return null
  const today = dateOfDay(Math.floor(house.clock.now() / msPerDay))
  const page = { status: "open", customerId: null, externalRef: null, afterId: 0, limit: atMost } as const
  const open = await listRequests(house.db, companyId, page)
  const bookable = open.filter(({ latest_date }) => latest_date > today)
  const request = bookable.find(({ external_ref }) => external_ref === firstDealRef) ?? bookable.at(-1)
  return request ? bookingUrl(house, request) : null
}

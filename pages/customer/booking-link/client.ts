import type { LinkView } from "../../../domain/contracts/booking-link.ts"
import type { SlotsView } from "../../../domain/contracts/customer-pages.ts"
import { type Outcome, send } from "../../shared/api.ts"
import { byToken } from "../../shared/link-token.ts"
import type { DateRange } from "../../shared/times/ranges.ts"

export interface Sought {
  /** The appointment to be moved; null for a first booking. */
  appointmentId: number | null
  /** The only location to search; null for all. */
  locationId: number | null
  /** The point at which the wanted part of a long answer begins; null for the first. */
  moreFrom: string | null
}

/** The page's reads. The token is sent in a header and stored nowhere. */
export interface BookingLinkClient {
  token: string
  read(): Promise<Outcome<LinkView>>
  searchSlots(range: DateRange, sought: Sought): Promise<Outcome<SlotsView>>
}

export function bookingLinkClient(token: string): BookingLinkClient {
  const headers = byToken(token)
  return {
    token,
    read: () => send({ method: "GET", path: "/api/link", headers }),
    searchSlots: (range, { appointmentId, locationId, moreFrom }) =>
      send({
        method: "POST",
        path: "/api/link/slots",
        headers,
        body: {
          ...range,
          ...(appointmentId === null ? {} : { appointmentId }),
          ...(locationId === null ? {} : { locationId }),
          ...(moreFrom === null ? {} : { moreFrom }),
        },
      }),
  }
}

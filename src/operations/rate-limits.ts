/** Limits that count in tokens. Their counters are shared by every process. */
import type { AppContext } from "../context.ts"
import { Refusal } from "../model/errors.ts"
import { networkOf } from "../rules/public-page/network-address.ts"
import { type Token, takeToken } from "../store/rate-limits.ts"
import { secondsPerDay } from "../time/units.ts"

/** Throws `rate_limited` when no token is left, with the seconds to wait if waiting helps. */
export function refuseWithout(
  { allowed, retryAfterSeconds }: Token,
  details?: Readonly<Record<string, unknown>>,
): void {
  if (allowed) return
  throw new Refusal("rate_limited", {
    ...(retryAfterSeconds === null ? {} : { retryAfterSeconds }),
    ...(details === undefined ? {} : { details }),
  })
}

const bookingLinkRequestsAMinute = 60

/** Counts a request for a booking link, whichever link. Throws `rate_limited`. */
export async function limitBookingLinks(context: AppContext, clientAddress: string): Promise<void> {
  const network = context.sealer.hashes(networkOf(clientAddress), "booking-link-requests")[0]!
  const now = context.clock.now()
  const token = { key: `link:${network}`, limit: bookingLinkRequestsAMinute, windowSeconds: 60, now }
  refuseWithout(await takeToken(context.db, token))
}

const perNetworkAMinute = 10
const perCompanyADay = 500

/**
 * Takes a token for an address search from the client's network, then one from the company: a client over its own limit
 * uses up none of the company's. Throws `rate_limited` with `details`, which may name a phone number to call instead.
 */
export async function limitAddressSearches(
  context: AppContext,
  companyId: number,
  clientAddress: string,
  details?: Record<string, unknown>,
): Promise<void> {
  const network = context.sealer.hashes(networkOf(clientAddress), "address-searches")[0]!
  const now = context.clock.now()
  const own = { key: `address_search:${network}`, limit: perNetworkAMinute, windowSeconds: 60, now }
  refuseWithout(await takeToken(context.db, own), details)
  const shared = {
    key: `address_search:company:${companyId}`,
    limit: perCompanyADay,
    windowSeconds: secondsPerDay,
    now,
  }
  refuseWithout(await takeToken(context.db, shared), details)
}

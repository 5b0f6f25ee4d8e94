/** How often anybody's addresses are looked up for a search. Counters are shared by every process. */

import type { AppContext } from "../context.ts"
import { networkOf } from "../rules/public-page/network-address.ts"
import { takeToken } from "../store/rate-limits.ts"
import { secondsPerDay } from "../time/units.ts"
import { refuseWithout } from "./refuse-without.ts"

const perNetworkAMinute = 10
const perCompanyADay = 500

/**
 * Takes one address search of `address`, the caller's network address, and then one of the company's: whoever is over
 * their own limit uses up nothing of the company's. Throws `rate_limited`, with `details` where the caller is told whom
 * to call instead.
 */
export async function limitAddressSearches(
  context: AppContext,
  companyId: number,
  address: string,
  details?: Record<string, unknown>,
): Promise<void> {
  const network = context.sealer.hashes(networkOf(address), "address-searches")[0]!
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

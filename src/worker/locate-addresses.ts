/** Finds coordinates for addresses that were saved while the geocoder was away, or before the host had one. */

import type { AppContext } from "../context.ts"
import { locate } from "../operations/locate-address.ts"
import type { Call } from "../operations/operation.ts"
import { write } from "../operations/write.ts"
import { listCompanyIds } from "../store/companies.ts"
import { listUnlocated, setCustomerPoint, type Unlocated } from "../store/customers.ts"

/** A minute's share, below the one question a second that public geocoders allow. */
const atOnce = 50

/** Returns how many it asked about. Stops for this time when the geocoder is away. */
export async function locateAddresses(context: AppContext): Promise<number> {
  let asked = 0
  for (const companyId of await listCompanyIds(context.db)) {
    for (const customer of await listUnlocated(context.db, companyId, atOnce - asked)) {
      const found = await locate(context, customer.address)
      if (found === "away") return asked
      await keep(context, companyId, customer, found)
      asked += 1
    }
    if (asked >= atOnce) return asked
  }
  return asked
}

async function keep(
  context: AppContext,
  companyId: number,
  { id, address }: Unlocated,
  found: Exclude<Awaited<ReturnType<typeof locate>>, "away">,
): Promise<void> {
  const call: Call = { companyId, actor: { kind: "system" }, requestId: "locate", now: context.clock.now() }
  await write(context, call, "locate_address", async (tx) => {
    const isKept = await setCustomerPoint(tx, companyId, id, address, found)
    return { result: isKept, targetId: id, fields: isKept ? ["address_accuracy"] : [] }
  })
}

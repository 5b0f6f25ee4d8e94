/** Finds places for the addresses that were saved while the geocoder was away, and for those from before there was one. */

import type { House } from "../operations/house.ts"
import { locate } from "../operations/locate-address.ts"
import type { Call } from "../operations/operation.ts"
import { write } from "../operations/write.ts"
import { listCompanyIds } from "../store/companies.ts"
import { listUnlocated, setCustomerPoint, type Unlocated } from "../store/customer-points.ts"

/** A minute's share, below the one question a second that public geocoders allow. */
const atOnce = 50

/** Returns how many it asked about. Stops for this time when the geocoder is away. */
export async function locateAddresses(house: House): Promise<number> {
  let asked = 0
  for (const companyId of await listCompanyIds(house.db)) {
    for (const customer of await listUnlocated(house.db, companyId, atOnce - asked)) {
      const found = await locate(house, customer.address)
      if (found === "away") return asked
      await keep(house, companyId, customer, found)
      asked += 1
    }
    if (asked >= atOnce) return asked
  }
  return asked
}

async function keep(
  house: House,
  companyId: number,
  { id, address }: Unlocated,
  found: Exclude<Awaited<ReturnType<typeof locate>>, "away">,
): Promise<void> {
  const call: Call = { companyId, actor: { kind: "system" }, requestId: "locate", now: house.clock.now() }
  await write(house, call, "locate_address", async (tx) => {
    const isKept = await setCustomerPoint(tx, companyId, id, address, found)
    return { result: isKept, targetId: id, fields: isKept ? ["address_accuracy"] : [] }
  })
}

/** Finds coordinates for addresses that were saved while the geocoder was away, or before the host had one. */

import { isTestCompany } from "../../domain/model/test-company.ts"
import type { AppContext } from "../context.ts"
import { locate } from "../operations/locate-address.ts"
import type { Call } from "../operations/operation.ts"
import { write } from "../operations/write.ts"
import { listCompanyIds } from "../store/companies.ts"
import type { Tx } from "../store/pg/database.ts"
import { listUnlocated, setPoint } from "../store/unlocated.ts"

/** A minute's share, below the one question a second that public geocoders allow. */
const atOnce = 50

/** Where addresses stand that travel is judged by. */
const kinds = [
  { kind: "customer", field: "address_accuracy" },
  { kind: "location", field: "address_accuracy" },
  { kind: "provider", field: "start_accuracy" },
] as const

/** Returns how many it asked about. Stops for this time when the geocoder is away. */
export async function locateAddresses(host: AppContext): Promise<number> {
  let asked = 0
  for (const companyId of await listCompanyIds(host.db)) {
    // A test company's own geocoder is never away, and nothing runs in it between its calls.
    if (isTestCompany(companyId)) continue
    for (const { kind, field } of kinds) {
      for (const unlocated of await listUnlocated(host.db, companyId, kind, atOnce - asked)) {
        const found = await locate(host, unlocated.address)
        if (found === "away") return asked
        await keep(host, companyId, unlocated.id, field, (tx) =>
          setPoint(tx, companyId, kind, unlocated, found),
        )
        asked += 1
      }
      if (asked >= atOnce) return asked
    }
  }
  return asked
}

async function keep(
  context: AppContext,
  companyId: number,
  id: number,
  field: string,
  set: (tx: Tx) => Promise<boolean>,
): Promise<void> {
  const call: Call = { companyId, actor: { kind: "system" }, requestId: "locate", now: context.clock.now() }
  await write(context, call, "locate_address", async (tx) => {
    const isKept = await set(tx)
    return { result: isKept, targetId: id, fields: isKept ? [field] : [] }
  })
}

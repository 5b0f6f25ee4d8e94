/** Finds coordinates for addresses that were saved while the geocoder was away, or before the host had one. */

import { isTestCompany } from "../../domain/model/test-company.ts"
import type { AppContext } from "../platform/context.ts"
import type { Call } from "../platform/operation.ts"
import { forEachPart } from "../platform/part-by-part.ts"
import type { Tx } from "../platform/pg/database.ts"
import { write } from "../platform/write.ts"
import { listCompanyIds } from "./companies.sql.ts"
import { locate } from "./locate-address.ts"
import { listUnlocated, setPoint } from "./unlocated.sql.ts"

/** A minute's share, below the one question a second that public geocoders allow. */
const atOnce = 50

/** The addresses that travel is judged by. */
const kinds = [
  { kind: "customer", field: "address_accuracy" },
  { kind: "location", field: "address_accuracy" },
  { kind: "provider", field: "start_accuracy" },
] as const

/** Returns how many it asked about. Stops for this time when the geocoder is away. */
export async function locateAddresses(host: AppContext): Promise<number> {
  const share = { asked: 0, isAway: false }
  // A test company's own geocoder is never away, and nothing runs in it between its calls.
  const live = (await listCompanyIds(host.db)).filter((companyId) => !isTestCompany(companyId))
  await forEachPart(host, "locate-addresses", live, (companyId) => locateOf(host, companyId, share))
  return share.asked
}

async function locateOf(
  host: AppContext,
  companyId: number,
  share: { asked: number; isAway: boolean },
): Promise<void> {
  for (const { kind, field } of kinds) {
    if (share.isAway || share.asked >= atOnce) return
    for (const unlocated of await listUnlocated(host.db, companyId, kind, atOnce - share.asked)) {
      const found = await locate(host, unlocated.address)
      if (found === "away") {
        share.isAway = true
        return
      }
      share.asked += 1
      await keep(host, companyId, unlocated.id, field, (tx) =>
        setPoint(tx, companyId, kind, unlocated, found),
      )
    }
  }
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

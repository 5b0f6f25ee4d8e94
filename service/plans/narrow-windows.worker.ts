/** Looks for days whose plan has just been fixed, in all live companies. Any number of workers may look at once. */

import { listFreezing } from "../ledger/plans.sql.ts"
import type { AppContext } from "../platform/context.ts"
import { forEachPart } from "../platform/part-by-part.ts"
import { narrowWindows } from "./narrow.ts"

export async function freezeDays(context: AppContext): Promise<number> {
  const freezing = await listFreezing(context.db, context.clock.now())
  const narrowed = await forEachPart(context, "freeze-days", freezing, (companyId) =>
    narrowWindows(context, companyId),
  )
  return narrowed.flat().length
}

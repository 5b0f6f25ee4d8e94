/** Looks for days whose plan has just been fixed, in all live companies. Any number of workers may look at once. */
import type { AppContext } from "../context.ts"
import { narrowWindows } from "../operations/appointments/narrow.ts"
import { forEachPart } from "../operations/part-by-part.ts"
import { listFreezing } from "../store/plans.ts"

export async function freezeDays(context: AppContext): Promise<number> {
  const freezing = await listFreezing(context.db, context.clock.now())
  const narrowed = await forEachPart(context, "freeze-days", freezing, (companyId) =>
    narrowWindows(context, companyId),
  )
  return narrowed.flat().length
}

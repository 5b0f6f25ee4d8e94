/** Looks for days whose plan has just been fixed, in all live companies. Any number of workers may look at once. */
import type { AppContext } from "../context.ts"
import { narrowWindows } from "../operations/appointments/narrow.ts"
import { listFreezing } from "../store/plans.ts"

export async function freezeDays(context: AppContext): Promise<number> {
  let narrowed = 0
  for (const companyId of await listFreezing(context.db, context.clock.now()))
    narrowed += (await narrowWindows(context, companyId)).length
  return narrowed
}

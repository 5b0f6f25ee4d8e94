/** Ends entries of the waiting list whose dates are over on the company's calendar. Any number of workers may do so at once. */
import { Refusal } from "../../domain/model/errors.ts"
import { isTestCompany } from "../../domain/model/test-company.ts"
import type { WaitingEntry } from "../../domain/model/waiting-entry.ts"
import { listCompanyIds } from "../company/companies.sql.ts"
import { listOverdueEntries } from "../ledger/waiting-entries.sql.ts"
import type { AppContext } from "../platform/context.ts"
import type { Call } from "../platform/operation.ts"
import { forEachPart } from "../platform/part-by-part.ts"
import { write } from "../platform/write.ts"
import { companyToday, endWaiting, lockWaiting } from "./keep-entries.ts"

const mostAtOnce = 200

/** Ends the overdue entries of live companies. Returns how many it ended. */
export async function endOverdueWaiting(context: AppContext): Promise<number> {
  const live = (await listCompanyIds(context.db)).filter((companyId) => !isTestCompany(companyId))
  const ended = await forEachPart(context, "end-waiting", live, (companyId) =>
    endOverdueOf(context, companyId),
  )
  return ended.reduce((sum, some) => sum + some, 0)
}

/** At most `mostAtOnce`. */
export async function endOverdueOf(context: AppContext, companyId: number): Promise<number> {
  const now = context.clock.now()
  const today = await companyToday(context.db, companyId, now)
  const call: Call = { companyId, actor: { kind: "system" }, requestId: "sweep", now }
  let ended = 0
  for (const entry of await listOverdueEntries(context.db, companyId, today, mostAtOnce)) {
    if (await expire(context, call, entry, today)) ended += 1
  }
  return ended
}

/** False when it was booked, changed or left meanwhile. */
async function expire(context: AppContext, call: Call, seen: WaitingEntry, today: string): Promise<boolean> {
  return write(context, call, "expire_waiting_entry", async (tx) => {
    const entry = await lockWaiting(tx, call.companyId, seen).catch((error: unknown) => {
      if (error instanceof Refusal) return null
      throw error
    })
    const isOver = entry !== null && entry.latest_date < today
    if (isOver) await endWaiting(tx, call, entry, { status: "expired" })
    const fields = isOver ? ["state"] : []
    return { result: isOver, targetId: seen.id, customerId: seen.customer_id, fields }
  })
}

/**
 * Offers freed time to those who wait. Each offer is one transaction, which the law of one offer for each start keeps
 * single, and the row stays in the queue until all have been asked, so a worker that dies at any moment loses none and makes
 * none twice.
 */

import type { FreedBy } from "../../domain/model/freed-time.ts"
import { isTestCompany } from "../../domain/model/test-company.ts"
import type { Gap } from "../../domain/rules/waiting/fits.ts"
import { minuteOf } from "../../domain/time/units.ts"
import { freedDue, type LeasedFreed, leaseFreed } from "../outbox/freed-due.sql.ts"
import { contextOf } from "../platform/company-context.ts"
import type { AppContext } from "../platform/context.ts"
import { newLease } from "../platform/queue/leases.ts"
import type { Work } from "../platform/queue/loop.ts"
import { askRound } from "./ask-round.ts"
import { endGoneOffers } from "./end-gone-offers.ts"
import { giveToNext } from "./give-to-next.ts"

const leaseMs = 60_000

export const freedTimes = (context: AppContext, { pollMs = 500 } = {}): Work<LeasedFreed> => ({
  name: "offer-freed-time",
  atOnce: 4,
  pollMs,
  lease: (most) => leaseFreed(context.db, newLease(context, leaseMs), most),
  perform: (freed) => offerFreed(context, freed),
})

/** First to who asked for it while another was deciding; then a few more are asked, and others in a minute if there are any. */
export async function offerFreed(host: AppContext, freed: LeasedFreed): Promise<void> {
  const { companyId, providerId } = freed
  const context = isTestCompany(companyId) ? await contextOf(host, companyId) : host
  const now = context.clock.now()
  const gap: Gap = { providerId, from: Math.max(freed.startMinute, minuteOf(now)), to: freed.endMinute }
  const again =
    gap.to <= gap.from ? null : await offerGap(context, companyId, { gap, source: freed.source }, now)
  if (again === null) await freedDue.finish(context.db, [freed])
  else await freedDue.putBack(context.db, [{ work: freed, dueAt: again, failures: 0 }])
}

async function offerGap(
  context: AppContext,
  companyId: number,
  { gap, source }: { gap: Gap; source: FreedBy },
  now: number,
): Promise<number | null> {
  if (source === "taken") {
    await endGoneOffers(context, companyId, gap, now)
    return null
  }
  await giveToNext(context, companyId, gap, now)
  return askRound(context, companyId, gap, now)
}

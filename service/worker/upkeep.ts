/** Keeps the tables in shape: makes partitions ahead, drops those past their retention, and deletes short-lived rows. */

import { callbackDays } from "../../domain/model/callback.ts"
import { disruptionDays } from "../../domain/model/disruption.ts"
import { isTestCompany } from "../../domain/model/test-company.ts"
import { waitingEntryDays } from "../../domain/model/waiting-entry.ts"
import type { AppContext } from "../context.ts"
import { contextOf } from "../operations/company-context.ts"
import { removeFiles } from "../operations/files/remove.ts"
import { deleteEndedSessions } from "../operations/shared/ended-sessions.ts"
import { dropOldBookings } from "../store/agent-bookings.ts"
import { dropOldSessions } from "../store/agent-sessions.ts"
import { dropOldCallbacks } from "../store/callbacks.ts"
import { dropOldLedger, dropOldSolutions } from "../store/code-ledger.ts"
import { listCompanyIds } from "../store/companies.ts"
import { dropOldDisruptions } from "../store/disruptions.ts"
import { dropOldAnswers } from "../store/idempotency.ts"
import { dropOldOperatorAccess } from "../store/operator-access.ts"
import { dropOldResets } from "../store/password-resets.ts"
import { dropOldPartitions, dropOldTestRows, ensurePartitions } from "../store/pg/partitions.ts"
import { dropOldCounters } from "../store/rate-limits.ts"
import { contactCodes, verificationCodes } from "../store/texted-codes.ts"
import { dropOldTexts } from "../store/texts.ts"
import { dropUnproven } from "../store/unproven-companies.ts"
import { dropOldVerifiedVisits } from "../store/verified-visits.ts"
import { dropOldEntries } from "../store/waiting-entries.ts"

export async function upkeep(context: AppContext): Promise<void> {
  const now = context.clock.now()
  await ensurePartitions(context.db, now)
  await dropOldPartitions(context.db, now)
  await dropOldAnswers(context.db, now)
  await dropOldCounters(context.db, now)
  await dropOldLedger(context.db, now)
  await dropOldSolutions(context.db, now)
  await dropOldOperatorAccess(context.db, now)
  await dropUnproven(context.db, now)
  for (const companyId of await listCompanyIds(context.db)) {
    await deleteEndedSessions(context.db, companyId, null, now)
    await dropOldResets(context.db, companyId, now)
    const serving = await contextOf(context, companyId)
    await dropOldOf(serving, companyId)
    await removeFiles(serving, companyId)
  }
}

/** By the company's clock. A test company keeps its texts: they are its outbox. */
async function dropOldOf({ db, clock }: AppContext, companyId: number): Promise<void> {
  const now = clock.now()
  await verificationCodes.dropOld(db, companyId, now)
  await dropOldVerifiedVisits(db, companyId, now)
  await (isTestCompany(companyId) ? dropOldTestRows : dropOldTexts)(db, companyId, now)
  await dropOldSessions(db, companyId, now)
  await dropOldBookings(db, companyId, now)
  await dropOldCallbacks(db, companyId, now, callbackDays)
  await dropOldEntries(db, companyId, now, waitingEntryDays)
  await dropOldDisruptions(db, companyId, now, disruptionDays)
  await contactCodes.dropOld(db, companyId, now)
}

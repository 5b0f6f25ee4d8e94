/** Keeps the tables in shape: makes partitions ahead, drops those past their retention, and deletes short-lived rows. */

import { callbackDays } from "../../domain/model/callback.ts"
import { disruptionDays } from "../../domain/model/disruption.ts"
import { isTestCompany } from "../../domain/model/test-company.ts"
import { waitingEntryDays } from "../../domain/model/waiting-entry.ts"
import { listCompanyIds } from "../company/companies.sql.ts"
import { dropOldRetellPosts } from "../company/retell.sql.ts"
import { dropOldDisruptions } from "../disruptions/disruptions.sql.ts"
import { removeFiles } from "../files/remove-file.ts"
import { dropOldEntries } from "../ledger/waiting-entries.sql.ts"
import { dropOldCallbacks } from "../messages/callbacks.sql.ts"
import { dropOldTexts } from "../outbox/texts.sql.ts"
import { deleteEndedApps } from "../people/end-app.ts"
import { deleteEndedSessions } from "../people/ended-sessions.ts"
import { dropOldOperatorAccess } from "../people/operator-access.sql.ts"
import { dropOldResets } from "../people/password-resets.sql.ts"
import { dropUnproven, listUnproven } from "../people/unproven-companies.sql.ts"
import { dropOldLedger, dropOldSolutions } from "../platform/code-ledger.sql.ts"
import { contextOf } from "../platform/company-context.ts"
import type { AppContext } from "../platform/context.ts"
import { dropOldAnswers } from "../platform/idempotency.sql.ts"
import { host, partByPart, type RunPart } from "../platform/part-by-part.ts"
import { dropOldPartitions, dropOldTestRows, ensurePartitions } from "../platform/pg/partitions.ts"
import { dropOldCounters } from "../platform/rate-limits.sql.ts"
import { dropOldBookings } from "../ways-in/agent-api/agent-bookings.sql.ts"
import { dropOldSessions } from "../ways-in/agent-api/agent-sessions.sql.ts"
import { contactCodes, verificationCodes } from "../ways-in/public-page/texted-codes.sql.ts"
import { dropOldVerifiedVisits } from "../ways-in/public-page/verified-visits.sql.ts"

type Upkeep = (context: AppContext, now: number) => Promise<unknown>
type CompanyUpkeep = (context: AppContext, companyId: number, now: number) => Promise<unknown>

const ofHost: Readonly<Record<string, Upkeep>> = {
  "new partitions": ({ db }, now) => ensurePartitions(db, now),
  "old partitions": ({ db }, now) => dropOldPartitions(db, now),
  "answers of retries": ({ db }, now) => dropOldAnswers(db, now),
  counters: ({ db }, now) => dropOldCounters(db, now),
  "ledger of codes": ({ db }, now) => dropOldLedger(db, now),
  "bot checks": ({ db }, now) => dropOldSolutions(db, now),
  "operator's links": ({ db }, now) => dropOldOperatorAccess(db, now),
}

/** By the host's clock. */
const byHostTime: Readonly<Record<string, CompanyUpkeep>> = {
  "connected apps": ({ db }, companyId, now) => deleteEndedApps(db, companyId, now),
  "sign-ins": ({ db }, companyId, now) => deleteEndedSessions(db, companyId, null, now),
  "password links": ({ db }, companyId, now) => dropOldResets(db, companyId, now),
}

/** By the company's clock. A test company keeps its texts: they are its outbox. */
const byCompanyTime: Readonly<Record<string, CompanyUpkeep>> = {
  "visitors' codes": ({ db }, companyId, now) => verificationCodes.dropOld(db, companyId, now),
  visits: ({ db }, companyId, now) => dropOldVerifiedVisits(db, companyId, now),
  texts: ({ db }, companyId, now) =>
    (isTestCompany(companyId) ? dropOldTestRows : dropOldTexts)(db, companyId, now),
  "agents' sessions": ({ db }, companyId, now) => dropOldSessions(db, companyId, now),
  "Retell's posts": ({ db }, companyId, now) => dropOldRetellPosts(db, companyId, now),
  "agents' bookings": ({ db }, companyId, now) => dropOldBookings(db, companyId, now),
  callbacks: ({ db }, companyId, now) => dropOldCallbacks(db, companyId, now, callbackDays),
  "waiting entries": ({ db }, companyId, now) => dropOldEntries(db, companyId, now, waitingEntryDays),
  disruptions: ({ db }, companyId, now) => dropOldDisruptions(db, companyId, now, disruptionDays),
  "customers' codes": ({ db }, companyId, now) => contactCodes.dropOld(db, companyId, now),
  files: (context, companyId) => removeFiles(context, companyId),
}

/** Each kind for each company is a part of its own: one that fails keeps none of the others from being done. */
export async function upkeep(context: AppContext): Promise<void> {
  const now = context.clock.now()
  await partByPart(context, "upkeep", async (runPart) => {
    for (const [part, run] of Object.entries(ofHost))
      await runPart({ companyId: host, part }, () => run(context, now))
    for (const companyId of await listUnproven(context.db, now))
      await runPart({ companyId, part: "unproven company" }, () => dropUnproven(context.db, companyId, now))
    for (const companyId of await listCompanyIds(context.db)) await upkeepOf(context, companyId, runPart)
  })
}

async function upkeepOf(context: AppContext, companyId: number, runPart: RunPart): Promise<void> {
  const now = context.clock.now()
  for (const [part, run] of Object.entries(byHostTime))
    await runPart({ companyId, part }, () => run(context, companyId, now))
  const serving = await runPart({ companyId, part: "clock" }, () => contextOf(context, companyId))
  if (serving === null) return
  for (const [part, run] of Object.entries(byCompanyTime))
    await runPart({ companyId, part }, () => run(serving, companyId, serving.clock.now()))
}

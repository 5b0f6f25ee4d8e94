/** Sums up reports, a moment after rows have changed: changes in quick succession come to one count. */

import { companiesWithReportsDue } from "../outbox/reports-due.sql.ts"
import type { AppContext } from "../platform/context.ts"
import type { Work } from "../platform/queue/loop.ts"
import { sumUpCompany } from "./sum-up-reports.ts"

/** Its items are companies. Test companies are among them, since nothing here is due by a clock. */
export const reportSums = (context: AppContext): Work<number> => ({
  name: "sum-up-reports",
  atOnce: 2,
  pollMs: 1_000,
  restMs: 1_000,
  lease: (most) => companiesWithReportsDue(context.db, most),
  perform: (companyId) => sumUpCompany(context, companyId),
})

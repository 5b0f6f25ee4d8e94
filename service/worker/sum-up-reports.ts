/** Sums up reports, a moment after rows have changed: changes in quick succession come to one count. */
import type { AppContext } from "../context.ts"
import { sumUpCompany } from "../operations/sum-up-reports.ts"
import { companiesWithReportsDue } from "../store/queue/reports-due.ts"
import type { Work } from "./loop.ts"

/** Its items are companies. Test companies are among them, since nothing here is due by a clock. */
export const reportSums = (context: AppContext): Work<number> => ({
  name: "sum-up-reports",
  atOnce: 2,
  pollMs: 1_000,
  restMs: 1_000,
  lease: (most) => companiesWithReportsDue(context.db, most),
  perform: (companyId) => sumUpCompany(context, companyId),
})

/** The test company that an operation of the company that made it is about. */

import { notFound, Refusal } from "../../domain/model/errors.ts"
import { isTestCompany } from "../../domain/model/test-company.ts"
import type { AppContext } from "../platform/context.ts"
import type { Db } from "../platform/pg/database.ts"
import { missesReference } from "../platform/pg/laws.ts"
import { withClock } from "./move-clock.ts"
import { findMaker } from "./test-companies.sql.ts"

/** Throws `not_found` unless `maker` made it. */
export async function assertMade(db: Db, maker: number, id: number): Promise<void> {
  if (!isTestCompany(id) || (await findMaker(db, id)) !== maker) throw notFound("test company")
}

/** Throws `live_company_needed` in a test company, which has none of its own. */
export function assertLive(companyId: number): void {
  if (isTestCompany(companyId)) throw new Refusal("live_company_needed")
}

/** How often rows are deleted anew that were written between the deletion of one table and the next. */
const mostTries = 5

/**
 * Runs `work`, which takes the test company's rows away, while nothing moves its clock. Throws `test_clock_moving`, and
 * `busy` when its callers write faster than rows can be deleted.
 */
export async function whileNothingRuns<Result>(
  context: AppContext,
  companyId: number,
  work: () => Promise<Result>,
): Promise<Result> {
  return withClock(context, companyId, async () => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await work()
      } catch (error) {
        if (!missesReference(error)) throw error
        if (tries === mostTries) throw new Refusal("busy", { retryAfterSeconds: 5 })
      }
    }
  })
}

/**
 * Room to read what a question about several types judges: the schedules of all who offer them stay in memory until it is answered, so
 * it is granted before they are read.
 */
import { msToExplain, msToRead } from "../../domain/rules/cost/estimates.ts"
import { dayOfDate } from "../../domain/time/dates.ts"
import { countOffering } from "../company/offering.sql.ts"
import type { AppContext } from "../platform/context.ts"
import type { Call } from "../platform/operation.ts"
import { granted } from "../platform/spending.ts"

/** More are refused where they are read. */
const mostDays = 31

export const daysBetween = (start: string, end: string): number =>
  Math.min(mostDays, Math.max(1, dayOfDate(end)! - dayOfDate(start)!))

export async function grantReading(
  { db }: Pick<AppContext, "db">,
  { companyId }: Pick<Call, "companyId">,
  { typeIds, days, isExplained = false }: { typeIds: readonly number[]; days: number; isExplained?: boolean },
): Promise<void> {
  const offering = await countOffering(db, companyId, typeIds)
  const providers = typeIds.reduce((sum, id) => sum + (offering.get(id) ?? 0), 0)
  await granted(isExplained ? msToExplain({ providers, days }) : msToRead({ providers, days }))
}

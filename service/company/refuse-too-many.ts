/** How many records a company may have of the kinds that a search reads all of. */
import { Refusal } from "../../domain/model/errors.ts"
import type { Tx } from "../platform/pg/database.ts"
import { countActive } from "../platform/record-counts.sql.ts"

const most = {
  ...{ location: 1_000, appointment_type: 1_000, provider: 2_000 },
  ...{ resource_detail: 1_000, company_time_off: 1_000 },
} as const

/** Throws `too_many_records` where one more, which is not archived, would be too many. */
export async function refuseTooMany(tx: Tx, companyId: number, table: keyof typeof most): Promise<void> {
  if ((await countActive(tx, companyId, table)) < most[table]) return
  throw new Refusal("too_many_records", { details: { most: most[table] } })
}

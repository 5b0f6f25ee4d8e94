/** Keeps the tables in shape: partitions made ahead and dropped behind, and short-lived rows cleared away. */
import type { House } from "../operations/operation.ts"
import { listCompanyIds } from "../store/companies.ts"
import { dropOldAnswers } from "../store/idempotency.ts"
import { dropOldPartitions, ensurePartitions } from "../store/partitions.ts"
import { dropOldCounters } from "../store/rate-limits.ts"
import { endExpiredSessions } from "../store/user-sessions.ts"

export async function upkeep(house: House): Promise<void> {
  const now = house.clock.now()
  await ensurePartitions(house.db, now)
  await dropOldPartitions(house.db, now)
  await dropOldAnswers(house.db, now)
  await dropOldCounters(house.db, now)
  for (const companyId of await listCompanyIds(house.db)) {
    await endExpiredSessions(house.db, companyId, null, now)
  }
}

/** Keeps the tables in shape: partitions made ahead and dropped behind, and short-lived rows cleared away. */
import type { House } from "../operations/house.ts"
import { dropOldBookings } from "../store/agent-bookings.ts"
import { contactCodes } from "../store/agent-codes.ts"
import { dropOldSessions } from "../store/agent-sessions.ts"
import { dropOldLedger } from "../store/code-ledger.ts"
import { listCompanyIds } from "../store/companies.ts"
import { dropOldAnswers } from "../store/idempotency.ts"
import { dropOldPartitions, ensurePartitions } from "../store/partitions.ts"
import { dropOldCounters } from "../store/rate-limits.ts"
import { dropOldTexts } from "../store/texts.ts"
import { dropOldSolutions } from "../store/used-solutions.ts"
import { endExpiredSessions } from "../store/user-sessions.ts"
import { verificationCodes } from "../store/verification-codes.ts"
import { dropOldVisits } from "../store/visits.ts"

export async function upkeep(house: House): Promise<void> {
  const now = house.clock.now()
  await ensurePartitions(house.db, now)
  await dropOldPartitions(house.db, now)
  await dropOldAnswers(house.db, now)
  await dropOldCounters(house.db, now)
  await dropOldLedger(house.db, now)
  await dropOldSolutions(house.db, now)
  for (const companyId of await listCompanyIds(house.db)) {
    await endExpiredSessions(house.db, companyId, null, now)
    await verificationCodes.dropOld(house.db, companyId, now)
    await dropOldVisits(house.db, companyId, now)
    await dropOldTexts(house.db, companyId, now)
    await dropOldSessions(house.db, companyId, now)
    await dropOldBookings(house.db, companyId, now)
    await contactCodes.dropOld(house.db, companyId, now)
  }
}

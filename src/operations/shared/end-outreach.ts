/** Ends the outreach for a request: what would have gone does not go any more, and nothing starts it again. */
import type { EndReason } from "../../model/outreach.ts"
import { endRunOfRequest } from "../../store/outreach-runs.ts"
import { skipRest } from "../../store/outreach-steps.ts"
import type { Tx } from "../../store/pg/database.ts"

/** False when none was running. */
export async function endOutreach(
  tx: Tx,
  companyId: number,
  requestId: number,
  reason: EndReason,
  now: number,
): Promise<boolean> {
  const runId = await endRunOfRequest(tx, companyId, requestId, reason, now)
  if (runId === null) return false
  await skipRest(tx, companyId, runId, reason, now)
  return true
}

/**
 * Disables endpoints by the clock, three days after their first failure without a success since: also such as nothing is
 * sent to any more. Any number of workers may do so at once.
 */
import type { AppContext } from "../context.ts"
import { disableEndpoint } from "../operations/shared/webhooks.ts"
import { failedForTooLongSince, isFailingForTooLong } from "../rules/webhooks/delivery-outcome.ts"
import { listFailingSince, lockEndpoint } from "../store/webhook-endpoints.ts"

/** Returns how many it disabled. */
export async function disableFailing(context: AppContext): Promise<number> {
  const now = context.clock.now()
  let disabled = 0
  for (const failing of await listFailingSince(context.db, new Date(failedForTooLongSince(now)), now)) {
    const { companyId, endpointId } = failing
    const isDisabled = await context.db.transaction(async (tx) => {
      const first = (await lockEndpoint(tx, companyId, endpointId))?.first_failure_at ?? null
      // A success, or its company, may have been first.
      if (first === null || !isFailingForTooLong(first.getTime(), now)) return false
      return disableEndpoint(tx, { ...failing, actor: { kind: "system" }, reason: "failing", now })
    })
    if (isDisabled) disabled += 1
  }
  return disabled
}

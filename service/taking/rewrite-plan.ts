/**
 * Writes a new plan over the old one: other minutes, and other providers, of visits that were promised a window. The promise
 * stays, so no event is raised and no customer gets a message; calendars that we write into follow. Under the locks of all
 * providers whose day it is.
 */
import type { PlannedChange } from "../../domain/rules/planning/windows.ts"
import { replan } from "../ledger/plans.sql.ts"
import { enqueuePushes } from "../outbox/calendars-due.sql.ts"
import type { Tx } from "../platform/pg/database.ts"
import { moveVisits } from "./write-allocations.ts"

export async function rewritePlan(
  tx: Tx,
  { companyId, now }: { companyId: number; now: number },
  changes: readonly PlannedChange[],
): Promise<void> {
  if (changes.length === 0) return
  const at = new Date(now)
  moveVisits(tx, companyId, changes, at)
  replan(tx, companyId, changes, at)
  for (const { appointmentId, providerId, crewIds, fromIds } of changes) {
    for (const id of new Set([providerId, ...crewIds, ...fromIds]))
      await enqueuePushes(tx, companyId, id, appointmentId, now)
  }
  tx.hint({ channel: "events", companyId, stirs: true })
}

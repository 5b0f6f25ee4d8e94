/**
 * Writes a new plan over the old one: other minutes, and other providers, of visits that were promised a window. The promise
 * stays, so that no event is raised and nobody is told. Under the locks of all providers whose day it is.
 */
import type { PlannedChange } from "../../../domain/rules/planning/windows.ts"
import type { Tx } from "../../store/pg/database.ts"
import { replan } from "../../store/plans.ts"

export function rewritePlan(
  tx: Tx,
  { companyId, now }: { companyId: number; now: number },
  changes: readonly PlannedChange[],
): void {
  if (changes.length > 0) replan(tx, companyId, changes, new Date(now))
}

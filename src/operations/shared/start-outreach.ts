/** Starts the outreach for an open request: the plan's steps are copied, and the first is on its way. */
import { notFound } from "../../model/errors.ts"
import { findPlan } from "../../store/outreach-plans.ts"
import { insertRun } from "../../store/outreach-runs.ts"
import type { Tx } from "../../store/pg/database.ts"
import { beginStep } from "./finish-step.ts"

/** The caller holds the request's lock. Throws `not_found`, and the law `outreach_running`. */
export async function startOutreach(
  tx: Tx,
  companyId: number,
  start: { requestId: number; customerId: number; planId: number },
  now: number,
): Promise<number> {
  const { requestId, customerId, planId } = start
  const plan = await findPlan(tx, companyId, planId)
  if (!plan) throw notFound("outreach plan", "outreach_plan_id")
  const runId = await insertRun(tx, companyId, { requestId, planId, steps: plan.steps }, now)
  await beginStep(tx, companyId, { ...plan.steps[0]!, runId, customerId, position: 1 }, now)
  return runId
}

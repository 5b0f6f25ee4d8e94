/** The outreach for a scheduling request: start it, go on to its next step, end it. */
import { notFound } from "../../domain/model/errors.ts"
import type { EndReason } from "../../domain/model/outreach.ts"
import type { TextChannel } from "../../domain/model/text-message.ts"
import { msPerDay, msPerMinute } from "../../domain/time/units.ts"
import { insertPlannedText } from "../outbox/texts.sql.ts"
import type { Tx } from "../platform/pg/database.ts"
import { findPlan } from "./outreach-plans.sql.ts"
import {
  endRunOfRequest,
  endStep,
  findNextStep,
  finishRun,
  insertRun,
  setStepDue,
  skipRest,
} from "./outreach-runs.sql.ts"

/**
 * Copies the plan's steps for an open request and begins the first one. The caller holds the request's lock. Throws
 * `not_found`, and `outreach_running` by a law of the database.
 */
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

/** Ends the request's running outreach and skips its remaining steps. Returns false when none was running. */
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

/** A step that is still waiting after this, since no worker ran, is out of date and is not sent. */
const freshMs = 7 * msPerDay

interface BegunStep {
  runId: number
  customerId: number
  position: number
  channel: TextChannel
  after_minutes: number
}

/** The step's minutes count from `now`. */
async function beginStep(tx: Tx, companyId: number, step: BegunStep, now: number): Promise<void> {
  const { runId, position, channel, customerId } = step
  const dueAt = now + step.after_minutes * msPerMinute
  await setStepDue(tx, companyId, runId, position, dueAt)
  const text = {
    purpose: "outreach" as const,
    channel,
    onceKey: `outreach:${runId}:${position}`,
    customerId,
    appointment: null,
    step: { runId, position },
    dueAt,
    goodUntil: dueAt + freshMs,
  }
  await insertPlannedText(tx, companyId, text, now)
}

export interface EndedStep {
  runId: number
  position: number
  status: "sent" | "skipped" | "failed"
  reason: string | null
}

/**
 * Ends a step, then begins the next one or finishes the run. The caller holds the run's lock; `running` is null when the
 * run is over.
 */
export async function finishStep(
  tx: Tx,
  companyId: number,
  step: EndedStep,
  running: { customer_id: number } | null,
  now: number,
): Promise<void> {
  const { runId } = step
  await endStep(tx, companyId, step, now)
  if (!running) return
  const next = await findNextStep(tx, companyId, runId)
  if (next) await beginStep(tx, companyId, { ...next, runId, customerId: running.customer_id }, now)
  else await finishRun(tx, companyId, runId, now)
}

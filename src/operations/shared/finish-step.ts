/** Begins a step of outreach, and what follows when it has ended: the next one, or the end of the run. */
import type { TextChannel } from "../../model/text-message.ts"
import { finishRun } from "../../store/outreach-runs.ts"
import { endStep, findNextStep, setStepDue } from "../../store/outreach-steps.ts"
import type { Tx } from "../../store/pg/database.ts"
import { insertPlannedText } from "../../store/texts.ts"

/** A step that could not go for so long, since nothing was running, says nothing any more. */
const freshMs = 7 * 86_400_000

interface BegunStep {
  runId: number
  customerId: number
  position: number
  channel: TextChannel
  after_minutes: number
}

/** Its minutes count from `now`. */
export async function beginStep(tx: Tx, companyId: number, step: BegunStep, now: number): Promise<void> {
  const { runId, position, channel, customerId } = step
  const dueAt = now + step.after_minutes * 60_000
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

/** The caller holds the run's lock; `running` is what it gave, null when the run is over. */
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

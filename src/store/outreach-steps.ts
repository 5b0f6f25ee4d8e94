/** The steps of outreach runs, one after the other. */
import type { EndReason, RunStep, StepAtHand } from "../model/outreach.ts"
import type { Db, Tx } from "./pg/database.ts"

/** With what it is judged by; null for an unknown one. */
export async function findStepAtHand(
  db: Db,
  companyId: number,
  runId: number,
  position: number,
): Promise<StepAtHand | null> {
  const [row] = await db.query<StepAtHand>(
    `SELECT s.channel, s.sms_text, r.status AS run_status, r.end_reason, t.name AS type_name,
       jsonb_build_object('id', q.id, 'status', q.status, 'latest_date', q.latest_date, 'location_id', q.location_id,
         'appointment_type_id', q.appointment_type_id, 'link_version', q.link_version,
         'link_key_id', q.link_key_id) AS request
     FROM outreach_step s
     JOIN outreach_run r ON r.company_id = $1 AND r.id = s.run_id
     JOIN scheduling_request q ON q.company_id = $1 AND q.id = r.scheduling_request_id
     JOIN appointment_type t ON t.company_id = $1 AND t.id = q.appointment_type_id
     WHERE s.company_id = $1 AND s.run_id = $2 AND s.position = $3`,
    [companyId, runId, position],
  )
  return row ?? null
}

export async function endStep(
  tx: Tx,
  companyId: number,
  step: { runId: number; position: number; status: "sent" | "skipped" | "failed"; reason: string | null },
  now: number,
): Promise<void> {
  await tx.query(
    `UPDATE outreach_step SET status = $4, reason = $5, ended_at = $6
     WHERE company_id = $1 AND run_id = $2 AND position = $3`,
    [companyId, step.runId, step.position, step.status, step.reason, new Date(now)],
  )
}

/** The first step that has yet to come. */
export async function findNextStep(
  tx: Tx,
  companyId: number,
  runId: number,
): Promise<Pick<RunStep, "position" | "after_minutes" | "channel"> | null> {
  const [row] = await tx.query<Pick<RunStep, "position" | "after_minutes" | "channel">>(
    `SELECT position, after_minutes, channel FROM outreach_step
     WHERE company_id = $1 AND run_id = $2 AND status = 'pending' ORDER BY position LIMIT 1`,
    [companyId, runId],
  )
  return row ?? null
}

export async function setStepDue(
  tx: Tx,
  companyId: number,
  runId: number,
  position: number,
  dueAt: number,
): Promise<void> {
  await tx.query(
    "UPDATE outreach_step SET due_at = $4 WHERE company_id = $1 AND run_id = $2 AND position = $3",
    [companyId, runId, position, new Date(dueAt)],
  )
}

/** Skips what is left of a run. A text that is with the carrier at this moment ends by itself. */
export async function skipRest(
  tx: Tx,
  companyId: number,
  runId: number,
  reason: EndReason,
  now: number,
): Promise<void> {
  await tx.query(
    `UPDATE text_message SET status = 'skipped', last_error = $3
     WHERE company_id = $1 AND run_id = $2 AND status = 'pending'`,
    [companyId, runId, reason],
  )
  await tx.query(
    `UPDATE outreach_step s SET status = 'skipped', reason = $3, ended_at = $4
     WHERE s.company_id = $1 AND s.run_id = $2 AND s.status = 'pending' AND NOT EXISTS (
       SELECT 1 FROM text_message m
       WHERE m.company_id = $1 AND m.run_id = $2 AND m.step_position = s.position AND m.status = 'sending')`,
    [companyId, runId, reason, new Date(now)],
  )
}

/** Runs of outreach plans and the steps of each run. */
import type {
  EndReason,
  OutreachRun,
  PlanStep,
  RunStatus,
  RunStep,
  StepAtHand,
} from "../../domain/model/outreach.ts"
import { enqueueReportsAt } from "../outbox/reports-due.sql.ts"
import type { Db, Tx } from "../platform/pg/database.ts"

/** A step as JSON, which writes dates as text. */
type StepText = Omit<RunStep, "due_at" | "ended_at"> & { due_at: string | null; ended_at: string | null }

type RunText = Omit<OutreachRun, "steps"> & { steps: StepText[] }

const selected = `SELECT r.id, r.scheduling_request_id, r.outreach_plan_id, r.status, r.end_reason, r.started_at, r.ended_at,
    (SELECT jsonb_agg(jsonb_build_object('position', s.position, 'after_minutes', s.after_minutes, 'channel', s.channel,
       'sms_text', s.sms_text, 'mail_subject', s.mail_subject, 'mail_text', s.mail_text, 'status', s.status, 'reason', s.reason, 'due_at', s.due_at, 'ended_at', s.ended_at)
       ORDER BY s.position)
     FROM outreach_step s WHERE s.company_id = $1 AND s.run_id = r.id) AS steps
  FROM outreach_run r`

const dateOrNull = (text: string | null) => (text === null ? null : new Date(text))

const runOf = (row: RunText): OutreachRun => ({
  ...row,
  steps: row.steps.map((step) => ({
    ...step,
    due_at: dateOrNull(step.due_at),
    ended_at: dateOrNull(step.ended_at),
  })),
})

/** The request's newest run. */
export async function findRunOfRequest(
  db: Db,
  companyId: number,
  requestId: number,
): Promise<OutreachRun | null> {
  const [row] = await db.query<RunText>(
    `${selected} WHERE r.company_id = $1 AND r.scheduling_request_id = $2 ORDER BY r.id DESC LIMIT 1`,
    [companyId, requestId],
  )
  return row ? runOf(row) : null
}

export interface RunFilter {
  status: RunStatus | null
  planId: number | null
  requestId: number | null
  afterId: number
  limit: number
}

export async function listRuns(db: Db, companyId: number, filter: RunFilter): Promise<OutreachRun[]> {
  const rows = await db.query<RunText>(
    `${selected}
     WHERE r.company_id = $1 AND r.id > $2
       AND ($4::text IS NULL OR r.status = $4) AND ($5::bigint IS NULL OR r.outreach_plan_id = $5)
       AND ($6::bigint IS NULL OR r.scheduling_request_id = $6)
     ORDER BY r.id LIMIT $3`,
    [companyId, filter.afterId, filter.limit, filter.status, filter.planId, filter.requestId],
  )
  return rows.map(runOf)
}

/** Violates `one_running_outreach_per_request` when a run is running for the request. Returns the run's id. */
export async function insertRun(
  tx: Tx,
  companyId: number,
  run: { requestId: number; planId: number; steps: readonly PlanStep[] },
  now: number,
): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    `INSERT INTO outreach_run (company_id, scheduling_request_id, outreach_plan_id, started_at)
     VALUES ($1, $2, $3, $4) RETURNING id`,
    [companyId, run.requestId, run.planId, new Date(now)],
  )
  await tx.query(
    `INSERT INTO outreach_step (company_id, run_id, position, after_minutes, channel, sms_text, mail_subject, mail_text)
     SELECT $1, $2, s.position, s.after_minutes, s.channel, s.sms_text, s.mail_subject, s.mail_text
     FROM unnest($3::smallint[], $4::int[], $5::text[], $6::text[], $7::text[], $8::text[])
       AS s (position, after_minutes, channel, sms_text, mail_subject, mail_text)`,
    [
      companyId,
      row!.id,
      run.steps.map((_, index) => index + 1),
      run.steps.map((step) => step.after_minutes),
      run.steps.map((step) => step.channel),
      run.steps.map((step) => step.sms_text),
      run.steps.map((step) => step.mail_subject ?? null),
      run.steps.map((step) => step.mail_text ?? null),
    ],
  )
  return row!.id
}

/** Locks the run until the transaction ends, so that its steps end one after the other; null when it is not running. */
export async function lockRunning(
  tx: Tx,
  companyId: number,
  runId: number,
): Promise<{ customer_id: number } | null> {
  return tx.first<{ customer_id: number }>(
    `SELECT q.customer_id FROM outreach_run r
     JOIN scheduling_request q ON q.company_id = r.company_id AND q.id = r.scheduling_request_id
     WHERE r.company_id = $1 AND r.id = $2 AND r.status = 'running' FOR UPDATE OF r`,
    [companyId, runId],
  )
}

export async function finishRun(tx: Tx, companyId: number, runId: number, now: number): Promise<void> {
  await tx.query(
    "UPDATE outreach_run SET status = 'finished', ended_at = $3 WHERE company_id = $1 AND id = $2",
    [companyId, runId, new Date(now)],
  )
}

/** Ends the request's running run and returns its id; null when none is running. */
export async function endRunOfRequest(
  tx: Tx,
  companyId: number,
  requestId: number,
  reason: EndReason,
  now: number,
): Promise<number | null> {
  const [row] = await tx.query<{ id: number }>(
    `UPDATE outreach_run SET status = 'ended', end_reason = $3, ended_at = $4
     WHERE company_id = $1 AND scheduling_request_id = $2 AND status = 'running' RETURNING id`,
    [companyId, requestId, reason, new Date(now)],
  )
  return row?.id ?? null
}

/** The customer's requests for which outreach is running. */
export async function listRunningRequests(tx: Tx, companyId: number, customerId: number): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(
    `SELECT q.id FROM scheduling_request q
     JOIN outreach_run r ON r.company_id = $1 AND r.scheduling_request_id = q.id AND r.status = 'running'
     WHERE q.company_id = $1 AND q.customer_id = $2 ORDER BY q.id`,
    [companyId, customerId],
  )
  return rows.map(({ id }) => id)
}

/** A step with the facts that decide whether it is sent; null for an unknown step. */
export async function findStepAtHand(
  db: Db,
  companyId: number,
  runId: number,
  position: number,
): Promise<StepAtHand | null> {
  return db.first<StepAtHand>(
    `SELECT s.channel, s.sms_text, s.mail_subject, s.mail_text, r.status AS run_status, r.end_reason, t.name AS type_name,
       jsonb_build_object('id', q.id, 'status', q.status, 'latest_date', q.latest_date, 'location_id', q.location_id,
         'provider_id', q.provider_id, 'appointment_type_id', q.appointment_type_id, 'link_version', q.link_version,
         'link_key_id', q.link_key_id, 'link_random', q.link_random) AS request
     FROM outreach_step s
     JOIN outreach_run r ON r.company_id = $1 AND r.id = s.run_id
     JOIN scheduling_request q ON q.company_id = $1 AND q.id = r.scheduling_request_id
     JOIN appointment_type t ON t.company_id = $1 AND t.id = q.appointment_type_id
     WHERE s.company_id = $1 AND s.run_id = $2 AND s.position = $3`,
    [companyId, runId, position],
  )
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

/** The first pending step; null when all are done. */
export async function findNextStep(
  tx: Tx,
  companyId: number,
  runId: number,
): Promise<Pick<RunStep, "position" | "after_minutes" | "channel"> | null> {
  return tx.first<Pick<RunStep, "position" | "after_minutes" | "channel">>(
    `SELECT position, after_minutes, channel FROM outreach_step
     WHERE company_id = $1 AND run_id = $2 AND status = 'pending' ORDER BY position LIMIT 1`,
    [companyId, runId],
  )
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

/** Skips the pending steps of a run, except one whose text is with the carrier at this moment: its report ends the step. */
export async function skipRest(
  tx: Tx,
  companyId: number,
  runId: number,
  reason: EndReason,
  now: number,
): Promise<void> {
  const skipped = await tx.query<{ created_at: Date }>(
    `UPDATE text_message SET status = 'skipped', last_error = $3
     WHERE company_id = $1 AND run_id = $2 AND status = 'pending' RETURNING created_at`,
    [companyId, runId, reason],
  )
  enqueueReportsAt(tx, companyId, "texts", skipped)
  await tx.query(
    `UPDATE outreach_step s SET status = 'skipped', reason = $3, ended_at = $4
     WHERE s.company_id = $1 AND s.run_id = $2 AND s.status = 'pending' AND NOT EXISTS (
       SELECT 1 FROM text_message m
       WHERE m.company_id = $1 AND m.run_id = $2 AND m.step_position = s.position AND m.status = 'sending')`,
    [companyId, runId, reason, new Date(now)],
  )
}

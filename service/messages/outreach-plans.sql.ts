/** Outreach plans: series of texts and calls that ask a customer to book. */
import type { OutreachPlan, PlanStep } from "../../domain/model/outreach.ts"
import type { Db, Tx } from "../platform/pg/database.ts"

const columns = "id, version, name, steps, created_at, updated_at"

export async function findPlan(db: Db, companyId: number, id: number): Promise<OutreachPlan | null> {
  return db.first<OutreachPlan>(
    `SELECT ${columns} FROM outreach_plan WHERE company_id = $1 AND id = $2 AND archived_at IS NULL`,
    [companyId, id],
  )
}

/** Locks the plan until the transaction ends. */
export async function lockPlan(tx: Tx, companyId: number, id: number): Promise<OutreachPlan | null> {
  return tx.first<OutreachPlan>(
    `SELECT ${columns} FROM outreach_plan
     WHERE company_id = $1 AND id = $2 AND archived_at IS NULL FOR NO KEY UPDATE`,
    [companyId, id],
  )
}

export async function listPlans(
  db: Db,
  companyId: number,
  page: { afterId: number; limit: number },
): Promise<OutreachPlan[]> {
  return db.query<OutreachPlan>(
    `SELECT ${columns} FROM outreach_plan
     WHERE company_id = $1 AND id > $2 AND archived_at IS NULL ORDER BY id LIMIT $3`,
    [companyId, page.afterId, page.limit],
  )
}

export async function insertPlan(
  tx: Tx,
  companyId: number,
  plan: { name: string; steps: readonly PlanStep[] },
  now: number,
): Promise<OutreachPlan> {
  const [row] = await tx.query<OutreachPlan>(
    `INSERT INTO outreach_plan (company_id, name, steps, created_at, updated_at) VALUES ($1, $2, $3, $4, $4)
     RETURNING ${columns}`,
    [companyId, plan.name, JSON.stringify(plan.steps), new Date(now)],
  )
  return row!
}

export async function updatePlan(
  tx: Tx,
  companyId: number,
  plan: Pick<OutreachPlan, "id" | "name" | "steps">,
  now: number,
): Promise<OutreachPlan> {
  const [row] = await tx.query<OutreachPlan>(
    `UPDATE outreach_plan SET name = $3, steps = $4, updated_at = $5 WHERE company_id = $1 AND id = $2
     RETURNING ${columns}`,
    [companyId, plan.id, plan.name, JSON.stringify(plan.steps), new Date(now)],
  )
  return row!
}

export async function archivePlan(tx: Tx, companyId: number, id: number, now: number): Promise<void> {
  await tx.query("UPDATE outreach_plan SET archived_at = $3 WHERE company_id = $1 AND id = $2", [
    companyId,
    id,
    new Date(now),
  ])
}

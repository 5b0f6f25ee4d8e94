import { listRuns } from "../../operations/outreach/list-runs.ts"
import { readRun } from "../../operations/outreach/read-run.ts"
import { startRun } from "../../operations/outreach/start-run.ts"
import { stopRun } from "../../operations/outreach/stop-run.ts"
import { archivePlan } from "../../operations/outreach-plans/archive-plan.ts"
import { createPlan } from "../../operations/outreach-plans/create-plan.ts"
import { listPlans } from "../../operations/outreach-plans/list-plans.ts"
import { readPlan } from "../../operations/outreach-plans/read-plan.ts"
import { updatePlan } from "../../operations/outreach-plans/update-plan.ts"
import type { Mount } from "../mount.ts"

const ofRequest = "/scheduling-requests/:id/outreach"

export const outreachMounts: readonly Mount[] = [
  { method: "GET", path: "/outreach-plans", operation: listPlans },
  { method: "POST", path: "/outreach-plans", operation: createPlan },
  { method: "GET", path: "/outreach-plans/:id", operation: readPlan },
  { method: "PUT", path: "/outreach-plans/:id", operation: updatePlan },
  { method: "DELETE", path: "/outreach-plans/:id", operation: archivePlan },
  { method: "GET", path: "/outreach-runs", operation: listRuns },
  { method: "GET", path: ofRequest, operation: readRun },
  { method: "POST", path: ofRequest, operation: startRun },
  { method: "POST", path: `${ofRequest}/stop`, operation: stopRun },
]

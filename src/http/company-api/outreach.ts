import { archivePlan, createPlan, listPlans, readPlan, updatePlan } from "../../operations/outreach-plans.ts"
import { listRuns, readRun, startRun, stopRun } from "../../operations/outreach-runs.ts"
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

/**
 * Plans days on a thread of its own, so that a long search stops no other answer of the process. The planner is pure, so a day
 * whose thread is lost is planned anew, and nothing is lost with it.
 */
import type { Worker } from "node:worker_threads"
import { Refusal } from "../../../../domain/model/errors.ts"
import type { DayPlan } from "../../../../domain/model/plan.ts"
import type { OwnPlanner, PlanJob } from "../../../platform/ports.ts"
import { oneThread, threadOf } from "../one-thread.ts"

const mostWaiting = 50
const tries = 3
const memoryMb = 256

interface OwnPlannerOptions {
  /** For one day, from when the thread runs. */
  deadlineMs?: number
  startThread?: () => Worker
}

const startPlannerThread = () =>
  threadOf(new URL("own-planner-thread.ts", import.meta.url), "planner", memoryMb)

export function createOwnPlanner({
  deadlineMs = 10_000,
  startThread = startPlannerThread,
}: OwnPlannerOptions = {}): OwnPlanner {
  const thread = oneThread<PlanJob, DayPlan>({ start: startThread, deadlineMs, mostWaiting, tries })
  return {
    async plan(job, companyId) {
      const plan = await thread.ask(job, { share: companyId })
      if (plan === null) throw new Refusal("busy", { retryAfterSeconds: 1 })
      return plan
    },
  }
}

/** A thread that plans days, one after the other. */
import { parentPort } from "node:worker_threads"
import { planDay } from "../../../../domain/rules/planning/plan-day.ts"
import type { PlanJob } from "../../../platform/ports.ts"

parentPort!.on("message", ({ day, limits, from }: PlanJob) => {
  parentPort!.postMessage(planDay(day, limits, from))
})

/** Outreach for one scheduling request: a plan's steps as they are carried out. At most one run is under way. */
import { z } from "zod"
import { notFound, Refusal } from "../../domain/model/errors.ts"
import { byId, idText, page } from "../../domain/model/fields.ts"
import { runShown, runStart, runStatus, runView } from "../../domain/model/outreach.ts"
import { pageById } from "../../domain/model/paging.ts"
import { whyUnwanted } from "../../domain/rules/texts/outreach.ts"
import { findAppointmentType } from "../company/appointment-types.sql.ts"
import { zonesServing } from "../company/where-offered.sql.ts"
import { findRequestToLock, lockRequest } from "../ledger/lock-requests.ts"
import { findRequest } from "../ledger/scheduling-requests.sql.ts"
import { type Call, found, listOperation, operation, staff } from "../platform/operation.ts"
import type { Tx } from "../platform/pg/database.ts"
import { write } from "../platform/write.ts"
import { endOutreach, startOutreach } from "./go-on-with-outreach.ts"
import { findPlan } from "./outreach-plans.sql.ts"
import * as store from "./outreach-runs.sql.ts"
import { causes, previewing, previewOutreach } from "./preview.ts"

const common = { noun: "Outreach", roles: staff, result: runView }

export const listRuns = listOperation({
  ...common,
  name: "list_outreach_runs",
  summary: "List runs of outreach",
  query: z.strictObject({
    ...page,
    status: runStatus.optional(),
    outreach_plan_id: idText.optional(),
    scheduling_request_id: idText.optional(),
  }),
  run(context, call, { status = null, outreach_plan_id, scheduling_request_id, ...asked }) {
    const filter = { status, planId: outreach_plan_id ?? null, requestId: scheduling_request_id ?? null }
    return pageById(
      asked,
      (span) => store.listRuns(context.db, call.companyId, { ...span, ...filter }),
      runShown,
    )
  },
})

export const readRun = operation({
  ...common,
  name: "read_outreach",
  summary: "Read the outreach for a scheduling request",
  description: "The newest run, with what became of each step. 404 when there has been none.",
  params: byId,
  async run(context, call, { id }) {
    const run = await store.findRunOfRequest(context.db, call.companyId, id)
    return runShown(found(run, notFound("outreach run")))
  },
})

export const startRun = operation({
  ...common,
  name: "start_outreach",
  refusals: ["outreach_running", "request_not_open"],
  summary: "Start outreach for a scheduling request",
  description:
    "Also after an earlier run has ended. 409 `request_not_open`; 409 `outreach_running` while one is under way.",
  params: byId,
  body: runStart,
  status: 201,
  async run(context, call, { id, outreach_plan_id: planId }) {
    const { companyId, now } = call
    const seen = await findRequestToLock(context.db, call.companyId, id)
    return write(context, call, "start_outreach", async (tx) => {
      const request = await lockRequest(tx, call.companyId, seen)
      const zones = await zonesServing(tx, companyId, request)
      if (whyUnwanted(request, now, zones) !== null) throw new Refusal("request_not_open")
      await startOutreach(tx, companyId, { ...seen, planId }, now)
      return runWritten(tx, call, seen, ["outreach_plan_id"])
    })
  },
})

export const previewRun = operation({
  ...previewing,
  name: "preview_outreach",
  refusals: startRun.refusals!,
  summary: "Preview what outreach would send for a scheduling request",
  params: byId,
  body: runStart,
  async run(context, call, { id, outreach_plan_id: planId }) {
    const { db } = context
    const { companyId, now } = call
    const request = found(await findRequest(db, companyId, id), notFound("scheduling request"))
    const zones = await zonesServing(db, companyId, request)
    if (whyUnwanted(request, now, zones) !== null) throw new Refusal("request_not_open")
    const plan = found(await findPlan(db, companyId, planId), notFound("outreach plan", "outreach_plan_id"))
    const run = await store.findRunOfRequest(db, companyId, id)
    if (run?.status === "running") throw new Refusal("outreach_running")
    const type = await findAppointmentType(db, companyId, request.appointment_type_id)
    const { name: typeName } = found(type, notFound("appointment type"))
    return causes(await previewOutreach(context, call, { request, typeName, plan }))
  },
})

export const stopRun = operation({
  ...common,
  name: "stop_outreach",
  refusals: ["outreach_not_running"],
  summary: "Stop the outreach for a scheduling request",
  description:
    "What is left of it is skipped as `stopped`. 409 `outreach_not_running` when none is under way.",
  params: byId,
  async run(context, call, { id }) {
    const seen = await findRequestToLock(context.db, call.companyId, id)
    return write(context, call, "stop_outreach", async (tx) => {
      await lockRequest(tx, call.companyId, seen)
      const wasRunning = await endOutreach(tx, call.companyId, id, "stopped", call.now)
      if (!wasRunning) throw new Refusal("outreach_not_running")
      return runWritten(tx, call, seen, ["status"])
    })
  },
})

async function runWritten(
  tx: Tx,
  { companyId }: Call,
  { requestId, customerId }: { requestId: number; customerId: number },
  fields: string[],
) {
  const run = (await store.findRunOfRequest(tx, companyId, requestId))!
  return { result: runShown(run), targetId: run.id, customerId, fields }
}

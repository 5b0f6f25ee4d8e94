import { z } from "zod"
import { Refusal } from "../../model/errors.ts"
import { idText } from "../../model/fields.ts"
import { runShown, runStart, runView } from "../../model/outreach.ts"
import { whyUnwanted } from "../../rules/texts/still-wanted.ts"
import { findRunOfRequest } from "../../store/outreach-runs.ts"
import { zonesServing } from "../../store/zones.ts"
import { operation, staff } from "../operation.ts"
import { customerOf, holdRequest } from "../scheduling-requests/held-request.ts"
import { startOutreach } from "../shared/outreach.ts"
import { write } from "../write.ts"

export const startRun = operation({
  name: "start_outreach",
  summary: "Start outreach for a scheduling request",
  description:
    "Also after an earlier run has ended. 409 `request_not_open`; 409 `outreach_running` while one is under way.",
  noun: "Outreach",
  roles: staff,
  params: z.strictObject({ id: idText }),
  body: runStart,
  result: runView,
  status: 201,
  async run(context, call, { id, outreach_plan_id: planId }) {
    const { companyId, now } = call
    const customerId = await customerOf(context, call, id)
    return write(context, call, "start_outreach", async (tx) => {
      const request = await holdRequest(tx, call, id, customerId)
      const zones = await zonesServing(tx, companyId, request.appointment_type_id, request.location_id)
      if (whyUnwanted(request, now, zones) !== null) throw new Refusal("request_not_open")
      await startOutreach(tx, companyId, { requestId: id, customerId, planId }, now)
      const run = (await findRunOfRequest(tx, companyId, id))!
      return { result: runShown(run), targetId: run.id, fields: ["outreach_plan_id"] }
    })
  },
})

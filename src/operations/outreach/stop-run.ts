import { z } from "zod"
import { Refusal } from "../../model/errors.ts"
import { idText } from "../../model/fields.ts"
import { runShown, runView } from "../../model/outreach.ts"
import { findRunOfRequest } from "../../store/outreach-runs.ts"
import { operation, staff } from "../operation.ts"
import { customerOf, holdRequest } from "../scheduling-requests/held-request.ts"
import { endOutreach } from "../shared/outreach.ts"
import { write } from "../write.ts"

export const stopRun = operation({
  name: "stop_outreach",
  summary: "Stop the outreach for a scheduling request",
  description:
    "What is left of it is skipped as `stopped`. 409 `outreach_not_running` when none is under way.",
  noun: "Outreach",
  roles: staff,
  params: z.strictObject({ id: idText }),
  result: runView,
  async run(context, call, { id }) {
    const { companyId, now } = call
    const customerId = await customerOf(context, call, id)
    return write(context, call, "stop_outreach", async (tx) => {
      await holdRequest(tx, call, id, customerId)
      const wasRunning = await endOutreach(tx, companyId, id, "stopped", now)
      if (!wasRunning) throw new Refusal("outreach_not_running")
      const run = (await findRunOfRequest(tx, companyId, id))!
      return { result: runShown(run), targetId: run.id, fields: ["status"] }
    })
  },
})

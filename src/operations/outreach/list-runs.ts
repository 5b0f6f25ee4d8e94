import { z } from "zod"
import { idText, page } from "../../model/fields.ts"
import { runShown, runStatus, runView } from "../../model/outreach.ts"
import { pageById, showPage } from "../../model/paging.ts"
import { listRuns as rowsOf } from "../../store/outreach-runs.ts"
import { listOperation, staff } from "../operation.ts"

export const listRuns = listOperation({
  name: "list_outreach_runs",
  summary: "List runs of outreach",
  noun: "Outreach",
  roles: staff,
  query: z.strictObject({
    ...page,
    status: runStatus.optional(),
    outreach_plan_id: idText.optional(),
    scheduling_request_id: idText.optional(),
  }),
  result: runView,
  async run(context, call, input) {
    const runs = await pageById(input, (span) =>
      rowsOf(context.db, call.companyId, {
        ...span,
        status: input.status ?? null,
        planId: input.outreach_plan_id ?? null,
        requestId: input.scheduling_request_id ?? null,
      }),
    )
    return showPage(runs, runShown)
  },
})

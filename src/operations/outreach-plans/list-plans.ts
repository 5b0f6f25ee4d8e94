import { z } from "zod"
import { page } from "../../model/fields.ts"
import { planShown, planView } from "../../model/outreach.ts"
import { pageById, showPage } from "../../model/paging.ts"
import { listPlans as rowsOf } from "../../store/outreach-plans.ts"
import { listOperation, staff } from "../operation.ts"

export const listPlans = listOperation({
  name: "list_outreach_plans",
  summary: "List outreach plans",
  noun: "Outreach",
  roles: staff,
  query: z.strictObject(page),
  result: planView,
  async run(context, call, input) {
    return showPage(await pageById(input, (span) => rowsOf(context.db, call.companyId, span)), planShown)
  },
})

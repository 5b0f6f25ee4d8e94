import { z } from "zod"
import { notFound } from "../../model/errors.ts"
import { idText } from "../../model/fields.ts"
import { planShown, planView } from "../../model/outreach.ts"
import { findPlan } from "../../store/outreach-plans.ts"
import { found, operation, staff } from "../operation.ts"

export const readPlan = operation({
  name: "read_outreach_plan",
  summary: "Read an outreach plan",
  noun: "Outreach",
  roles: staff,
  params: z.strictObject({ id: idText }),
  result: planView,
  async run(context, call, { id }) {
    return planShown(found(await findPlan(context.db, call.companyId, id), notFound("outreach plan")))
  },
})

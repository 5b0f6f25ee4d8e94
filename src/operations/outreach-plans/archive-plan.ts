import { z } from "zod"
import { notFound } from "../../model/errors.ts"
import { idText } from "../../model/fields.ts"
import { planShown, planView } from "../../model/outreach.ts"
import { lockPlan, archivePlan as store } from "../../store/outreach-plans.ts"
import { found, operation, staff } from "../operation.ts"
import { write } from "../write.ts"

export const archivePlan = operation({
  name: "archive_outreach_plan",
  summary: "Archive an outreach plan",
  description: "It starts nothing any more. What is running goes on.",
  noun: "Outreach",
  roles: staff,
  params: z.strictObject({ id: idText }),
  result: planView,
  async run(context, call, { id }) {
    return write(context, call, "archive_outreach_plan", async (tx) => {
      const plan = found(await lockPlan(tx, call.companyId, id), notFound("outreach plan"))
      await store(tx, call.companyId, id, call.now)
      return { result: planShown(plan), targetId: id, fields: ["archived_at"] }
    })
  },
})

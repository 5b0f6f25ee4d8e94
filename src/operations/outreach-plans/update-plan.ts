import { z } from "zod"
import { notFound, Refusal } from "../../model/errors.ts"
import { idText } from "../../model/fields.ts"
import { planPatch, planShown, planView } from "../../model/outreach.ts"
import { judgeSteps } from "../../rules/texts/steps.ts"
import { lockPlan, updatePlan as store } from "../../store/outreach-plans.ts"
import { found, operation, staff } from "../operation.ts"
import { linksAreSetUp } from "../scheduling-requests/show-request.ts"
import { write } from "../write.ts"

export const updatePlan = operation({
  name: "update_outreach_plan",
  summary: "Change an outreach plan",
  description:
    "Fields sent are changed; the steps, when sent, are replaced as a whole. What is running keeps the steps that it " +
    "began with.",
  noun: "Outreach",
  roles: staff,
  params: z.strictObject({ id: idText }),
  body: planPatch,
  result: planView,
  async run(context, call, { id, name, steps }) {
    const judged = steps && judgeSteps(steps, { linksAreSetUp: await linksAreSetUp(context, call) })
    if (judged instanceof Refusal) throw judged
    return write(context, call, "update_outreach_plan", async (tx) => {
      const present = found(await lockPlan(tx, call.companyId, id), notFound("outreach plan"))
      const wanted = { id, name: name ?? present.name, steps: judged ?? present.steps }
      const changed = await store(tx, call.companyId, wanted, call.now)
      const fields = [...(name === undefined ? [] : ["name"]), ...(steps === undefined ? [] : ["steps"])]
      return { result: planShown(changed), targetId: id, fields }
    })
  },
})

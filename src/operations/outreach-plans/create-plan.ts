import { Refusal } from "../../model/errors.ts"
import { planInput, planShown, planView } from "../../model/outreach.ts"
import { judgeSteps } from "../../rules/texts/steps.ts"
import { insertPlan } from "../../store/outreach-plans.ts"
import { operation, staff } from "../operation.ts"
import { linksAreSetUp } from "../scheduling-requests/show-request.ts"
import { write } from "../write.ts"

export const createPlan = operation({
  name: "create_outreach_plan",
  summary: "Create an outreach plan",
  description:
    "What follows up on a request that nobody has booked: texts and calls, each so long after the one before. 409 " +
    "`booking_links_not_set_up` when a text holds {booking_link} and the company gives out none.",
  noun: "Outreach",
  roles: staff,
  body: planInput,
  result: planView,
  status: 201,
  async run(context, call, input) {
    const judged = judgeSteps(input.steps, { linksAreSetUp: await linksAreSetUp(context, call) })
    if (judged instanceof Refusal) throw judged
    return write(context, call, "create_outreach_plan", async (tx) => {
      const plan = await insertPlan(tx, call.companyId, { name: input.name, steps: judged }, call.now)
      return { result: planShown(plan), targetId: plan.id, fields: Object.keys(input) }
    })
  },
})

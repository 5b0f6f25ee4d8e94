/**
 * An outreach plan follows up on a scheduling request that was not booked: texts and calls, each some time after the one
 * before.
 */
import { z } from "zod"
import { notFound, Refusal } from "../../domain/model/errors.ts"
import { byId, page, withPatch } from "../../domain/model/fields.ts"
import { planInput, planPatch, planShown, planView } from "../../domain/model/outreach.ts"
import { pageById } from "../../domain/model/paging.ts"
import { judgeSteps } from "../../domain/rules/texts/outreach.ts"
import { linksAreSetUp } from "../platform/links.ts"
import { nextVersion } from "../platform/next-version.ts"
import { found, listOperation, operation, staff } from "../platform/operation.ts"
import { write } from "../platform/write.ts"
import * as store from "./outreach-plans.sql.ts"

const common = { noun: "Outreach", roles: staff, result: planView }

export const createPlan = operation({
  ...common,
  name: "create_outreach_plan",
  refusals: ["booking_links_not_set_up"],
  summary: "Create an outreach plan",
  description:
    "What follows up on a request that has not been booked: texts and calls, each some time after the one before. 409 " +
    "`booking_links_not_set_up` when a text holds {booking_link} and the company gives out none.",
  body: planInput,
  status: 201,
  async run(context, call, input) {
    const judged = judgeSteps(input.steps, { linksAreSetUp: await linksAreSetUp(context, call) })
    if (judged instanceof Refusal) throw judged
    return write(context, call, "create_outreach_plan", async (tx) => {
      const plan = await store.insertPlan(tx, call.companyId, { name: input.name, steps: judged }, call.now)
      return { result: planShown(plan), targetId: plan.id, fields: Object.keys(input) }
    })
  },
})

export const listPlans = listOperation({
  ...common,
  name: "list_outreach_plans",
  summary: "List outreach plans",
  query: z.strictObject(page),
  run: (context, call, asked) =>
    pageById(asked, (span) => store.listPlans(context.db, call.companyId, span), planShown),
})

export const readPlan = operation({
  ...common,
  name: "read_outreach_plan",
  summary: "Read an outreach plan",
  params: byId,
  async run(context, call, { id }) {
    return planShown(found(await store.findPlan(context.db, call.companyId, id), notFound("outreach plan")))
  },
})

export const updatePlan = operation({
  ...common,
  name: "update_outreach_plan",
  refusals: ["booking_links_not_set_up"],
  summary: "Change an outreach plan",
  description:
    "Fields sent are changed; the steps, when sent, are replaced as a whole. What is running keeps the steps that it " +
    "began with.",
  params: byId,
  body: planPatch,
  async run(context, call, { id, if_version: ifVersion, name, steps }) {
    const judged = steps && judgeSteps(steps, { linksAreSetUp: await linksAreSetUp(context, call) })
    if (judged instanceof Refusal) throw judged
    return write(context, call, "update_outreach_plan", async (tx) => {
      const present = found(await store.lockPlan(tx, call.companyId, id), notFound("outreach plan"))
      await nextVersion(tx, "outreach_plan", { companyId: call.companyId, id, ifVersion })
      const wanted = withPatch(present, { name, steps: judged })
      const changed = await store.updatePlan(tx, call.companyId, wanted, call.now)
      const fields = [...(name === undefined ? [] : ["name"]), ...(steps === undefined ? [] : ["steps"])]
      return { result: planShown(changed), targetId: id, fields }
    })
  },
})

export const archivePlan = operation({
  ...common,
  name: "archive_outreach_plan",
  summary: "Archive an outreach plan",
  description: "It starts nothing any more. What is running goes on.",
  params: byId,
  async run(context, call, { id }) {
    return write(context, call, "archive_outreach_plan", async (tx) => {
      const plan = found(await store.lockPlan(tx, call.companyId, id), notFound("outreach plan"))
      await store.archivePlan(tx, call.companyId, id, call.now)
      return { result: planShown(plan), targetId: id, fields: ["archived_at"] }
    })
  },
})

import { z } from "zod"
import { notFound } from "../../model/errors.ts"
import { idText } from "../../model/fields.ts"
import { runShown, runView } from "../../model/outreach.ts"
import { findRunOfRequest } from "../../store/outreach-runs.ts"
import { found, operation, staff } from "../operation.ts"

export const readRun = operation({
  name: "read_outreach",
  summary: "Read the outreach for a scheduling request",
  description: "The newest run, with what became of each step. 404 when there has been none.",
  noun: "Outreach",
  roles: staff,
  params: z.strictObject({ id: idText }),
  result: runView,
  async run(context, call, { id }) {
    return runShown(found(await findRunOfRequest(context.db, call.companyId, id), notFound("outreach run")))
  },
})

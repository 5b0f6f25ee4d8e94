import { z } from "zod"
import { notFound } from "../../model/errors.ts"
import { idText } from "../../model/fields.ts"
import { requestView } from "../../model/scheduling-request.ts"
import { findRequest } from "../../store/scheduling-requests.ts"
import { found, operation, staff } from "../operation.ts"
import { linksAreSetUp, showRequest } from "./show-request.ts"

export const readRequest = operation({
  name: "read_scheduling_request",
  summary: "Read a scheduling request",
  noun: "Scheduling requests",
  roles: staff,
  params: z.strictObject({ id: idText }),
  result: requestView,
  async run(context, call, { id }) {
    const request = found(await findRequest(context.db, call.companyId, id), notFound("scheduling request"))
    return showRequest(context, request, await linksAreSetUp(context, call))
  },
})

import { z } from "zod"
import { externalRef, idText, page } from "../../model/fields.ts"
import { pageById } from "../../model/paging.ts"
import { requestStatus, requestView } from "../../model/scheduling-request.ts"
import { listRequests as rowsOf } from "../../store/scheduling-requests.ts"
import { listOperation, staff } from "../operation.ts"
import { linksAreSetUp, showRequest } from "./show-request.ts"

export const listRequests = listOperation({
  name: "list_scheduling_requests",
  summary: "List scheduling requests",
  noun: "Scheduling requests",
  roles: staff,
  query: z.strictObject({
    ...page,
    status: requestStatus.optional(),
    customer_id: idText.optional(),
    external_ref: externalRef.optional(),
  }),
  result: requestView,
  async run(context, call, { status = null, customer_id, external_ref, ...asked }) {
    const filter = { status, customerId: customer_id ?? null, externalRef: external_ref ?? null }
    const withLink = await linksAreSetUp(context, call)
    return pageById(
      asked,
      (span) => rowsOf(context.db, call.companyId, { ...span, ...filter }),
      (request) => showRequest(context, request, withLink),
    )
  },
})

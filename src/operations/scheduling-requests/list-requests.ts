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
  async run(context, call, input) {
    const { rows, next_cursor } = await pageById(input, (span) =>
      rowsOf(context.db, call.companyId, {
        ...span,
        status: input.status ?? null,
        customerId: input.customer_id ?? null,
        externalRef: input.external_ref ?? null,
      }),
    )
    const withLink = await linksAreSetUp(context, call)
    return { rows: rows.map((row) => showRequest(context, row, withLink)), next_cursor }
  },
})

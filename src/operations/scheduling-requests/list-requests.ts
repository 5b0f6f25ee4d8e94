import { z } from "zod"
import { externalRef, idText, page } from "../../model/fields.ts"
import { afterId, defaultLimit, pageOf } from "../../model/paging.ts"
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
  async run(house, call, input) {
    const limit = input.limit ?? defaultLimit
    const rows = await rowsOf(house.db, call.companyId, {
      status: input.status ?? null,
      customerId: input.customer_id ?? null,
      externalRef: input.external_ref ?? null,
      afterId: afterId(input.cursor),
      limit: limit + 1,
    })
    const withLink = await linksAreSetUp(house, call)
    const { rows: shown, next_cursor } = pageOf(rows, limit, (row) => [row.id])
    return { rows: shown.map((row) => showRequest(house, row, withLink)), next_cursor }
  },
})

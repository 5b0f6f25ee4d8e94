import { z } from "zod"
import { notFound } from "../../../domain/model/errors.ts"
import { byId, externalRef, idText, page } from "../../../domain/model/fields.ts"
import { pageById } from "../../../domain/model/paging.ts"
import { requestStatus } from "../../../domain/model/scheduling-request.ts"
import * as store from "../../store/scheduling-requests.ts"
import { found, listOperation, operation } from "../operation.ts"
import { linksAreSetUp } from "../shared/links.ts"
import { common, showRequest } from "./show-request.ts"

export const listRequests = listOperation({
  ...common,
  name: "list_scheduling_requests",
  summary: "List scheduling requests",
  query: z.strictObject({
    ...page,
    status: requestStatus.optional(),
    customer_id: idText.optional(),
    external_ref: externalRef.optional(),
  }),
  async run(context, call, { status = null, customer_id, external_ref, ...asked }) {
    const filter = { status, customerId: customer_id ?? null, externalRef: external_ref ?? null }
    const withLink = await linksAreSetUp(context, call)
    return pageById(
      asked,
      (span) => store.listRequests(context.db, call.companyId, { ...span, ...filter }),
      (request) => showRequest(context, request, withLink),
    )
  },
})

export const readRequest = operation({
  ...common,
  name: "read_scheduling_request",
  summary: "Read a scheduling request",
  params: byId,
  async run(context, call, { id }) {
    const request = await store.findRequest(context.db, call.companyId, id)
    const shown = found(request, notFound("scheduling request"))
    return showRequest(context, shown, await linksAreSetUp(context, call))
  },
})

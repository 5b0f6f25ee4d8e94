/** Replaces the request's booking link; the old one stops at once. Works in every status. */
import { z } from "zod"
import { notFound } from "../../model/errors.ts"
import { idText } from "../../model/fields.ts"
import { requestView } from "../../model/scheduling-request.ts"
import { findRequest, nextLink } from "../../store/scheduling-requests.ts"
import { found, operation, staff } from "../operation.ts"
import { issueLink } from "../shared/requests.ts"
import { write } from "../write.ts"
import { customerOf, lockRequest } from "./lock-request.ts"
import { linksAreSetUp, showRequest } from "./show-request.ts"

export const rotateLink = operation({
  name: "rotate_booking_link",
  summary: "Replace a scheduling request's booking link",
  noun: "Scheduling requests",
  roles: staff,
  params: z.strictObject({ id: idText }),
  result: requestView,
  async run(context, call, { id }) {
    const customerId = await customerOf(context, call, id)
    const withLink = await linksAreSetUp(context, call)
    return write(context, call, "rotate_booking_link", async (tx) => {
      await lockRequest(tx, call, id, customerId)
      await nextLink(tx, call.companyId, id, context.linkKeys[0]!.id, call.now)
      const request = found(await findRequest(tx, call.companyId, id), notFound("scheduling request"))
      await issueLink(tx, call.companyId, request, context.linkKeys)
      return {
        result: showRequest(context, request, withLink),
        targetId: id,
        fields: ["booking_url"],
        customerId,
      }
    })
  },
})

/** The public page's slot search, before and after a number is verified. */
import type { FastifyReply, FastifyRequest } from "fastify"
import type { AppContext } from "../../context.ts"
import { passSearchLimit } from "../../operations/public-page/admit.ts"
import { findTimes } from "../../operations/public-page/find-times.ts"
import { lendTo } from "../answer-memory.ts"
import { encodeSlotsFor } from "../encode-slots.ts"
import { judged } from "../issues.ts"
import { visitTokenOf } from "./admission.ts"
import { slotsInput } from "./inputs.ts"
import { visitors } from "./view.ts"
import { publicPageCall, withVisit } from "./visitor.ts"

export async function search(
  context: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Uint8Array> {
  const caller = await publicPageCall(context, request, reply)
  const sent = judged(slotsInput, request.body ?? {}, "body")
  const visit = visitTokenOf(request) === null ? null : withVisit(context, caller).visit
  passSearchLimit(caller.admission)
  const found = await findTimes(context, caller.page, caller.visitor, visit, sent)
  const audience = visitors({ startDate: sent.startDate, endDate: sent.endDate })
  return encodeSlotsFor(audience, found, lendTo(reply.raw))
}

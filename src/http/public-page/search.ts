/** The public page's slot search, for strangers and for visitors with a visit. */
import type { FastifyReply, FastifyRequest } from "fastify"
import type { AppContext } from "../../context.ts"
import { Refusal } from "../../model/errors.ts"
import { passSearchLimit } from "../../operations/public-page/admit.ts"
import type { EarlySearches } from "../../operations/public-page/early-times.ts"
import { findTimes, type VisitorSearch } from "../../operations/public-page/find-times.ts"
import { lendTo } from "../answer-memory.ts"
import { encodeSlotsFor } from "../company-api/encode-slots.ts"
import { judged } from "../issues.ts"
import { admissionOf, visitTokenOf } from "./admission.ts"
import { slotsInput } from "./inputs.ts"
import { visitors } from "./view.ts"
import { pageCall, withVisit } from "./visitor.ts"

export async function search(
  context: AppContext,
  early: EarlySearches,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Uint8Array> {
  const { slug } = request.params as { slug: string }
  const isStranger = visitTokenOf(request) === null
  const sent = readSearch(request)
  const visitor = { requestId: request.id, now: context.clock.now() }
  const begun = isStranger && !(sent instanceof Refusal) ? early.begin(slug, visitor, sent) : null
  early.learn(slug, await admissionOf(request), visitor.now)

  const caller = await pageCall(context, request, reply)
  if (sent instanceof Refusal) throw sent
  const visit = isStranger ? null : withVisit(context, caller).visit
  passSearchLimit(caller.admission)
  const isAsSupposed = begun?.companyId === caller.page.companyId
  const found = await (isAsSupposed
    ? begun!.found
    : findTimes(context, caller.page, caller.visitor, visit, sent))
  const audience = visitors({ startDate: sent.startDate, endDate: sent.endDate })
  return encodeSlotsFor(audience, found, lendTo(reply.raw))
}

/** What was sent, or what is wrong with it: to be said after all that comes before it. */
function readSearch({ body }: FastifyRequest): VisitorSearch | Refusal {
  try {
    return judged(slotsInput, body ?? {}, "body")
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

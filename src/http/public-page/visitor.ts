/** One request to the public page's endpoints: the company's page, the visitor, and the answer's form. */
import type { FastifyReply, FastifyRequest } from "fastify"
import type { AppContext } from "../../context.ts"
import type { PublicPage, VerifiedVisit } from "../../model/public-page.ts"
import { contextOf } from "../../operations/company-context.ts"
import type { Answer, Call } from "../../operations/operation.ts"
import { type Admission, admittedPage, publicCall, type Visitor } from "../../operations/public-page/admit.ts"
import { openVisit } from "../../operations/public-page/verified-visit.ts"
import { inPageWords } from "../customer-host/page-words.ts"
import { jsonType } from "../customer-host/views.ts"
import { visitorLocale } from "../customer-host/visitor-locale.ts"
import { admissionOf } from "./admission.ts"

export interface PublicPageCall {
  /** Serves the page's company. */
  context: AppContext
  slug: string
  page: PublicPage
  admission: Admission
  visitor: Visitor
  request: FastifyRequest
  reply: FastifyReply
}

/** The request of a visitor who has verified a number. */
export interface VisitCall extends PublicPageCall {
  visit: VerifiedVisit
  call: Call
}

/** Throws what `admittedPage` throws. */
export async function publicPageCall(
  host: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<PublicPageCall> {
  const { slug } = request.params as { slug: string }
  const admission = await admissionOf(request)
  const page = admittedPage(host, admission)
  const context = await contextOf(host, page.companyId)
  const locale = visitorLocale(request.headers["accept-language"], page.locale)
  const visitor = { clientAddress: request.ip, requestId: request.id, locale, now: context.clock.now() }
  return { context, slug, page, admission, visitor, request, reply }
}

/** Opens the visit whose token was sent. Throws `visit_expired`. */
export function withVisit(caller: PublicPageCall): VisitCall {
  const { context, page, visitor, admission } = caller
  const visit = openVisit(context, page, admission.visit)
  const call = publicCall(page.companyId, visitor, { id: visit.id, customerId: visit.customer?.id ?? null })
  return { ...caller, visit, call }
}

/** `type` is JSON when it is left out. */
interface TypedAnswer {
  status: number
  body: string | Uint8Array
  type?: string
}

/** Handles requests of all visitors. */
export const forPublicPageCalls =
  (context: AppContext, handler: (caller: PublicPageCall) => Promise<TypedAnswer>) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    const { status, body, type } = await inPageWords(publicPageCall(context, request, reply).then(handler))
    return reply
      .code(status)
      .type(type ?? jsonType)
      .send(body)
  }

/** Handles requests of visitors with a verified visit, and refuses others. */
export const forVisits = (context: AppContext, handler: (caller: VisitCall) => Promise<Answer>) =>
  forPublicPageCalls(context, async (caller) => handler(withVisit(caller)))

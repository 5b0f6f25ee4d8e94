/** One request to the public page's endpoints: the company's page, the visitor, and the answer's form. */
import type { FastifyReply, FastifyRequest } from "fastify"
import { z } from "zod"
import type { PublicPage, VerifiedVisit } from "../../../domain/model/public-page.ts"
import { visitorsOf } from "../../platform/budget/families.ts"
import { contextOf } from "../../platform/company-context.ts"
import type { AppContext } from "../../platform/context.ts"
import type { Call } from "../../platform/operation.ts"
import { withDueDone } from "../../test-companies/move-clock.ts"
import { inPageWords } from "../customer-host/page-words.ts"
import { jsonType } from "../customer-host/views.ts"
import { visitorLocale } from "../customer-host/visitor-locale.ts"
import { chargeTo } from "../http/budgets.ts"
import { judged } from "../http/issues.ts"
import { admissionOf, slugIn } from "./admission.ts"
import { type Admission, admittedPage, publicCall, type Visitor } from "./admit.ts"
import { shownBy } from "./shown.ts"
import { refuseStrangers } from "./testers.ts"
import { openVisit } from "./verified-visit.ts"

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

/** Throws what `admittedPage` throws, and 401 for a stranger at a test company's page. */
export async function publicPageCall(
  host: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<PublicPageCall> {
  const caller = await pageCallAt(host, slugIn(request), request, reply)
  await refuseStrangers(host, caller.page.companyId, shownBy(request))
  return caller
}

/** The same for a caller who needs to prove nothing more. Throws what `admittedPage` throws. */
export async function pageCallAt(
  host: AppContext,
  slug: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<PublicPageCall> {
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

type Handler<Caller, Sent> = (caller: Caller, sent: Sent) => Promise<TypedAnswer>

/** For requests without a body that counts. */
export const anyBody = z.unknown()

/**
 * Handles requests of all visitors. What is wrong with the body is said before the request counts among those of the
 * company's visitors.
 */
export const forPublicPageCalls =
  <Body extends z.ZodType>(
    context: AppContext,
    body: Body,
    handler: Handler<PublicPageCall, z.output<Body>>,
  ) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    const answer = async () => {
      const caller = await publicPageCall(context, request, reply)
      const sent = judged(body, request.body ?? {}, "body")
      await chargeVisitors(context, caller)
      const handle = () => handler(caller, sent)
      return request.method === "GET" ? handle() : withDueDone(context, caller.page.companyId, handle)
    }
    const { status, body: text, type } = await inPageWords(answer())
    return reply
      .code(status)
      .type(type ?? jsonType)
      .send(text)
  }

/** The request counts among those of the company's visitors. Throws `rate_limited`. */
export async function chargeVisitors(
  host: AppContext,
  { page, request, reply }: PublicPageCall,
): Promise<void> {
  await chargeTo(host, await visitorsOf(host, page.companyId), request, reply)
}

/** Handles requests of visitors with a verified visit, and refuses others. */
export const forVisits = <Body extends z.ZodType>(
  context: AppContext,
  body: Body,
  handler: Handler<VisitCall, z.output<Body>>,
) => forPublicPageCalls(context, body, async (caller, sent) => handler(withVisit(caller), sent))

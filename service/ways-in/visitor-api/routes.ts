/** `/api/v1/visitor/…`: the public page's operations for pages of other websites, by a publishable key. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import { Refusal } from "../../../domain/model/errors.ts"
import { visitorsOf } from "../../platform/budget/families.ts"
import type { AppContext } from "../../platform/context.ts"
import type { Answer } from "../../platform/operation.ts"
import type { FoundSlots } from "../../slots/found-slots.ts"
import { withDueDone } from "../../test-companies/move-clock.ts"
import { jsonType, shown } from "../customer-host/views.ts"
import { encodeSlotsFor, visitorsSlots } from "../http/encode-slots.ts"
import { answerCall } from "../http/idempotency.ts"
import { judged } from "../http/issues.ts"
import { rateLimitHeaders } from "../http/rate-limit-headers.ts"
import { refusalsOf } from "../http/refusals-of.ts"
import { slotsPayload } from "../http/send-slots.ts"
import { startAdmission } from "../public-page/admission.ts"
import { passSearchLimit } from "../public-page/admit.ts"
import { slugOfPage } from "../public-page/public-page.sql.ts"
import {
  chargeVisitors,
  type PublicPageCall,
  pageCallAt,
  type VisitCall,
  withVisit,
} from "../public-page/visitor.ts"
import { inApiNames, inApiWords, inPageNames } from "./api-words.ts"
import { describedVisitorOperation } from "./describe.ts"
import { visitorOperations, visitorPrefix } from "./operations.ts"
import { answerPreflights, companyOfKey } from "./publishable-key.ts"
import { noBody, type VisitorOperation } from "./visitor-operation.ts"

declare module "fastify" {
  interface FastifyRequest {
    /** The address of the public page of the key's company. */
    pageSlug?: string
  }
}

const prefix = `/api/v1${visitorPrefix}`

/** Add it to a scope of its own: its hook asks for a publishable key. */
export function mountVisitorApi(scope: FastifyInstance, host: AppContext): void {
  answerPreflights(scope, `${prefix}/*`)
  scope.addHook("onRequest", async (request, reply) => {
    if (request.method !== "OPTIONS") await enter(host, request, reply)
  })
  for (const operation of visitorOperations)
    scope.route({
      method: operation.method,
      url: prefix + operation.path,
      config: { refusals: new Set(refusalsOf(describedVisitorOperation(operation))) },
      handler: (request, reply) => inApiWords(answer(host, operation, request, reply)),
    })
}

/** The page's settings and limits hold here too. A company whose page is off has no visitors. */
async function enter(host: AppContext, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const companyId = await companyOfKey(host, request, reply)
  reply.headers(rateLimitHeaders(host.budget.allowanceOf(await visitorsOf(host, companyId))))
  const slug = await slugOfPage(host.db, companyId)
  if (slug === null) throw new Refusal("not_found", { message: "The company's public page is off." })
  request.pageSlug = slug
  if (!isSearch(request)) startAdmission(host, request, { slug })
}

const searches = new Set(visitorOperations.filter((each) => each.isSearch).map(({ path }) => prefix + path))
const isSearch = ({ routeOptions }: FastifyRequest) => searches.has(routeOptions.url ?? "")

async function answer(
  host: AppContext,
  operation: VisitorOperation,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const slug = request.pageSlug!
  const body = operation.body ?? noBody
  // As on the page: a refusal by the network or the page comes before one for the body, which alone counts for the company.
  if (operation.isSearch)
    startAdmission(host, request, { slug, isSearch: body.safeParse(request.body ?? {}).success })
  const caller = await pageCallAt(host, slug, request, reply)
  const named = judged(body, request.body ?? {}, "body")
  const sent = judged(operation.pageBody, operation.body ? inPageNames(named as never) : {}, "body")
  await chargeVisitors(host, caller)
  reply.header("cache-control", "no-store").type(jsonType)
  if (operation.isSearch) {
    passSearchLimit(caller.admission)
    const found = (await run(operation, caller, sent)) as FoundSlots
    return reply.send(await slotsPayload(encodeSlotsFor(visitorsSlots, found), request, reply))
  }
  const work = () => answerOnce(operation, caller, sent)
  const { status, body: text } = await (operation.method === "GET"
    ? work()
    : withDueDone(host, caller.page.companyId, work))
  return reply.code(status).send(text)
}

const run = (operation: VisitorOperation, caller: PublicPageCall | VisitCall, sent: unknown) =>
  operation.needsVisit
    ? operation.run("visit" in caller ? caller : withVisit(caller), sent)
    : operation.run(caller, sent)

/** Under the request's Idempotency-Key, where the operation takes one. Kept answers are sealed: a booking's carries its link. */
async function answerOnce(
  operation: VisitorOperation,
  caller: PublicPageCall,
  sent: unknown,
): Promise<Answer> {
  const compose = (result: unknown) =>
    shown(operation.status ?? 200, operation.result.parse(inApiNames(operation.view(result))))
  if (!operation.needsVisit || !operation.isOnce) return compose(await run(operation, caller, sent))
  const visit = withVisit(caller)
  return answerCall(
    caller.context,
    visit,
    { secret: true },
    (call) => inApiWords(operation.run({ ...visit, call }, sent)),
    compose,
  )
}

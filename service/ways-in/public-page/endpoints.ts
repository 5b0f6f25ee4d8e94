/** The public page's JSON endpoints for visitors without a verified number: types, times, and the code that opens a visit. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import type { HeldView } from "../../../domain/contracts/public-page.ts"
import { Refusal } from "../../../domain/model/errors.ts"
import type { AppContext } from "../../platform/context.ts"
import { inPageWords } from "../customer-host/page-words.ts"
import { jsonType, shown } from "../customer-host/views.ts"
import { encodeSlotsFor } from "../http/encode-slots.ts"
import { judged } from "../http/issues.ts"
import { slotsPayload } from "../http/send-slots.ts"
import { draftTokenOf, slugIn, startAdmission, visitTokenOf } from "./admission.ts"
import { passSearchLimit } from "./admit.ts"
import { findTimes, offeredTypes } from "./find-times.ts"
import { holdForVisitor, ownerOf } from "./hold.ts"
import { codeInput, holdInput, slotsInput, verifyInput } from "./inputs.ts"
import { requestCode, sendsCodes } from "./request-code.ts"
import { canTextLinks } from "./text-links.ts"
import { showVisit, visitOfToken } from "./verified-visit.ts"
import { verifyCode } from "./verify-code.ts"
import { codeSentView, publicPageView, visitors, visitView } from "./view.ts"
import {
  anyBody,
  chargeVisitors,
  forPublicPageCalls,
  forVisits,
  publicPageCall,
  withVisit,
} from "./visitor.ts"

export function mountPublicPageEndpoints(app: FastifyInstance, host: AppContext, bookUrl: string): void {
  const at = (path: string) => `/api/pages/:slug${path}`

  app.get(
    at(""),
    forPublicPageCalls(host, anyBody, async ({ context, slug, page }) => {
      const types = await offeredTypes(context, page)
      const able = { canSendCodes: sendsCodes(context, page), canTextLinks: canTextLinks(context, page) }
      return shown(200, publicPageView({ slug, page, types, botCheck: context.botCheck!, ...able, bookUrl }))
    }),
  )

  app.post(at("/slots"), { config: { isSearch: true } }, async (request, reply) =>
    reply.type(jsonType).send(await inPageWords(search(host, request, reply))),
  )

  app.get(
    at("/bot-check"),
    forPublicPageCalls(host, anyBody, async ({ context, visitor }) => {
      const challenge = await context.botCheck!.challenge(visitor.now)
      if (challenge === null) throw new Refusal("route_not_found")
      return shown(200, challenge)
    }),
  )

  app.post(
    at("/codes"),
    forPublicPageCalls(host, codeInput, async ({ context, page, visitor }, sent) =>
      shown(201, codeSentView(await requestCode(context, page, visitor, sent))),
    ),
  )

  app.post(
    at("/codes/verify"),
    forPublicPageCalls(host, verifyInput, async ({ context, page, visitor }, sent) => {
      const visitToken = await verifyCode(context, page, visitor, sent)
      const visit = await visitOfToken(context, page, visitToken, visitor.now)
      const view = visitView(await showVisit(context, context.db, page, visit, visitor.now))
      return shown(200, { visitToken, ...view })
    }),
  )

  app.post(
    at("/holds"),
    forPublicPageCalls(host, holdInput, async (caller, sent) => {
      const { context, page, visitor, request } = caller
      const visit = visitTokenOf(request) === null ? null : withVisit(caller).visit
      const held = await holdForVisitor(context, page, visitor, visit, draftTokenOf(request), sent)
      return shown(201, held satisfies HeldView)
    }),
  )

  app.get(
    at("/visit"),
    forVisits(host, anyBody, async ({ context, page, visit, visitor }) =>
      shown(200, visitView(await showVisit(context, context.db, page, visit, visitor.now))),
    ),
  )
}

/** The public page's slot search, before and after a number is verified. */
async function search(host: AppContext, request: FastifyRequest, reply: FastifyReply) {
  // A refusal by the network or the page comes before one for the body, which alone counts for the company.
  const isSearch = slotsInput.safeParse(request.body ?? {}).success
  startAdmission(host, request, { slug: slugIn(request), isSearch })
  const caller = await publicPageCall(host, request, reply)
  const asked = judged(slotsInput, request.body ?? {}, "body")
  await chargeVisitors(host, caller)
  const visit = visitTokenOf(request) === null ? null : withVisit(caller).visit
  passSearchLimit(caller.admission)
  const found = await findTimes(
    caller.context,
    caller.page,
    caller.visitor,
    visit,
    asked,
    ownerOf(caller.context, caller.page, visit, draftTokenOf(request)),
  )
  const audience = visitors({ startDate: asked.startDate, endDate: asked.endDate })
  return slotsPayload(encodeSlotsFor(audience, found), request, reply)
}

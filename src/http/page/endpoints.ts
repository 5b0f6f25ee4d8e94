/** The public page's JSON endpoints, for anybody: what is offered, when, and the code that opens a visit. */
import type { FastifyInstance } from "fastify"
import { Refusal } from "../../model/errors.ts"
import type { House } from "../../operations/house.ts"
import { publicCall } from "../../operations/public-page/open-page.ts"
import { openVisit } from "../../operations/public-page/open-visit.ts"
import { requestCode } from "../../operations/public-page/request-code.ts"
import { offeredTypes } from "../../operations/public-page/show-page.ts"
import { showVisit } from "../../operations/public-page/show-visit.ts"
import { verifyCode } from "../../operations/public-page/verify-code.ts"
import { visitorQuestion } from "../../operations/public-page/visitor-question.ts"
import { findSlots } from "../../operations/slots/find-slots.ts"
import { encodeSlotsFor } from "../company/encode-slots.ts"
import { judged } from "../issues.ts"
import { codeInput, slotsInput, verifyInput } from "./inputs.ts"
import { codeSentView, pageView, visitors, visitView } from "./view.ts"
import { forPageCalls, forVisits, type PageCall, shown, visitTokenOf, withVisit } from "./visitor.ts"

export function mountPageEndpoints(app: FastifyInstance, house: House, bookUrl: string): void {
  const at = (path: string) => `/api/pages/:slug${path}`

  app.get(
    at(""),
    forPageCalls(house, async ({ slug, page }) => {
      const types = await offeredTypes(house, page)
      return shown(200, pageView({ slug, page, types, botCheck: house.botCheck!, bookUrl }))
    }),
  )

  app.post(
    at("/slots"),
    forPageCalls(house, async (caller) => ({ status: 200, body: await search(house, caller) })),
  )

  app.get(
    at("/bot-check"),
    forPageCalls(house, async ({ visitor }) => {
      const challenge = await house.botCheck!.challenge(visitor.now)
      if (challenge === null) throw new Refusal("route_not_found")
      return shown(200, challenge)
    }),
  )

  app.post(
    at("/codes"),
    forPageCalls(house, async ({ page, visitor, request }) => {
      const sent = judged(codeInput, request.body ?? {}, "body")
      return shown(201, codeSentView(await requestCode(house, page, visitor, sent)))
    }),
  )

  app.post(
    at("/codes/verify"),
    forPageCalls(house, async ({ page, visitor, request }) => {
      const sent = judged(verifyInput, request.body ?? {}, "body")
      const visitToken = await verifyCode(house, page, visitor, sent)
      const visit = await openVisit(house, page, visitToken, visitor.now)
      const view = visitView(await showVisit(house, house.db, page, visit, visitor.now))
      return shown(200, { visitToken, ...view })
    }),
  )

  app.get(
    at("/visit"),
    forVisits(house, async ({ page, visit, visitor }) =>
      shown(200, visitView(await showVisit(house, house.db, page, visit, visitor.now))),
    ),
  )
}

async function search(house: House, caller: PageCall) {
  const { page, visitor, request } = caller
  const sent = judged(slotsInput, request.body ?? {}, "body")
  const verified = visitTokenOf(request) === null ? null : await withVisit(house, caller)
  const question = await visitorQuestion(house, page, verified?.visit ?? null, {
    ...sent,
    network: visitor.address,
  })
  const call = verified?.call ?? publicCall(page, visitor, null)
  const found = await findSlots.run(house, call, question)
  return encodeSlotsFor(visitors({ startDate: sent.startDate, endDate: sent.endDate }), found)
}

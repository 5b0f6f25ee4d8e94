/**
 * `/console/operator`: what the operator's page asks. Its session is a cookie of its own, which a link from the command line
 * begins; no company's session opens it.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import {
  invitedAdmin,
  invitedView,
  operatedCompanies,
  operatedCompaniesQuery,
  operatedCompanyId,
  operatedCompanyInput,
  operatorLinkShown,
} from "../../../domain/model/operator.ts"
import { leaveOperatorPage, openOperatorPage, operatorOf } from "../../people/operator-access.ts"
import { inviteAdmin, listOperated, makeCompany, type OperatorCall } from "../../people/operator-companies.ts"
import type { AppContext } from "../../platform/context.ts"
import { anonymousRequest } from "../http/anonymous-request.ts"
import { judged } from "../http/issues.ts"
import { clearOperatorCookie, operatorTokenOf, refuseForeignPages, setOperatorCookie } from "./cookie.ts"

export function mountOperator(app: FastifyInstance, context: AppContext): void {
  /** Throws `forbidden` unless the operator's own page asks. */
  const called = async (request: FastifyRequest): Promise<OperatorCall> => {
    refuseForeignPages(request, context.baseUrl)
    const sessionId = await operatorOf(context, operatorTokenOf(request, context.baseUrl))
    return { ...anonymousRequest(context, request), sessionId }
  }
  const answer = (reply: FastifyReply, status: number, data: unknown) =>
    reply.header("cache-control", "no-store").code(status).send({ success: true, data })

  app.post("/console/operator/session", async (request, reply) => {
    refuseForeignPages(request, context.baseUrl)
    const shown = judged(operatorLinkShown, request.body ?? {}, "body")
    const token = await openOperatorPage(context, anonymousRequest(context, request), shown)
    setOperatorCookie(reply, context.baseUrl, token)
    return answer(reply, 201, { opened: true })
  })

  app.delete("/console/operator/session", async (request, reply) => {
    await leaveOperatorPage(context, (await called(request)).sessionId)
    clearOperatorCookie(reply, context.baseUrl)
    return answer(reply, 200, { ended: true })
  })

  app.get("/console/operator/companies", async (request, reply) => {
    const call = await called(request)
    const { before_id } = judged(operatedCompaniesQuery, request.query, "query")
    return answer(reply, 200, operatedCompanies.parse(await listOperated(context, call, before_id)))
  })

  app.post("/console/operator/companies", async (request, reply) => {
    const call = await called(request)
    const input = judged(operatedCompanyInput, request.body ?? {}, "body")
    return answer(reply, 201, invitedView.parse(await makeCompany(context, call, input)))
  })

  app.post("/console/operator/companies/:id/invitations", async (request, reply) => {
    const call = await called(request)
    const { id } = judged(operatedCompanyId, request.params, "path")
    const admin = judged(invitedAdmin, request.body ?? {}, "body")
    return answer(reply, 201, invitedView.parse(await inviteAdmin(context, call, { id, ...admin })))
  })
}

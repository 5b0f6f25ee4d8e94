/** `/console/session`: signing in to the console and out of it. The session's token is in the cookie and in no answer. */
import type { FastifyInstance } from "fastify"
import { cookieSessionView, signInInput } from "../../../domain/model/sign-in.ts"
import { createCookieSession, endSession } from "../../people/sessions.ts"
import type { AppContext } from "../../platform/context.ts"
import { identifiedByCookie } from "../company-api/authenticate.ts"
import { anonymousRequest } from "../http/anonymous-request.ts"
import { judged } from "../http/issues.ts"
import { clearCookie, deviceOf, refuseForeignPages, setCookie, setDeviceCookie } from "./cookie.ts"

export function mountConsoleSession(app: FastifyInstance, context: AppContext): void {
  app.post("/console/session", async (request, reply) => {
    refuseForeignPages(request, context.baseUrl)
    const input = judged(signInInput, request.body ?? {}, "body")
    const asked = { ...anonymousRequest(context, request), device: deviceOf(request, context.baseUrl) }
    const session = await createCookieSession.run(context, asked, input)
    setCookie(reply, context.baseUrl, session.token)
    setDeviceCookie(reply, context.baseUrl, session.device)
    reply.header("cache-control", "no-store")
    return reply.code(201).send({ success: true, data: cookieSessionView.parse(session) })
  })

  app.delete("/console/session", async (request, reply) => {
    const { companyId, actor } = await identifiedByCookie(context, request)
    const call = { companyId, actor, requestId: request.id, now: context.clock.now() }
    const data = await endSession.run(context, call, {})
    clearCookie(reply, context.baseUrl)
    return reply.header("cache-control", "no-store").send({ success: true, data })
  })
}

/**
 * `/console/provider`: signing in by the company's identity provider. The console asks where to go; the provider leads the
 * browser back to an address of the company's own, which sets the session's cookie and leads on to the console.
 */
import type { FastifyInstance } from "fastify"
import { z } from "zod"
import { Refusal } from "../../../domain/model/errors.ts"
import { idText } from "../../../domain/model/fields.ts"
import { providerSignInInput } from "../../../domain/model/sign-in.ts"
import { beginProviderSignIn, finishProviderSignIn } from "../../people/provider-sign-in.ts"
import type { AppContext } from "../../platform/context.ts"
import { anonymousRequest } from "../http/anonymous-request.ts"
import { judged } from "../http/issues.ts"
import {
  clearUnderWayCookie,
  refuseForeignPages,
  setCookie,
  setUnderWayCookie,
  underWayOf,
} from "./cookie.ts"

export function mountProviderSignIn(app: FastifyInstance, context: AppContext): void {
  app.post("/console/provider", async (request, reply) => {
    refuseForeignPages(request, context.baseUrl)
    const input = judged(providerSignInInput, request.body ?? {}, "body")
    const { url, kept } = await beginProviderSignIn.run(context, anonymousRequest(context, request), input)
    setUnderWayCookie(reply, context.baseUrl, kept)
    return reply.header("cache-control", "no-store").code(201).send({ success: true, data: { url } })
  })

  app.get("/console/provider/:company_id", async (request, reply) => {
    const { company_id } = judged(z.strictObject({ company_id: idText }), request.params, "path")
    const { search } = new URL(request.url, "http://host")
    const kept = underWayOf(request, context.baseUrl)
    reply.header("cache-control", "no-store").header("referrer-policy", "no-referrer")
    clearUnderWayCookie(reply, context.baseUrl)
    try {
      const asked = anonymousRequest(context, request)
      const { token } = await finishProviderSignIn.run(context, asked, { company_id, kept, search })
      setCookie(reply, context.baseUrl, token)
      return reply.redirect("/console/sign-in", 303)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      // A person looks at this: the console says it in their language.
      return reply.redirect(`/console/sign-in?refused=${error.code}`, 303)
    }
  })
}

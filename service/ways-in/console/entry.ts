/** `/console/sign-up` and `/console/forgotten`: ways in that people open by themselves. */
import type { FastifyInstance } from "fastify"
import { Refusal } from "../../../domain/model/errors.ts"
import { forgottenInput, type HostEntry, signedUp, signUpInput } from "../../../domain/model/sign-up.ts"
import { mailForgottenPassword } from "../../people/forgotten-password.ts"
import { signUp, signUpChallenge } from "../../people/sign-up.ts"
import type { AppContext } from "../../platform/context.ts"
import { anonymousRequest } from "../http/anonymous-request.ts"
import { judged } from "../http/issues.ts"
import { refuseForeignPages } from "./cookie.ts"

export const entryOf = ({ signUpCheck, mails }: AppContext): HostEntry => ({
  signUp: signUpCheck === null ? null : { proof: mails === null ? "none" : "mail" },
  mailsResets: mails !== null,
})

export function mountEntry(app: FastifyInstance, context: AppContext): void {
  app.post("/console/sign-up/challenge", async (request, reply) => {
    refuseForeignPages(request, context.baseUrl)
    const data = await signUpChallenge(context, anonymousRequest(context, request))
    return reply.header("cache-control", "no-store").send({ success: true, data })
  })

  app.post("/console/sign-up", async (request, reply) => {
    refuseForeignPages(request, context.baseUrl)
    if (context.signUpCheck === null) throw new Refusal("route_not_found")
    const input = judged(signUpInput, request.body ?? {}, "body")
    const data = await signUp(context, anonymousRequest(context, request), input)
    return reply
      .header("cache-control", "no-store")
      .code(201)
      .send({ success: true, data: signedUp.parse(data) })
  })

  app.post("/console/forgotten", async (request, reply) => {
    refuseForeignPages(request, context.baseUrl)
    if (context.mails === null) throw new Refusal("route_not_found")
    const { email } = judged(forgottenInput, request.body ?? {}, "body")
    await mailForgottenPassword(context, anonymousRequest(context, request), email)
    return reply.header("cache-control", "no-store").send({ success: true, data: { asked: true } })
  })
}

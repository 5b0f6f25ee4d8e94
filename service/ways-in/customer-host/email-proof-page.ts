/**
 * `{book_url}/e/<token>`: whether an email address is its reader's. Opening it changes nothing, since mail programs open links
 * by themselves; a button sends the answer.
 */
import type { FastifyInstance } from "fastify"
import type { PageRenderer } from "../../../domain/contracts/page-renderer.ts"
import { answerProof, openEmailProof } from "../../customers/email-proof.ts"
import type { AppContext } from "../../platform/context.ts"
import { limitLinkViews } from "../../platform/rate-limits.ts"
import { sendPage } from "./page-headers.ts"
import { visitorLocale, visitorRegion } from "./visitor-locale.ts"

const mostFormBytes = 256

type Route = { Params: { token: string } }

export function mountEmailProof(app: FastifyInstance, host: AppContext, pages: PageRenderer): void {
  // In a scope of its own, so that no other route reads forms.
  app.register(async (scope) => {
    scope.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string", bodyLimit: mostFormBytes },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body as string))),
    )
    scope.addHook("onRequest", (request) => limitLinkViews(host, request.ip))
    scope.get<Route>("/e/:token", async (request, reply) => {
      const { token } = request.params
      const { company, state, manageUrl } = await openEmailProof(host, token)
      const wanted = request.headers["accept-language"]
      const [locale, region] = [visitorLocale(wanted, company.locale), visitorRegion(wanted)]
      return sendPage(
        reply,
        [],
        (nonce, framing) =>
          pages.emailProof({
            company,
            state,
            manageUrl,
            action: `/e/${token}`,
            locale,
            region,
            nonce,
            framing,
          }),
        { hasForm: true },
      )
    })
    scope.post<Route>("/e/:token", async (request, reply) => {
      const { token } = request.params
      const { answer } = (request.body ?? {}) as { answer?: unknown }
      if (answer === "yes" || answer === "no") await answerProof(host, token, answer, request.id)
      return reply.redirect(`/e/${encodeURIComponent(token)}`, 303)
    })
  })
}

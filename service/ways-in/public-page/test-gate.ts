/** Stands before a test company's public page: a stranger is asked for a key, which is exchanged for a pass in the address. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import type { PageRenderer } from "../../../domain/contracts/page-renderer.ts"
import { Refusal } from "../../../domain/model/errors.ts"
import type { PublicPage } from "../../../domain/model/public-page.ts"
import { isTestCompany } from "../../../domain/model/test-company.ts"
import type { AppContext } from "../../platform/context.ts"
import { sendPage } from "../customer-host/page-headers.ts"
import { visitorLocale, visitorRegion } from "../customer-host/visitor-locale.ts"
import { admissionOf } from "./admission.ts"
import { admittedPage } from "./admit.ts"
import { makePass } from "./page-pass.ts"
import { shownBy } from "./shown.ts"
import { isKeyOf, refuseStrangers } from "./testers.ts"

/** True where the page has to be opened first. */
export async function isClosedTo(
  host: AppContext,
  page: PublicPage,
  request: FastifyRequest,
): Promise<boolean> {
  try {
    await refuseStrangers(host, page.companyId, shownBy(request))
    return false
  } catch (error) {
    if (error instanceof Refusal && error.code === "unauthorized") return true
    throw error
  }
}

/** Asks for a key. It may be framed where the page itself may. */
export function sendGate(
  pages: PageRenderer,
  page: PublicPage,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { slug } = request.params as { slug: string }
  const isWrong = "wrong" in (request.query as object)
  const wanted = request.headers["accept-language"]
  const [locale, region] = [visitorLocale(wanted, page.locale), visitorRegion(wanted)]
  return sendPage(
    reply.code(401),
    page.embed_origins,
    (nonce, framing) =>
      pages.testGate({
        companyName: page.name,
        action: `/api/pages/${slug}/pass`,
        isWrong,
        locale,
        region,
        nonce,
        framing,
        isTest: true,
      }),
    { hasForm: true },
  )
}

const mostFormBytes = 1_024

/** Takes the gate's form: on to the page with a pass, or back to the gate. */
export function mountTestGate(app: FastifyInstance, host: AppContext): void {
  // In a scope of its own, so that no other route reads forms.
  app.register(async (scope) => {
    scope.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string", bodyLimit: mostFormBytes },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body as string))),
    )
    scope.post<{ Params: { slug: string } }>("/api/pages/:slug/pass", async (request, reply) => {
      const page = admittedPage(host, await admissionOf(request))
      if (!isTestCompany(page.companyId)) throw new Refusal("not_found", { message: "Page not found" })
      const { key } = (request.body ?? {}) as { key?: unknown }
      const isKey =
        typeof key === "string" && (await isKeyOf(host, page.companyId, key.slice(0, 200), request.id))
      const query = isKey ? `pass=${makePass(host, page.companyId)}` : "wrong"
      return reply.redirect(`/${request.params.slug}?${query}`, 303)
    })
  })
}

/**
 * `/console/consent`: what the consent screen asks. It tells the signed-in user which program asks for what, and takes the answer. Only
 * the console's own pages reach it.
 */
import OAuth2Server from "@node-oauth/oauth2-server"
import type { FastifyInstance, FastifyRequest } from "fastify"
import {
  type AuthorizationQuery,
  authorizationQuery,
  consentInput,
  consentView,
  grantsIn,
  hostOf,
  type Registration,
} from "../../../domain/model/connected-app.ts"
import { invalid, Refusal } from "../../../domain/model/errors.ts"
import type { Grant } from "../../../domain/model/scopes.ts"
import type { AppContext } from "../../platform/context.ts"
import type { Call } from "../../platform/operation.ts"
import { identifiedByCookie } from "../company-api/authenticate.ts"
import { judged } from "../http/issues.ts"
import { issuerOf, oauthPaths, resourceOf } from "./addresses.ts"
import { modelFor } from "./oauth-model.ts"
import { askedOf, oauthServer, refusedBy } from "./oauth-server.ts"
import { registrationIn } from "./registration.ts"

export function mountConsent(app: FastifyInstance, context: AppContext): void {
  app.get(oauthPaths.consent, async (request, reply) => {
    await consenting(context, request)
    const ask = judged(authorizationQuery, request.query, "query")
    const { registration, grants } = judgedAsk(context, request, ask)
    const data = { app: { name: registration.name, host: hostOf(ask.redirect_uri) }, scopes: grants }
    return reply.header("cache-control", "no-store").send({ success: true, data: consentView.parse(data) })
  })

  app.post(oauthPaths.consent, async (request, reply) => {
    const call = await consenting(context, request)
    const { ask, allow, scopes } = judged(consentInput, request.body ?? {}, "body")
    const { grants } = judgedAsk(context, request, ask)
    const beyond = scopes?.find((scope) => !grants.includes(scope))
    if (beyond !== undefined)
      throw invalid("scopes", `expected scopes that the app asks for, which ${beyond} is not`)
    const redirectTo = await answered(context, request, { call, scopes: scopes ?? null }, { ask, allow })
    return reply
      .header("cache-control", "no-store")
      .send({ success: true, data: { redirect_to: redirectTo } })
  })
}

/** The user in the console. A provider's seat connects nothing, and neither does a session that may only set up a second factor. */
async function consenting(context: AppContext, request: FastifyRequest): Promise<Call> {
  const { companyId, actor, mustEnrol } = await identifiedByCookie(context, request)
  if (mustEnrol) throw new Refusal("enrolment_needed")
  if (actor.kind !== "admin_user" || actor.role === "provider") throw new Refusal("forbidden")
  return { companyId, actor, requestId: request.id, now: context.clock.now() }
}

interface JudgedAsk {
  registration: Registration
  grants: readonly Grant[]
}

/** Throws `invalid_input` where the browser may not be led back, or the program would refuse what it gets. */
function judgedAsk(context: AppContext, request: FastifyRequest, ask: AuthorizationQuery): JudgedAsk {
  const registration = registrationIn(context.sealer, ask.client_id)
  if (registration === null) throw invalid("client_id", "expected the id of a registered app")
  if (!registration.redirectUris.includes(ask.redirect_uri))
    throw invalid("redirect_uri", "expected an address that the app has registered")
  if (ask.response_type !== "code") throw invalid("response_type", "expected code")
  if (!/^[\w-]{43}$/.test(ask.code_challenge ?? "") || (ask.code_challenge_method ?? "S256") !== "S256")
    throw invalid("code_challenge", "expected a challenge by S256")
  const resource = resourceOf(context, request)
  if (ask.resource !== undefined && ask.resource !== resource)
    throw invalid("resource", `expected ${resource}`)
  const grants = grantsIn(ask.scope)
  if (grants === null) throw invalid("scope", "expected scopes of this server")
  return { registration, grants }
}

/** Returns the address to which the browser goes: the program's, with a code or with the user's no. */
async function answered(
  context: AppContext,
  request: FastifyRequest,
  consent: { call: Call; scopes: readonly Grant[] | null },
  { ask, allow }: { ask: AuthorizationQuery; allow: boolean },
): Promise<string> {
  const { actor } = consent.call
  const user = { id: actor.kind === "admin_user" ? actor.userId : 0 }
  const sent = Object.entries(ask).filter(([, value]) => value !== undefined)
  const query = Object.fromEntries(sent) as Record<string, string>
  const asked = askedOf(request, { query, body: allow ? {} : { allowed: "false" } })
  const answer = new OAuth2Server.Response()
  try {
    const server = oauthServer(modelFor(context, request.id, consent))
    await server.authorize(asked, answer, { authenticateHandler: { handle: async () => user } })
  } catch (error) {
    // The library has written where to lead the browser.
    const refused = refusedBy(error)
    if (answer.headers?.location === undefined) throw invalid("ask", refused.message)
  }
  const redirectTo = new URL(answer.headers!.location!)
  redirectTo.searchParams.set("iss", issuerOf(context, request))
  return redirectTo.href
}

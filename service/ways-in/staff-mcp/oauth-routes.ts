/**
 * OAuth 2.1 for programs that act for a user: they register, the user's browser comes to `authorize`, and the program fetches tokens.
 * The library judges grants; answers to programs have the form of RFC 6749 and RFC 7591.
 */
import OAuth2Server from "@node-oauth/oauth2-server"
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import { registrationInput, tokenMs } from "../../../domain/model/connected-app.ts"
import { endByToken } from "../../people/end-app.ts"
import type { AppContext } from "../../platform/context.ts"
import { errorHandler } from "../http/errors.ts"
import { consentScreen, oauthPaths, resourceOf } from "./addresses.ts"
import { mountConsent } from "./consent.ts"
import { mountOauthDocuments } from "./documents.ts"
import { modelFor } from "./oauth-model.ts"
import { askedOf, oauthServer, refusedBy } from "./oauth-server.ts"
import { clientIdOf } from "./registration.ts"

/** A client id holds its addresses, and stands in each body. */
const mostBodyBytes = 8_192

export function mountOauth(app: FastifyInstance, context: AppContext): void {
  mountOauthDocuments(app, context)
  mountConsent(app, context)

  // The console asks the user. It is reached by a navigation from another site, with which the session's cookie is not sent.
  app.get(oauthPaths.authorize, async (request, reply) => {
    const { search } = new URL(request.url, "http://host")
    return reply
      .header("cache-control", "no-store")
      .header("referrer-policy", "no-referrer")
      .redirect(consentScreen + search, 303)
  })

  // In a scope of its own, where forms are read and refusals have the protocol's form.
  app.register(async (scope) => {
    scope.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string", bodyLimit: mostBodyBytes },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body as string))),
    )
    scope.setErrorHandler(
      errorHandler(context.log, (_request, reply, refusal) => {
        const error = refusal.status >= 500 ? "server_error" : "invalid_request"
        return sendError(reply, refusal.status, error, refusal.message)
      }),
    )
    scope.post(oauthPaths.register, async (request, reply) => register(context, request, reply))
    scope.post(oauthPaths.token, async (request, reply) => answerToken(context, request, reply))
    scope.post(oauthPaths.revoke, async (request, reply) => {
      const { token } = fieldsOf(request)
      if (token === undefined)
        return sendError(reply, 400, "invalid_request", "token: expected the token to end")
      await endByToken(context, request.id, token)
      // One that is unknown is over as well (RFC 7009).
      return reply.header("cache-control", "no-store").send({})
    })
  })
}

const sendError = (reply: FastifyReply, status: number, error: string, description: string) =>
  reply.code(status).header("cache-control", "no-store").send({ error, error_description: description })

/** The fields of a form; those of another body are none. */
function fieldsOf({ body, headers }: FastifyRequest): Record<string, string> {
  const isForm = headers["content-type"]?.startsWith("application/x-www-form-urlencoded") ?? false
  return isForm ? ((body ?? {}) as Record<string, string>) : {}
}

function register({ sealer, clock }: AppContext, request: FastifyRequest, reply: FastifyReply) {
  const read = registrationInput.safeParse(request.body ?? {})
  if (!read.success) {
    const [issue] = read.error.issues
    const isRedirect = issue?.path[0] === "redirect_uris"
    const error = isRedirect ? "invalid_redirect_uri" : "invalid_client_metadata"
    const field = issue?.path.join(".") || "body"
    return sendError(
      reply,
      400,
      error,
      `${field}: ${field === "body" ? "expected an object" : issue?.message}`,
    )
  }
  return reply
    .code(201)
    .header("cache-control", "no-store")
    .send({
      client_id: clientIdOf(sealer, read.data),
      client_id_issued_at: Math.floor(clock.now() / 1_000),
      client_name: read.data.client_name,
      redirect_uris: read.data.redirect_uris,
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
    })
}

/** Tokens for a code or for a refresh token, each of which is taken once. */
async function answerToken(context: AppContext, request: FastifyRequest, reply: FastifyReply) {
  const fields = fieldsOf(request)
  const { resource } = fields
  if (resource !== undefined && resource !== resourceOf(context, request))
    return sendError(reply, 400, "invalid_target", `resource: expected ${resourceOf(context, request)}`)
  try {
    const server = oauthServer(modelFor(context, request.id, null))
    const token = await server.token(askedOf(request, { body: fields }), new OAuth2Server.Response())
    return reply
      .header("cache-control", "no-store")
      .header("pragma", "no-cache")
      .send({
        access_token: token.accessToken,
        token_type: "Bearer",
        expires_in: tokenMs.access / 1_000,
        refresh_token: token.refreshToken,
        scope: (token.scope ?? []).join(" "),
      })
  } catch (error) {
    const refused = refusedBy(error)
    return sendError(reply, refused.code, refused.name, refused.message)
  }
}

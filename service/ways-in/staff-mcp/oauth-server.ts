/** The OAuth library for one request: public programs, which prove themselves by a challenge (PKCE, S256). */
import OAuth2Server from "@node-oauth/oauth2-server"
import type { FastifyRequest } from "fastify"
import { tokenMs } from "../../../domain/model/connected-app.ts"
import type { modelFor } from "./oauth-model.ts"

export const oauthServer = (model: ReturnType<typeof modelFor>) =>
  new OAuth2Server({
    model,
    allowEmptyState: true,
    accessTokenLifetime: tokenMs.access / 1_000,
    refreshTokenLifetime: tokenMs.refresh / 1_000,
    authorizationCodeLifetime: tokenMs.code / 1_000,
    requireClientAuthentication: { authorization_code: false, refresh_token: false },
  })

/** The request as the library reads it. */
export function askedOf(
  { method, headers }: FastifyRequest,
  { query = {}, body = {} }: { query?: Record<string, string>; body?: Record<string, string> },
): OAuth2Server.Request {
  const { authorization: _, cookie: __, ...shown } = headers
  return new OAuth2Server.Request({ method, headers: shown as Record<string, string>, query, body })
}

/** The library's refusal. Throws what is no refusal of the protocol, such as a database that is away. */
export function refusedBy(error: unknown): OAuth2Server.OAuthError {
  if (!(error instanceof OAuth2Server.OAuthError)) throw error
  const { inner } = error as { inner?: unknown }
  if (error.name === "server_error" && inner instanceof Error) throw inner
  return error
}

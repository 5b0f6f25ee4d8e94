/** The model that the OAuth library works on, for one request: registrations, codes and tokens. The library judges grants and challenges. */
import type OAuth2Server from "@node-oauth/oauth2-server"
import { grantsIn } from "../../../domain/model/connected-app.ts"
import type { Grant } from "../../../domain/model/scopes.ts"
import { findToken, type StandingToken } from "../../people/find-app-token.ts"
import { type Allowed, connectApp } from "../../people/register-app.ts"
import { exchangeRefresh, firstTokens, type Taken, takeCode } from "../../people/take-app-token.ts"
import type { AppContext } from "../../platform/context.ts"
import type { Call } from "../../platform/operation.ts"
import { registrationIn } from "./registration.ts"

/** Ends are judged here by the host's clock, and never by the library. */
const judgedHere = new Date(8.64e15)

type Model = OAuth2Server.AuthorizationCodeModel & OAuth2Server.RefreshTokenModel

/** The user is signed in and has allowed these scopes; absent at the token's address. */
export interface Consenting {
  call: Call
  scopes: readonly Grant[] | null
}

export function modelFor(context: AppContext, requestId: string, consenting: Consenting | null): Model {
  let found: StandingToken | null = null
  let taken: Taken | null = null

  const clientOf = (id: string): OAuth2Server.Client | null => {
    const registration = registrationIn(context.sealer, id)
    if (registration === null) return null
    const { name, redirectUris } = registration
    return { id, name, redirectUris: [...redirectUris], grants: ["authorization_code", "refresh_token"] }
  }

  async function standing(kind: "code" | "refresh", text: string) {
    found = await findToken(context, kind, text)
    const client = found && clientOf(found.clientId)
    return found && client ? { found, client, user: { id: found.userId }, scope: [...found.scopes] } : null
  }

  return {
    getClient: async (id) => clientOf(id),
    validateScope: async (_user, _client, asked) => {
      const grants = grantsIn(asked?.join(" "))
      if (grants === null) return false
      const allowed = consenting?.scopes
      return allowed ? grants.filter((grant) => allowed.includes(grant)) : grants
    },
    validateRedirectUri: async (uri, { redirectUris }) => (redirectUris as string[]).includes(uri),
    async saveAuthorizationCode(code, client, user) {
      const allowed: Allowed = {
        name: client.name as string,
        clientId: client.id,
        redirectUri: code.redirectUri,
        scopes: (code.scope ?? []) as Grant[],
        codeChallenge: code.codeChallenge!,
      }
      const authorizationCode = await connectApp(context, consenting!.call, allowed)
      return { ...code, authorizationCode, client, user }
    },
    async getAuthorizationCode(text) {
      const code = await standing("code", text)
      if (code === null) return null
      const { redirectUri, codeChallenge } = code.found
      return {
        ...{ authorizationCode: text, expiresAt: judgedHere, redirectUri, codeChallengeMethod: "S256" },
        ...{ codeChallenge: codeChallenge!, client: code.client, user: code.user, scope: code.scope },
      }
    },
    revokeAuthorizationCode: async ({ authorizationCode }) =>
      found !== null && takeCode(context, requestId, found, authorizationCode),
    async getRefreshToken(text) {
      const token = await standing("refresh", text)
      if (token === null) return null
      const { client, user, scope } = token
      return { refreshToken: text, refreshTokenExpiresAt: judgedHere, client, user, scope }
    },
    async revokeToken({ refreshToken }) {
      taken = found && (await exchangeRefresh(context, requestId, found, refreshToken))
      return taken !== null
    },
    // The first of both asks. A code has been taken and judged by then.
    async generateAccessToken() {
      taken ??= await firstTokens(context, found!)
      return taken.access
    },
    generateRefreshToken: async () => taken!.refresh,
    async saveToken(token, client, user) {
      return { ...token, accessTokenExpiresAt: judgedHere, scope: found!.scopes as string[], client, user }
    },
    // Access tokens are judged at the MCP server's own address.
    getAccessToken: async () => null,
  }
}

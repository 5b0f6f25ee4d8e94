/** A company's identity provider: the certified `oidc-provider`, on this machine, over real HTTP. */
import { generateKeyPairSync } from "node:crypto"
import { createServer } from "node:http"
import Provider from "oidc-provider"
import { freePort } from "./free-port.ts"

export interface Account {
  email: string
  email_verified: boolean
}

export interface OidcProvider {
  issuer: string
  clientId: string
  clientSecret: string
  /** Signs the account in there: the next browser that comes is this one's. */
  signsInAs(account: Account): void
  stop(): Promise<void>
}

const clientId = "appointed"
const clientSecret = "the secret of the company's registration"

export interface OidcProviderOptions {
  redirectUris: string[]
  /** False: the email comes by a question of its own only, as the standard has it. */
  isEmailInToken?: boolean
}

export async function startOidcProvider({
  redirectUris,
  isEmailInToken = true,
}: OidcProviderOptions): Promise<OidcProvider> {
  const port = await freePort()
  // Another site than 127.0.0.1, as a provider's is.
  const issuer = `http://localhost:${port}`
  let account: Account = { email: "nobody@example.com", email_verified: true }
  const jwk = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({ format: "jwk" })

  const provider = new Provider(issuer, {
    jwks: { keys: [{ ...jwk, use: "sig", kid: "one", alg: "RS256" } as never] },
    cookies: { keys: ["the key of a test's cookies"] },
    claims: { openid: ["sub"], email: ["email", "email_verified"] },
    conformIdTokenClaims: !isEmailInToken,
    // Its own defaults, which it warns about.
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    clients: [clientId, "another"].map((id) => ({
      client_id: id,
      client_secret: clientSecret,
      redirect_uris: redirectUris,
      token_endpoint_auth_method: "client_secret_post",
    })),
    findAccount: async (_context, accountId) => ({
      accountId,
      claims: async () => ({ sub: accountId, ...(JSON.parse(accountId) as Account) }),
    }),
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client!.clientId,
        accountId: oidc.session!.accountId!,
      })
      grant.addOIDCScope("openid email")
      await grant.save()
      return grant
    },
  })
  const answer = provider.callback()
  const server = createServer(async (request, response) => {
    if (!request.url!.startsWith("/interaction/")) return answer(request, response)
    const login = { accountId: JSON.stringify(account) }
    await provider.interactionFinished(request, response, { login })
  })
  await new Promise<void>((resolve) => server.listen(port, resolve))
  return {
    issuer,
    clientId,
    clientSecret,
    signsInAs(next) {
      account = next
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

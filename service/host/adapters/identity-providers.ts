/**
 * Identity providers by OpenID Connect: the authorization code flow with PKCE. Every request goes through the guard, and the
 * ID token's signature is judged too, although it comes from the provider itself.
 */
import * as oidc from "openid-client"
import { identityIn } from "../../../domain/model/identity-claims.ts"
import {
  IdentityNotProven,
  type IdentityProviders,
  IdentityProviderUnavailable,
  type ProviderClient,
} from "../../platform/ports/identity-providers.ts"
import type { ConnectionGuard } from "./outbound/address-guard.ts"
import { createOutboundClient, type OutboundClient } from "./outbound/client.ts"
import { OutboundFailure } from "./outbound/failure.ts"

export interface IdentityProvidersOptions {
  guard: ConnectionGuard
  /** For each request. */
  timeoutMs?: number
}

const usualTimeoutMs = 5_000
/** The library takes answers apart on the thread that serves requests. */
const answerLimitBytes = 131_072

export function createIdentityProviders(options: IdentityProvidersOptions): IdentityProviders {
  const { guard, timeoutMs = usualTimeoutMs } = options
  const outbound = createOutboundClient({ guard, userAgent: "Appointed-Sign-In/1" })
  const fetch = guardedFetch(outbound, timeoutMs)

  /** Reads what the issuer publishes. Not kept: a provider that moves its keys or pages is followed at once. */
  async function discover(issuer: string, clientId: string, clientSecret?: string) {
    const authentication = clientSecret === undefined ? oidc.None() : byEitherMethod(clientSecret)
    // The guard decides about http, and refuses it in production.
    const execute = [oidc.allowInsecureRequests, oidc.enableNonRepudiationChecks]
    const config = await oidc
      .discovery(new URL(issuer), clientId, undefined, authentication, { execute, [oidc.customFetch]: fetch })
      .catch((cause) => {
        throw new IdentityProviderUnavailable("no configuration could be read", { cause })
      })
    const { authorization_endpoint: page = "", token_endpoint: tokens = "" } = config.serverMetadata()
    if (!URL.canParse(page) || !URL.canParse(tokens)) throw new IdentityProviderUnavailable("no code flow")
    // A browser is sent there: it may be a private address of the company's own, and never a script.
    if (!/^https?:$/.test(new URL(page).protocol)) throw new IdentityProviderUnavailable("no code flow")
    return config
  }

  const configurationOf = ({ issuer, clientId, clientSecret }: ProviderClient) =>
    discover(issuer, clientId, clientSecret)

  return {
    async examine(issuer) {
      await discover(issuer, "none")
    },
    async begin(client, { state, nonce, verifier }, redirectUri) {
      const config = await configurationOf(client)
      return oidc.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: "openid email",
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
      }).href
    },
    async finish(client, { state, nonce, verifier }, address) {
      const config = await configurationOf(client)
      try {
        const checks = {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        }
        const tokens = await oidc.authorizationCodeGrant(config, new URL(address), checks)
        const claims = tokens.claims()!
        // By the standard a provider may give the email on a question of its own only.
        const isInToken = claims.email !== undefined
        const asked = isInToken ? claims : await oidc.fetchUserInfo(config, tokens.access_token, claims.sub)
        const identity = identityIn(client.issuer, asked)
        if (identity === null) throw new IdentityNotProven("claims")
        return identity
      } catch (error) {
        if (error instanceof IdentityNotProven) throw error
        if (isOutage(error)) throw new IdentityProviderUnavailable("no answer in time", { cause: error })
        const isOurs = error instanceof oidc.ResponseBodyError && error.error === "invalid_client"
        throw new IdentityNotProven(isOurs ? "client_secret" : "proof", { cause: error })
      }
    },
    close: () => outbound.close(),
  }
}

/** The adapter where no provider can be asked, such as in test companies. */
export const noIdentityProviders: IdentityProviders = {
  examine: async () => {
    throw new IdentityProviderUnavailable()
  },
  begin: async () => {
    throw new IdentityProviderUnavailable()
  },
  finish: async () => {
    throw new IdentityProviderUnavailable()
  },
  close() {},
}

/** The secret in the body where the provider takes it so, else in the header, which every provider must take. */
function byEitherMethod(clientSecret: string): oidc.ClientAuth {
  const inBody = oidc.ClientSecretPost(clientSecret)
  const inHeader = oidc.ClientSecretBasic(clientSecret)
  return (server, client, body, headers) => {
    const takesBody = server.token_endpoint_auth_methods_supported?.includes("client_secret_post") ?? false
    return (takesBody ? inBody : inHeader)(server, client, body, headers)
  }
}

class Outage extends Error {
  override readonly name = "Outage"
}

/** The library may hand on what `fetch` has thrown as a cause. */
function isOutage(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at instanceof Outage || at instanceof OutboundFailure) return true
  }
  return false
}

function guardedFetch(outbound: OutboundClient, timeoutMs: number): oidc.CustomFetch {
  return async (url, { method, headers, body }) => {
    const answer = await outbound.ask({
      method,
      url,
      headers,
      ...(body === undefined || body === null ? {} : { body: String(body) }),
      timeoutMs,
      // A code that arrives twice counts as stolen.
      isOnce: method !== "GET",
      reading: () => ({ whole: answerLimitBytes }),
    })
    if (answer.status >= 500) throw new Outage(`status ${answer.status}`)
    const contentType = answer.headers["content-type"]
    return new Response(answer.body.length === 0 ? null : new Uint8Array(answer.body), {
      status: answer.status,
      headers: contentType === undefined ? {} : { "content-type": contentType },
    })
  }
}

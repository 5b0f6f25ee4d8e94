/**
 * Signing in to the console by the company's own identity provider. What the sign-in's end is judged by is with the browser
 * meanwhile, sealed: an end that another browser comes with is none.
 */
import { z } from "zod"
import { Refusal } from "../../domain/model/errors.ts"
import { associatedData } from "../../domain/model/sealing.ts"
import { providerSignInInput, sessionView, signInUnderWayMs } from "../../domain/model/sign-in.ts"
import { networkOf } from "../../domain/rules/public-page/network-address.ts"
import { secondsPerHour } from "../../domain/time/units.ts"
import { redirectUri } from "../company/identity-provider.ts"
import { findIdentityProvider } from "../company/identity-providers.sql.ts"
import type { AppContext } from "../platform/context.ts"
import { findEntry } from "../platform/directory.sql.ts"
import { openOperation } from "../platform/operation.ts"
import {
  IdentityNotProven,
  IdentityProviderUnavailable,
  type ProvenIdentity,
  type ProviderClient,
  type SignInSecrets,
} from "../platform/ports/identity-providers.ts"
import type { Random } from "../platform/ports.ts"
import { takeToken } from "../platform/rate-limits.sql.ts"
import { refuseWithout } from "../platform/rate-limits.ts"
import { auditRefusals, openSession } from "./open-session.ts"
import { findSigningIn } from "./users.sql.ts"

interface UnderWay extends SignInSecrets {
  companyId: number
  issuer: string
  clientId: string
  /** Epoch milliseconds. */
  begunAt: number
}

const fromNetworkAnHour = 200

export const beginProviderSignIn = openOperation({
  name: "begin_provider_sign_in",
  refusals: ["identity_provider_not_set_up", "identity_provider_unavailable"],
  summary: "Begin to sign in to the console by the company's identity provider",
  noun: "Sessions",
  body: providerSignInInput,
  /** `kept` is for the browser alone, until the provider leads it back. */
  result: z.object({ url: z.string(), kept: z.string() }),
  async run(context, { clientAddress, now }, { company }) {
    const network = context.sealer.hashes(networkOf(clientAddress), "provider-sign-ins")[0]!
    const rate = { key: `provider_sign_in:${network}`, limit: fromNetworkAnHour, now }
    refuseWithout(await takeToken(context.db, { ...rate, windowSeconds: secondsPerHour }))
    const entry = await findEntry(context.db, "slug", company)
    const client = entry && (await clientOf(context, entry.companyId))
    if (!client || context.baseUrl === null)
      throw new Refusal("identity_provider_not_set_up", { field: "company" })
    const { companyId } = entry
    const secrets = newSecrets(context.random)
    const url = await context.identityProviders
      .begin(client, secrets, redirectUri(context.baseUrl, companyId))
      .catch(refuseOutage)
    const { issuer, clientId } = client
    const underWay: UnderWay = { companyId, issuer, clientId, begunAt: now, ...secrets }
    return { url, kept: context.sealer.seal(JSON.stringify(underWay), associatedData.signInUnderWay) }
  },
})

export const finishProviderSignIn = openOperation({
  name: "finish_provider_sign_in",
  refusals: [
    "identity_email_unverified",
    "identity_not_proven",
    "identity_provider_unavailable",
    "identity_unknown",
    "sign_in_not_begun",
  ],
  summary: "Sign in to the console by what the company's identity provider answers",
  noun: "Sessions",
  body: z.strictObject({
    company_id: z.int(),
    /** The value that `begin` gave the browser; null where it sent none. */
    kept: z.string().nullable(),
    /** The provider's addition to the address, beginning with `?`. */
    search: z.string(),
  }),
  result: sessionView,
  async run(context, request, { company_id: companyId, kept, search }) {
    const underWay = kept === null ? null : openedUnderWay(context, kept)
    const client = await clientOf(context, companyId)
    const isOurs =
      underWay?.companyId === companyId &&
      underWay.issuer === client?.issuer &&
      underWay.clientId === client.clientId &&
      request.now - underWay.begunAt < signInUnderWayMs
    if (!isOurs || !client || context.baseUrl === null || !(await takeOnce(context, underWay, request.now)))
      throw new Refusal("sign_in_not_begun")

    const address = redirectUri(context.baseUrl, companyId) + search
    const refuse = async (refusal: Refusal, field: string, userId: number | null = null) => {
      await auditRefusals(context, request, [{ companyId, userId }], [field])
      return refusal
    }
    let identity: ProvenIdentity
    try {
      identity = await context.identityProviders.finish(client, underWay, address)
    } catch (error) {
      if (!(error instanceof IdentityNotProven)) return refuseOutage(error)
      throw await refuse(new Refusal("identity_not_proven"), auditedAs[error.failed])
    }
    const user = await userNamed(context, companyId, identity)
    if (!identity.isEmailVerified)
      throw await refuse(new Refusal("identity_email_unverified"), "email_verified", user?.id)
    if (!user?.active) throw await refuse(new Refusal("identity_unknown"), "email", user?.id)
    return openSession(context, request, user, { inCookie: true, byProvider: true })
  },
})

/** The names under which the company's audit trail shows what was wrong. */
const auditedAs = { proof: "identity_provider", client_secret: "client_secret", claims: "email" } as const

const newSecrets = (random: Random): SignInSecrets => {
  const secret = () => Buffer.from(random.bytes(32)).toString("base64url")
  return { state: secret(), nonce: secret(), verifier: secret() }
}

/** Null for a company without an identity provider. */
async function clientOf(context: AppContext, companyId: number): Promise<ProviderClient | null> {
  const row = await findIdentityProvider(context.db, companyId)
  if (!row) return null
  const { issuer, clientId, clientSecretSealed } = row
  const boundTo = associatedData.identityProvider(companyId, issuer)
  return { issuer, clientId, clientSecret: context.sealer.open(clientSecretSealed, boundTo) }
}

/** Null for a text that we have not sealed. */
function openedUnderWay({ sealer }: AppContext, kept: string): UnderWay | null {
  try {
    return JSON.parse(sealer.open(kept, associatedData.signInUnderWay)) as UnderWay
  } catch {
    return null
  }
}

/** A sign-in ends once: a copy of its cookie does not end it again. */
async function takeOnce({ db }: AppContext, { state }: SignInSecrets, now: number): Promise<boolean> {
  const rate = { key: `provider_sign_in_end:${state}`, limit: 1, windowSeconds: secondsPerHour, now }
  return (await takeToken(db, rate)).allowed
}

async function userNamed({ db }: AppContext, companyId: number, { email }: ProvenIdentity) {
  if (email === null) return null
  const [user] = await findSigningIn(db, email.toLowerCase(), companyId)
  return user ?? null
}

function refuseOutage(error: unknown): never {
  if (error instanceof IdentityProviderUnavailable) throw new Refusal("identity_provider_unavailable")
  throw error
}

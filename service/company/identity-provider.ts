/** The company's identity provider among its settings: judged before it is saved, its secret sealed. */

import type { IdentityProviderInput } from "../../domain/model/company-settings.ts"
import { invalid } from "../../domain/model/errors.ts"
import { associatedData } from "../../domain/model/sealing.ts"
import { endProviderSessions } from "../people/user-sessions.sql.ts"
import type { AppContext } from "../platform/context.ts"
import type { Call } from "../platform/operation.ts"
import type { Tx } from "../platform/pg/database.ts"
import {
  deleteIdentityProvider,
  findIdentityProvider,
  replaceIdentityProvider,
} from "./identity-providers.sql.ts"

/** Each company has its own, so that a provider can't hand one company's code to another's sign-in. */
export const redirectUri = (baseUrl: string, companyId: number): string =>
  `${baseUrl}/console/provider/${companyId}`

/** Throws `invalid_input` for an address that may not be asked, and for one where no identity provider answers. */
export async function refuseIssuer(
  { db, addressGuard, identityProviders }: AppContext,
  companyId: number,
  { issuer }: IdentityProviderInput,
): Promise<void> {
  const present = await findIdentityProvider(db, companyId)
  // Other changes do not wait for a provider that is away.
  if (present?.issuer === issuer) return
  const reason = await addressGuard.refuse(issuer)
  if (reason !== null) throw invalid("sign_in.oidc.issuer", reason)
  await identityProviders.examine(issuer).catch(() => {
    throw invalid("sign_in.oidc.issuer", "expected the address of an identity provider that answers now")
  })
}

/**
 * Saves the provider, or removes it by null. The secret is taken over only for the provider that it was given for: another
 * issuer would be sent it. Sessions that an earlier provider has begun end with it, and so do apps that were connected in them.
 */
export async function setIdentityProvider(
  tx: Tx,
  { sealer }: AppContext,
  { companyId, now }: Call,
  oidc: IdentityProviderInput | null,
): Promise<void> {
  const present = await findIdentityProvider(tx, companyId)
  const isSame = present !== null && oidc?.issuer === present.issuer && oidc.client_id === present.clientId
  if (present && !isSame) await endProviderSessions(tx, companyId, now)
  if (oidc === null) return deleteIdentityProvider(tx, companyId)
  const { issuer, client_id: clientId, client_secret: secret } = oidc
  if (secret === undefined) {
    if (isSame) return
    throw invalid("sign_in.oidc.client_secret", "expected the secret of this issuer and client_id")
  }
  const clientSecretSealed = sealer.seal(secret, associatedData.identityProvider(companyId, issuer))
  await replaceIdentityProvider(tx, companyId, { issuer, clientId, clientSecretSealed }, now)
}

/** The adapter of companies' identity providers. */
/** A company's registration at its own identity provider, which speaks OpenID Connect. */
export interface ProviderClient {
  issuer: string
  clientId: string
  clientSecret: string
}

/** The secrets of a sign-in under way that only the browser and the service know, and by which its end is judged. */
export interface SignInSecrets {
  state: string
  nonce: string
  /** The verifier of PKCE. */
  verifier: string
}

/** The person whom the provider names. */
export interface ProvenIdentity {
  email: string | null
  isEmailVerified: boolean
}

/** Companies' identity providers. */
export interface IdentityProviders {
  /** Throws `IdentityProviderUnavailable` where the issuer publishes no configuration. */
  examine(issuer: string): Promise<void>
  /** The provider's page on which the person signs in. Throws `IdentityProviderUnavailable`. */
  begin(client: ProviderClient, secrets: SignInSecrets, redirectUri: string): Promise<string>
  /**
   * Judges the address that the provider led the browser back to, with its query. Throws `IdentityNotProven` and
   * `IdentityProviderUnavailable`.
   */
  finish(client: ProviderClient, secrets: SignInSecrets, address: string): Promise<ProvenIdentity>
  /** Closes the kept-alive connections. */
  close(): void
}

/** The provider does not answer, or answers nothing that can be used. */
export class IdentityProviderUnavailable extends Error {
  override readonly name = "IdentityProviderUnavailable"
}

export class IdentityNotProven extends Error {
  override readonly name = "IdentityNotProven"
  /**
   * `client_secret`: the provider does not take the company's registration. `claims`: what it says of the person is malformed,
   * such as an email with control characters.
   */
  readonly failed: "proof" | "client_secret" | "claims"
  constructor(failed: IdentityNotProven["failed"], options: ErrorOptions = {}) {
    super(failed, options)
    this.failed = failed
  }
}

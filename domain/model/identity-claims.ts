/** The claims of an identity provider about the person who signs in. */

/** The person whom the claims name. */
export interface ClaimedIdentity {
  email: string | null
  isEmailVerified: boolean
}

/** Microsoft's own issuers, for all its clouds. Each tenant's issuer is an address of one of these hosts. */
const microsoftHosts: readonly string[] = [
  "login.microsoftonline.com",
  "login.microsoftonline.us",
  "login.partner.microsoftonline.cn",
  "sts.windows.net",
]

const longestEmail = 254
const controlCharacter = /\p{Cc}/u

/** Null for claims that name no person: an email with control characters, or longer than any email. */
export function identityIn(
  issuer: string,
  claims: Readonly<Record<string, unknown>>,
): ClaimedIdentity | null {
  const { email, email_verified: verified, xms_edov: ownDomain } = claims
  const named = typeof email === "string" ? email : null
  if (named !== null && (named.length > longestEmail || controlCharacter.test(named))) return null
  const isVouchedFor =
    isMicrosofts(issuer) && verified === undefined && [true, 1, "1"].includes(ownDomain as 1)
  return { email: named, isEmailVerified: verified === true || isVouchedFor }
}

/**
 * Microsoft says by a claim of its own, `xms_edov`, that the email's domain belongs to the company whose directory vouches for
 * it. From any other issuer the claim means nothing.
 */
function isMicrosofts(issuer: string): boolean {
  if (!URL.canParse(issuer)) return false
  const { protocol, hostname, port } = new URL(issuer)
  return protocol === "https:" && port === "" && microsoftHosts.includes(hostname)
}

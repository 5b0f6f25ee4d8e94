/** Codes by the time (RFC 6238), as authenticator apps make them: SHA-1, six digits, thirty seconds. */
import { generateURI, ScureBase32Plugin, verifySync } from "otplib"

const stepSeconds = 30

/** The secret as apps take it, out of at least 16 random bytes. */
export const totpSecret = (bytes: Uint8Array): string => new ScureBase32Plugin().encode(bytes)

/** The `otpauth:` URL that apps read from a QR code. */
export function otpauthUrl(secret: string, { issuer, email }: { issuer: string; email: string }): string {
  // A colon would end the issuer in the URL's label.
  return generateURI({ issuer: issuer.replaceAll(":", " "), label: email, secret })
}

/**
 * The time step whose code this is: the present one, or its neighbour for a clock that is not exact. Null for a wrong code
 * and for one of `lastStep` or before, since each counts once.
 */
export function stepOfCode(
  secret: string,
  code: string,
  now: number,
  lastStep: number | null,
): number | null {
  if (!/^\d{6}$/.test(code)) return null
  const verdict = verifySync({
    secret,
    token: code,
    epoch: Math.floor(now / 1_000),
    epochTolerance: stepSeconds,
  })
  if (!verdict.valid || !("timeStep" in verdict)) return null
  return lastStep === null || verdict.timeStep > lastStep ? verdict.timeStep : null
}

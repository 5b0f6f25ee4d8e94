import { describe, expect, it } from "vitest"
import { identityIn } from "../../../domain/model/identity-claims.ts"

const tenant = "11111111-2222-3333-4444-555555555555"
const email = "nora@example.com"
const edov = { email, xms_edov: true }

describe("the claims of an identity provider", () => {
  it("SE-10 xms_edov counts from Microsoft's issuers alone", () => {
    for (const issuer of [
      `https://login.microsoftonline.com/${tenant}/v2.0`,
      `https://login.microsoftonline.us/${tenant}/v2.0`,
      `https://sts.windows.net/${tenant}/`,
    ]) {
      expect(identityIn(issuer, edov)).toEqual({ email, isEmailVerified: true })
      expect(identityIn(issuer, { ...edov, xms_edov: "0" })).toEqual({ email, isEmailVerified: false })
      expect(identityIn(issuer, { ...edov, email_verified: false })).toEqual({
        email,
        isEmailVerified: false,
      })
    }
    for (const issuer of [
      "https://accounts.example.com",
      "https://login.microsoftonline.com.example.com/v2.0",
      "https://login.microsoftonline.com@example.com/v2.0",
      "http://login.microsoftonline.com/v2.0",
      "https://login.microsoftonline.com:8443/v2.0",
      "https://example.com/login.microsoftonline.com",
      "no address",
    ]) {
      expect(identityIn(issuer, edov), issuer).toEqual({ email, isEmailVerified: false })
    }
  })

  it("SE-10 an email with control characters, or too long for one, names nobody", () => {
    for (const character of ["\u0000", "\n", "\r", "\t", "\u001b", "\u007f", "\u0085"]) {
      expect(
        identityIn("https://a.example", { email: `nora${character}@example.com`, email_verified: true }),
      ).toBeNull()
    }
    expect(identityIn("https://a.example", { email: `${"n".repeat(250)}@example.com` })).toBeNull()
  })

  it("SE-10 an email that is no text names nobody either, and is no fault", () => {
    for (const odd of [undefined, null, 7, ["nora@example.com"], {}]) {
      expect(identityIn("https://a.example", { email: odd, email_verified: true })?.email).toBeNull()
    }
  })
})

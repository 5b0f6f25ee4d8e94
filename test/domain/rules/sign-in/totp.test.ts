import { describe, expect, it } from "vitest"
import { otpauthUrl, stepOfCode, totpSecret } from "../../../../domain/rules/sign-in/totp.ts"
import { totpCode } from "../../../support/totp.ts"

const secret = totpSecret(Buffer.from("12345678901234567890"))

describe("stepOfCode", () => {
  it.each([
    // The last six of the eight digits in the table of RFC 6238, appendix B.
    [59, "287082"],
    [1_111_111_109, "081804"],
    [1_111_111_111, "050471"],
    [1_234_567_890, "005924"],
    [2_000_000_000, "279037"],
    [20_000_000_000, "353130"],
  ])("TR-32 takes the code of the standard's table at %i seconds", (seconds, code) => {
    expect(stepOfCode(secret, code, seconds * 1_000, null)).toBe(Math.floor(seconds / 30))
    expect(totpCode(secret, seconds * 1_000)).toBe(code)
  })

  it("TR-32 takes a neighbour's code too, and none from further away", () => {
    const now = 1_800_000_015_000
    const taken = [-2, -1, 0, 1, 2].filter(
      (steps) => stepOfCode(secret, totpCode(secret, now + steps * 30_000), now, null) !== null,
    )
    expect(taken).toEqual([-1, 0, 1])
  })

  it("TR-32 takes no code of a step that was used, or of one before it", () => {
    const now = 1_800_000_015_000
    const step = now / 1_000 / 30
    const code = totpCode(secret, now)
    expect(stepOfCode(secret, code, now, Math.floor(step) - 1)).toBe(Math.floor(step))
    expect(stepOfCode(secret, code, now, Math.floor(step))).toBeNull()
    expect(stepOfCode(secret, totpCode(secret, now - 30_000), now, Math.floor(step))).toBeNull()
  })

  it("takes nothing but six digits", () => {
    for (const code of ["", "12345", "1234567", "abcdef", "１２３４５６"])
      expect(stepOfCode(secret, code, 0, null)).toBeNull()
  })
})

it("otpauthUrl keeps a colon of the company's name out of the label", () => {
  const url = new URL(otpauthUrl(secret, { issuer: "Heating: North & Co", email: "ana@example.com" }))
  expect(url.searchParams.get("issuer")).toBe("Heating  North & Co")
  expect(decodeURIComponent(url.pathname)).toBe("/Heating  North & Co:ana@example.com")
})

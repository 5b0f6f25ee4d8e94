import { describe, expect, it } from "vitest"
import { codeWaitSeconds, judgeCode } from "../../../domain/rules/public-page/verification-codes.ts"
import { nextTextTry } from "../../../domain/rules/texts/send-times.ts"
import { codeText } from "../../../domain/rules/texts/wording.ts"

const now = 1_000_000_000_000
const minutesAgo = (...minutes: number[]) => minutes.map((each) => now - each * 60_000)
const none = { toNumber: [], fromNetwork: [], companyBlockedBy: null }

describe("VC-02 the wait for one more code", () => {
  it("is none below every limit", () => {
    expect(codeWaitSeconds(none, now)).toBeNull()
    expect(codeWaitSeconds({ ...none, toNumber: minutesAgo(1, 2) }, now)).toBeNull()
    expect(codeWaitSeconds({ ...none, toNumber: minutesAgo(1, 2, 60) }, now)).toBeNull()
  })

  it("ends when the oldest that counts leaves its window", () => {
    expect(codeWaitSeconds({ ...none, toNumber: minutesAgo(1, 2, 59) }, now)).toBe(60)
    const tenToday = minutesAgo(100, 200, 300, 400, 500, 600, 700, 800, 900, 1_430)
    expect(codeWaitSeconds({ ...none, toNumber: tenToday }, now)).toBe(600)
    const tenFrom = Array.from({ length: 10 }, (_, index) => now - index * 60_000)
    expect(codeWaitSeconds({ ...none, fromNetwork: tenFrom }, now)).toBe(51 * 60)
    expect(codeWaitSeconds({ ...none, companyBlockedBy: now - 3_600_000 }, now)).toBe(23 * 3_600)
  })

  it("is the longest of all that apply", () => {
    const sent = { toNumber: minutesAgo(1, 2, 3), fromNetwork: [], companyBlockedBy: now - 3_600_000 }
    expect(codeWaitSeconds(sent, now)).toBe(23 * 3_600)
  })
})

describe("VC-01 a typed code", () => {
  const issued = { wrongTries: 0, isUsed: false, expiresAt: now + 1 }

  it("is right, wrong, or for a code that no longer counts", () => {
    expect(judgeCode(issued, true, now)).toBe("right")
    expect(judgeCode(issued, false, now)).toBe("wrong")
    expect(judgeCode({ ...issued, wrongTries: 4 }, true, now)).toBe("right")
    expect(judgeCode({ ...issued, wrongTries: 4 }, false, now)).toBe("expired")
    for (const gone of [
      null,
      { ...issued, wrongTries: 5 },
      { ...issued, isUsed: true },
      { ...issued, expiresAt: now },
    ]) {
      expect(judgeCode(gone, true, now)).toBe("expired")
    }
  })
})

describe("a code's text", () => {
  it("fits one message in every language, and says it is not to be shared", () => {
    for (const locale of ["en", "fr", "es"] as const) {
      expect(codeText(locale, "Cedar Home Services", "012345").length).toBeLessThanOrEqual(160)
      expect(codeText(locale, "Cedar Home Services", "012345")).toContain("012345")
    }
  })

  it("is tried again soon, never past the code's end, and not for ever", () => {
    const goodUntil = now + 600_000
    expect(nextTextTry(1, null, goodUntil, now)).toBe(now + 2_000)
    expect(nextTextTry(1, 9, goodUntil, now)).toBe(now + 9_000)
    expect(nextTextTry(1, 600, goodUntil, now)).toBeNull()
    expect(nextTextTry(7, null, goodUntil, now)).toBe(now + 300_000)
    expect(nextTextTry(8, null, goodUntil, now)).toBeNull()
    expect(nextTextTry(13, null, Number.MAX_SAFE_INTEGER, now)).toBeNull()
  })
})

/**
 * Proof of work, made and checked here: the browser looks for the number whose hash with the salt is the challenge.
 * Challenges are signed and not kept; whoever judges an answer remembers it until its challenge expires.
 */
import { createHash, hkdfSync } from "node:crypto"
import { createChallenge, extractParams, verifySolution } from "altcha-lib/v1"
import type { BotCheck } from "../../ports.ts"
import { msPerMinute } from "../../time/units.ts"

export interface AltchaOptions {
  secret: string
  /** The browser tries half as many hashes on average. */
  maxNumber?: number
}

/** Some 10,000 hashes on average: a quarter of a second on a desktop's core, about one on a phone's. */
const defaultMaxNumber = 20_000
const validMs = 20 * msPerMinute
const longestAnswer = 2_000

export function createAltcha({ secret, maxNumber = defaultMaxNumber }: AltchaOptions): BotCheck {
  const hmacKey = Buffer.from(hkdfSync("sha256", secret, "", "altcha", 32)).toString("hex")
  return {
    kind: "altcha",
    siteKey: null,
    pageOrigin: null,
    challenge: (now) =>
      createChallenge({ hmacKey, algorithm: "SHA-256", maxNumber, expires: new Date(now + validMs) }),
    async judge(answer, { now }) {
      if (answer.length > longestAnswer) return { passed: false }
      const salt = saltOf(answer)
      const expiresAt =
        salt === null ? Number.NaN : Number(extractParams({ ...unsigned, salt }).expires) * 1_000
      if (salt === null || !(expiresAt > now)) return { passed: false }
      // The time is judged above by the host's clock.
      const passed = await verifySolution(answer, hmacKey, false).catch(() => false)
      if (!passed) return { passed: false }
      const key = `altcha:${createHash("sha256").update(salt).digest("base64url")}`
      return { passed: true, once: { key, expiresAt } }
    },
  }
}

const unsigned = { algorithm: "SHA-256", challenge: "", number: 0, signature: "" } as const

function saltOf(answer: string): string | null {
  try {
    const { salt } = JSON.parse(Buffer.from(answer, "base64").toString("utf8"))
    return typeof salt === "string" ? salt : null
  } catch {
    return null
  }
}

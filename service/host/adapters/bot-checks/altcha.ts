/**
 * Proof of work, made and checked here: the browser looks for the number whose hash with the salt is the challenge.
 * Challenges are signed and not kept; the caller of `judge` remembers a passed answer until its challenge expires.
 */
import { createHash, hkdfSync } from "node:crypto"
import { createChallenge, extractParams, verifySolution } from "altcha-lib/v1"
import { msPerMinute } from "../../../../domain/time/units.ts"
import type { BotCheck } from "../../../platform/ports.ts"

export interface AltchaOptions {
  secret: string
  /** The browser tries half as many hashes on average. */
  maxNumber?: number
}

/** Some 10,000 hashes on average: a quarter of a second on a desktop's core, about one on a phone's. */
const defaultMaxNumber = 20_000
const validMs = 20 * msPerMinute
const longestAnswer = 2_000
const algorithm = "SHA-256"

export function createAltcha({ secret, maxNumber = defaultMaxNumber }: AltchaOptions): BotCheck {
  const hmacKey = Buffer.from(hkdfSync("sha256", secret, "", "altcha", 32)).toString("hex")
  return {
    kind: "altcha",
    siteKey: null,
    pageOrigin: null,
    challenge: (now) => createChallenge({ hmacKey, algorithm, maxNumber, expires: new Date(now + validMs) }),
    async judge(answer, { now }) {
      const solution = answer.length > longestAnswer ? null : solutionOf(answer)
      if (solution === null) return { passed: false }
      const expiresAt = Number(extractParams(solution).expires) * 1_000
      if (!(expiresAt > now)) return { passed: false }
      // The time is judged above by the host's clock.
      const passed = await verifySolution(solution, hmacKey, false).catch(() => false)
      if (!passed) return { passed: false }
      // The challenge is the hash of salt and number: however these are spelled, one solution has one challenge.
      const key = `altcha:${createHash("sha256").update(solution.challenge).digest("base64url")}`
      return { passed: true, once: { key, expiresAt } }
    },
  }
}

interface Solution {
  algorithm: typeof algorithm
  challenge: string
  salt: string
  signature: string
  number: number
}

/** The answer if it spells its challenge exactly as `challenge` did; null for every other. */
function solutionOf(answer: string): Solution | null {
  try {
    const sent: Partial<Solution> | null = JSON.parse(Buffer.from(answer, "base64").toString("utf8"))
    const { challenge, salt, signature, number } = sent ?? {}
    const isText = typeof challenge === "string" && typeof salt === "string" && typeof signature === "string"
    if (!isText || !salt.endsWith("&") || !Number.isSafeInteger(number)) return null
    return sent?.algorithm === algorithm ? { algorithm, challenge, salt, signature, number: number! } : null
  } catch {
    return null
  }
}

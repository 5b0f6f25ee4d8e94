/** Cloudflare Turnstile: the visitor's token is shown to `siteverify`, which takes each token once. */
import { type BotCheck, BotCheckUnavailable } from "../../../platform/ports.ts"
import { askHost } from "../outbound/operators-hosts.ts"

export interface TurnstileOptions {
  secret: string
  siteKey: string
  /** `https://challenges.cloudflare.com` but for tests. */
  baseUrl: string
  timeoutMs?: number
}

const longestToken = 2_048
const defaultTimeoutMs = 5_000

export function createTurnstile(options: TurnstileOptions): BotCheck {
  const { secret, siteKey, baseUrl, timeoutMs = defaultTimeoutMs } = options
  return {
    kind: "turnstile",
    siteKey,
    pageOrigin: baseUrl,
    challenge: () => null,
    async judge(answer, { address }) {
      if (answer.length > longestToken) return { passed: false }
      const form = new URLSearchParams({ secret, response: answer, remoteip: address })
      const success = await ask(`${baseUrl}/turnstile/v0/siteverify`, form, timeoutMs)
      return success ? { passed: true, once: null } : { passed: false }
    },
  }
}

/** Its refusals are 200 with `success: false` and `error-codes`. */
async function ask(url: string, form: URLSearchParams, timeoutMs: number): Promise<boolean> {
  const answer = await askHost({
    method: "POST",
    url,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: form.toString(),
    timeoutMs,
    isOnce: true,
  }).catch(() => null)
  const isAnswer = answer !== null && answer.status < 500 && answer.status !== 429
  if (!isAnswer || answer.json === null || typeof answer.json !== "object") throw new BotCheckUnavailable()
  const body: { success?: unknown; "error-codes"?: unknown } = answer.json
  const codes = Array.isArray(body["error-codes"]) ? body["error-codes"] : []
  const isOurFault = codes.some((code) =>
    ["internal-error", "missing-input-secret", "invalid-input-secret"].includes(code),
  )
  if (isOurFault) throw new BotCheckUnavailable()
  return body.success === true
}

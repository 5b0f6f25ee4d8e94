/** The rest of a company's allowance, as every answer of the company API says it: see docs/decisions/0070. */
import type { AllowanceState } from "../../platform/budget/allowance.ts"

/** In milliseconds of work: `q` at the most, which fills up in `w` seconds; `r` are left, and after `t` seconds all are there again. */
export function rateLimitHeaders({ mostMs, perSecondMs, leftMs }: AllowanceState): Record<string, string> {
  const left = Math.max(0, Math.floor(leftMs))
  const window = Math.ceil(mostMs / perSecondMs)
  const whole = Math.ceil((mostMs - leftMs) / perSecondMs)
  return {
    "ratelimit-policy": `"work";q=${mostMs};qu="ms";w=${window}`,
    ratelimit: `"work";r=${left};t=${whole}`,
  }
}

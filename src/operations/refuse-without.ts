/** What every limit that counts in tokens says to whoever got none. */
import { Refusal } from "../model/errors.ts"
import type { Token } from "../store/rate-limits.ts"

/** Throws `rate_limited` unless a try was taken; without a time to wait where waiting does not help. */
export function refuseWithout(
  { allowed, retryAfterSeconds }: Token,
  details?: Readonly<Record<string, unknown>>,
): void {
  if (allowed) return
  throw new Refusal("rate_limited", {
    ...(retryAfterSeconds === null ? {} : { retryAfterSeconds }),
    ...(details === undefined ? {} : { details }),
  })
}

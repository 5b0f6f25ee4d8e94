import { secondsPerDay } from "../time/units.ts"

/**
 * What an answer's `Retry-After` asks for, in whole seconds, a day at the most; null where it asks for nothing. Its form
 * with a date is as rare as it is vague, and counts as nothing.
 */
export function retryAfterSeconds(header: string | null | undefined): number | null {
  const seconds = Number(header ?? 0)
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(Math.ceil(seconds), secondsPerDay) : null
}

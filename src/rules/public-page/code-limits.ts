/** How many codes may be texted: to a number, from a network, by a company, and to a caller of an agent. */
import { mostCodesAnHour } from "../../model/agent/session.ts"
import type { CodesSent } from "../../model/verification.ts"
import { msPerDay, msPerHour } from "../../time/units.ts"

export const perNumberAnHour = 3
export const perNumberADay = 10
export const perNetworkAnHour = 10
/** How far back the codes count that an agent had texted to a caller. */
export const contactCodeWindowMs = msPerHour

/** Whole seconds until one more may go; null when it may go now. */
export function codeWaitSeconds(sent: CodesSent, now: number): number | null {
  const freeAt = Math.max(
    freeAfter(sent.toNumber, perNumberAnHour, msPerHour, now),
    freeAfter(sent.toNumber, perNumberADay, msPerDay, now),
    freeAfter(sent.fromNetwork, perNetworkAnHour, msPerHour, now),
    sent.companyBlockedBy === null ? now : sent.companyBlockedBy + msPerDay,
  )
  return secondsUntil(freeAt, now)
}

/** The same for one more to a caller of an agent; `sent` lies within the window, newest first. */
export function contactCodeWaitSeconds(sent: readonly number[], now: number): number | null {
  return secondsUntil(freeAfter(sent, mostCodesAnHour, contactCodeWindowMs, now), now)
}

const secondsUntil = (freeAt: number, now: number) =>
  freeAt <= now ? null : Math.ceil((freeAt - now) / 1_000)

/** When fewer than `limit` of these lie within the window. */
function freeAfter(times: readonly number[], limit: number, windowMs: number, now: number): number {
  const oldestThatCounts = times[limit - 1]
  return oldestThatCounts === undefined ? now : oldestThatCounts + windowMs
}

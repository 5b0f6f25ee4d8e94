/** Codes that prove a number: whether a typed one is right, and how many may be texted to a number, from a network … */

import { mostCodesAnHour } from "../../model/agent/session.ts"
import { type CodesSent, mostWrongTries } from "../../model/public-page.ts"
import { msPerDay, msPerHour } from "../../time/units.ts"

export interface IssuedCode {
  wrongTries: number
  isUsed: boolean
  /** Epoch milliseconds. */
  expiresAt: number
}

export type CodeVerdict = "right" | "wrong" | "expired"

/** `expired` for every code that no longer counts, and for one that was never issued. */
export function judgeCode(issued: IssuedCode | null, matches: boolean, now: number): CodeVerdict {
  const counts = issued && !issued.isUsed && now < issued.expiresAt && issued.wrongTries < mostWrongTries
  if (!counts) return "expired"
  if (matches) return "right"
  return issued.wrongTries + 1 >= mostWrongTries ? "expired" : "wrong"
}

export const perNumberAnHour = 3
export const perNumberADay = 10
export const perNetworkAnHour = 10
/** How far back codes count that were texted to a caller of an agent. */
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

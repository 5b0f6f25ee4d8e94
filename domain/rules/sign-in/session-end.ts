/** When a sign-in ends by itself: at its latest time, and sooner where it is unused or the company keeps its admins shorter. */
import { cookieSession, type SessionTimes } from "../../model/sign-in.ts"
import { msPerHour, msPerMinute } from "../../time/units.ts"

export const hasEnded = (session: SessionTimes, now: number): boolean => sessionEnd(session) <= now

/** The instant at which the session ends unless it is used before. */
export function sessionEnd(session: SessionTimes): number {
  const { role, inCookie, createdAt, lastUsedAt, expiresAt, adminIdleMinutes, adminLongestHours } = session
  const ends = [expiresAt.getTime()]
  if (inCookie) ends.push(lastUsedAt.getTime() + cookieSession.idleMs)
  if (role === "admin") {
    if (inCookie && adminIdleMinutes !== null)
      ends.push(lastUsedAt.getTime() + adminIdleMinutes * msPerMinute)
    if (adminLongestHours !== null) ends.push(createdAt.getTime() + adminLongestHours * msPerHour)
  }
  return Math.min(...ends)
}

/** The version of what a link's page shows: another one whenever the page would show something else. */
import { msPerMinute } from "../../time/units.ts"

export interface Standing {
  /** Another text after every change of the rows that are shown. */
  standing: string
  /** The start of the appointment, and how long before it a change is still allowed; null without one. */
  startAt: Date | null
  noticeMinutes: number | null
}

/** Time alone changes the page too: with the company's notice the buttons go, and with the start the link ends. */
export function pageVersion({ standing, startAt, noticeMinutes }: Standing, now: number): string {
  if (startAt === null) return standing
  const left = startAt.getTime() - now
  const passed = left <= 0 ? "started" : left < (noticeMinutes ?? 0) * msPerMinute ? "late" : "early"
  return `${standing}-${passed}`
}

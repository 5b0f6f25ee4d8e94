/** When a button was pressed on a phone that had no line then. */
import { msPerDay } from "../../time/units.ts"

/** The time that was sent, within the last day; a phone whose clock runs ahead has pressed now. */
export function pressedAt(at: string | undefined, now: number): number {
  if (at === undefined) return now
  return Math.max(Math.min(Date.parse(at), now), now - msPerDay)
}

/** The reminder of an appointment that is due. `listDueReminders` judges the same in SQL. */
import { msPerDay, msPerHour } from "../../time/units.ts"

interface Reminded {
  startAt: Date
  /** When it was booked, or last moved or answered. */
  lastEventAt: Date
}

/**
 * The hours before the start of the reminder whose time came last; null before the first one, more than a day after its
 * time, and for an appointment that was booked, moved or answered after its time.
 */
export function reminderDue(
  hours: readonly number[],
  { startAt, lastEventAt }: Reminded,
  now: number,
): number | null {
  const start = startAt.getTime()
  if (start <= now) return null
  const come = hours.filter((before) => start - before * msPerHour <= now)
  if (come.length === 0) return null
  const last = Math.min(...come)
  const at = start - last * msPerHour
  return at <= now - msPerDay || lastEventAt.getTime() > at ? null : last
}

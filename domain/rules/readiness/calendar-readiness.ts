/** Judges that a connected calendar is read, in a sentence with what to do about it. */
import { calendarProblems } from "../../model/calendar-problem.ts"
import { isUnread, servedWhileFailingMs } from "../../model/provider-calendar.ts"
import type { ReadinessCalendar } from "../../model/readiness.ts"
import { failing, type Judged, working } from "./judged.ts"

export function calendarReadiness(calendar: ReadinessCalendar, now: number): Judged {
  const { id, failing_since: failingSince, problem } = calendar
  const name = `The calendar ${calendar.address} of ${calendar.provider_name}`
  const lastReadAt = calendar.last_read_at?.getTime() ?? null
  if (failingSince === null) {
    const seenAt = lastReadAt ?? calendar.created_at.getTime()
    if (now - seenAt <= servedWhileFailingMs)
      return working(lastReadAt === null ? `${name} is about to be read.` : `${name} is read.`, id)
    return failing(
      `${name} has not been read for a quarter of an hour, though it does not fail.`,
      "Ask the operator to see that a worker runs.",
      id,
    )
  }
  const { says, mend } = calendarProblems[problem ?? "server_error"]
  const meanwhile = isUnread(lastReadAt, now)
    ? `${calendar.provider_name} is not offered meanwhile.`
    : "Its last reading still counts."
  return failing(`${name} has failed since ${failingSince.toISOString()}. ${says} ${meanwhile}`, mend, id)
}

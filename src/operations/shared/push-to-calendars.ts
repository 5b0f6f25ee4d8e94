/** Has an appointment written into its provider's calendars, in the transaction of the change. */
import type { Appointment } from "../../model/appointment.ts"
import type { LoadedSchedules } from "../../model/schedules.ts"
import type { Tx } from "../../store/pg/database.ts"
import { enqueuePushes } from "../../store/queue/calendar-pushes.ts"

/** Without calendars it costs nothing: what was loaded under the provider's lock says whether there are any. */
export function pushToCalendars(
  tx: Tx,
  { companyId, now }: { companyId: number; now: number },
  { calendars }: LoadedSchedules,
  { id, provider_id }: Appointment,
): void {
  const isWritten = calendars.some((calendar) => calendar.writes && calendar.provider_id === provider_id)
  if (isWritten) enqueuePushes(tx, companyId, provider_id, id, now)
}

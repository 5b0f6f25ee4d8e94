/** The appointments that one message names: those of a series, or those that follow one another in one visit. */
import type { Appointment } from "../../domain/model/appointment.ts"
import type { Together } from "../../domain/model/text-message.ts"
import { isOnSameDate } from "../../domain/rules/groups/as-one.ts"
import { listOfGroup, listOfSeries } from "../ledger/appointments.sql.ts"
import type { Db } from "../platform/pg/database.ts"

export interface MessageOfMany {
  together: Together
  purpose: "confirmation" | "change" | "reminder"
  /** The version of the appointment for which it was queued. */
  version: number | null
  appointment: Appointment
}

/**
 * The soonest first; empty when nothing is left to tell. A confirmation tells of all that still stand, a cancel of those that
 * were cancelled with this one, and a move of all that moved with it, where they stand by now.
 */
export async function toldTogether(
  db: Db,
  companyId: number,
  { together, purpose, version, appointment }: MessageOfMany,
  now: number,
): Promise<Appointment[]> {
  const all =
    together === "series"
      ? await listOfSeries(db, companyId, appointment.series_id!)
      : await listOfGroup(db, companyId, appointment.group_id!)
  const isOff = purpose === "change" && appointment.version === version && appointment.status === "cancelled"
  const cancelledAt = appointment.cancelled_at?.getTime()
  const told = isOff
    ? all.filter((one) => one.status === "cancelled" && one.cancelled_at?.getTime() === cancelledAt)
    : all.filter(
        (one) =>
          one.status === "scheduled" &&
          (together === "group"
            ? isOnSameDate(one, appointment)
            : purpose === "confirmation" || one.series_index! >= appointment.series_index!),
      )
  return told
    .filter(({ start_at }) => start_at.getTime() > now)
    .sort((a, b) => a.start_at.getTime() - b.start_at.getTime())
}

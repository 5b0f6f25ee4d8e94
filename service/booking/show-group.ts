/** A group as its customer sees it: the services of one visit. */
import type { Appointment } from "../../domain/model/appointment.ts"
import { isOnSameDate, namesOf } from "../../domain/rules/groups/as-one.ts"
import type { Locale } from "../../domain/rules/texts/text-times.ts"
import { listOfGroup } from "../ledger/appointments.sql.ts"
import type { AppContext } from "../platform/context.ts"

/** All of it that still stands, the earliest first; the appointment alone where nothing was booked with it. */
export async function comingOf(
  { db }: Pick<AppContext, "db">,
  companyId: number,
  appointment: Appointment,
): Promise<Appointment[]> {
  if (appointment.group_id === null || appointment.status !== "scheduled") return [appointment]
  const all = await listOfGroup(db, companyId, appointment.group_id)
  const present = all.find(({ id }) => id === appointment.id)!
  const standing = all.filter((one) => one.status === "scheduled" && isOnSameDate(one, present))
  return standing.sort((a, b) => a.start_at.getTime() - b.start_at.getTime())
}

/** A cancelled appointment with what was cancelled of the same coming. */
export async function cancelledTogether(
  { db }: Pick<AppContext, "db">,
  companyId: number,
  appointment: Appointment,
): Promise<Appointment[]> {
  if (appointment.group_id === null) return [appointment]
  const all = await listOfGroup(db, companyId, appointment.group_id)
  return all.filter((one) => one.status === "cancelled" && isOnSameDate(one, appointment))
}

/** The names of a visit's services as one: Cut and Colour. */
export const nameOfComing = (locale: Locale, coming: readonly Appointment[]): string =>
  namesOf(
    locale,
    coming.map(({ type_name }) => type_name),
  )

/** The link of the first speaks for all; that of a later one for itself. */
export async function isFirstOfComing(
  context: Pick<AppContext, "db">,
  companyId: number,
  appointment: Appointment,
): Promise<boolean> {
  const [first] = await comingOf(context, companyId, appointment)
  return first === undefined || first.id === appointment.id
}

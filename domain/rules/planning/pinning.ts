/** Judges that staff may fix where a visit is planned, and that its provider may set out. */
import type { Appointment } from "../../model/appointment.ts"
import { Refusal } from "../../model/errors.ts"
import { minuteOf } from "../../time/units.ts"
import { whyLeaving } from "../booking/may-change.ts"
import { isOnDate } from "./freezing.ts"

export function whyNotPinnable({
  status,
  work_minutes,
}: Pick<Appointment, "status" | "work_minutes">): Refusal | null {
  if (work_minutes === null) return new Refusal("not_planned")
  return status === "scheduled" ? null : new Refusal("appointment_not_scheduled")
}

/** On its own date alone, so that a press on the wrong card sends no message. */
export function whyNotSettingOut(
  appointment: Pick<Appointment, "status" | "place" | "timezone" | "start_at" | "cancels_at">,
  now: number,
): Refusal | null {
  const { status, place, timezone, start_at } = appointment
  if (place !== "at_customer") return new Refusal("not_at_customer")
  if (status !== "scheduled") return new Refusal("appointment_not_scheduled")
  const leaving = whyLeaving(appointment)
  if (leaving) return leaving
  return isOnDate(timezone, minuteOf(start_at.getTime()), now) ? null : new Refusal("appointment_not_today")
}

/** What customers (and an agent acting for them) may still change; staff may at any time before the start. */
import type { Actor } from "../../model/actor.ts"
import { isStaff } from "../../model/actor.ts"
import type { Appointment } from "../../model/appointment.ts"
import { Refusal } from "../../model/errors.ts"
import { msPerMinute } from "../../time/units.ts"

/** Why the appointment can be neither moved nor cancelled now; null when it can. */
export function whyUnchangeable(
  appointment: Pick<Appointment, "status" | "start_at">,
  cancelNoticeMinutes: number,
  actor: Actor,
  now: number,
): Refusal | null {
  if (appointment.status !== "scheduled") return new Refusal("appointment_not_scheduled")
  const start = appointment.start_at.getTime()
  if (start <= now) return new Refusal("appointment_started")
  const isTooLate = !isStaff(actor) && start - now < cancelNoticeMinutes * msPerMinute
  return isTooLate ? new Refusal("cancel_notice_passed") : null
}

/** Judges that an appointment may still be moved, cancelled or answered, or may be closed yet. */
import type { Actor } from "../../model/actor.ts"
import { isStaff } from "../../model/actor.ts"
import type { Appointment } from "../../model/appointment.ts"
import { invalid, Refusal } from "../../model/errors.ts"
import { msPerMinute } from "../../time/units.ts"

/**
 * Why the appointment can be neither moved nor cancelled now; null when it can. Customers, and an agent for them, may until
 * the notice before the start, or until the start where a disruption took their time; staff may until the start.
 */
export function whyUnchangeable(
  appointment: Pick<Appointment, "status" | "start_at" | "notice_waived">,
  cancelNoticeMinutes: number,
  actor: Actor,
  now: number,
): Refusal | null {
  const over = whyUnanswerable(appointment, now)
  if (over) return over
  const start = appointment.start_at.getTime()
  const isHeld = !isStaff(actor) && appointment.notice_waived !== true
  const isTooLate = isHeld && start - now < cancelNoticeMinutes * msPerMinute
  return isTooLate ? new Refusal("cancel_notice_passed") : null
}

/** The same for a cancel: an unconfirmed appointment can be withdrawn until its start, regardless of notice. */
export function whyNotCancellable(
  appointment: Pick<Appointment, "status" | "start_at" | "notice_waived">,
  cancelNoticeMinutes: number,
  actor: Actor,
  now: number,
): Refusal | null {
  if (appointment.status !== "pending") return whyUnchangeable(appointment, cancelNoticeMinutes, actor, now)
  return appointment.start_at.getTime() <= now ? new Refusal("appointment_started") : null
}

/** Why the appointment can't be moved, although it has not been cancelled yet; null when no cancel waits. */
export function whyLeaving({ cancels_at }: Pick<Appointment, "cancels_at">): Refusal | null {
  if (cancels_at === null) return null
  return new Refusal("appointment_not_scheduled", { message: "The appointment is being cancelled." })
}

/** The reason that attendance can be answered no more; null where it can. */
export function whyUnanswerable(
  { status, start_at }: Pick<Appointment, "status" | "start_at">,
  now: number,
): Refusal | null {
  if (status === "pending")
    return new Refusal("appointment_not_scheduled", { message: "The appointment is not confirmed yet." })
  if (status !== "scheduled") return new Refusal("appointment_not_scheduled")
  return start_at.getTime() <= now ? new Refusal("appointment_started") : null
}

/** Why the appointment can't be marked as completed or as a no-show; null when it can. */
export function whyNotClosable(
  appointment: Pick<Appointment, "status" | "start_at" | "cancels_at">,
  now: number,
): Refusal | null {
  const leaving = appointment.status === "scheduled" ? whyLeaving(appointment) : null
  if (leaving) return leaving
  if (appointment.status === "cancelled" || appointment.status === "pending")
    return new Refusal("appointment_not_scheduled")
  return appointment.start_at.getTime() > now ? new Refusal("appointment_not_started") : null
}

/** A seat belongs to its class, and where in a promised window the work stands is its plan's. */
export function whyNotSwapped(
  { session_id, work_minutes }: Pick<Appointment, "session_id" | "work_minutes">,
  field: "a" | "b",
): Refusal | null {
  if (session_id !== null) return invalid(field, "expected an appointment, not a seat of a class")
  if (work_minutes !== null)
    return invalid(field, "expected an appointment with a start, not a promised window")
  return null
}

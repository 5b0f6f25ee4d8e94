/**
 * The meaning of taking an appointment back: nothing when the change is not announced yet, else a change of its own. One
 * whose cancel has taken effect gave its time away, so it is judged as a booking of the same length at the same time.
 */
import type { Appointment } from "../../model/appointment.ts"
import { Refusal } from "../../model/errors.ts"
import type { LoadedSchedules } from "../../model/schedules.ts"
import { msPerMinute } from "../../time/units.ts"
import type { BookableTime } from "./judge-booking.ts"
import { judgeMove, type MovingWish } from "./judge-move.ts"

/**
 * `none`: it is scheduled, and no cancel waits. `untold`: the mark, or the cancel that waits, is not announced. `told`: it
 * was marked a while ago. `anew`: its cancel has taken effect.
 */
export type Reopening = "none" | "untold" | "told" | "anew"

export function reopeningOf(
  { status, cancels_at }: Pick<Appointment, "status" | "cancels_at">,
  /** The mark is not announced yet. */
  markWaits: boolean,
): Reopening {
  if (status === "cancelled") return "anew"
  if (status === "pending") return "none"
  if (status === "scheduled") return cancels_at === null ? "none" : "untold"
  return markWaits ? "untold" : "told"
}

/** Why nothing of a customer who is archived or erased comes back; null for one who is on file. */
export const whyCustomerGone = (customer: unknown): Refusal | null =>
  customer === null
    ? new Refusal("customer_archived", {
        message: "The customer is archived or erased, so that the appointment can't be booked again.",
      })
    : null

/** `loaded` was read for the appointment's own place, type and time. */
export function judgeReopening(
  loaded: LoadedSchedules,
  appointment: Appointment,
  {
    now,
    overrideEligibility,
    ...planned
  }: Pick<MovingWish, "now" | "overrideEligibility" | "preferredCrew" | "known" | "isLocked">,
): BookableTime | Refusal {
  if (appointment.start_at.getTime() <= now) return new Refusal("appointment_started")
  if (!loaded.type?.active) return new Refusal("type_not_bookable")
  const gone = whyCustomerGone(loaded.customer)
  if (gone) return gone
  // The customer has booked another time with it.
  if (loaded.request?.status === "scheduled") return new Refusal("request_scheduled")
  return judgeMove(loaded, appointment, {
    now,
    overrideEligibility,
    startMinute: appointment.start_at.getTime() / msPerMinute,
    durationMinutes: null,
    endMs: null,
    providerId: null,
    locationId: null,
    ...planned,
  })
}

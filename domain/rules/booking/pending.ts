/** A booking of a type that staff confirm: until when it waits for an answer, and what becomes of it without one. */
import type { Appointment } from "../../model/appointment.ts"
import { Refusal } from "../../model/errors.ts"
import type { TypeConfirmation } from "../../model/type-confirmation.ts"
import { msPerMinute } from "../../time/units.ts"

/** Staff answer within the type's time, and never later than the start. */
export function answerBy(
  { answer_within_minutes: minutes }: Pick<TypeConfirmation, "answer_within_minutes">,
  startAt: Date,
  now: number,
): Date {
  return new Date(Math.min(now + minutes * msPerMinute, startAt.getTime()))
}

/** Why the appointment can't be answered; null when it can. After its deadline what holds is what the company chose. */
export function whyNotPending(
  { status, answer_by }: Pick<Appointment, "status" | "answer_by">,
  now: number,
): Refusal | null {
  if (status !== "pending") return new Refusal("appointment_not_pending")
  if (answer_by!.getTime() > now) return null
  return new Refusal("appointment_not_pending", { message: "The time to answer it is over." })
}

/** True where an unanswered one ends as declined: always where staff have said that its time does not suit. */
export const endsDeclined = (
  { proposals }: Pick<Appointment, "proposals">,
  { unanswered }: Pick<TypeConfirmation, "unanswered">,
): boolean => proposals.length > 0 || unanswered === "decline"

/** True where it ended without ever being confirmed. */
export const wasNeverConfirmed = ({
  status,
  answer_by,
}: Pick<Appointment, "status" | "answer_by">): boolean => status === "cancelled" && answer_by !== null

/** The end of keeping proposed times: at the latest the first of them, and the time that was asked for. */
export function proposalsKeptUntil(
  wish: { until: number | null; now: number },
  type: Pick<TypeConfirmation, "answer_within_minutes">,
  starts: readonly Date[],
): Date {
  const wished = wish.until ?? wish.now + type.answer_within_minutes * msPerMinute
  return new Date(Math.min(wished, ...starts.map((start) => start.getTime())))
}

/** True for an appointment that was never confirmed, whose customer changed their mind: the company did not decline it. */
export const wasWithdrawn = ({ cancelled_by: by }: Pick<Appointment, "cancelled_by">): boolean =>
  by === "link" || by === "public" || by === "agent"

/** True where the company said no to it, or did not answer in time. */
export const wasDeclined = (
  appointment: Pick<Appointment, "status" | "answer_by" | "cancelled_by">,
): boolean => wasNeverConfirmed(appointment) && !wasWithdrawn(appointment)

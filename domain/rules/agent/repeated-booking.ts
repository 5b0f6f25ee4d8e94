/** Compares a booking that is sent again for the same slot with the one that stands. */
import { idsIn } from "../../model/agent/fields.ts"
import type { Appointment } from "../../model/appointment.ts"
import type { SentAnswers } from "../../model/question.ts"

interface Wish {
  then_type_ids?: string | null | undefined
  seats?: number | null | undefined
  duration_option_id?: number | null | undefined
  scheduling_request_id?: number | null | undefined
  answers?: SentAnswers | undefined
}

type Standing = Pick<Appointment, "appointment_type_id" | "seats" | "duration_option" | "answers">

/** The first thing in which they differ; null for a repeat. Notes are for staff and make no other booking of it. */
export function whatDiffers(
  wish: Wish,
  [first, ...others]: readonly [Standing, ...Standing[]],
): "types" | "seats" | "length" | "answers" | null {
  const followers = wish.then_type_ids == null ? [] : idsIn(wish.then_type_ids)
  if (followers.join() !== others.map(({ appointment_type_id: id }) => id).join()) return "types"
  if ((wish.seats ?? 1) !== (first.seats ?? 1)) return "seats"
  // The length of a request is the company's, and the call need not name it.
  const isOfRequest = wish.scheduling_request_id != null && wish.duration_option_id == null
  if (!isOfRequest && (wish.duration_option_id ?? null) !== (first.duration_option?.id ?? null))
    return "length"
  const given = new Map(first.answers.map(({ key, value }) => [key, JSON.stringify(value)]))
  const isAnswered = Object.entries(wish.answers ?? {}).every(
    ([key, value]) => given.get(key) === JSON.stringify(value),
  )
  return isAnswered ? null : "answers"
}

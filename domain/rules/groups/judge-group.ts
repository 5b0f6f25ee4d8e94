/** Judges several types as one booking, each with the parts before it in their places. */
import { invalid, Refusal } from "../../model/errors.ts"
import type { LoadedSchedules, ScheduleType } from "../../model/schedules.ts"
import { type BookingWish, type JudgedBooking, judgeBooking } from "../booking/judge-booking.ts"
import { occupiedBlocks } from "../booking/occupied.ts"
import { type Taking, withTaken } from "../booking/with-taken.ts"
import type { Following } from "./searched-parts.ts"

/** One part with the schedule of its type. */
export interface PartWish {
  loaded: LoadedSchedules
  wish: BookingWish
}

/** Why the type at that place can't be one of several; null when it can. */
export function whyNotLinked(
  type: Pick<ScheduleType, "name" | "block_minutes" | "window_minutes" | "confirmation" | "seats"> | null,
  index: number,
): Refusal | null {
  const field = `appointment_type_ids[${index}]`
  if (type === null) return null
  if (type.block_minutes.length > 1) return invalid(field, "expected a type of one day")
  if (type.window_minutes !== null) return invalid(field, "expected a type that promises a start")
  if (type.seats !== null) return invalid(field, "expected a type that is not a class")
  if (type.confirmation === "staff") return invalid(field, "expected a type that is booked at once")
  return null
}

/** All parts, or the refusal of the first that can't be booked. */
export function judgeGroup(parts: readonly PartWish[], following: Following): JudgedBooking[] | Refusal {
  const judged: JudgedBooking[] = []
  const taken: Taking[] = []
  for (const [index, { loaded, wish }] of parts.entries()) {
    const refused = whyNotLinked(loaded.type, index)
    if (refused) return refused
    const last = judged.at(-1)
    const located = { ...wish, locationId: last?.location.id ?? wish.locationId }
    const one = judgeBooking(taken.reduce(withTaken, loaded), located)
    if (one instanceof Refusal) return one
    const apart = last && whyApart(last, one, following, index)
    if (apart) return apart
    judged.push(one)
    taken.push({ ...one, occupied: occupiedBlocks(one.input.type, one.blocks) })
  }
  return judged
}

function whyApart(
  last: JudgedBooking,
  next: JudgedBooking,
  { gapMinutes, sameProvider }: Following,
  index: number,
): Refusal | null {
  const gap = next.blocks[0]!.start - last.blocks.at(-1)!.end
  if (gap < 0 || gap > gapMinutes) {
    const most = gapMinutes === 0 ? "" : `, or up to ${gapMinutes} minutes later`
    return invalid(`parts[${index}].start_time`, `expected the end of the one before${most}`)
  }
  if (sameProvider && next.provider.id !== last.provider.id)
    return invalid(`parts[${index}].provider_id`, "expected the provider of the one before")
  return null
}

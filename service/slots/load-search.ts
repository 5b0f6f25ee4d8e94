/** What every search over schedules begins with: the schedules, the wish made whole, and what to warn of. */

import type { SearchInput } from "../../domain/model/availability.ts"
import { Refusal } from "../../domain/model/errors.ts"
import type { LoadedSchedules } from "../../domain/model/schedules.ts"
import type { SlotQuestion } from "../../domain/model/slot-search.ts"
import type { Wish } from "../../domain/rules/availability/plan-search.ts"
import { closeUnread } from "../../domain/rules/availability/unread-calendars.ts"
import { optionOf } from "../../domain/rules/booking/judge-booking.ts"
import { isCentroid } from "../../domain/rules/service-areas/service-area.ts"
import { loadSchedules, type ScheduleQuestion } from "../ledger/schedules.sql.ts"
import type { AppContext } from "../platform/context.ts"
import type { Call } from "../platform/operation.ts"
import { type AskedRecords, requestFor } from "./asked-records.ts"
import { withDrivingTimes } from "./driving-times.ts"

/** The wish with the request that binds it, and the length. Throws what booking would refuse. */
export function completeWish(
  call: Call,
  loaded: LoadedSchedules,
  question: AskedRecords & Pick<SlotQuestion, "duration_option_id">,
  wish: Omit<Wish, "request">,
): Wish {
  const option = optionOf(loaded, question.duration_option_id ?? null)
  if (option instanceof Refusal) throw option
  const request = requestFor(loaded, question, call)
  if (request instanceof Refusal) throw request
  const blockMinutes = wish.blockMinutes ?? (request?.block_minutes ? null : option && [option.minutes])
  return { ...wish, blockMinutes, request }
}

export async function loadForSearch(
  context: AppContext,
  ask: ScheduleQuestion,
  { now, serviceAddress }: Pick<Wish, "now" | "serviceAddress">,
): Promise<LoadedSchedules> {
  const loaded = closeUnread(await loadSchedules(context.db, ask), now)
  return withDrivingTimes(context, loaded, serviceAddress)
}

export function warningsFor(loaded: LoadedSchedules, { type, serviceAddress }: SearchInput): string[] {
  if (!loaded.type!.active) return ["The appointment type is not active, so it takes no new bookings."]
  if (type.place !== "at_customer" || serviceAddress === null) return []
  if (isCentroid(serviceAddress)) {
    const middle = serviceAddress.accuracy === "postal" ? "postal code" : "city"
    return [`The address is known only by the middle of its ${middle}, so distances are measured from there.`]
  }
  return serviceAddress.point === null
    ? ["The address has no coordinates, so only areas given as postal codes could be judged."]
    : []
}

/** Every search over schedules begins here: with room for them, the schedules, the wish made whole, and its warnings. */

import type { SearchInput } from "../../domain/model/availability.ts"
import { Refusal } from "../../domain/model/errors.ts"
import type { LoadedSchedules } from "../../domain/model/schedules.ts"
import type { SlotQuestion } from "../../domain/model/slot-search.ts"
import type { Wish } from "../../domain/rules/availability/plan-search.ts"
import { closeUnread } from "../../domain/rules/availability/unread-calendars.ts"
import { optionOf } from "../../domain/rules/booking/judge-booking.ts"
import { msToExplain, msToRead } from "../../domain/rules/cost/estimates.ts"
import { isCentroid } from "../../domain/rules/service-areas/service-area.ts"
import { dayOfDate } from "../../domain/time/dates.ts"
import { countOffering } from "../company/where-offered.sql.ts"
import { loadSchedules, type ScheduleQuestion } from "../ledger/schedules.sql.ts"
import type { AppContext } from "../platform/context.ts"
import type { Call } from "../platform/operation.ts"
import { granted } from "../platform/spending.ts"
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

/** More are refused where they are read. */
const mostDays = 31

export const daysBetween = (start: string, end: string): number =>
  Math.min(mostDays, Math.max(1, dayOfDate(end)! - dayOfDate(start)!))

/**
 * Room to read what a question about several types judges: the schedules of all who offer them stay in memory until it is answered, so
 * it is granted before they are read.
 */
export async function grantReading(
  { db }: Pick<AppContext, "db">,
  { companyId }: Pick<Call, "companyId">,
  { typeIds, days, isExplained = false }: { typeIds: readonly number[]; days: number; isExplained?: boolean },
): Promise<void> {
  const offering = await countOffering(db, companyId, typeIds)
  const providers = typeIds.reduce((sum, id) => sum + (offering.get(id) ?? 0), 0)
  await granted(isExplained ? msToExplain({ providers, days }) : msToRead({ providers, days }))
}

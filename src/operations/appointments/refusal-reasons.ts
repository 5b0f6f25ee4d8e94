/** Why a refused time is not offered, for staff: the same reasons as an explanation of that start. */

import type { AppContext } from "../../context.ts"
import { Refusal } from "../../model/errors.ts"
import { type ShownReason, showReason } from "../../model/slot-explanation.ts"
import { explainStart, namesFor } from "../../rules/availability/explain-slots.ts"
import { serviceAddressOnFile } from "../../rules/availability/plan-search.ts"
import { optionOf } from "../../rules/booking/judge-booking.ts"
import { blockMinutesOf } from "../../rules/booking/judge-move.ts"
import { loadExplainedSchedules } from "../../store/explained-schedules.ts"
import { minutesPerDay } from "../../time/units.ts"
import type { Call } from "../operation.ts"
import { withDrivingTimes } from "../shared/driving-times.ts"
import { type RefusedWish, serviceAddressFor } from "./refused-wish.ts"

/** What a booking is refused with, here, by the calendars, and by the law of the database. */
export const bookingRefusals = [
  "address_needed",
  "calendar_unavailable",
  "end_time_mismatch",
  "filter_not_usable",
  "not_found",
  "out_of_service_area",
  "request_mismatch",
  "request_needed",
  "request_not_open",
  "slot_taken",
  "time_not_offered",
  "type_not_bookable",
] as const

/** Empty where the time is offered by now, and where there is nothing to explain: no such type, provider or location. */
export async function reasonsAgainst(
  context: AppContext,
  call: Call,
  wish: RefusedWish,
): Promise<ShownReason[]> {
  const day = Math.floor(wish.startMinute / minutesPerDay)
  const found = await loadExplainedSchedules(context.db, {
    companyId: call.companyId,
    typeId: wish.typeId,
    firstDay: day - 1,
    endDay: day + 2,
    customerId: wish.customerId,
    requestId: wish.requestId,
    providerId: wish.providerId,
    locationId: wish.locationId,
    movedAppointmentId: wish.moved?.id ?? null,
    blockCount: wish.moved?.blocks.length ?? null,
  })
  const address = serviceAddressFor(found, wish) ?? serviceAddressOnFile(found)
  const loaded = await withDrivingTimes(context, found, address)
  if (!loaded.type || !loaded.explained || loaded.explainedLocations.length === 0) return []
  const option = optionOf(loaded, wish.durationOptionId ?? null)
  const chosen = option instanceof Refusal || option === null ? null : [option.minutes]
  const own = wish.moved ? blockMinutesOf(wish.moved) : null
  const explanationWish = {
    now: call.now,
    blockMinutes: own ?? loaded.request?.block_minutes ?? chosen,
    request: loaded.request,
    serviceAddress: serviceAddressFor(loaded, wish),
    moves: wish.moved !== undefined,
    overrideEligibility: wish.overrideEligibility,
    lacksRequest: false,
    asksLive: true,
  }
  const { location, starts } = explainStart(loaded, explanationWish, wish.startMinute)
  const names = namesFor(loaded, location)
  return starts.flatMap(({ reasons }) => reasons.map((reason) => showReason(reason, names)))
}

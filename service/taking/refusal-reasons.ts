/** Why a time is refused: whether it has just been taken, and for staff the same reasons as an explanation of that start. */

import { Refusal } from "../../domain/model/errors.ts"
import type { ExplainedSchedules } from "../../domain/model/schedules.ts"
import { type ShownReason, showReason } from "../../domain/model/slot-explanation.ts"
import {
  type ExplanationWish,
  explainStart,
  namesFor,
} from "../../domain/rules/availability/explain-slots.ts"
import { optionOf } from "../../domain/rules/booking/judge-booking.ts"
import { blockMinutesOf } from "../../domain/rules/booking/judge-move.ts"
import { isJustTaken } from "../../domain/rules/booking/just-taken.ts"
import { isWindowJustTaken } from "../../domain/rules/planning/just-taken.ts"
import { loadExplainedSchedules, loadManyExplained } from "../ledger/explained-schedules.sql.ts"
import type { AppContext } from "../platform/context.ts"
import type { Call } from "../platform/operation.ts"
import { withDrivingTimes } from "../slots/driving-times.ts"
import { aboutTeam } from "../slots/planned-team.ts"
import { CalendarBusy } from "./ask-calendars.ts"
import { questionAround, serviceAddressFor, type WantedTime } from "./wanted-time.ts"

/** The refusals of a booking: of its own, by the calendars, and by the law of the database. */
export const bookingRefusals = [
  "address_needed",
  "address_not_found",
  "calendar_unavailable",
  "customer_busy",
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

/** The reason that a refusal of a time gives. */
export interface WhyRefused {
  code: "slot_taken" | "time_not_offered"
  reasons: readonly ShownReason[]
}

/** Read anew, since the time may have been taken by a booking that was faster. */
export async function whyRefused(
  context: AppContext,
  call: Call,
  wish: WantedTime,
  refusal: Refusal,
): Promise<WhyRefused> {
  const found = await loadExplainedSchedules(context.db, questionAround(call, wish, 1))
  const loaded = await withDrivingTimes(context, found, serviceAddressFor(found, wish))
  // Nothing to explain: no such type, provider or location.
  if (!loaded.type || !loaded.explained || loaded.explainedLocations.length === 0)
    return { code: "time_not_offered", reasons: [] }
  const explanationWish = explanationWishOf(call, wish, loaded)
  const { location, starts } = explainStart(loaded, explanationWish, wish.startMinute)
  const stored = starts.flatMap((start) => start.reasons)
  const live = refusal instanceof CalendarBusy ? refusal : null
  const isTaken = loaded.sessions
    ? refusal.code === "slot_taken"
    : live?.code !== "time_not_offered" &&
      (loaded.type.window_minutes === null
        ? isJustTaken(loaded, explanationWish, wish.startMinute)
        : await isTeamJustTaken(context, call, wish, explanationWish))
  const names = namesFor(loaded, location)
  return {
    code: isTaken ? "slot_taken" : "time_not_offered",
    reasons: [...stored, ...(live?.reasons ?? [])].map((reason) => showReason(reason, names)),
  }
}

/** True where no member of the team can come within the window any more. */
async function isTeamJustTaken(
  context: AppContext,
  call: Call,
  wish: WantedTime,
  explanationWish: ExplanationWish,
): Promise<boolean> {
  const question = { ...aboutTeam(questionAround(call, wish, 1)), providerId: null }
  const { startMinute: start, providerId, moved, keepsProvider = moved?.keeps_provider } = wish
  const loaded = await loadManyExplained(context.db, question)
  return isWindowJustTaken(loaded, explanationWish, { start, providerId: keepsProvider ? providerId : null })
}

export function explanationWishOf(call: Call, wish: WantedTime, loaded: ExplainedSchedules): ExplanationWish {
  const option = optionOf(loaded, wish.durationOptionId ?? null)
  const chosen = option instanceof Refusal || option === null ? null : [option.minutes]
  const own = wish.moved ? blockMinutesOf(wish.moved) : null
  return {
    now: call.now,
    blockMinutes: own ?? loaded.request?.block_minutes ?? chosen,
    request: loaded.request,
    serviceAddress: serviceAddressFor(loaded, wish),
    moves: wish.moved !== undefined,
    overrideEligibility: wish.overrideEligibility,
    lacksRequest: false,
    asksLive: true,
    seats: wish.moved?.seats ?? wish.seats ?? null,
  }
}

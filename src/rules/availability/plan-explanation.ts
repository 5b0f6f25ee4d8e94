/** Turns loaded schedules into what is explained of one provider at one location. */

import type { ExplainedLocation, ExplainedSchedules } from "../../model/schedules.ts"
import type { ReasonNames } from "../../model/slot-reasons.ts"
import { whyNotEligible } from "./explain-eligibility.ts"
import type { Explained } from "./obstacles.ts"
import { locationPlan, planSearch, type Wish } from "./plan-search.ts"
import { closeUnread } from "./unread-calendars.ts"

export interface ExplanationWish extends Omit<Wish, "firstDay" | "endDay" | "locationId" | "providerId"> {
  /** The type is booked through a request only, and there is none. */
  lacksRequest: boolean
  /** A booking asks the calendars live, so one that could not be read before is no reason to refuse it. */
  asksLive: boolean
}

/** `loaded.type` and `loaded.explained` must not be null. */
export function planExplanation(
  loaded: ExplainedSchedules,
  wish: ExplanationWish,
  at: ExplainedLocation,
): Explained {
  const { plan, timeOff, occupying } = loaded.explained!
  const location = locationPlan(at)
  const isOff = (!loaded.type!.active && !wish.moves) || wish.lacksRequest
  const searched = wish.asksLive ? loaded : closeUnread(loaded, wish.now)
  const input = planSearch(isOff ? { ...searched, providers: [] } : searched, {
    ...wish,
    // The engine is asked day by day.
    firstDay: 0,
    endDay: 0,
    locationId: location.id,
    providerId: plan.id,
  })
  const requestId = wish.request?.id ?? null
  const about = { loaded, input, provider: plan, location, requestId }
  return { ...about, timeOff, occupying, eligibility: whyNotEligible({ ...about, ...wish }) }
}

/** Only staff read reasons, so the location keeps its name for remote types, too. */
export const namesFor = (loaded: ExplainedSchedules, location: ExplainedLocation): ReasonNames => ({
  type: loaded.type!.name,
  provider: loaded.explained!.plan.name,
  location: location.name,
})

import { type DateRange, searchRanges } from "../shared/times/ranges.ts"
import { missingTimes as missingWithin } from "../shared/times/times-state.ts"
import type { BookingLinkClient } from "./client.ts"
import type { Action } from "./reduce.ts"
import type { State } from "./state.ts"

/** The dates of the shown weeks whose times are not known yet. */
export function missingTimes(state: State): DateRange[] {
  const { bookable } = state.view
  return bookable ? missingWithin(state, bookable) : []
}

/** Whether the shown weeks still waits for times. */
export function isLoading(state: State): boolean {
  return state.step === "choose" && state.slotsFailure === null && missingTimes(state).length > 0
}

/** Searches the missing dates of the shown weeks; null when none are missing. */
export async function searchMissing(state: State, client: BookingLinkClient): Promise<Action | null> {
  const { from, generation, moving, view, asksWhere, locationId } = state
  const ranges = missingTimes(state)
  if (ranges.length === 0) return null
  const appointmentId = moving ? (view.appointment?.id ?? null) : null
  const outcome = await searchRanges(ranges, (range) =>
    client.searchSlots(range, appointmentId, asksWhere ? locationId : null),
  )
  if (outcome.ok) return { type: "slotsArrived", generation, answers: outcome.data }
  if (outcome.code === "link_ended") return { type: "ended" }
  return { type: "slotsFailed", generation, from, code: outcome.code }
}

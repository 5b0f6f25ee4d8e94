import { type DateRange, searchRanges } from "../../shared/times/ranges.ts"
import { isLoadingTimes, missingTimes as missingWithin } from "../../shared/times/times-state.ts"
import type { BookingLinkClient } from "./client.ts"
import type { Action } from "./reduce.ts"
import type { State } from "./state.ts"

/** The dates of the shown weeks whose times are not known yet. */
export function missingTimes(state: State): DateRange[] {
  const { bookable } = state.view
  return bookable ? missingWithin(state, bookable) : []
}

/** True while the shown weeks still wait for times. */
export const isLoading = (state: State): boolean =>
  state.step === "choose" && isLoadingTimes(state, state.view.bookable)

/** Searches the missing dates of the shown weeks; no actions when none are missing. */
export async function searchMissing(state: State, client: BookingLinkClient): Promise<Action[]> {
  const { from, generation, moving, view, asksWhere, locationId } = state
  const ranges = missingTimes(state)
  if (ranges.length === 0) return []
  const appointmentId = moving ? (view.appointment?.id ?? null) : null
  const { answers, failure } = await searchRanges(ranges, (range, moreFrom) =>
    client.searchSlots(range, { appointmentId, locationId: asksWhere ? locationId : null, moreFrom }),
  )
  if (failure?.code === "link_ended") return [{ type: "ended" }]
  const arrived: Action = { type: "slotsArrived", generation, answers }
  return failure ? [arrived, { type: "slotsFailed", generation, from, code: failure.code }] : [arrived]
}

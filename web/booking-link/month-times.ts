import type { DateRange } from "../shared/times/ranges.ts"
import { missingTimes as missingWithin } from "../shared/times/times-state.ts"
import type { BookingLinkClient } from "./client.ts"
import type { Action } from "./reduce.ts"
import type { State } from "./state.ts"

/** The dates whose times are not known yet but are needed to show the month. */
export function missingTimes(state: State): DateRange[] {
  const { bookable } = state.view
  return bookable ? missingWithin(state, bookable) : []
}

/** Whether the shown month still waits for times. */
export function isLoading(state: State): boolean {
  return state.step === "choose" && state.slotsFailure === null && missingTimes(state).length > 0
}

/** Asks for what the shown month lacks; null when nothing does. */
export async function searchMissing(state: State, client: BookingLinkClient): Promise<Action | null> {
  const { month, generation } = state
  const ranges = missingTimes(state)
  if (ranges.length === 0) return null
  const appointmentId = state.moving ? (state.view.appointment?.id ?? null) : null
  const outcomes = await Promise.all(ranges.map((range) => client.searchSlots(range, appointmentId)))
  const failure = outcomes.find((outcome) => !outcome.ok)
  if (!failure) {
    const answers = outcomes.flatMap((outcome) => (outcome.ok ? [outcome.data] : []))
    return { type: "slotsArrived", generation, answers }
  }
  if (failure.ok) return null
  if (failure.code !== "link_ended") return { type: "slotsFailed", generation, month, code: failure.code }
  return { type: "ended" }
}
